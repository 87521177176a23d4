/** Converts events to rows of their tables, and back. */
import type { Insertable } from 'kysely';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { LedgerEventsTable, LedgerIdentitiesTable } from '../tables.ts';
import type { LedgerIdentity, LedgerLeaf, LedgerReference, NewEvent } from './event.ts';
import { leafRecord } from './event.ts';

export type EventRow = Insertable<LedgerEventsTable>;
export type IdentityRow = Insertable<LedgerIdentitiesTable>;

/** Both rows of an event, each with all of its columns except `sealed`. */
export function rowsOf({ leaf, hash, identity }: NewEvent): { event: EventRow; identity: IdentityRow } {
  return {
    event: { ...(leafRecord(leaf) as unknown as EventRow), leaf: hash },
    identity: {
      event_id: leaf.id,
      subject: identity.userId,
      visitor: identity.visitorId,
      merged_into: identity.into ?? null,
      subject_salt: identity.subjectSalt,
      locale: identity.locale,
      user_agent: identity.userAgent,
      ip: identity.ip,
      circumstances_salt: identity.circumstancesSalt,
      shown: identity.shown ?? null,
      region: identity.region ?? null,
    },
  };
}

/**
 * The doubt about an event that was flagged: it is `suspected` and does not count, until an administrator has judged
 * that it `counts`, or that it is `void`. Derived from the suspicions and judgements in the tree.
 */
export const doubts = ['suspected', 'counts', 'void'] as const;
/** See {@link doubts}. */
export type Doubt = (typeof doubts)[number];

/** A stored event. */
export interface StoredEvent {
  readonly leaf: LedgerLeaf;
  /** Hash of the leaf as it was written. */
  readonly hash: string;
  /** Place in the ledger, from 0; null until sealed. */
  readonly position: number | null;
  /** Null if it is not in doubt. */
  readonly doubt: Doubt | null;
  /** When it was appended, by the database's clock; null for events of the previous format. */
  readonly storedAt: TimeText | null;
  /** Null once erased. */
  readonly identity: LedgerIdentity | null;
  /** What an erasure left; null if nothing was erased, or the row is missing. */
  readonly erasure: Erasure | null;
}

/** What replaces an identity that was erased. */
export interface Erasure {
  /** See `erasureMark`. Empty once there is a tombstone. */
  readonly mark: string;
  /** See `tombstones.ts`: null until the sealer has checked the mark, empty if it rejected it. */
  readonly tombstone: string | null;
  /** Whether the sealer will check the mark. */
  readonly isWaiting: boolean;
}

/** The columns of an event with its identity, if it still has one. */
export const STORED = [
  'ledger_events.id',
  'ledger_events.kind',
  'ledger_events.number',
  'ledger_events.rule',
  'ledger_events.version',
  'ledger_events.text_hash',
  'ledger_events.decision',
  'ledger_events.at',
  'ledger_events.how',
  'ledger_events.subject_commitment',
  'ledger_events.circumstances_commitment',
  'ledger_events.leaf',
  'ledger_events.sealed',
  'ledger_events.gpc',
  'ledger_events.vendors',
  'ledger_events.adopted',
  'ledger_events.decided_at',
  'ledger_events.months',
  'ledger_events.posture',
  'ledger_events.fact',
  'ledger_events.about',
  'ledger_events.about_hash',
  'ledger_events.reason',
  'ledger_events.about_count',
  'ledger_events.doubt',
  'ledger_events.stored_at',
  'ledger_identities.event_id',
  'ledger_identities.subject',
  'ledger_identities.visitor',
  'ledger_identities.merged_into',
  'ledger_identities.subject_salt',
  'ledger_identities.locale',
  'ledger_identities.user_agent',
  'ledger_identities.ip',
  'ledger_identities.circumstances_salt',
  'ledger_identities.shown',
  'ledger_identities.region',
  'ledger_identities.tombstone',
  'ledger_erasures.event_id as waiting_id',
] as const;

interface StoredRow {
  readonly id: string;
  readonly kind: string;
  readonly number: number | null;
  readonly rule: string | null;
  readonly version: number | null;
  readonly text_hash: string | null;
  readonly decision: string | null;
  readonly at: string;
  readonly how: string;
  readonly subject_commitment: string;
  readonly circumstances_commitment: string;
  readonly leaf: string;
  readonly sealed: number | null;
  readonly gpc: string | null;
  readonly vendors: string | null;
  readonly adopted: string | null;
  readonly decided_at: string | null;
  readonly months: number | null;
  readonly posture: string | null;
  readonly fact: string | null;
  readonly about: string | null;
  readonly about_hash: string | null;
  readonly reason: string | null;
  readonly about_count: number | null;
  readonly doubt: string | null;
  readonly stored_at: string | null;
  readonly event_id: string | null;
  readonly subject: string | null;
  readonly visitor: string | null;
  readonly merged_into: string | null;
  readonly subject_salt: string | null;
  readonly locale: string | null;
  readonly user_agent: string | null;
  readonly ip: string | null;
  readonly circumstances_salt: string | null;
  readonly shown: string | null;
  readonly region: string | null;
  readonly tombstone: string | null;
  /** Of `ledger_erasures`. */
  readonly waiting_id: string | null;
}

/** The content of an identity. An erased one has none. */
const OPENED = ['subject', 'visitor', 'merged_into', 'locale', 'user_agent', 'ip', 'shown', 'region'] as const;

function referenceIn({
  about: event,
  about_hash: hash,
  reason,
  about_count: count,
}: StoredRow): LedgerReference | null {
  const isNone = event === null && hash === null && reason === null && count === null;
  return isNone ? null : { event, hash, reason, count };
}

function erasureOf({ subject_salt, tombstone, waiting_id }: StoredRow): Erasure {
  return { mark: subject_salt ?? '', tombstone, isWaiting: waiting_id !== null };
}

/**
 * A row as an event. Values are taken as they are: hashes show whether they are what was written.
 */
export function storedEvent(row: StoredRow): StoredEvent {
  const isErased = row.circumstances_salt === '' && OPENED.every((column) => row[column] === null);
  return {
    leaf: {
      id: row.id,
      kind: row.kind as LedgerLeaf['kind'],
      number: row.number,
      rule: row.rule,
      version: row.version,
      textHash: row.text_hash,
      decision: row.decision as LedgerLeaf['decision'],
      at: row.at,
      how: row.how as LedgerLeaf['how'],
      subjectCommitment: row.subject_commitment,
      circumstancesCommitment: row.circumstances_commitment,
      gpc: row.gpc as LedgerLeaf['gpc'],
      vendors: row.vendors,
      adopted: row.adopted,
      decidedAt: row.decided_at,
      months: row.months,
      posture: row.posture as LedgerLeaf['posture'],
      fact: row.fact,
      refers: referenceIn(row),
    },
    hash: row.leaf,
    position: row.sealed,
    doubt: row.doubt as Doubt | null,
    storedAt: row.stored_at,
    erasure: isErased || row.tombstone !== null ? erasureOf(row) : null,
    identity:
      isErased || row.event_id === null
        ? null
        : {
            userId: row.subject,
            visitorId: row.visitor,
            ...(row.merged_into !== null && { into: row.merged_into }),
            subjectSalt: row.subject_salt ?? '',
            locale: row.locale,
            userAgent: row.user_agent,
            ip: row.ip,
            circumstancesSalt: row.circumstances_salt ?? '',
            shown: row.shown,
            region: row.region,
          },
  };
}
