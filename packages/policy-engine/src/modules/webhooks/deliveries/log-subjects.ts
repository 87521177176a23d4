/** Deliveries as the audit log names them. */
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LogSubjects } from '../../audit/index.ts';

/** Names a delivery by its webhook and the type of its event. */
export function deliverySubjects(database: Database, naming: Naming): LogSubjects {
  return {
    actions: ['webhook_sent_again', 'webhook_resolved'],
    async name(entries) {
      const rows = await createQueries(database, naming)
        .selectFrom('webhook_deliveries')
        .select(['id', 'webhook', 'type'])
        .where('id', 'in', [...new Set(entries.map(({ subject }) => subject))])
        .execute();
      return new Map(
        rows.map(({ id, webhook, type }) => [id, { text: `${webhook}: ${type}`, path: `/webhooks/${id}` }]),
      );
    },
  };
}
