import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/** The texts of a version in other languages than the one it was written in. */
export const termTranslations: Migration = {
  name: '0004-term-translations',
  tables: [
    {
      table: 'term_translations',
      columns: {
        id: required('id'),
        term_id: required('id'),
        locale: required('word'),
        description: required('text'),
        hash: optional('hash'),
        late: required('flag', '0'),
        created_at: required('time'),
        updated_at: required('time'),
      },
      primaryKey: 'id',
      unique: [['term_id', 'locale']],
      references: { term_id: 'terms' },
    },
  ],
};
