/** The tables of the database folder itself. */
import { type Migration, required } from './migration.ts';

/** The keys that the engine generated. */
export const databaseMigrations: readonly Migration[] = [
  {
    name: 'database-0001-secrets',
    tables: [
      {
        table: 'secrets',
        columns: { name: required('word'), value: required('hash'), created_at: required('time') },
        primaryKey: 'name',
      },
    ],
  },
];
