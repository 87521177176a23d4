import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/**
 * What the law and the work ask of a portability request. Beside the original's table and not in it, so that an
 * installation of the original is taken over as it is.
 */
export const portabilityRegister: Migration = {
  name: '0007-portability-requests',
  tables: [
    {
      table: 'portability_register',
      columns: {
        request_id: required('id'),
        open_user: optional('id'),
        locale: optional('word'),
        due_at: required('time'),
        extended_at: optional('time'),
        extension_reason: optional('text'),
        confirmed_at: optional('time'),
        closed_at: optional('time'),
        reason: optional('text'),
        error: optional('text'),
        attempt: required('integer', '0'),
        progress: optional('text'),
        file_name: optional('name'),
        file_bytes: optional('word'),
      },
      primaryKey: 'request_id',
      // All three databases take any number of nulls in a unique index: one open request per user, any number of closed ones.
      unique: [['open_user']],
      indexes: [['due_at']],
      references: { request_id: 'portability_requests' },
    },
  ],
};
