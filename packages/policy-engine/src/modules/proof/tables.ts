import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';
import {
  type LedgerCheckpointsTable,
  type LedgerEarlierTable,
  type LedgerHeadsTable,
  type LedgerLogTable,
  type LedgerTilesTable,
  logMigration,
} from './seal/log-tables.ts';
import {
  type LedgerAccountsTable,
  type LedgerClosedTable,
  type LedgerVisitorsTable,
  erasedMigration,
  mergesMigration,
  subjectsMigration,
} from './ledger/subject-tables.ts';
import { witnessMigration } from './witnesses/tables.ts';

export type * from './seal/log-tables.ts';
export type * from './ledger/subject-tables.ts';
export type * from './witnesses/tables.ts';

/** Events, append-only. Nothing in them identifies a person: see `ledger_identities`. */
export interface LedgerEventsTable {
  id: string;
  /**
   * `decision`; `adoption` of one of a visitor or a merged account by an account; `merge` of an account into another; `suspicion`, `takeover`, `publication` and
   * `administration` of the sealer.
   */
  kind: string;
  rule: OrNull<string>;
  version: OrNull<number>;
  /** SHA-256 of the text of the decision. */
  text_hash: OrNull<string>;
  /** `accepted` or `rejected`. */
  decision: OrNull<string>;
  at: Time;
  /** One of `decisionChannels`. */
  how: string;
  /** HMAC-SHA-256, keyed with a salt, of who decided. */
  subject_commitment: string;
  /** HMAC-SHA-256, keyed with another salt, of language, browser and network. */
  circumstances_commitment: string;
  /** Leaf hash of all columns above (RFC 6962 §2.1), written with them. */
  leaf: string;
  /** Place in the ledger, from 0; null until sealed. Each batch is closed by a checkpoint. */
  sealed: OrNull<number>;
  /** `honoured` or `overridden` under Global Privacy Control, part of the leaf; null without that signal. */
  gpc: OrNull<string>;
  /**
   * Which vendors were offered and rejected, part of the leaf, see `vendor-choice.ts`; null for a decision about the
   * purpose as a whole.
   */
  vendors: OrNull<string>;
  /** Leaf hash of the visitor's event that an adoption takes over, part of its own leaf; null for any other event. */
  adopted: OrNull<string>;
  /** Of an adoption, when the decision it takes over was made, part of the leaf; null for any other event. */
  decided_at: TimeOrNull;
  /** Calendar months that the decision counts, part of the leaf; null without limit. */
  months: OrNull<number>;
  /** `opt-in`, `opt-out` or `exempt`: which applied at the decision, part of the leaf; null if the host named no region. */
  posture: OrNull<string>;
  /** The dated fact of law behind the posture, part of the leaf; null where it is a default of ours. */
  fact: OrNull<string>;
  /** ID of the suspected event, of the published text, or of the entry of the log. */
  about: OrNull<string>;
  /**
   * Leaf hash of that event; in a takeover the hash of the last head of the previous format; else see
   * `SourceRecord.hash`.
   */
  about_hash: OrNull<string>;
  /** Why an event is suspected. */
  reason: OrNull<string>;
  /** In a takeover, how many events there were. */
  about_count: OrNull<number>;
  /** The subject's next number, part of the leaf; null for events about nobody. */
  number: OrNull<number>;
  /** When it was appended, by the database's clock. Not part of the leaf. */
  stored_at: TimeOrNull;
  /** See `Doubt`; derived from suspicions and judgements in the tree. Not part of the leaf. */
  doubt: OrNull<string>;
}

/** The subjects of events. Rows may be erased; the ledger verifies without them. */
export interface LedgerIdentitiesTable {
  event_id: string;
  /** The host's ID of the subject; null for a visitor without an account. */
  subject: OrNull<string>;
  /** Random ID from the visitor's cookie; null for an account. An adoption has both. */
  visitor: OrNull<string>;
  /** Of a `merge`: the account that the subject was merged into. */
  merged_into: OrNull<string>;
  /** 256 random bits, hexadecimal. In an erased row the mark of the erasure until there is a tombstone. */
  subject_salt: string;
  /** BCP 47 tag of the page. */
  locale: OrNull<string>;
  user_agent: OrNull<string>;
  /** The network: IPv4 /24, IPv6 /48. */
  ip: OrNull<string>;
  /** 256 random bits, hexadecimal. Empty once the identity is erased. */
  circumstances_salt: string;
  /** What was shown for the decision, canonical JSON; part of the circumstances. */
  shown: OrNull<string>;
  /** Region of the person as the host named it; part of the circumstances. */
  region: OrNull<string>;
  /** In an erased row: the log's signature that it was erased; empty if the mark is not the host's. */
  tombstone: OrNull<string>;
}

/** Events whose erasure waits for its tombstone. */
export interface LedgerErasuresTable {
  event_id: string;
}

/** The process that may seal now. */
export interface LedgerLeaseTable {
  name: string;
  holder: string;
  /** Increases with each change of holder, so that a former holder can detect it (fencing). */
  token: number;
  until: Time;
}

/** The mark of identities that were erased before erasures left a row. */
export const ERASED_BEFORE = 'erased before there were tombstones';

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    ledger_events: LedgerEventsTable;
    ledger_identities: LedgerIdentitiesTable;
    ledger_accounts: LedgerAccountsTable;
    ledger_visitors: LedgerVisitorsTable;
    ledger_closed: LedgerClosedTable;
    ledger_erasures: LedgerErasuresTable;
    ledger_tiles: LedgerTilesTable;
    ledger_checkpoints: LedgerCheckpointsTable;
    ledger_log: LedgerLogTable;
    ledger_earlier: LedgerEarlierTable;
    ledger_heads: LedgerHeadsTable;
    ledger_lease: LedgerLeaseTable;
  }
}

/** The tables of the ledger. */
export const proofMigrations: readonly Migration[] = [
  {
    name: 'proof-0001-ledger',
    tables: [
      {
        table: 'ledger_events',
        columns: {
          id: required('id'),
          kind: required('word'),
          rule: optional('name'),
          version: optional('integer'),
          text_hash: optional('hash'),
          decision: optional('word'),
          at: required('time'),
          how: required('word'),
          subject_commitment: required('hash'),
          circumstances_commitment: required('hash'),
          leaf: required('hash'),
          sealed: optional('integer'),
        },
        primaryKey: 'id',
        // Finds unsealed events, and reads sealed ones in order.
        indexes: [['sealed', 'id']],
      },
      {
        // No foreign key: erasure deletes rows here, and the lock on the event would slow every decision.
        // Subjects are text regardless of the type of the host's IDs: commitments are over that text, and an account
        // that is erased or was imported from elsewhere need not match the type.
        table: 'ledger_identities',
        columns: {
          event_id: required('id'),
          subject: optional('id'),
          visitor: optional('id'),
          subject_salt: required('hash'),
          locale: optional('word'),
          user_agent: optional('name'),
          ip: optional('word'),
          circumstances_salt: required('hash'),
        },
        primaryKey: 'event_id',
        indexes: [['subject', 'event_id'], ['visitor']],
      },
      {
        table: 'ledger_heads',
        columns: {
          sequence: required('integer'),
          previous: required('hash'),
          first: required('integer'),
          size: required('integer'),
          root: required('hash'),
          at: required('time'),
          key_id: optional('hash'),
          hash: required('hash'),
          signature: optional('name'),
        },
        primaryKey: 'sequence',
        indexes: [['first']],
      },
      {
        table: 'ledger_lease',
        columns: {
          name: required('name'),
          holder: required('id'),
          token: required('integer'),
          until: required('time'),
        },
        primaryKey: 'name',
      },
    ],
  },
  // Whether a decision came under Global Privacy Control, what was shown with it, and an index for figures per day.
  {
    name: 'proof-0002-signals',
    tables: [],
    alterations: [
      {
        table: 'ledger_events',
        columns: { gpc: optional('word') },
        // All columns that figures per day read, so that they never read the table.
        indexes: [['at', 'rule', 'decision', 'gpc']],
      },
      { table: 'ledger_identities', columns: { shown: optional('text') } },
    ],
  },
  // Which decision of a visitor an account took over, and that this visitor is closed.
  {
    name: 'proof-0003-adoption',
    tables: [
      {
        table: 'ledger_closed',
        columns: { visitor: required('id'), closed_at: required('time') },
        primaryKey: 'visitor',
      },
    ],
    alterations: [{ table: 'ledger_events', columns: { adopted: optional('hash') } }],
  },
  logMigration,
  subjectsMigration,
  // Erased identities leave a row. Earlier they left none: such rows are created here, and the sealer signs them.
  {
    name: 'proof-0006-tombstones',
    tables: [{ table: 'ledger_erasures', columns: { event_id: required('id') }, primaryKey: 'event_id' }],
    alterations: [{ table: 'ledger_identities', columns: { tombstone: optional('text') } }],
    statements: ({ table }) => {
      const [events, identities] = [table('ledger_events'), table('ledger_identities')];
      const erasures = table('ledger_erasures');
      return [
        `insert into ${identities} (event_id, subject_salt, circumstances_salt) select id, '${ERASED_BEFORE}', '' ` +
          `from ${events} where not exists (select 1 from ${identities} where event_id = ${events}.id)`,
        `insert into ${erasures} (event_id) select event_id from ${identities} ` +
          // If there is a tombstone, the salt is empty.
          `where circumstances_salt = '' and subject_salt <> '' ` +
          `and not exists (select 1 from ${erasures} where event_id = ${identities}.event_id)`,
      ];
    },
  },
  witnessMigration,
  erasedMigration,
  // For each decision of an account these two indexes contained a row that no query uses.
  {
    name: 'proof-0009-narrowed',
    tables: [],
    alterations: [
      {
        table: 'ledger_events',
        columns: {},
        // Suspicions and judgements have no decision.
        narrowed: [{ columns: ['kind'], where: { column: 'decision', is: 'null' } }],
      },
      {
        table: 'ledger_identities',
        columns: {},
        narrowed: [{ columns: ['visitor'], where: { column: 'visitor', is: 'not null' } }],
      },
    ],
  },
  // The list of all events is ordered by time; each of its filters is a prefix of an index.
  {
    name: 'proof-0010-list',
    tables: [],
    alterations: [
      {
        table: 'ledger_events',
        columns: {},
        indexes: [['decision', 'rule', 'at', 'id'], ['kind', 'at'], ['at']],
        // Partial, so that they serve only queries with the same condition: otherwise a query for one person's
        // decisions on a rule could read those of all.
        narrowed: [
          { columns: ['decision', 'rule', 'at', 'id'], where: { column: 'decision', is: 'not null' } },
          { columns: ['kind', 'at'], where: { column: 'decision', is: 'null' } },
          // All events are found by `at` with rule, decision and signal, except on MySQL, which has no partial indexes
          // and allows no other columns between time and ID.
          { columns: ['at'], where: { column: 'rule', is: 'null' } },
        ],
      },
    ],
  },
  // Which vendors of a purpose were rejected; older decisions contain nothing about vendors.
  {
    name: 'proof-0011-vendors',
    tables: [],
    alterations: [{ table: 'ledger_events', columns: { vendors: optional('text') } }],
  },
  // The list of all events by version.
  {
    name: 'proof-0012-versions',
    tables: [],
    alterations: [
      {
        table: 'ledger_events',
        columns: {},
        indexes: [['decision', 'rule', 'version', 'at', 'id']],
        narrowed: [
          { columns: ['decision', 'rule', 'version', 'at', 'id'], where: { column: 'decision', is: 'not null' } },
        ],
      },
    ],
  },
  mergesMigration,
  // For how long a decision counts, and by which law: older decisions contain neither.
  {
    name: 'proof-0014-ages',
    tables: [],
    alterations: [
      {
        table: 'ledger_events',
        columns: {
          decided_at: optional('time'),
          months: optional('integer'),
          posture: optional('word'),
          fact: optional('name'),
        },
      },
      { table: 'ledger_identities', columns: { region: optional('word') } },
    ],
  },
  // The list of the events in a language.
  {
    name: 'proof-0015-languages',
    tables: [],
    alterations: [{ table: 'ledger_identities', columns: {}, indexes: [['locale', 'event_id']] }],
  },
  // Partial, so that it never serves `subject is null`: SQLite takes NULL for a value with as many events as an account has, and
  // read the events of all visitors.
  {
    name: 'proof-0016-accounts',
    tables: [],
    alterations: [
      {
        table: 'ledger_identities',
        columns: {},
        narrowed: [{ columns: ['subject', 'event_id'], where: { column: 'subject', is: 'not null' } }],
      },
    ],
  },
];
