import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/** The three tables of the original system, with what the engine needs beside their columns. */
export const policyTables: Migration = {
  name: '0001-policy-tables',
  tables: [
    {
      table: 'terms',
      columns: {
        id: required('id'),
        description: required('text'),
        rule: required('name'),
        state: required('word', "'draft'"),
        accepted_at: optional('time'),
        rejected_at: optional('time'),
        version: optional('integer'),
        locale: required('word'),
        hash: optional('hash'),
        published_at: optional('time'),
        material: required('flag', '1'),
        note: optional('text'),
        created_at: required('time'),
        updated_at: required('time'),
      },
      primaryKey: 'id',
      unique: [['rule', 'locale', 'version']],
      // Finds the newest published version of every rule without touching drafts or texts.
      indexes: [['state', 'rule', 'version']],
    },
    {
      table: 'user_terms',
      columns: {
        id: required('id'),
        user_id: required('id'),
        term_id: required('id'),
        rule: required('name'),
        state: required('word', "'passive'"),
        decided_at: optional('time'),
        created_at: required('time'),
        updated_at: required('time'),
      },
      primaryKey: 'id',
      // One present decision per subject and rule; also the index for all decisions of one subject.
      unique: [['user_id', 'rule']],
      indexes: [['term_id']],
      // A text that was decided on is evidence and cannot be deleted.
      references: { term_id: 'terms' },
    },
    {
      table: 'portability_requests',
      columns: {
        id: required('id'),
        user_id: required('id'),
        state: required('word', "'pending'"),
        expire_at: optional('time'),
        created_at: required('time'),
        updated_at: required('time'),
      },
      primaryKey: 'id',
      indexes: [
        ['user_id', 'created_at'],
        ['state', 'created_at'],
      ],
    },
  ],
};
