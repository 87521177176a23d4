/** The webhook events about requests of all kinds. */
import { z } from 'zod';
import type { Database } from '../../../platform/database/port.ts';
import type { WebhookEventDefinitions, WebhookService } from '../../webhooks/index.ts';
import type { PersonRequest } from '../register/request.ts';

/** The payload of a request. */
export interface RequestChanged {
  readonly request_id: string;
  /** Its kind: access to one's own data, or erasure. */
  readonly kind: 'portability' | 'erasure';
  /** The host's id of the person. */
  readonly user_id: string;
  /** Last moment of the legal deadline: ISO 8601, UTC. */
  readonly due_at: string;
}

/** The payload of a message; its text and its files are read through the API. */
export interface RequestMessageWritten {
  readonly request_id: string;
  /** The kind of the request, such as `portability`. */
  readonly kind: string;
  /** The host's id of the person. */
  readonly user_id: string;
  readonly message_id: string;
  readonly from: 'administrator' | 'person';
  /** Number of attached files. */
  readonly files: number;
}

declare module '../../webhooks/events.ts' {
  interface WebhookEvents {
    'policy-engine.request.message_written': RequestMessageWritten;
    'policy-engine.request.created': RequestChanged;
    'policy-engine.request.confirmed': RequestChanged;
    'policy-engine.request.denied': RequestChanged;
    'policy-engine.request.extended': RequestChanged;
    'policy-engine.request.completed': RequestChanged;
    'policy-engine.request.failed': RequestChanged;
    'policy-engine.request.deleted': RequestChanged;
    'policy-engine.request.held': RequestChanged;
    'policy-engine.request.released': RequestChanged;
    'policy-engine.request.cancelled': RequestChanged;
    'policy-engine.request.reopened': RequestChanged;
  }
}

/** The events of a request. */
export type RequestStep =
  | 'created'
  | 'confirmed'
  | 'denied'
  | 'extended'
  | 'completed'
  | 'failed'
  | 'deleted'
  | 'held'
  | 'released'
  | 'cancelled'
  | 'reopened';

const data: z.ZodType<RequestChanged> = z.strictObject({
  request_id: z.string().describe('ID of the request'),
  kind: z
    .enum(['portability', 'erasure'])
    .describe('type of the request: `portability`, a copy of one’s own data, or `erasure`'),
  user_id: z.string().describe('the host’s ID of the person'),
  due_at: z.string().describe('last moment of the legal deadline: ISO 8601, UTC'),
});

const message: z.ZodType<RequestMessageWritten> = z.strictObject({
  request_id: z.string().describe('ID of the request'),
  kind: z.string().describe('type of the request: `portability` or `erasure`'),
  user_id: z.string().describe('the host’s ID of the person'),
  message_id: z.string().describe('ID of the message'),
  from: z.enum(['administrator', 'person']).describe('who wrote it'),
  files: z.int().describe('number of attached files'),
});

/** The events of the module. */
export const requestEvents: WebhookEventDefinitions = {
  'policy-engine.request.message_written': {
    description: 'An administrator or the person wrote a message about a request. Its text is not sent.',
    data: message,
  },
  'policy-engine.request.created': {
    description: 'A person requested a copy of their data, or its erasure, and their identity is verified.',
    data,
  },
  'policy-engine.request.confirmed': {
    description: 'A request was confirmed: its export starts, or its erasure at the end of the grace period.',
    data,
  },
  'policy-engine.request.denied': { description: 'A request was denied; the reason goes only to the person.', data },
  'policy-engine.request.extended': { description: 'The deadline of a request was extended by two months.', data },
  'policy-engine.request.completed': {
    description:
      'The copy is ready for download by the person. For erasures there is `policy-engine.erasure.completed`.',
    data,
  },
  'policy-engine.request.failed': {
    description: 'The export or the erasure failed permanently and needs an administrator.',
    data,
  },
  'policy-engine.request.deleted': { description: 'A request was deleted together with its export.', data },
  'policy-engine.request.held': { description: 'An erasure was put on hold for a legal reason.', data },
  'policy-engine.request.released': { description: 'The hold on an erasure has ended.', data },
  'policy-engine.request.cancelled': { description: 'An erasure request was withdrawn.', data },
  'policy-engine.request.reopened': {
    description: 'A request that was denied or answered was reopened, and is pending again.',
    data,
  },
};

/** Reports what happens to a request, in the same transaction; nothing once its person is erased. */
export async function notifyOfRequest(
  webhooks: Pick<WebhookService, 'emit'>,
  transaction: Database,
  step: RequestStep,
  { kind, id, userId, dueAt }: Pick<PersonRequest, 'id' | 'userId' | 'dueAt'> & Pick<RequestChanged, 'kind'>,
): Promise<void> {
  if (userId === null) return;
  const told: RequestChanged = { request_id: id, kind, user_id: userId, due_at: dueAt };
  await webhooks.emit(transaction, { type: `policy-engine.request.${step}`, subject: id, data: told });
}
