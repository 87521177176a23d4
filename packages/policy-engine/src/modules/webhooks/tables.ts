import { type Migration, optional, required } from '../../platform/database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';

/** The delivery of an event to one webhook, with its status. */
export interface WebhookDeliveriesTable {
  id: string;
  /** Id of the event, the same for each webhook. */
  event_id: string;
  /** Name of the webhook. */
  webhook: string;
  type: string;
  /** The host's ID of the person it is about; null for nobody, and once the body was deleted. */
  user_id: OrNull<string>;
  /** JSON, as sent. Null once it was deleted. */
  body: OrNull<string>;
  /** `waiting`, `delivered`, `gone` (the receiver responded with 410), `failed` (abandoned) or `resolved` (by an administrator, in another way). */
  state: string;
  attempts: number;
  /** When it is tried next; null if it is not tried any more. */
  due_at: TimeOrNull;
  attempted_at: TimeOrNull;
  /** HTTP status of the last response; null for none. */
  status: OrNull<number>;
  /** Start of the last response. */
  answer: OrNull<string>;
  /** Why the last attempt failed. */
  error: OrNull<string>;
  created_at: Time;
  /** When it was delivered or abandoned. */
  ended_at: TimeOrNull;
  /** How an administrator resolved it; null if nobody did. */
  note: OrNull<string>;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

/** The outbox of webhooks. */
export const webhooksMigrations: readonly Migration[] = [
  {
    name: 'webhooks-0001-deliveries',
    tables: [
      {
        table: 'webhook_deliveries',
        columns: {
          id: required('id'),
          event_id: required('id'),
          webhook: required('name'),
          type: required('name'),
          user_id: optional('userId'),
          body: optional('text'),
          state: required('word'),
          attempts: required('integer'),
          due_at: optional('time'),
          attempted_at: optional('time'),
          status: optional('integer'),
          answer: optional('text'),
          error: optional('text'),
          created_at: required('time'),
          ended_at: optional('time'),
        },
        primaryKey: 'id',
        indexes: [['webhook', 'due_at'], ['webhook', 'ended_at'], ['state', 'id'], ['user_id'], ['ended_at']],
      },
    ],
  },
  // The list of one webhook.
  {
    name: 'webhooks-0002-list',
    tables: [],
    alterations: [
      {
        table: 'webhook_deliveries',
        columns: {},
        indexes: [
          ['webhook', 'id'],
          ['webhook', 'state', 'id'],
        ],
      },
    ],
  },
  // A failure that was resolved in another way.
  {
    name: 'webhooks-0003-resolved',
    tables: [],
    alterations: [{ table: 'webhook_deliveries', columns: { note: optional('text') } }],
  },
];
