import { cappedCount, type CappedCount } from '../../../platform/database/statements/capped-count.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import type {
  Delivery,
  DeliveryFilter,
  DeliveryOrder,
  DeliveryState,
  DueDelivery,
  Outcome,
  WholeDelivery,
} from './delivery.ts';

/** A delivery to write. */
export interface NewDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhook: string;
  readonly type: string;
  readonly userId: string | null;
  readonly body: string;
  readonly at: Date;
}

const COLUMNS = [
  'id',
  'event_id',
  'webhook',
  'type',
  'user_id',
  'state',
  'attempts',
  'due_at',
  'attempted_at',
  'status',
  'error',
  'created_at',
  'ended_at',
] as const;

/** Types that report an erasure, which are sent although they name the erased person. */
const OF_ERASURES = 'policy-engine.erasure.';
/** Rows that are changed per statement. */
const AT_ONCE = 500;

/** The outbox in one database, or inside one of its transactions. */
export class DeliveryStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** One statement, regardless of the number. */
  async insert(deliveries: readonly NewDelivery[]): Promise<void> {
    const rows = deliveries.map(({ id, eventId, webhook, type, userId, body, at }) => ({
      id,
      event_id: eventId,
      webhook,
      type,
      user_id: userId,
      body,
      state: 'waiting',
      attempts: 0,
      due_at: at,
      created_at: at,
    }));
    await this.#queries.insertInto('webhook_deliveries').values(rows).execute();
  }

  /** Due deliveries of a webhook, the longest due first. */
  async due(webhook: string, now: Date, limit: number): Promise<DueDelivery[]> {
    const rows = await this.#queries
      .selectFrom('webhook_deliveries')
      .select(['id', 'event_id', 'body', 'attempts'])
      .where('webhook', '=', webhook)
      .where('due_at', '<=', timeText(now))
      .orderBy('due_at')
      .limit(limit)
      .execute();
    // A due delivery has a body: bodies are deleted only after the end.
    return rows.map(({ id, event_id: eventId, body, attempts }) => ({ id, eventId, body: body ?? '', attempts }));
  }

  /** Records the result of an attempt. */
  async note(id: string, { state, dueAt, status, answer, error }: Outcome, now: Date): Promise<void> {
    await this.#queries
      .updateTable('webhook_deliveries')
      .set((set) => ({
        state,
        attempts: set('attempts', '+', 1),
        due_at: dueAt,
        attempted_at: now,
        status,
        answer,
        error,
        ended_at: dueAt === null ? now : null,
      }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** Delays all waiting deliveries of a webhook until a moment, at least. */
  async postpone(webhook: string, until: Date): Promise<void> {
    await this.#queries
      .updateTable('webhook_deliveries')
      .set({ due_at: until })
      .where('webhook', '=', webhook)
      .where('due_at', '<', timeText(until))
      .execute();
  }

  /** Restarts a delivery. @returns false if it is missing, or has no body any more */
  async again(id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#queries
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, due_at: now, ended_at: null })
      .where('id', '=', id)
      .where('body', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Ends a failure in another way. @returns false if there is no such failure */
  async resolve(id: string, note: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#queries
      .updateTable('webhook_deliveries')
      .set({ state: 'resolved', note })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** A page of deliveries. @param order of IDs, which sort by time; default: the newest first */
  async list(
    filter: DeliveryFilter,
    { limit, offset, order = '-at' }: { limit: number; offset: number; order?: DeliveryOrder | undefined },
  ): Promise<Delivery[]> {
    const rows = await this.#matching(filter)
      .select(COLUMNS)
      .orderBy('id', order === 'at' ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(deliveryOf);
  }

  /** Those that follow one in the list; null for its start. */
  async after(filter: DeliveryFilter, last: Pick<Delivery, 'id'> | null, limit: number): Promise<Delivery[]> {
    const rows = await this.#matching(filter)
      .select(COLUMNS)
      .$if(last !== null, (query) => query.where('id', '<', last!.id))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(deliveryOf);
  }

  async count(filter: DeliveryFilter): Promise<CappedCount> {
    return cappedCount(this.#queries, this.#matching(filter).orderBy('id', 'desc'));
  }

  async find(id: string): Promise<WholeDelivery | undefined> {
    const row = await this.#queries
      .selectFrom('webhook_deliveries')
      .select([...COLUMNS, 'body', 'answer', 'note'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { ...deliveryOf(row), body: row.body, answer: row.answer, note: row.note };
  }

  async findAll(ids: readonly string[]): Promise<Delivery[]> {
    const rows = await this.#queries.selectFrom('webhook_deliveries').select(COLUMNS).where('id', 'in', ids).execute();
    return rows.map(deliveryOf);
  }

  /** Time of the last delivery to a webhook; null for never. */
  async lastDelivered(webhook: string): Promise<TimeText | null> {
    const row = await this.#ofState(webhook, ['delivered'])
      .select('ended_at')
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.ended_at ?? null;
  }

  /** Creation of the oldest event that was tried without success after a moment; null for none. */
  async oldestFailing(webhook: string, after: TimeText | null): Promise<TimeText | null> {
    const row = await this.#ofState(webhook, ['waiting', 'failed', 'gone'])
      .select('created_at')
      .where('attempted_at', 'is not', null)
      .$if(after !== null, (query) => query.where('attempted_at', '>', after!))
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
    return row?.created_at ?? null;
  }

  /** Deletes request and response of deliveries that ended before a moment: their person is no longer needed. */
  async deleteBodies(before: Date): Promise<void> {
    await this.#eachBatch(
      () =>
        this.#queries
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('ended_at', '<', timeText(before))
          .where('body', 'is not', null)
          .limit(AT_ONCE)
          .execute(),
      (ids) => this.#withoutBodies().where('id', 'in', ids).execute(),
    );
  }

  /** Deletes deliveries that ended before a moment. */
  async deleteEnded(before: Date): Promise<void> {
    await this.#eachBatch(
      () =>
        this.#queries
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('ended_at', '<', timeText(before))
          .limit(AT_ONCE)
          .execute(),
      (ids) => this.#queries.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute(),
    );
  }

  /** Abandons deliveries that were due before a moment to webhooks that are not configured. */
  async abandon(configured: readonly string[], before: Date, now: Date, error: string): Promise<void> {
    await this.#queries
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', due_at: null, ended_at: now, error })
      .where('state', '=', 'waiting')
      .where('due_at', '<', timeText(before))
      .$if(configured.length > 0, (query) => query.where('webhook', 'not in', configured))
      .execute();
  }

  /** Number of deliveries about a person that can be erased: all except waiting ones that report the erasure. */
  async countAbout(userId: string): Promise<number> {
    const { total } = await this.#about(userId)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return countOf(total);
  }

  /** Removes the person from ended deliveries, and deletes waiting ones; at most 500. @returns their number */
  async forget(userId: string): Promise<number> {
    const rows = await this.#about(userId).select('id').limit(AT_ONCE).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await this.#queries
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', ids)
      .where('state', '=', 'waiting')
      .execute();
    await this.#withoutBodies().where('id', 'in', ids).execute();
    return ids.length;
  }

  #about(userId: string) {
    return this.#queries
      .selectFrom('webhook_deliveries')
      .where('user_id', '=', userId)
      .where((where) => where.or([where('state', '<>', 'waiting'), where('type', 'not like', `${OF_ERASURES}%`)]));
  }

  #withoutBodies() {
    return this.#queries.updateTable('webhook_deliveries').set({ body: null, answer: null, user_id: null });
  }

  async #eachBatch(
    find: () => Promise<readonly { readonly id: string }[]>,
    change: (ids: readonly string[]) => Promise<unknown>,
  ): Promise<void> {
    for (;;) {
      const rows = await find();
      if (rows.length > 0) await change(rows.map(({ id }) => id));
      if (rows.length < AT_ONCE) return;
    }
  }

  #ofState(webhook: string, states: readonly DeliveryState[]) {
    return this.#queries.selectFrom('webhook_deliveries').where('webhook', '=', webhook).where('state', 'in', states);
  }

  #matching({ state, webhook }: DeliveryFilter) {
    return this.#queries
      .selectFrom('webhook_deliveries')
      .$if(state !== undefined, (query) => query.where('state', '=', state!))
      .$if(webhook !== undefined, (query) => query.where('webhook', '=', webhook!));
  }
}

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly webhook: string;
  readonly type: string;
  readonly user_id: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly due_at: TimeText | null;
  readonly attempted_at: TimeText | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly created_at: TimeText;
  readonly ended_at: TimeText | null;
}

function deliveryOf(row: Row): Delivery {
  const { id, webhook, type, attempts, status, error } = row;
  return {
    id,
    eventId: row.event_id,
    webhook,
    type,
    userId: row.user_id,
    // Written by this module only.
    state: row.state as DeliveryState,
    attempts,
    dueAt: row.due_at,
    attemptedAt: row.attempted_at,
    status,
    error,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
