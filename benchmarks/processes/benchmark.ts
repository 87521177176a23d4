/**
 * `npm run benchmark:decisions -- [--seconds 600] [--rate 2000] [--short 15] [--warm 10] [--databases postgres,mariadb] [--only part]`: engines
 * in several processes on one database.
 *
 * - `grow`: decisions a second of 1, 2, 4 and 8 processes, `--short` seconds each, after `--warm` seconds that do not count.
 * - `seal`: how long events wait for their seal while `--rate` decisions a second arrive for `--seconds`.
 * - `kill`: the same while a process is killed every ten seconds. Each answered decision must be in the ledger once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connectDatabase, type Database } from 'policy-engine';
import { engineOn, newKeys, publish, RULES } from '../../packages/policy-engine/test/proof/support.ts';
import { onEach, type Target } from '../ledger/databases.ts';
import { goal, printLoad } from '../ledger/goals.ts';
import { verified } from '../ledger/verification.ts';
import { compare } from './check.ts';
import { readJournal } from './journal.ts';
import { SealObserver } from './sealing.ts';
import type { Worked } from './worker.ts';
import { journalOf, work } from './workers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '2000' },
    short: { type: 'string', default: '15' },
    warm: { type: 'string', default: '10' },
    processes: { type: 'string', default: '4' },
    databases: { type: 'string', default: 'postgres,mariadb' },
    only: { type: 'string', default: 'grow,seal,kill' },
  },
});
const COUNTS = [1, 2, 4, 8] as const;
const SEAL_LIMIT = 2000;
const KILL_EVERY = 10;
/** Share of the wanted rate below which a machine counts as too slow to offer it. */
const OFFERED = 0.98;
/** Milliseconds. */
const ANALYSED = 20_000;

const [seconds, rate, short, warm, processes] = [
  Number(values.seconds),
  Number(values.rate),
  Number(values.short),
  Number(values.warm),
  Number(values.processes),
];

/** A database with texts that are in force, and a folder for journals. */
interface Site {
  readonly url: string;
  readonly database: Database;
  readonly key: string;
  readonly folder: string;
}

async function on({ url }: Target, run: (site: Site) => Promise<void>): Promise<void> {
  const { secret: key } = newKeys();
  const database = await connectDatabase(url);
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-benchmark-'));
  try {
    const engine = engineOn(database, { ledgerKey: key });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
    await engine.ledger.seal();
    await run({ url, database, key, folder });
  } finally {
    rmSync(folder, { recursive: true });
    await database.close();
  }
}

const sum = (worked: readonly Worked[], name: 'answered' | 'omitted' | 'processor'): number =>
  worked.reduce((total, one) => total + one[name], 0);

async function grow({ url, key, folder }: Site): Promise<void> {
  console.log('| Processes | Decisions a second | Median, ms | p99, ms | Cores: engines | Cores: all else |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const count of COUNTS) {
    const { worked, busy } = await work({
      url,
      key,
      folder,
      processes: count,
      seconds: short,
      rate: 0,
      warm,
      killEvery: 0,
    });
    const engines = sum(worked, 'processor');
    const cells = [
      count,
      Math.round(sum(worked, 'answered') / short),
      Math.max(...worked.map(({ median }) => median)).toFixed(1),
      Math.max(...worked.map(({ p99 }) => p99)).toFixed(0),
      (engines / short).toFixed(2),
      ((busy - engines) / short).toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Collects statistics as autovacuum does, which is off on some servers for tests: without any, PostgreSQL plans for empty tables. */
async function analyse(database: Database): Promise<void> {
  if (database.dialect === 'postgres') await database.execute('analyze');
}

/** Offers the rate, observes seals, and compares the ledger with all answers. */
async function offer(site: Site, killEvery: number): Promise<void> {
  const { url, database, key, folder } = site;
  const observer = new SealObserver(database);
  const analysed = setInterval(() => void analyse(database), ANALYSED);
  const { worked, killed } = await work({
    url,
    key,
    folder,
    processes,
    seconds,
    rate,
    warm: killEvery === 0 ? warm : 0,
    killEvery,
    whenReady: () => observer.begin(),
  });
  clearInterval(analysed);
  const waits = await observer.waits();
  const engine = engineOn(database, { ledgerKey: key });
  await engine.ledger.seal();
  const journals = Array.from({ length: processes }, (_, number) => readJournal(journalOf(folder, number)).answered);
  const answered = new Map(
    journals.flatMap((people, number) =>
      [...people].map(([person, count]) => [`p${number}-${person}`, count] as const),
    ),
  );
  const { wrong, events, disordered, ...found } = await compare(database, answered);
  // Of a process that was killed, only the journal tells.
  const achieved = (killed === 0 ? sum(worked, 'answered') : found.answered) / seconds;
  const at = (part: number): number => waits[Math.floor(waits.length * part)] ?? Number.NaN;
  const slow = achieved < OFFERED * rate ? ', which is all that this machine can do' : '';
  console.log(
    `  ${processes} processes for ${seconds} s: ${Math.round(achieved)} decisions a second${slow}; ${killed} killed`,
  );
  if (killed === 0) console.log(`  answers: p99 ${Math.max(...worked.map(({ p99 }) => p99)).toFixed(0)} ms`);
  const [median, p99, longest] = [at(0.5), at(0.99), waits.at(-1) ?? Number.NaN];
  goal(
    `sealed after ${median} ms (median), ${p99} ms (p99, limit: ${SEAL_LIMIT}), ${longest} ms (longest) of ${waits.length} events`,
    p99 <= SEAL_LIMIT,
  );
  goal(`${disordered} events are not in the order of their subject`, disordered === 0);
  goal(
    `${found.answered} decisions were answered, the ledger has ${events}; ${wrong.length} people differ ${wrong.slice(0, 5).join(' ')}`,
    wrong.length === 0 && found.answered === events,
  );
  const { ok, said } = await verified(url, (await engine.ledger.vkeys()).join('\n'));
  goal(said, ok);
}

const PARTS: Readonly<Record<string, (site: Site) => Promise<void>>> = {
  grow,
  seal: (site) => offer(site, 0),
  kill: (site) => offer(site, KILL_EVERY),
};

const databases = values.databases.split(',').map((name) => (name === 'mariadb' ? 'mariadb' : 'postgres'));
for (const part of values.only.split(',')) {
  const run = PARTS[part];
  if (run === undefined) throw new Error(`There is no part ${part}.`);
  await onEach(databases, [], async (target) => {
    console.log(`${part}: ${target.title}`);
    printLoad();
    await on(target, run);
  });
}
