/**
 * Tombstones: the log's signature that the identity of an event was erased, so that an erasure and a deleted row are two
 * things for everybody who has the key. One for each event, and nothing in it that two events have in common: neither a time
 * nor a number, or the tombstones would still tell which events were one person's.
 */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { reasonOf } from '../../errors.ts';
import { treeHash } from './event.ts';
import type { LedgerFinding } from './finding.ts';
import { type SecretLedgerKey, type TrustedKey, verifiersFor } from './keys.ts';
import { LogFormatError, LogVerificationError } from './log/errors.ts';
import { formatSignatures, type NoteSigner, parseSignatures, signText, verifyNote } from './log/note.ts';
import type { OpenLog } from './log-identity.ts';
import type { StoredEvent } from './rows.ts';
import { EventStore } from './store.ts';
import { isErasedHere, type Suspicion } from './suspicion.ts';
import { ERASED_BEFORE } from './tables.ts';
import { TombstoneStore } from './tombstone-store.ts';

/**
 * The text that is signed. Its first line is not an origin, and its second no size: it never passes for a checkpoint.
 */
export function tombstoneText(origin: string, leaf: Buffer): string {
  return `policy-engine/erasure/1\n${origin}\n${leaf.toString('base64')}\n`;
}

/** A tombstone: the line of a signature. */
export function signTombstone(origin: string, leaf: Buffer, signer: NoteSigner): string {
  return formatSignatures([signText(tombstoneText(origin, leaf), signer)]).trimEnd();
}

/** @throws {LogFormatError} @throws {LogVerificationError} unless a known key signed it */
export function verifyTombstone(line: string, leaf: Buffer, origin: string, keys: readonly TrustedKey[]): void {
  const note = { text: tombstoneText(origin, leaf), signatures: parseSignatures(`${line}\n`) };
  verifyNote(note, verifiersFor(origin, keys));
}

/** What tombstones are made with. */
export interface TombstoneOptions {
  readonly naming: Naming;
  /** What the marks of the host are checked with; null if marks can't be told. */
  readonly key: SecretLedgerKey | null;
  readonly log: OpenLog;
  readonly limit: number;
}

/** What came of marks. */
export interface MadeTombstones {
  /** How many were looked at. */
  readonly count: number;
  /** Those that are none of the host, and were not said before. */
  readonly suspicions: readonly Suspicion[];
}

/** Makes tombstones of marks, in a transaction of the sealer. */
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
    const marks = await events.marks(refused);
    made.suspicions.push(...refused.filter(({ leaf }) => !marks.has(leaf.id)).map(suspicionOf));
    // Those of before all at once: there is only one first time.
    waiting = isFirst ? await events.erased(limit) : [];
  }
  return made;
}

/** @returns those whose mark is not one of the host */
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
 * Erasures of a time when they left nothing are taken for what they are until the ledger has a tombstone: later, this mark is
 * one that anybody can write.
 */
function isErasedBefore({ erasure }: StoredEvent): boolean {
  return erasure?.mark === ERASED_BEFORE;
}

function suspicionOf(event: StoredEvent): Suspicion {
  const { id, rule } = event.leaf;
  return { id, hash: treeHash(event).toString('hex'), rule, reason: 'not_erased_here' };
}

/** What a verification says of an event without its identity. */
export interface CheckedErasure {
  readonly state: 'signed' | 'waiting' | 'wrong';
  readonly findings: readonly LedgerFinding[];
}

/**
 * Checks what is in the place of an identity.
 *
 * @param name how findings call the event
 * @param log.origin null: signatures are not looked at, nor without keys
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
  if (erasure === null) return wrong('identity_missing', `the identity of ${name} is missing, and was not erased`);
  const { tombstone } = erasure;
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
