/**
 * One process with an engine, which decides for people of its own and seals as in operation:
 * `worker.ts URL NUMBER KEY JOURNAL RATE LEASE WARM`, with a channel to its parent. `RATE` is the number of decisions a second,
 * sent whether or not earlier ones were answered; 0 sends the next when one is answered. It decides
 * for `WARM` seconds first, says that it is ready, waits for the number of seconds, decides for so long, and tells what it did.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from 'policy-engine';
import { ask, engineOn } from '../../packages/policy-engine/test/proof/support.ts';
import { Journal, readJournal, type Step, STEPS } from './journal.ts';

/** The result of one process that was not killed. */
export interface Worked {
  readonly answered: number;
  /** Decisions that were not sent because too many were waiting for an answer. */
  readonly omitted: number;
  /** Seconds of processor time. */
  readonly processor: number;
  /** Milliseconds from request to answer. */
  readonly median: number;
  readonly p99: number;
}

/** Seconds between two runs of the sealer. */
const SEAL_EVERY = 0.5;
/** Decisions without an answer, in a closed loop. */
const AT_ONCE = 8;
/** Decisions without an answer at a fixed rate; beyond them, the process cannot keep up. */
const MOST_OPEN = 200;
const TICK = 5;
const [, , url = '', number = '0', ledgerKey = '', file = '', rate = '0', lease = '15', warm = '0'] = process.argv;

const database = await connectDatabase(url, { waitLimit: 60_000 });
const engine = engineOn(database, {
  ledgerKey,
  ledger: { sealEverySeconds: SEAL_EVERY, leaseSeconds: Number(lease) },
  logger: {
    error(message: string, details: object): void {
      throw new Error(`${message}: ${JSON.stringify(details)}`);
    },
  },
});
const told = readJournal(file);
const journal = new Journal(file);
const durations: number[] = [];
/** People whose next decision can be sent. */
const ready: Step[] = [];
let [next, omitted] = [told.next, 0];

async function decide(one: Step): Promise<void> {
  const { person, step } = one;
  const { rule, verb } = STEPS[step];
  const begun = performance.now();
  journal.asked(one);
  const path = `/user_terms/${rule}/${verb}.json`;
  const response = await ask(engine, path, { method: 'PUT', user: `p${number}-${person}`, ip: '203.0.113.9' });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  journal.answered(one);
  durations.push(performance.now() - begun);
  if (step + 1 < STEPS.length) ready.push({ person, step: step + 1 });
}

function nextStep(): Step {
  const waiting = ready.shift();
  if (waiting !== undefined) return waiting;
  next += 1;
  return { person: next - 1, step: 0 };
}

/** Sends the next decision as soon as one is answered. */
async function decideInTurn(seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const loop = async () => {
    while (performance.now() < end) await decide(nextStep());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
}

/** Sends decisions at the wanted rate. */
async function decideInTime(seconds: number): Promise<void> {
  const begun = performance.now();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  for (let passed = 0; passed < seconds; passed = (performance.now() - begun) / 1000) {
    for (const due = Math.floor(passed * Number(rate)); sent < due; sent += 1) {
      if (pending.size >= MOST_OPEN) {
        omitted += 1;
        continue;
      }
      const one = decide(nextStep());
      pending.add(one);
      void one.finally(() => pending.delete(one));
    }
    await sleep(TICK);
  }
  await Promise.all(pending);
}

const decideFor = Number(rate) === 0 ? decideInTurn : decideInTime;
engine.start();
await decideFor(Number(warm));
process.send?.('ready');
const [seconds] = (await once(process, 'message')) as [number];
durations.length = 0;
omitted = 0;
const before = process.cpuUsage();
// As clients do that got no answer from a process that was killed.
await Promise.all(told.open.map(decide));
await decideFor(seconds);
durations.sort((one, other) => one - other);
const at = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN;
const { user, system } = process.cpuUsage(before);
const processor = (user + system) / 1e6;
process.send?.({ answered: durations.length, omitted, processor, median: at(0.5), p99: at(0.99) } satisfies Worked);
await engine.stop();
await database.close();
journal.close();
process.disconnect();
