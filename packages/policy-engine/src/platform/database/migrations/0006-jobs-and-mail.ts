import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/** Work to be done in the background, when recurring work is due next, and mail on its way. */
export const jobsAndMailTables: Migration = {
  name: '0006-jobs-and-mail',
  tables: [
    {
      table: 'jobs',
      columns: {
        id: required('id'),
        name: required('word'),
        payload: required('text'),
        unique_key: optional('name'),
        state: required('word'),
        due_at: optional('time'),
        offered_at: optional('time'),
        attempts: required('integer'),
        max_attempts: required('integer'),
        token: required('integer'),
        holder: optional('id'),
        error: optional('text'),
        created_at: required('time'),
        updated_at: required('time'),
      },
      primaryKey: 'id',
      unique: [['unique_key']],
      indexes: [['due_at'], ['state', 'id']],
    },
    {
      table: 'job_schedules',
      columns: { name: required('word'), due_at: required('time') },
      primaryKey: 'name',
    },
    {
      table: 'mails',
      columns: {
        id: required('id'),
        unique_key: required('name'),
        message: required('word'),
        state: required('word'),
        // Null once it is sent: who got what is nobody's business any more.
        recipient: optional('text'),
        data: optional('text'),
        locale: optional('word'),
        created_at: required('time'),
        sent_at: optional('time'),
      },
      primaryKey: 'id',
      unique: [['unique_key']],
      indexes: [['state', 'sent_at']],
    },
  ],
};
