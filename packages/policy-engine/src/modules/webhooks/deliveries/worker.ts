/**
 * Delivers the events of the outbox. One job at a time for each webhook, so that one that does not respond does not delay the
 * events of others. If the process dies between the receiver's response and its record, the event is sent again with the same ID.
 */
import type { ModuleJob } from '../../../kernel/module.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { daily, type Jobs, type RunningJob } from '../../../platform/jobs/job.ts';
import type { DueDelivery, Outcome } from './delivery.ts';
import { nextAttempt, wishedUntil } from './pauses.ts';
import { type Reply, Sender, type SenderOptions } from './sender.ts';
import type { Webhook } from '../settings.ts';
import { DeliveryStore } from './store.ts';

/** Finds webhooks with due deliveries. */
const SWEEP = 'webhooks-sweep';
/** Sends the due deliveries of one webhook. */
const DELIVER = 'webhooks-deliver';
/** Deletes expired deliveries. */
const PURGE = 'webhooks-purge';

/** The subject of {@link DELIVER}. */
type DeliverPayload = { readonly webhook: string };

/** Milliseconds between two polls of the outbox. */
const SWEEP_EVERY = 5_000;
/** Concurrent requests to one webhook. */
const LANES = 4;
/** Deliveries per query. */
const BATCH = 50;
/** Milliseconds after which a job yields to that of another webhook. */
const LONGEST_RUN = 60_000;
/** Webhooks that one process serves concurrently. */
const MOST_AT_ONCE = 8;
const DAY = 86_400_000;
/** Days for which the result of a delivery is kept. */
const REMEMBERED = 365;

const often = (after: Date): Date => new Date((Math.floor(after.getTime() / SWEEP_EVERY) + 1) * SWEEP_EVERY);

/** What the worker needs. */
export interface WebhookWorkerOptions extends SenderOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly jobs: Jobs;
  readonly webhooks: readonly Webhook[];
  readonly retentionDays: number;
}

/** See the head of the file. */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions;

  constructor(options: WebhookWorkerOptions) {
    this.#options = options;
  }

  /** The handlers of the module's jobs. Without webhooks only the daily one recurs: some may have existed before. */
  jobs(): ModuleJob[] {
    const { webhooks } = this.#options;
    const concurrency = Math.min(Math.max(webhooks.length, 1), MOST_AT_ONCE);
    return [
      { name: DELIVER, run: (job: RunningJob<DeliverPayload>) => this.#deliver(job), options: { concurrency } },
      { name: PURGE, every: daily(4), run: () => this.#purge() },
      ...(webhooks.length > 0 ? [{ name: SWEEP, every: often, run: () => this.#sweep() }] : []),
    ];
  }

  async #sweep(): Promise<void> {
    const { webhooks, now } = this.#options;
    for (const { name } of webhooks) {
      const [due] = await this.#store().due(name, now(), 1);
      if (due !== undefined) await this.#enqueue(name);
    }
  }

  async #enqueue(webhook: string, transaction?: Database): Promise<void> {
    const payload: DeliverPayload = { webhook };
    await this.#options.jobs.enqueue({ name: DELIVER, payload, key: `${DELIVER}:${webhook}` }, transaction);
  }

  async #deliver(job: RunningJob<DeliverPayload>): Promise<void> {
    const { webhooks, database, now } = this.#options;
    const webhook = webhooks.find(({ name }) => name === job.payload.webhook);
    if (webhook === undefined) return;
    using sender = new Sender(this.#options);
    const end = now().getTime() + LONGEST_RUN;
    while (now().getTime() < end) {
      const due = await this.#store().due(webhook.name, now(), BATCH);
      if (due.length === 0) return;
      await this.#sendAll(job, { webhook, sender, due });
    }
    await database.transaction(async (transaction) => {
      await job.complete(transaction);
      await this.#enqueue(webhook.name, transaction);
    });
  }

  /** @throws the reason of an abort, and errors of the database; all lanes have stopped by then */
  async #sendAll(
    job: RunningJob,
    { webhook, sender, due }: { webhook: Webhook; sender: Sender; due: readonly DueDelivery[] },
  ): Promise<void> {
    const waiting = [...due];
    const failing = new AbortController();
    const signal = AbortSignal.any([job.signal, failing.signal]);
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const reply = await sender.send(webhook, next.eventId, next.body, signal);
        const pausedUntil = await this.#note(job, webhook, next, reply);
        // Deliveries that were already read are now due later.
        if (pausedUntil !== null) waiting.length = 0;
      }
    };
    const lanes = Array.from({ length: LANES }, () =>
      lane().catch((error: unknown) => {
        failing.abort(error);
        throw error;
      }),
    );
    const ended = await Promise.allSettled(lanes);
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /**
   * Records the result of an attempt. @returns until when the receiver requests no attempt; null if it does not
   */
  async #note(job: RunningJob, webhook: Webhook, delivery: DueDelivery, reply: Reply): Promise<Date | null> {
    const { database, now } = this.#options;
    const at = now();
    const outcome = outcomeOf(reply, delivery.attempts + 1, at);
    const pausedUntil = reply.error === null ? null : wishedUntil(reply.retryAfter, at);
    await database.transaction(
      async (transaction) => {
        await job.advance(transaction);
        const store = this.#store(transaction);
        await store.note(delivery.id, outcome, at);
        if (pausedUntil !== null) await store.postpone(webhook.name, pausedUntil);
      },
      { isolation: 'read committed' },
    );
    return pausedUntil;
  }

  async #purge(): Promise<void> {
    const { webhooks, retentionDays, now } = this.#options;
    const ago = (days: number) => new Date(now().getTime() - days * DAY);
    const store = this.#store();
    const names = webhooks.map(({ name }) => name);
    // Not immediately: while hosts are being updated, some know a webhook that others do not.
    await store.abandon(names, ago(1), now(), 'The webhook is not configured any more');
    await store.deleteBodies(ago(retentionDays));
    await store.deleteEnded(ago(Math.max(REMEMBERED, retentionDays)));
  }

  #store(database: Database = this.#options.database): DeliveryStore {
    return new DeliveryStore(database, this.#options.naming);
  }
}

const GONE = 410;

function outcomeOf({ status, answer, error, retryAfter }: Reply, attempts: number, now: Date): Outcome {
  if (error === null) return { state: 'delivered', dueAt: null, status, answer, error };
  if (status === GONE) return { state: 'gone', dueAt: null, status, answer, error };
  const dueAt = nextAttempt(attempts, now, retryAfter);
  return { state: dueAt === null ? 'failed' : 'waiting', dueAt, status, answer, error };
}
