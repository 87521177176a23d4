import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/** The ledger of decisions: events, who they are about, signed heads, and the lease of the sealer. */
export const ledgerTables: Migration = {
  name: '0002-ledger',
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
      // Finds what is unsealed, and walks what is sealed in its order.
      indexes: [['sealed', 'id']],
    },
    {
      // No foreign key: rows here go by erasure, and the lock on the event would cost every decision.
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
      columns: { name: required('name'), holder: required('id'), token: required('integer'), until: required('time') },
      primaryKey: 'name',
    },
  ],
};
