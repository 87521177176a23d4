/**
 * Tombstones: the log's signature that the identity of an event was erased, so that anyone with the key can distinguish
 * an erasure from a deleted row. One per event, with no value that two events share, neither a time nor a number:
 * otherwise tombstones would reveal which events belonged to one person.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { reasonOf } from '../../../errors/errors.ts';
import { treeHash } from './event.ts';
import { type LedgerFinding, missingIdentity } from '../verify/finding.ts';
import { type SecretLedgerKey, type TrustedKey, verifiersFor } from '../seal/keys.ts';
import {
  formatSignatures,
  LogFormatError,
  LogVerificationError,
  type NoteSigner,
  signText,
  verifyNote,
} from '../log/index.ts';
import type { OpenLog } from '../seal/log-identity.ts';
import type { StoredEvent } from './rows.ts';
import { statement, tombstoneText } from '../receipts/check/statements.ts';
import { EventStore } from './store.ts';
import { isErasedHere, type Suspicion } from '../seal/suspicion.ts';
import { ERASED_BEFORE } from '../tables.ts';
import { TombstoneStore } from './tombstone-store.ts';

/** A tombstone: the line of a signature. */
export function signTombstone(origin: string, leaf: Buffer, signer: NoteSigner): string {
  return formatSignatures([signText(tombstoneText(origin, leaf), signer)]).trimEnd();
}

/** @throws {LogFormatError} @throws {LogVerificationError} unless a known key signed it */
export function verifyTombstone(line: string, leaf: Buffer, origin: string, keys: readonly TrustedKey[]): void {
  verifyNote(statement(tombstoneText(origin, leaf), line), verifiersFor(origin, keys));
}

/** What is needed to create tombstones. */
export interface TombstoneOptions {
  readonly naming: Naming;
  /** Checks the marks of the host; null if they cannot be checked. */
  readonly key: SecretLedgerKey | null;
  readonly log: OpenLog;
  readonly limit: number;
}

/** The result of processing marks. */
export interface MadeTombstones {
  /** How many were processed. */
  readonly count: number;
  /** Those that are not the host's, and were not reported before. */
  readonly suspicions: readonly Suspicion[];
}

/** Creates tombstones from marks, in a transaction of the sealer. */
export async function makeTombstones(transaction: Database, options: TombstoneOptions): Promise<MadeTombstones> {
  const { naming, limit } = options;
  const events = new EventStore(transaction, naming);
  const store = new TombstoneStore(transaction, naming);
  let waiting = await events.erased(limit);
  const isFirst = waiting.some(isErasedBefore) && !(await store.hasAny());
  const made = { count: 0, suspicions: [] as Suspicion[] };
  while (waiting.length > 0) {
    made.count += waiting.length;
    const refused = await makeEach(waiting, store, options, isFirst);
    const flags = await events.flags(refused);
    made.suspicions.push(...refused.filter(({ leaf }) => !flags.has(leaf.id)).map(suspicionOf));
    // All erasures of the previous format at once: this happens only the first time.
    waiting = isFirst ? await events.erased(limit) : [];
  }
  return made;
}

/** @returns those whose mark is not the host's */
async function makeEach(
  waiting: readonly StoredEvent[],
  store: TombstoneStore,
  { key, log }: TombstoneOptions,
  isFirst: boolean,
): Promise<StoredEvent[]> {
  const refused: StoredEvent[] = [];
  for (const event of waiting) {
    const { erasure, hash, leaf } = event;
    if (erasure?.tombstone !== null) continue;
    if (isErasedHere(erasure.mark, hash, key) || (isFirst && isErasedBefore(event))) {
      await store.sign(leaf.id, signTombstone(log.origin, treeHash(event), log.signer));
    } else {
      await store.refuse(leaf.id);
      refused.push(event);
    }
  }
  await store.done(waiting.map(({ leaf }) => leaf.id));
  return refused;
}

/**
 * Erasures that left nothing are accepted until the ledger has a tombstone: afterwards anyone could write this mark.
 */
function isErasedBefore({ erasure }: StoredEvent): boolean {
  return erasure?.mark === ERASED_BEFORE;
}

function suspicionOf(event: StoredEvent): Suspicion {
  const { id, rule } = event.leaf;
  return { id, hash: treeHash(event).toString('hex'), rule, reason: 'not_erased_here' };
}

/** The result of verifying an event without its identity. */
export interface CheckedErasure {
  readonly state: 'signed' | 'waiting' | 'wrong';
  readonly findings: readonly LedgerFinding[];
}

/**
 * Checks what replaces an identity.
 *
 * @param name name of the event in findings
 * @param log.origin null: signatures are not checked, nor without keys
 */
export function checkErasure(
  event: StoredEvent,
  name: string,
  { origin, keys }: { readonly origin: string | null; readonly keys: readonly TrustedKey[] },
): CheckedErasure {
  const wrong = (code: LedgerFinding['code'], message: string): CheckedErasure => {
    return { state: 'wrong', findings: [{ code, message }] };
  };
  const { erasure } = event;
  const missing = (): CheckedErasure => ({ state: 'wrong', findings: [missingIdentity(name)] });
  if (erasure === null) return missing();
  const { tombstone, isWaiting } = erasure;
  // The host records each erasure for the sealer, in the same transaction.
  if (tombstone === null && !isWaiting) return missing();
  if (tombstone === null) return { state: 'waiting', findings: [] };
  if (tombstone === '') return wrong('tombstone_wrong', `the identity of ${name} was erased past the host`);
  if (origin === null || keys.length === 0) return { state: 'signed', findings: [] };
  try {
    verifyTombstone(tombstone, treeHash(event), origin, keys);
    return { state: 'signed', findings: [] };
  } catch (error) {
    if (!(error instanceof LogFormatError || error instanceof LogVerificationError)) throw error;
    return wrong('tombstone_wrong', `the tombstone of ${name} does not hold: ${reasonOf(error)}`);
  }
}
