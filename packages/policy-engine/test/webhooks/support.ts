/** A receiver on a real socket, and an engine that sends it events. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { nodeSqliteDatabase } from 'policy-engine';
import type { Database, PolicyEngine, PolicyEngineOptions, WebhookOptions } from 'policy-engine';
import { getTestEngine, type TestEngine, type TestRule } from 'policy-engine/testing';
import { verifyWebhook, type WebhookEvent } from 'policy-engine/webhooks';
import { createQueries } from '../../dist/schema.js';
import { listening } from '../../../../testing/listening.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A received request. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** With the port. */
  readonly host: string;
  readonly received: Received[];
  /** Default: 204. */
  answer: (response: ServerResponse, received: Received) => void;
}

/** Listens on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    // A sender that is killed, or has read enough, hangs up.
    response.on('error', () => {});
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const one = { headers: request.headers, body };
    received.push(one);
    receiver.answer(response, one);
  };
  const server = await listening(createServer((request, response) => void take(request, response)));
  const { host } = server;
  const receiver: Receiver = {
    url: `http://${host}/events`,
    host,
    received,
    answer: (response) => void response.writeHead(204).end(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return receiver;
}

/** The received events, verified by the package's own function at the time of the engine. */
export function eventsOf(receiver: Receiver, now: () => Date = () => new Date()): WebhookEvent[] {
  return receiver.received.map(({ headers, body }) => verifyWebhook(body, headers, SECRET, { now }));
}

/** A delivery in the API. */
export interface DeliveryBody {
  readonly id: string;
  readonly event_id: string;
  readonly webhook: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly due_at: string | null;
  readonly created_at: string;
  readonly body?: string | null;
  readonly answer?: string | null;
}

export interface WebhooksEngine extends AsyncDisposable {
  readonly test: TestEngine<TestRule>;
  readonly engine: PolicyEngine<TestRule>;
  readonly now: () => Date;
  /** Advances the clock, and runs due jobs. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** A user accepts a rule: one event. */
  readonly accept: (user: string, rule?: TestRule) => Promise<void>;
  /** Deliveries to a webhook, the oldest first. */
  readonly deliveries: (webhook: string) => Promise<DeliveryBody[]>;
  readonly delivery: (id: string) => Promise<DeliveryBody>;
  readonly admin: (method: string, path: string) => Promise<{ status: number; body: unknown }>;
}

/** More than the interval between two checks of the outbox. */
export const LOOK = 6_000;
export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** By an engine without webhooks, so that no event is sent. */
async function publishTexts(database: Database): Promise<void> {
  const { engine } = await getTestEngine({ database });
  for (const rule of ['age', 'cookie', 'privacy_terms'] as const) {
    // The tests of a file share their database.
    if ((await engine.terms.list(rule)).length > 0) continue;
    const { id } = await engine.terms.create(rule, { markdown: `# ${rule}` });
    await engine.terms.publish(id);
  }
}

export async function webhooksEngine(
  webhooks: readonly WebhookOptions[],
  options: Partial<PolicyEngineOptions<TestRule>> & { readonly database?: Database } = {},
): Promise<WebhooksEngine> {
  const { database = nodeSqliteDatabase(':memory:') } = options;
  await publishTexts(database);
  // The clock stands still, so that due jobs are due at once.
  let time = Date.now();
  const now = () => new Date(time);
  const test = await getTestEngine({ now, webhooks, logger: { error: () => {} }, ...options, database });
  const { engine } = test;
  // Other tests are ahead of the present; recurring jobs are due after the first check.
  await createQueries(database).deleteFrom('job_schedules').execute();
  await engine.jobs.runDue();
  const admin: WebhooksEngine['admin'] = async (method, path) => test.as('admin').json(method, `/policies${path}`);
  return {
    test,
    engine,
    now,
    async pass(milliseconds) {
      time += milliseconds;
      await engine.jobs.runDue();
    },
    async accept(user, rule = 'age') {
      const { status } = await test.as(user).json('PUT', `/policies/user_terms/${rule}/accept.json`);
      assert.equal(status, 200);
    },
    async deliveries(webhook) {
      const { status, body } = await admin('GET', `/webhooks.json?webhook=${encodeURIComponent(webhook)}`);
      assert.equal(status, 200);
      return (body as { deliveries: DeliveryBody[] }).deliveries.toReversed();
    },
    async delivery(id) {
      return (await admin('GET', `/webhooks/${id}.json`)).body as DeliveryBody;
    },
    admin,
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}
