/**
 * Continues a ledger that was restored from a backup: under a new name, with a first leaf that names the last known
 * checkpoint.
 */
import { randomBytes } from 'node:crypto';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { Audit } from '../../audit/index.ts';
import { CheckpointStore } from '../seal/checkpoint-store.ts';
import type { EarlierLedgerKey, SecretLedgerKey, TrustedKey } from '../seal/keys.ts';
import type { LedgerFinding } from '../verify/finding.ts';
import { isKeyName, parseCheckpoint, parseNote, publicBytes } from '../log/index.ts';
import type { LogIdentity } from '../seal/log-identity.ts';
import { notedCheckpoint } from '../verify/noted.ts';
import { verifyLedger } from '../verify/verify.ts';
import { contradictionOf, type PresentLedger } from './evidence.ts';
import { presentLedger } from './present.ts';
import type { Restores } from './restores.ts';
import { FormerLogs } from './store.ts';

/** Options for continuing a ledger. */
export interface RestoreLedgerOptions {
  /**
   * The last known checkpoint: a note, or a mail or receipt that contains it. Default: what the mark and the witnesses
   * know.
   */
  readonly checkpoint?: string | undefined;
  /** Name of the new log. Default: `ledger.origin` if that has changed, else the old name with another number. */
  readonly origin?: string | undefined;
}

/** The old log and the new one. */
export interface RestoredLedger {
  /** Name of the new log. */
  readonly origin: string;
  /** The last known checkpoint of the log that ended. */
  readonly former: { readonly origin: string; readonly size: number; readonly note: string };
  /** How many of its events the database has. */
  readonly events: number;
}

/** What is needed to continue. */
export interface GoOnOptions extends RestoreLedgerOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
  /** Provides the checkpoints stored outside; without it the checkpoint must be given. */
  readonly restores?: Pick<Restores, 'noted' | 'forget'>;
  /** Reads its name again afterwards. */
  readonly log?: Pick<LogIdentity, 'reopen'>;
}

/** The log according to the options, for a database that does not contain it. */
export function configuredLog(options: {
  readonly origin: string | null;
  readonly key: SecretLedgerKey | null;
  readonly earlierKeys: readonly EarlierLedgerKey[];
}): { readonly origin: string | null; readonly keys: readonly TrustedKey[] } {
  const keys = [...(options.key === null ? [] : [options.key]), ...options.earlierKeys];
  return {
    origin: options.origin,
    keys: keys.map(({ key }) => ({ publicKey: publicBytes(key), origin: null, isStored: false })),
  };
}

/**
 * Ends the current log and names the one that the sealer starts.
 *
 * @throws {PolicyEngineError} `configuration_invalid` if nothing shows that the ledger was restored, or if it is
 * damaged
 */
export async function goOn(options: GoOnOptions): Promise<RestoredLedger> {
  const { database, naming, now, restores, log } = options;
  const present = await presentLedger(database, naming, async () => []);
  const note = await lastKnown(options, present);
  const noted = parseCheckpoint(parseNote(note).text);
  const origin = nextOrigin(options.origin ?? null, noted.origin);
  if (present.origin === origin) throw refused(`This ledger is already called ${JSON.stringify(origin)}.`);
  if (present.origin !== null) await requireWhole(options, present.origin);
  const audit = new Audit({ database, naming, now });
  const last = present.origin === noted.origin ? undefined : await new CheckpointStore(database, naming).last();
  await new FormerLogs(database, naming).end({ origin, note, present: last?.note ?? null, now: now(), audit });
  log?.reopen();
  restores?.forget();
  return { origin, former: { origin: noted.origin, size: noted.size, note }, events: present.head?.size ?? 0 };
}

async function lastKnown({ checkpoint, restores }: GoOnOptions, present: PresentLedger): Promise<string> {
  const notes =
    checkpoint === undefined
      ? ((await restores?.noted(present.origin)) ?? [])
      : [notedCheckpoint(checkpoint, 'the checkpoint that was given')];
  const against: { note: string; size: number }[] = [];
  for (const note of notes) {
    const noted = parseCheckpoint(parseNote(note).text);
    if ((await contradictionOf({ checkpoint: noted }, present)) !== null) against.push({ note, size: noted.size });
  }
  // Of two notes of one checkpoint, the one with more cosignatures.
  const [last] = against.toSorted((one, other) => other.size - one.size || other.note.length - one.note.length);
  if (last !== undefined) return last.note;
  throw refused(
    notes.length === 0
      ? 'No checkpoint of this ledger is stored outside of the database: pass its last known checkpoint.'
      : 'The checkpoint stored outside of the database is part of this ledger: the database was not restored, and nothing is changed.',
  );
}

/** Findings that prevent sealing again. */
const BROKEN: ReadonlySet<LedgerFinding['code']> = new Set([
  'event_changed',
  'event_missing',
  'event_added',
  'identity_changed',
  'tree_changed',
  'tile_changed',
  'checkpoint_changed',
  'checkpoint_missing',
] as const);

/**
 * Events are sealed again as they are, so they must be what was sealed. Suspicions were recorded before, and are kept.
 */
async function requireWhole({ database, naming, now }: GoOnOptions, origin: string): Promise<void> {
  const broken: LedgerFinding[] = [];
  const report = (finding: LedgerFinding) => void (BROKEN.has(finding.code) && broken.push(finding));
  await verifyLedger({ database, naming, origin, keys: [], now, report });
  const [first, ...more] = broken;
  if (first === undefined) return;
  throw refused(
    `The restored ledger is damaged: ${first.message}${more.length > 0 ? `, and ${more.length} more` : ''}.`,
  );
}

function nextOrigin(wanted: string | null, former: string): string {
  if (wanted === former) {
    throw refused(`The new log needs another name than ${JSON.stringify(former)}: change ledger.origin first.`);
  }
  if (wanted !== null && !isKeyName(wanted)) {
    throw refused(
      `${JSON.stringify(wanted)} cannot be the name of a log: it has a space, a plus or a control character.`,
    );
  }
  return wanted ?? `${former.replace(/\/[0-9a-f]{8}$/, '')}/${randomBytes(4).toString('hex')}`;
}

function refused(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}
