/** What the outbox says of a person who is erased. */
import type { OwnErasureStep } from '../erasure/own-step.ts';
import type { WebhookService } from './service.ts';

/** Events about them, sent or not; those that tell of the erasure are sent first, and go with their time. */
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
