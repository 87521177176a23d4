/**
 * `npm run benchmark:start [-- rounds]`: what an engine adds to the start of a host with Express and SQLite. Each round starts a new
 * process of each kind, in turn: the host alone, with the engine as it is packed, and with its compiled files. Printed are medians
 * from the first statement until the first answer over HTTP: time, processor time, and the memory of the process then.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { installLine, packInto } from '../../scripts/packed.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const rounds = Number(process.argv[2] ?? 15);

interface Started {
  readonly milliseconds: number;
  readonly processor: number;
  readonly megabytes: number;
}

const HOST = `
const before = [performance.now(), process.cpuUsage()];
const { default: express } = await import('express');
const { DatabaseSync } = await import('node:sqlite');
const app = express();
`;
const ANSWER = `
const server = app.listen(0, '127.0.0.1', async () => {
  const response = await fetch('http://127.0.0.1:' + server.address().port + '/policies/consent.json');
  if (response.status !== 200) throw new Error(String(response.status));
  await response.text();
  const { user, system } = process.cpuUsage(before[1]);
  console.log(JSON.stringify({
    milliseconds: performance.now() - before[0],
    processor: (user + system) / 1000,
    megabytes: process.memoryUsage.rss() / 1e6,
  }));
  process.exit();
});
`;
const BARE = `${HOST}
const database = new DatabaseSync('bare.db');
database.exec('create table if not exists decisions (visitor text, rule text)');
const decisions = database.prepare('select * from decisions where visitor = ?');
app.get('/policies/consent.json', (request, response) => response.json(decisions.all('1')));
${ANSWER}`;
const ENGINE = `${HOST}
const { createPolicyEngine, connectDatabase } = await import('policy-engine');
const { policyEngine } = await import('policy-engine/express');
const engine = createPolicyEngine({
  database: await connectDatabase('file:engine.db'),
  rules: [{ name: 'analytics', sessionless: true }],
  currentUser: () => null,
});
if (process.argv[2] === 'migrate') {
  await engine.migrate();
  process.exit();
}
app.use('/policies', policyEngine(engine));
${ANSWER}`;

const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
const compiled = path.join(folder, 'compiled');
try {
  const tarballs = await packInto(folder);
  const engine = tarballs.filter((file) => path.basename(file).startsWith('policy-engine-'));
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync('sh', ['-c', `${installLine(engine)} express@5.3.0 --prefer-offline --no-fund --loglevel=error`], {
    cwd: folder,
  });
  mkdirSync(compiled);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(compiled, 'node_modules'));
  for (const at of [folder, compiled]) {
    writeFileSync(path.join(at, 'bare.mjs'), BARE);
    writeFileSync(path.join(at, 'engine.mjs'), ENGINE);
    execFileSync(process.execPath, ['engine.mjs', 'migrate'], { cwd: at });
  }
  const start = (cwd: string, program: string): Started => {
    const args = ['--disable-warning=ExperimentalWarning', program];
    return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })) as Started;
  };
  const kinds = {
    'host alone': () => start(folder, 'bare.mjs'),
    'with the engine, as packed': () => start(folder, 'engine.mjs'),
    'with the engine, compiled files': () => start(compiled, 'engine.mjs'),
  };
  const results = new Map<string, Started[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(kinds)) {
      const one = measure();
      // The first round reads the files from the disk.
      if (round > 0) results.set(name, [...(results.get(name) ?? []), one]);
    }
  }
  const [load = 0] = loadavg();
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores, load ${load.toFixed(1)}, medians of ${rounds}\n\n` +
      '| | ms | ms of processor | MB |\n|---|---|---|---|\n',
  );
  for (const [name, all] of results) {
    const cells = (['milliseconds', 'processor', 'megabytes'] as const).map((key) => median(all, key).toFixed(0));
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function median(all: readonly Started[], key: keyof Started): number {
  return all.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
