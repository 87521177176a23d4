/** The events that tell of requests for one's own data. */
import { z } from 'zod';
import type { Database } from '../../platform/database/port.ts';
import type { WebhookEventDefinitions } from '../webhooks/events.ts';
import type { WebhookService } from '../webhooks/service.ts';
import type { PortabilityRequest } from './request.ts';

/** What is told of a request. */
export interface RequestChanged {
  readonly request_id: string;
  /** What is asked for: a copy of one's own data. */
  readonly kind: 'portability';
  /** The host's id of the person. */
  readonly user_id: string;
  /** Last moment of the legal deadline: ISO 8601, UTC. */
  readonly due_at: string;
}

declare module '../webhooks/events.ts' {
  interface WebhookEvents {
    'policy-engine.request.created': RequestChanged;
    'policy-engine.request.confirmed': RequestChanged;
    'policy-engine.request.denied': RequestChanged;
    'policy-engine.request.extended': RequestChanged;
    'policy-engine.request.completed': RequestChanged;
    'policy-engine.request.failed': RequestChanged;
    'policy-engine.request.deleted': RequestChanged;
  }
}

/** What happens to a request. */
export type RequestStep = 'created' | 'confirmed' | 'denied' | 'extended' | 'completed' | 'failed' | 'deleted';

const data: z.ZodType<RequestChanged> = z.strictObject({
  request_id: z.string().describe('id of the request'),
  kind: z.literal('portability').describe('what is asked for: `portability`, a copy of one’s own data'),
  user_id: z.string().describe('the host’s id of the person'),
  due_at: z.string().describe('last moment of the legal deadline: ISO 8601, UTC'),
});

/** The events of the module. */
export const requestEvents: WebhookEventDefinitions = {
  'policy-engine.request.created': { description: 'Somebody asked for a copy of their data.', data },
  'policy-engine.request.confirmed': { description: 'A request was confirmed: its export begins.', data },
  'policy-engine.request.denied': { description: 'A request was denied; the reason is the person’s alone.', data },
  'policy-engine.request.extended': { description: 'The deadline of a request was extended by two months.', data },
  'policy-engine.request.completed': { description: 'The copy is ready, and can be fetched by the person.', data },
  'policy-engine.request.failed': { description: 'The export was given up, and waits for an administrator.', data },
  'policy-engine.request.deleted': { description: 'A request was deleted, with what was exported for it.', data },
};

/** Tells what happens to a request, in the transaction in which it happens. */
export async function tellRequest(
  webhooks: WebhookService,
  transaction: Database,
  step: RequestStep,
  { id, userId, dueAt }: Pick<PortabilityRequest, 'id' | 'userId' | 'dueAt'>,
): Promise<void> {
  const told: RequestChanged = { request_id: id, kind: 'portability', user_id: userId, due_at: dueAt };
  await webhooks.emit(transaction, { type: `policy-engine.request.${step}`, subject: id, data: told });
}
