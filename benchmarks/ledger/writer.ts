/**
 * Decides for a number of seconds, with a clock that is some seconds off, and optionally seals meanwhile: `writer.ts URL NUMBER
 * SECONDS SECONDS-OFF KEY [seal]`. Prints what it did, as JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type PolicyEngine } from 'policy-engine';
import { decide, engineOn, ORIGIN } from '../../packages/policy-engine/test/proof/support.ts';
import { Computer } from '../../packages/policy-engine/test/support/computer.ts';

/** The result of one writer. */
export interface Written {
  /** Number of events of each subject that no other writer uses. */
  readonly own: Readonly<Record<string, number>>;
  /** Number of events that it sealed. */
  readonly sealed: number;
  /** Sizes of the checkpoints that it signed, with their roots. */
  readonly checkpoints: Readonly<Record<number, string>>;
}

const [, , url = '', number = '0', seconds = '60', off = '0', ledgerKey = '', seals] = process.argv;
const SUBJECTS = 5;
const SHARED = 3;

const database = await connectDatabase(url, { waitLimit: 60_000 });
const now = () => new Date(Date.now() + Number(off) * 1000);
const logger = {
  error(message: string, details: object): void {
    // Expected.
    if (message.startsWith('the clock of a host')) return;
    throw new Error(`${message}: ${JSON.stringify(details)}`);
  },
};
// Shorter than the difference of the clocks: one process takes the lease of another for expired, or for invalid.
const ledger = { leaseSeconds: 1 };
const engine = engineOn(database, { ledgerKey, now, logger, ledger });
const end = performance.now() + Number(seconds) * 1000;
const isOver = () => performance.now() >= end;
const own: Record<string, number> = {};

/** One person of this process only, one for whom every process decides, and sometimes a visitor who signs in. */
async function decideInTurn(): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const subject = `own-${number}-${round % SUBJECTS}`;
    await decide(engine, subject, 'age', Math.floor(round / SUBJECTS) % 2 === 0 ? 'accept' : 'reject');
    own[subject] = (own[subject] ?? 0) + 1;
    await decide(engine, `shared-${round % SHARED}`, 'cookie', round % 2 === 0 ? 'accept' : 'reject');
    if (round % SUBJECTS === 0) await signIn(engine, `adopting-${number}-${round}`);
  }
}

async function signIn(engine: PolicyEngine, user: string): Promise<void> {
  const computer = new Computer(engine, ORIGIN);
  const body = { decisions: { cookie: true }, shown: { locale: 'en' } };
  const { status } = await computer.json('PUT', '/consent.json', { body });
  if (status >= 300) throw new Error(`a visitor was answered ${status}`);
  await engine.consentContext(computer.request('/sign-in', { method: 'POST', user })).adoptVisitorDecision('cookie');
  own[user] = 1;
}

async function sealInTurn(): Promise<Omit<Written, 'own'>> {
  const checkpoints: Record<number, string> = {};
  let sealed = 0;
  if (seals !== 'seal') return { sealed, checkpoints };
  while (!isOver()) {
    const { events, checkpoint } = await engine.ledger.seal();
    sealed += events;
    if (checkpoint !== null) checkpoints[checkpoint.size] = checkpoint.root;
    await sleep(50);
  }
  return { sealed, checkpoints };
}

const [, sealing] = await Promise.all([decideInTurn(), sealInTurn()]);
await database.close();
console.log(JSON.stringify({ own, ...sealing } satisfies Written));
