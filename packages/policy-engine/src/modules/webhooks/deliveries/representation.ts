/** Webhooks and deliveries as JSON. */
import { z } from '@hono/zod-openapi';
import { type Delivery, type DeliveryState, deliveryStates, type WholeDelivery } from './delivery.ts';
import type { DescribedEvent } from '../event-list.ts';
import type { WebhookStatus } from '../service.ts';

/** A delivery in a list. */
export interface DeliveryJson {
  id: string;
  event_id: string;
  webhook: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  error: string | null;
  created_at: string;
  attempted_at: string | null;
  due_at: string | null;
  ended_at: string | null;
}

/** One delivery. */
export interface WholeDeliveryJson extends DeliveryJson {
  body: string | null;
  answer: string | null;
  note: string | null;
}

/** A webhook, with its status. */
export interface WebhookJson {
  name: string;
  url: string;
  events: string[] | null;
  failing_since: string | null;
}

const time = (description: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `ISO 8601, UTC; ${description}` });

const delivery = {
  id: z.string(),
  event_id: z.string().openapi({ description: 'ID of the event, the same for each webhook and each attempt' }),
  webhook: z.string().openapi({ description: 'Name of the webhook' }),
  type: z.string(),
  state: z.enum(deliveryStates).openapi({
    description:
      '`gone`: the receiver answered 410, which ends deliveries to it; `failed`: abandoned after all attempts; `resolved`: an administrator has told the receiver in another way',
  }),
  attempts: z.int(),
  status: z.int().nullable().openapi({ description: 'HTTP status of the last answer; null for none' }),
  error: z.string().nullable().openapi({ description: 'Why the last attempt failed' }),
  created_at: z.string().openapi({ description: 'ISO 8601, UTC' }),
  attempted_at: time('null before the first attempt'),
  due_at: time('when the next attempt is made; null if there is none'),
  ended_at: time('when it was delivered or abandoned'),
};

/** Schema of {@link DeliveryJson}. */
export const deliverySchema: z.ZodType<DeliveryJson> = z.object(delivery).openapi('WebhookDelivery');

/** Schema of {@link WholeDeliveryJson}. */
export const wholeDeliverySchema: z.ZodType<WholeDeliveryJson> = z
  .object({
    ...delivery,
    body: z.string().nullable().openapi({ description: 'The body as sent; null after it was deleted' }),
    answer: z.string().nullable().openapi({ description: 'The first 2,048 bytes of the last answer' }),
    note: z.string().nullable().openapi({ description: 'How an administrator resolved the failure' }),
  })
  .openapi('WholeWebhookDelivery');

/** Schema of {@link WebhookJson}. */
export const webhookSchema: z.ZodType<WebhookJson> = z
  .object({
    name: z.string(),
    url: z.string().openapi({ description: 'Without its query, which may contain a secret' }),
    events: z.array(z.string()).nullable().openapi({ description: 'Types; null for all' }),
    failing_since: time('null if there is no problem'),
  })
  .openapi('Webhook');

/** Schema of {@link DescribedEvent}. */
export const eventSchema: z.ZodType<DescribedEvent> = z
  .object({
    type: z.string(),
    description: z.string(),
    data: z.record(z.string(), z.unknown()).openapi({ description: 'JSON Schema' }),
  })
  .openapi('WebhookEventType');

/** A delivery as JSON. */
export function deliveryJson(one: Delivery): DeliveryJson {
  const { id, webhook, type, state, attempts, status, error } = one;
  return {
    id,
    event_id: one.eventId,
    webhook,
    type,
    state,
    attempts,
    status,
    error,
    created_at: one.createdAt,
    attempted_at: one.attemptedAt,
    due_at: one.dueAt,
    ended_at: one.endedAt,
  };
}

/** A delivery as JSON, with its request and response. */
export function wholeDeliveryJson(one: WholeDelivery): WholeDeliveryJson {
  return { ...deliveryJson(one), body: one.body, answer: one.answer, note: one.note };
}

/** A webhook as JSON. */
export function webhookJson({ webhook, failingSince }: WebhookStatus): WebhookJson {
  const { name, url, events } = webhook;
  return { name, url: shownUrl(url), events: events === null ? null : [...events], failing_since: failingSince };
}

/** An address without its query, which may contain a secret. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
