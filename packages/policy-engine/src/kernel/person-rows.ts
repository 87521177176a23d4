/** Rows of one of the engine's tables that name a person, as a step of their erasure. */
import type { Naming } from '../platform/database/schema/names.ts';
import type { Database } from '../platform/database/port.ts';
import { createQueries } from '../platform/database/statements/queries.ts';
import { countOf } from '../platform/database/statements/values.ts';
import type { OwnErasureStep } from './erasure-step.ts';

/** Tables of few rows for each person, and the column that names them. */
type PersonTable =
  | { readonly table: 'request_notes' | 'request_messages' | 'recorded_withdrawals'; readonly column: 'user_id' }
  | { readonly table: 'admin_choices'; readonly column: 'admin_id' };

/** @returns a step that counts the rows of a person, and deletes them in one transaction */
export function personRowsStep(
  { table, column, label }: PersonTable & Pick<OwnErasureStep, 'label'>,
  { database, naming }: { readonly database: Database; readonly naming: Naming },
): OwnErasureStep {
  // The same statements for each table, which Kysely's types cannot express for a union of them.
  const [from, person] = [table as 'request_notes', column as 'user_id'];
  return {
    name: table,
    label,
    action: 'delete',
    async count({ userId }) {
      const { total } = await createQueries(database, naming)
        .selectFrom(from)
        .select(({ fn }) => fn.countAll().as('total'))
        .where(person, '=', userId)
        .executeTakeFirstOrThrow();
      return countOf(total);
    },
    async erase({ userId }, { record }) {
      await record(async (transaction) => {
        const { numDeletedRows } = await createQueries(transaction, naming)
          .deleteFrom(from)
          .where(person, '=', userId)
          .executeTakeFirst();
        return Number(numDeletedRows);
      });
    },
  };
}
