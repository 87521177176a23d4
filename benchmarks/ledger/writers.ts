/**
 * `npm run benchmark:writers -- [seconds] [database URL…]`: eight processes whose clocks differ by some seconds write to one
 * ledger for a minute (default), while two of them seal. Afterwards all events must exist, sealed in the order of each subject,
 * in one chain of checkpoints.
 */
import { connectDatabase, type Database } from 'policy-engine';
import {
  CheckpointStore,
  type LedgerCheckpoint,
} from '../../packages/policy-engine/dist/modules/proof/seal/checkpoint-store.js';
import { nodeReader } from '../../packages/policy-engine/dist/modules/proof/log/tiles.js';
import {
  proveConsistency,
  verifyConsistency,
} from '../../packages/policy-engine/dist/modules/proof/log/tree-proofs.js';
import { TileStore } from '../../packages/policy-engine/dist/modules/proof/seal/tile-store.js';
import { engineNaming } from '../../packages/policy-engine/dist/schema.js';
import { engineOn, eventsIn, newKeys, publish, RULES } from '../../packages/policy-engine/test/proof/support.ts';
import { runProcess } from '../../packages/policy-engine/test/support/processes.ts';
import { onEach, type Target } from './databases.ts';
import { goal, printLoad } from './goals.ts';
import type { Written } from './writer.ts';

const WRITERS = 8;
const SEALERS = 2;
/** Difference between the clocks of one process and the next. The first clock is behind, the last one ahead. */
const SECONDS_APART = 3;
/** Processes start slowly on a busy machine. */
const PATIENCE_MILLISECONDS = 120_000;
const [, , seconds = '60', ...urls] = process.argv;

type Events = Awaited<ReturnType<typeof eventsIn>>;

async function write(url: string, key: string): Promise<Written[]> {
  const limit = Number(seconds) * 1000 + PATIENCE_MILLISECONDS;
  return Promise.all(
    Array.from({ length: WRITERS }, async (_, number) => {
      const off = (number - (WRITERS - 1) / 2) * SECONDS_APART;
      const parameters = [url, `${number}`, seconds, `${off}`, key, ...(number < SEALERS ? ['seal'] : [])];
      const { code, output } = await runProcess('./writer.ts', import.meta.url, parameters, limit);
      if (code !== 0) throw new Error(`process ${number}: ${output}`);
      return JSON.parse(output) as Written;
    }),
  );
}

/** Events of each account and visitor, in the order of sealing; an adoption belongs to the account. */
function bySubject(events: Events): Map<string, Events> {
  const sealed = events.toSorted((one, other) => (one.sealed ?? Infinity) - (other.sealed ?? Infinity));
  const about = sealed.filter(({ subject, visitor }) => subject !== null || visitor !== null);
  return Map.groupBy(about, ({ subject, visitor }) => (subject === null ? `visitor ${visitor}` : `account ${subject}`));
}

const areInOrder = (events: Events): boolean => events.every(({ number }, index) => number === index + 1);

/** Whether each adoption was sealed after the event to which it refers. */
function followWhatTheyAdopt(events: Events): boolean {
  const places = new Map(events.map(({ leaf, sealed }) => [leaf, sealed ?? Infinity]));
  const adoptions = events.filter(({ kind }) => kind === 'adoption');
  return adoptions.every(({ adopted, sealed }) => (places.get(adopted ?? '') ?? Infinity) < (sealed ?? 0));
}

/** Whether each checkpoint is consistent with the previous one, by a proof from the stored tiles. */
async function isChain(database: Database, checkpoints: readonly LedgerCheckpoint[]): Promise<boolean> {
  const last = checkpoints.at(-1)?.size ?? 0;
  const read = nodeReader(new TileStore(database, engineNaming(database.dialect)).read, last);
  const head = ({ size, root }: LedgerCheckpoint) => ({ size, root: Buffer.from(root, 'hex') });
  for (const [index, older] of checkpoints.entries()) {
    const newer = checkpoints[index + 1];
    if (newer === undefined) return older.number === checkpoints.length;
    if (newer.number !== older.number + 1) return false;
    const proof = await proveConsistency(read, older.size, newer.size);
    if (!verifyConsistency(head(older), head(newer), proof)) return false;
  }
  return false;
}

async function measure({ title, url }: Target): Promise<void> {
  const keys = newKeys();
  const database = await connectDatabase(url);
  const engine = engineOn(database, { ledgerKey: keys.secret, logger: { error: () => {} } });
  await engine.migrate();
  // Long ago, so that they are in force on the slowest clock, too.
  const publisher = engineOn(database, { ledgerKey: keys.secret, now: () => new Date(Date.now() - 3_600_000) });
  for (const rule of RULES) await publish(publisher, rule);
  console.log(title);
  printLoad();
  const written = await write(url, keys.secret);
  await engine.ledger.seal();
  const events = await eventsIn(database);
  const subjects = bySubject(events);
  const checkpoints = await new CheckpointStore(database, engineNaming(database.dialect)).between(
    0,
    2 ** 31 - 1,
    2 ** 31 - 1,
  );
  const roots = new Map(checkpoints.map(({ size, root }) => [size, root]));
  const own = written.flatMap((one) => Object.entries(one.own));
  const signed = written.flatMap((one) => Object.entries(one.checkpoints));
  const outcome = await engine.ledger.verify();
  const clocks = outcome.clocks === null ? 'no clock is reported' : `${outcome.clocks.events} events of clocks far off`;
  console.log(
    `  ${events.length} events of ${subjects.size} subjects under ${checkpoints.length} checkpoints; ${clocks}`,
  );
  goal(
    `${own.length} subjects of one process alone have each event`,
    own.every(([id, count]) => subjects.get(`account ${id}`)?.length === count),
  );
  goal('numbers of each subject are in sealed order, without gaps', [...subjects.values()].every(areInOrder));
  goal('adoptions come after what they name', followWhatTheyAdopt(events));
  goal(`nothing is pending (${outcome.pending})`, outcome.pending === 0);
  goal(`verified, ${outcome.found} findings`, outcome.ok);
  const sealers = written.filter(({ sealed }) => sealed > 0).map(({ sealed }) => sealed);
  goal(`both sealed: ${sealers.join(' and ')} events`, sealers.length === SEALERS);
  goal('each checkpoint continues the one before', await isChain(database, checkpoints));
  goal(
    `${signed.length} checkpoints that they signed are in it`,
    signed.every(([size, root]) => roots.get(Number(size)) === root),
  );
  await database.close();
}

await onEach(['sqlite', 'postgres', 'mariadb'], urls, measure);
