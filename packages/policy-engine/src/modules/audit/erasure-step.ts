/** What the log says of a person who is forgotten: what they did as an administrator, which has to stay (Art. 5(2), 17(3)(b)). */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { countOf } from '../../platform/database/values.ts';
import type { OwnErasureStep } from '../erasure/own-step.ts';

/**
 * Entries of which they are the author. The ledger commits to entries, so that one without its author would look like one that
 * was changed. Of people who are no administrators the log names none: it has ids of requests.
 */
export function auditErasure({
  database,
  naming,
}: {
  readonly database: Database;
  readonly naming: Naming;
}): OwnErasureStep {
  return {
    name: 'audit',
    label: 'erasure.own.audit',
    action: 'keep',
    reason: 'erasure.own.audit_reason',
    async count({ userId }) {
      const { total } = await createQueries(database, naming)
        .selectFrom('admin_actions')
        .select(({ fn }) => fn.countAll().as('total'))
        .where('actor', '=', userId)
        .executeTakeFirstOrThrow();
      return countOf(total);
    },
    async erase() {},
  };
}
