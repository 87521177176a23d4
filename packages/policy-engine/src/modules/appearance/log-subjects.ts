/** Versions of the appearance as the audit log names them. */
import { createQueries } from '../../platform/database/statements/queries.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import type { LogSubjects } from '../audit/index.ts';
import { versionPath } from './paths.ts';

/** Names a version of the appearance "Version 3". */
export function appearanceSubjects(database: Database, naming: Naming): LogSubjects {
  return {
    actions: ['appearance_saved'],
    async name(entries, { t }) {
      const ids = [...new Set(entries.map(({ subject }) => subject))];
      const rows = await createQueries(database, naming)
        .selectFrom('appearances')
        .select(['id', 'number'])
        .where('id', 'in', ids)
        .execute();
      return new Map(
        rows.map(({ id, number }) => {
          const version = countOf(number);
          return [id, { text: t('terms.version', { version }), path: versionPath(version) }] as const;
        }),
      );
    },
  };
}
