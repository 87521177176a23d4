/** Doubts about events, derived from the suspicions of the sealer and from judgements. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import type { LedgerFinding } from '../verify/finding.ts';
import type { Doubt } from '../ledger/rows.ts';

/** A place in the list of suspected events. */
export interface DoubtedEvent {
  readonly id: string;
  readonly doubt: Doubt | null;
}

/** Suspicions, and judgements. */
const DOUBTING = ['suspicion', 'judgement'];
const MOST = 100;

/** Reads and writes doubts. */
export class Doubts {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Sets the doubt about an event. */
  async set(eventId: string, doubt: Doubt | null): Promise<void> {
    await this.#queries.updateTable('ledger_events').set({ doubt }).where('id', '=', eventId).execute();
  }

  /** Derives the doubt about an event from the ledger. */
  async of(eventId: string): Promise<Doubt | null> {
    return (await this.#expected(eventId)).get(eventId) ?? null;
  }

  /**
   * IDs of suspected events: first those that wait for a judgement, then the newest.
   *
   * @param last only those after this one; null from the beginning
   */
  async list(last: DoubtedEvent | null, limit: number): Promise<string[]> {
    const rows = await this.#doubted()
      .select('id')
      .$if(last !== null, (query) => query.where((where) => after(where, last!)))
      .orderBy(sql`case ${sql.ref('ledger_events.doubt')} when 'suspected' then 0 else 1 end`)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** How many suspected events nobody has reviewed. */
  async unjudged(): Promise<number> {
    const query = this.#doubted().select(({ fn }) => fn.countAll().as('total'));
    return countOf((await query.where('doubt', '=', 'suspected').executeTakeFirstOrThrow()).total);
  }

  /** Events whose column differs from what the ledger says. */
  async findings(): Promise<LedgerFinding[]> {
    const expected = await this.#expected();
    const rows = await this.#queries
      .selectFrom('ledger_events')
      .select(['id', 'doubt'])
      .where((where) =>
        where.or([
          where('doubt', 'is not', null),
          ...(expected.size === 0 ? [] : [where('id', 'in', [...expected.keys()].slice(0, MOST))]),
        ]),
      )
      .limit(expected.size + MOST)
      .execute();
    return rows
      .filter(({ id, doubt }) => doubt !== (expected.get(id) ?? null))
      .map(({ id, doubt }) => ({
        code: 'doubt_changed',
        message: `event ${id} is noted as ${doubt ?? 'undoubted'}, and the ledger says ${expected.get(id) ?? 'nothing'}`,
      }));
  }

  async #expected(eventId?: string): Promise<Map<string, Doubt>> {
    const rows = eventId === undefined ? await this.#doubting().execute() : await this.#about([eventId]);
    const flags = eventId === undefined ? rows : await this.#about(rows.map(({ id }) => id));
    const flagged = new Set(
      flags.flatMap(({ kind, about }) => (kind === 'suspicion' && about !== null ? [about] : [])),
    );
    // Unsealed events come last.
    const inOrder = rows.toSorted(
      (one, other) => (one.sealed ?? Infinity) - (other.sealed ?? Infinity) || (one.id < other.id ? -1 : 1),
    );
    const doubts = new Map<string, Doubt>();
    for (const { id, kind, about, reason, sealed } of inOrder) {
      if (about === null) continue;
      // A suspicion has its place when it is created; a judgement that is suspected itself has no effect.
      if (kind === 'suspicion' && sealed !== null) doubts.set(about, 'suspected');
      if (kind === 'judgement' && doubts.has(about) && !flagged.has(id)) doubts.set(about, verdictOf(reason));
    }
    return doubts;
  }

  #doubted() {
    return this.#queries
      .selectFrom('ledger_events')
      .where('doubt', 'is not', null)
      .where('id', 'in', (where) =>
        where
          .selectFrom('ledger_events as flag')
          .select('flag.about')
          .where('flag.kind', '=', 'suspicion')
          .where('flag.decision', 'is', null)
          .where('flag.about', 'is not', null)
          .$narrowType<{ about: string }>(),
      );
  }

  async #about(eventIds: readonly string[]) {
    return eventIds.length === 0 ? [] : this.#doubting().where('about', 'in', eventIds).execute();
  }

  #doubting() {
    return (
      this.#queries
        .selectFrom('ledger_events')
        .select(['id', 'kind', 'about', 'reason', 'sealed'])
        .where('kind', 'in', DOUBTING)
        // Events without a decision are found by their kind.
        .where('decision', 'is', null)
    );
  }
}

/** The condition for what comes after an event in the list. */
function after(where: ExpressionBuilder<Tables, 'ledger_events'>, { id, doubt }: DoubtedEvent): Expression<SqlBool> {
  const isReviewed = where('doubt', '!=', 'suspected');
  const isOlder = where('id', '<', id);
  if (doubt !== 'suspected') return where.and([isReviewed, isOlder]);
  return where.or([isReviewed, isOlder]);
}

const verdictOf = (reason: string | null): Doubt => (reason === 'counts' ? 'counts' : 'void');
