/** The ledger's part of an erasure: erases who decided, and keeps the proof of everything else. */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';
import { EventStore } from './ledger/store.ts';
import type { LedgerService } from './service.ts';

/** The identities behind a person's events, and their current decisions. */
export function ledgerErasure({
  ledger,
  database,
  naming,
}: {
  readonly ledger: Pick<LedgerService, 'eraseInBatches'>;
  readonly database: Database;
  readonly naming: Naming;
}): OwnErasureStep {
  return {
    name: 'ledger',
    label: 'erasure.own.ledger',
    action: 'erase_fields',
    reason: 'erasure.own.ledger_reason',
    async count({ userId }) {
      const { total } = await createQueries(database, naming)
        .selectFrom('ledger_identities')
        .select(({ fn }) => fn.countAll().as('total'))
        .where('subject', 'in', await new EventStore(database, naming).accountsOf(userId))
        .executeTakeFirstOrThrow();
      return countOf(total);
    },
    async erase({ userId }, run) {
      await ledger.eraseInBatches(userId, run);
    },
  };
}
