/** The tables of the log: the tree's hashes, the checkpoints that sign it, and its values. */
import { optional, required } from '../../../platform/database/migrations/migration.ts';
import type { Migration } from '../../../platform/database/migrations/migration.ts';
import type { OrNull } from '../../../platform/database/schema/tables.ts';

/** Hashes of the tree (C2SP tlog-tiles). All of them can be computed from the events. */
export interface LedgerTilesTable {
  /** `<level>/<index>`. */
  tile: string;
  /** 1 to 256 concatenated hashes, base64. */
  hashes: string;
}

/**
 * Checkpoints, one for each sealed batch. The signatures are the proof; `cosigned` only selects the checkpoint that a
 * receipt leads to. Times are those of the events.
 */
export interface LedgerCheckpointsTable {
  /** Leaves of the tree. */
  size: number;
  /** From 1, without gaps. */
  number: number;
  /** Root of the tree, hexadecimal. */
  root: string;
  /** Signed note (C2SP tlog-checkpoint), with its cosignatures. */
  note: string;
  /** 1 if a quorum of witnesses has cosigned it; null if no witness was asked. */
  cosigned: OrNull<number>;
}

/** Values of the log itself. */
export interface LedgerLogTable {
  /** `origin`; `earlier_head` and `earlier_count` if the log continues a ledger of another format. */
  name: string;
  value: string;
}

/** Places that events had in a ledger of another format, until they are sealed again. */
export interface LedgerEarlierTable {
  event_id: string;
  place: number;
}

/** Heads of the previous format; its migration drops the table. */
export interface LedgerHeadsTable {
  sequence: number;
  first: number;
  size: number;
  hash: string;
}

/**
 * What is kept of heads: the hash of the last one, how many events there were, and the events' order. Each statement
 * can run again, also after a migration that was killed.
 */
const takeOver: Migration['statements'] = ({ table, text }) => {
  const [heads, events, log] = [table('ledger_heads'), table('ledger_events'), table('ledger_log')];
  const earlier = table('ledger_earlier');
  const last = `(select * from ${heads} order by sequence desc limit 1) last_head`;
  const noted = (name: string, value: string) =>
    `insert into ${log} (name, value) select '${name}', ${value} from ${last} ` +
    `where not exists (select 1 from ${log} where name = '${name}')`;
  return [
    noted('earlier_head', 'last_head.hash'),
    noted('earlier_count', text('last_head.first + last_head.size')),
    `insert into ${earlier} (event_id, place) select id, sealed from ${events} ` +
      `where sealed is not null and exists (select 1 from ${heads}) ` +
      `and not exists (select 1 from ${earlier} where event_id = ${events}.id)`,
    `update ${events} set sealed = null where sealed is not null and exists (select 1 from ${heads})`,
  ];
};

/** The log replaces heads. */
export const logMigration: Migration = {
  name: 'proof-0004-log',
  tables: [
    {
      table: 'ledger_tiles',
      columns: { tile: required('word'), hashes: required('text') },
      primaryKey: 'tile',
    },
    {
      table: 'ledger_checkpoints',
      columns: {
        size: required('integer'),
        number: required('integer'),
        root: required('hash'),
        note: required('text'),
      },
      primaryKey: 'size',
    },
    {
      table: 'ledger_log',
      columns: { name: required('word'), value: required('name') },
      primaryKey: 'name',
    },
    {
      table: 'ledger_earlier',
      columns: { event_id: required('id'), place: required('integer') },
      primaryKey: 'event_id',
      indexes: [['place']],
    },
  ],
  alterations: [
    {
      table: 'ledger_events',
      columns: {
        about: optional('id'),
        about_hash: optional('hash'),
        reason: optional('word'),
        about_count: optional('integer'),
      },
    },
  ],
  statements: takeOver,
  drops: ['ledger_heads'],
};
