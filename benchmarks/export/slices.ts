/**
 * How long an export blocks the thread at a time: `slices.ts COUNT PER`. Measures the CPU time of this thread between two turns
 * of the event loop, which other programs on the machine do not affect. Prints milliseconds as JSON.
 */
import { Writable } from 'node:stream';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { articles, rules } from './data.ts';

const [count = 100_000, per = 100] = process.argv.slice(2).map(Number);
const engine = createPolicyEngine({
  database: nodeSqliteDatabase(':memory:'),
  rules: [{ name: 'cookie' }],
  currentUser: () => null,
  portabilityRules: rules(articles(count), per),
});
const slices: number[] = [];
let isDone = false;
let before = process.threadCpuUsage();
function turn(): void {
  const { user, system } = process.threadCpuUsage(before);
  slices.push((user + system) / 1000);
  before = process.threadCpuUsage();
  if (!isDone) setImmediate(turn);
}
setImmediate(turn);
await engine.exporter.write({
  userId: '1',
  user: { name: 'alice@example.test' },
  out: new Writable({ write: (_chunk, _encoding, done) => setImmediate(() => done()) }),
});
isDone = true;
slices.sort((a, b) => a - b);
console.log(JSON.stringify({ longest: slices.at(-1), p99: slices[Math.floor(slices.length * 0.99)] }));
