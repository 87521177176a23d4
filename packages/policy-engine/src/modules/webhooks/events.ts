/** Events of the engine as sent to webhooks (CloudEvents 1.0, structured mode). */
import { z } from 'zod';

/**
 * The data of events, by type; a module adds its own: `interface WebhookEvents { 'policy-engine.survey.answered': Answered }`. Data
 * about a person contains `user_id`, the host's own ID, and no more about them than is needed.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface WebhookEvents {}

/** Type of an event. */
export type WebhookEventType = keyof WebhookEvents;

/** The description of a type: in the documentation, and for programs. */
export interface WebhookEventDefinition<Data> {
  /** When it is sent, as a sentence. */
  readonly description: string;
  /** Of an object; each member has a description. */
  readonly data: z.ZodType<Data>;
}

/** The types that a module emits. */
export type WebhookEventDefinitions = {
  readonly [Type in WebhookEventType]?: WebhookEventDefinition<WebhookEvents[Type]>;
};

/** An event to send. */
export interface NewWebhookEvent<Type extends WebhookEventType = WebhookEventType> {
  readonly type: Type;
  /** ID of its subject; null if it has none. */
  readonly subject: string | null;
  readonly data: WebhookEvents[Type];
}

/** An event of a type, as it is sent. */
export interface CloudEvent<Type extends string, Data> {
  readonly specversion: '1.0';
  /** The same for each webhook and each attempt, so that a receiver can skip duplicates. */
  readonly id: string;
  /** Address of the engine: its origin, if configured, and its path. */
  readonly source: string;
  readonly type: Type;
  /** ID of its subject. */
  readonly subject?: string;
  /** When it happened: ISO 8601, UTC. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: Data;
}

/** Any event, as it is sent; distinguished by `type`. */
export type WebhookEvent = { [Type in WebhookEventType]: CloudEvent<Type, WebhookEvents[Type]> }[WebhookEventType];

/** Media type of an event in structured mode. */
export const EVENT_MEDIA_TYPE = 'application/cloudevents+json; charset=utf-8';

/** The members of every event. */
export const AnyEvent: z.ZodType<CloudEvent<string, Readonly<Record<string, unknown>>>> = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  source: z.string().min(1),
  type: z.string().min(1),
  subject: z.string().min(1).exactOptional(),
  time: z.string().min(1),
  datacontenttype: z.literal('application/json'),
  data: z.record(z.string(), z.unknown()),
});
