/** The outbox as a step of a person's erasure. */
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';
import type { WebhookService } from './service.ts';

/** Events about the person, sent or not; those that report the erasure are sent first, and deleted when their time is over. */
export function webhooksErasure(webhooks: Pick<WebhookService, 'countAbout' | 'forget'>): OwnErasureStep {
  return {
    name: 'webhooks',
    label: 'webhooks.erasure',
    action: 'delete',
    count: ({ userId }) => webhooks.countAbout(userId),
    async erase({ userId }, { record, signal }) {
      for (let forgotten = 1; forgotten > 0;) {
        signal.throwIfAborted();
        forgotten = await record((transaction) => webhooks.forget(transaction, userId));
      }
    },
  };
}
