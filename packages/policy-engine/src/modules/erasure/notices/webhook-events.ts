/** The event that tells recipients of a person's data that they must erase it, too (GDPR Art. 19). */
import { z } from 'zod';
import type { Database } from '../../../platform/database/port.ts';
import type { WebhookEventDefinitions, WebhookService } from '../../webhooks/index.ts';
import type { ErasureReceipt, ToldWebhook } from '../plan/receipt.ts';

/** The payload of an erasure. */
export interface ErasureCompleted {
  readonly request_id: string;
  /** The host's ID of the person, by which a recipient finds its data. */
  readonly user_id: string;
  /** ISO 8601, UTC. */
  readonly completed_at: string;
  /** What was done, by rule. */
  readonly rules: readonly { readonly rule: string; readonly action: string }[];
}

declare module '../../webhooks/events.ts' {
  interface WebhookEvents {
    'policy-engine.erasure.completed': ErasureCompleted;
  }
}

const data: z.ZodType<ErasureCompleted> = z.strictObject({
  request_id: z.string().describe('ID of the request'),
  user_id: z.string().describe('the host’s ID of the person'),
  completed_at: z.string().describe('when the last step was done: ISO 8601, UTC'),
  rules: z
    .array(
      z.strictObject({
        rule: z.string().describe('name of the rule'),
        action: z.string().describe('`delete`, `erase_fields`, `pseudonymise`, `keep` or `run`'),
      }),
    )
    .describe('what was done, by rule'),
});

/** The events of the module. */
export const erasureEvents: WebhookEventDefinitions = {
  'policy-engine.erasure.completed': {
    description:
      'An erasure is completed: recipients of the data must erase it as well. `rules` says what was kept or pseudonymised.',
    data,
  },
};

/**
 * Notifies recipients of an erasure, in the transaction that completes it.
 *
 * @returns the webhooks that it is sent to
 */
export async function notifyRecipients(
  webhooks: Pick<WebhookService, 'emit'>,
  transaction: Database,
  userId: string,
  { requestId, completedAt, entries }: Pick<ErasureReceipt, 'requestId' | 'completedAt' | 'entries'>,
): Promise<readonly ToldWebhook[]> {
  const rules = entries.filter(({ rule }) => !rule.startsWith('engine:')).map(({ rule, action }) => ({ rule, action }));
  const told = { request_id: requestId, user_id: userId, completed_at: completedAt, rules };
  const event = { type: 'policy-engine.erasure.completed', subject: requestId, data: told } as const;
  return (await webhooks.emit(transaction, event)).map(({ id: delivery, webhook }) => ({ delivery, webhook }));
}
