/** The audit log as a step of an erasure: what the person did as an administrator must be kept (Art. 5(2), 17(3)(b)). */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';

/**
 * Entries of which they are the author. The ledger commits to entries, so an entry without its author would look as if it had been
 * changed. People who are not administrators are not named in the log: it contains IDs of requests.
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
