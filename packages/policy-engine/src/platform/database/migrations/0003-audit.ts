import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/** What administrators did. Rows are added and read, never changed. */
export const auditTable: Migration = {
  name: '0003-audit',
  tables: [
    {
      table: 'admin_actions',
      columns: {
        id: required('id'),
        at: required('time'),
        actor: optional('id'),
        action: required('word'),
        rule: optional('name'),
        subject: optional('id'),
        request_id: optional('name'),
        ip: optional('word'),
      },
      // Ids sort by time, so the newest are found from its end.
      primaryKey: 'id',
      indexes: [
        ['action', 'id'],
        ['actor', 'id'],
      ],
    },
  ],
};
