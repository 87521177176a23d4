/** Erasure requests and runs of retention as the audit log names them. */
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LogSubjects } from '../../audit/index.ts';
import { requestSubjects, SHARED_ACTIONS } from '../../requests/index.ts';
import { paths } from '../views/pages.ts';
import { retentionPaths } from '../views/retention-pages.tsx';

/** Names requests by who made them. */
export function erasureSubjects(database: Database, naming: Naming): LogSubjects[] {
  const requests = requestSubjects({
    actions: [
      ...SHARED_ACTIONS,
      'erasure_confirmed',
      'erasure_denied',
      'erasure_held',
      'erasure_released',
      'erasure_extended',
      'erasure_cancelled',
      'erasure_retried',
      'erasure_replayed',
      'erasure_reopened',
      'erasure_found_erased',
      'erasure_settled',
    ],
    async usersOf(ids) {
      const rows = await createQueries(database, naming)
        .selectFrom('erasure_requests')
        .select(['id', 'user_id'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, row.user_id]));
    },
    pathOf: paths.one,
  });
  return [requests, runs, rows];
}

/** A run that only counted. */
const runs: LogSubjects = {
  actions: ['retention_counted'],
  async name(entries, language) {
    const text = language.t('retention.one.dry');
    return new Map(entries.map(({ subject }) => [subject, { text, path: retentionPaths.one(subject) }]));
  },
};

/** The number of erased rows, which is the subject. */
const rows: LogSubjects = {
  actions: ['retention_applied'],
  async name(entries, { t, formatLocale }) {
    const number = (subject: string) =>
      t('text.labelled', { label: t('retention.rows'), value: Number(subject).toLocaleString(formatLocale) });
    return new Map(entries.map(({ subject }) => [subject, { text: number(subject), path: retentionPaths.all }]));
  },
};
