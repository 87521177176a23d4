/** Access requests as the audit log names them. */
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LogSubjects } from '../../audit/index.ts';
import { requestSubjects, SHARED_ACTIONS } from '../../requests/index.ts';
import { paths } from '../views/pages.ts';

/** Names access requests by the person who made them. */
export function portabilitySubjects(database: Database, naming: Naming): LogSubjects {
  return requestSubjects({
    actions: [
      ...SHARED_ACTIONS,
      'request_confirmed',
      'request_denied',
      'request_extended',
      'request_retried',
      'request_deleted',
    ],
    async usersOf(ids) {
      const rows = await createQueries(database, naming)
        .selectFrom('portability_requests')
        .select(['id', 'user_id'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, row.user_id]));
    },
    pathOf: paths.one,
  });
}
