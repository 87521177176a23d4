/** The outbox of webhooks: an event is added in the transaction in which it happens. */
import type { Audit } from '../audit/index.ts';
import { type CappedCount, isBeyondCount, pagesOf } from '../../platform/database/statements/capped-count.ts';
import { createId } from '../../platform/database/statements/ids.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { type TimeText, timeText } from '../../platform/database/statements/times.ts';
import { PolicyEngineError } from '../../errors/errors.ts';
import { refusals } from '../../errors/refusals.ts';
import type { Delivery, DeliveryFilter, DeliveryOrder, WholeDelivery } from './deliveries/delivery.ts';
import type { NewWebhookEvent, WebhookEventType } from './events.ts';
import { type Webhook, wants } from './settings.ts';
import { DeliveryStore, type NewDelivery } from './deliveries/store.ts';

/** What the service needs. */
export interface WebhookServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly webhooks: readonly Webhook[];
  readonly audit: Audit;
  /** Address of the engine in events. */
  readonly source: () => string;
  readonly now: () => Date;
}

/** Deliveries on a page. */
export const DELIVERIES_PER_PAGE = 50;

/** A page of deliveries. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly pages: number;
  readonly total: CappedCount;
}

/** A webhook as the panel shows it. */
export interface WebhookStatus {
  readonly webhook: Webhook;
  /** Since when nothing was delivered to it despite attempts; null if there is no problem. */
  readonly failingSince: TimeText | null;
}

/** Reports events to other systems. */
export class WebhookService {
  readonly #options: WebhookServiceOptions;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
  }

  /** The webhooks as configured. */
  get webhooks(): readonly Webhook[] {
    return this.#options.webhooks;
  }

  /** Whether any webhook receives events of a type; if not, `emit` does nothing, and the caller need not prepare data. */
  isWanted(type: WebhookEventType): boolean {
    return this.#options.webhooks.some((webhook) => wants(webhook, type));
  }

  /**
   * Adds an event to the outbox: it is sent only after the transaction is committed.
   *
   * @returns a delivery for each webhook that receives the event
   */
  async emit<Type extends WebhookEventType>(
    transaction: Database,
    event: NewWebhookEvent<Type>,
  ): Promise<readonly Pick<Delivery, 'id' | 'webhook'>[]> {
    return this.emitAll(transaction, [event]);
  }

  /** Like `emit`, with one insert for all. */
  async emitAll(
    transaction: Database,
    events: readonly NewWebhookEvent[],
  ): Promise<readonly Pick<Delivery, 'id' | 'webhook'>[]> {
    const rows = events.flatMap((event) => this.#deliveriesOf(event));
    if (rows.length > 0) await this.#store(transaction).insert(rows);
    return rows;
  }

  /** Deliveries by their IDs; those that were deleted after the retention period are missing. */
  async findAll(ids: readonly string[]): Promise<readonly Delivery[]> {
    return ids.length === 0 ? [] : this.#store().findAll(ids);
  }

  #deliveriesOf(event: NewWebhookEvent): NewDelivery[] {
    const { type, subject, data } = event;
    const wanting = this.#options.webhooks.filter((webhook) => wants(webhook, type));
    if (wanting.length === 0) return [];
    const at = this.#options.now();
    const eventId = createId();
    const body = JSON.stringify({
      specversion: '1.0',
      id: eventId,
      source: this.#options.source(),
      type,
      ...(subject !== null && { subject }),
      time: timeText(at),
      datacontenttype: 'application/json',
      data,
    });
    const userId = userOf(data);
    return wanting.map(({ name: webhook }) => ({ id: createId(), eventId, webhook, type, userId, body, at }));
  }

  /** The newest first. @param page counted from 1 */
  async list(filter: DeliveryFilter, page: number, order?: DeliveryOrder): Promise<DeliveryPage> {
    const store = this.#store();
    const offset = (page - 1) * DELIVERIES_PER_PAGE;
    const [deliveries, total] = await Promise.all([
      isBeyondCount(page, DELIVERIES_PER_PAGE) ? [] : store.list(filter, { limit: DELIVERIES_PER_PAGE, offset, order }),
      store.count(filter),
    ]);
    return { deliveries, total, pages: pagesOf(total, DELIVERIES_PER_PAGE) };
  }

  /** How many deliveries a list has. */
  count(filter: DeliveryFilter): Promise<CappedCount> {
    const { database, naming } = this.#options;
    return new DeliveryStore(database, naming).count(filter);
  }

  /** Deliveries that follow one in the list; null for its start. */
  async after(filter: DeliveryFilter, last: Delivery | null, limit: number): Promise<Delivery[]> {
    return this.#store().after(filter, last, limit);
  }

  /** @throws {PolicyEngineError} 404 */
  async find(id: string): Promise<WholeDelivery> {
    const delivery = await this.#store().find(id);
    if (delivery === undefined) throw refusals.notFound();
    return delivery;
  }

  /** Whether a delivery can be sent again: it has a body, and its webhook exists. */
  isSendable({ body, webhook }: Pick<WholeDelivery, 'body' | 'webhook'>): boolean {
    return body !== null && this.isConfigured(webhook);
  }

  /** Whether there is a webhook of this name. */
  isConfigured(name: string): boolean {
    return this.#options.webhooks.some((webhook) => webhook.name === name);
  }

  /** Sends an event again, with the same ID, from the first attempt. @throws {PolicyEngineError} 404; 409 `webhook_not_sendable` */
  async sendAgain(id: string): Promise<void> {
    const { database, audit, now } = this.#options;
    await database.transaction(async (transaction) => {
      const store = this.#store(transaction);
      const delivery = await store.find(id);
      if (delivery === undefined) throw refusals.notFound();
      const isBegun = this.isConfigured(delivery.webhook) && (await store.again(id, now()));
      if (!isBegun) {
        const text = { key: 'error.webhook_not_sendable' } as const;
        throw new PolicyEngineError('webhook_not_sendable', 'webhook_not_sendable', { text });
      }
      await audit.record(transaction, { action: 'webhook_sent_again', rule: null, subject: id });
    });
  }

  /**
   * Records that a failure was resolved in another way: it is no longer among those that failed.
   *
   * @param note how
   * @throws {PolicyEngineError} 404; 409 `webhook_not_failed`
   */
  async resolve(id: string, note: string): Promise<void> {
    const { database, audit } = this.#options;
    await database.transaction(async (transaction) => {
      const store = this.#store(transaction);
      if ((await store.find(id)) === undefined) throw refusals.notFound();
      if (!(await store.resolve(id, note))) throw refusals.conflict('webhook_not_failed', 'error.webhook_not_failed');
      await audit.record(transaction, { action: 'webhook_resolved', rule: null, subject: id });
    });
  }

  /** The status of each webhook. */
  async statuses(): Promise<WebhookStatus[]> {
    return Promise.all(
      this.#options.webhooks.map(async (webhook) => ({ webhook, failingSince: await this.#failingSince(webhook) })),
    );
  }

  async #failingSince({ name }: Webhook): Promise<TimeText | null> {
    const store = this.#store();
    const delivered = await store.lastDelivered(name);
    const oldest = await store.oldestFailing(name, delivered);
    return oldest !== null && delivered !== null && delivered > oldest ? delivered : oldest;
  }

  /** Number of deliveries that `forget` would find. */
  async countAbout(userId: string): Promise<number> {
    return this.#store().countAbout(userId);
  }

  /**
   * Erases a person from the outbox: sent events about them are deleted, and waiting ones are not sent, except for those that
   * report the erasure (`policy-engine.erasure.…`).
   *
   * @returns number of deliveries; at most a few hundred at a time, so call it until there are none
   */
  async forget(transaction: Database, userId: string): Promise<number> {
    return this.#store(transaction).forget(userId);
  }

  #store(database: Database = this.#options.database): DeliveryStore {
    return new DeliveryStore(database, this.#options.naming);
  }
}

/** The person of an event, by the member of its data. */
function userOf(data: object): string | null {
  const id: unknown = Reflect.get(data, 'user_id');
  return typeof id === 'string' ? id : null;
}
