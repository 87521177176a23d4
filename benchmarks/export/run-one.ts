/** One export in a separate process: `run-one.ts COUNT PER`. Prints figures as JSON. */
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { articles, rules } from './data.ts';

const [count = 100_000, per = 100] = process.argv.slice(2).map(Number);
const engine = createPolicyEngine({
  database: nodeSqliteDatabase(':memory:'),
  rules: [{ name: 'cookie' }],
  currentUser: () => null,
  portabilityRules: rules(articles(count), per),
});
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => setImmediate(() => done()) });
const user = { name: 'alice@example.test', dob: '1990-01-02' };

globalThis.gc?.();
await setTimeout(200);
const idle = process.memoryUsage().rss;
let peak = idle;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
const cpu = process.cpuUsage();
const start = performance.now();
const summary = await engine.exporter.write({ userId: '1', user, out: nowhere() });
const seconds = (performance.now() - start) / 1000;
const { user: inUser, system } = process.cpuUsage(cpu);
clearInterval(watch);
const cpuSeconds = (inUser + system) / 1e6;
console.log(
  JSON.stringify({
    count,
    per,
    files: summary.files,
    zipMegabytes: summary.bytes / 1e6,
    seconds,
    cpuSeconds,
    recordsPerCpuSecond: count / cpuSeconds,
    idleMegabytes: idle / 1e6,
    aboveIdleMegabytes: (Math.max(peak, process.memoryUsage().rss) - idle) / 1e6,
  }),
);
