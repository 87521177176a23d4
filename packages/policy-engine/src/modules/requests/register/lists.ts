/** Lists of requests, of one kind or of all: filtered, sorted, counted, a page at a time. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { dayText, endOfDay } from '../deadlines/deadline.ts';
import type { OpenCounts, OpenWeek, RequestCounts } from './counts.ts';
import type { RequestRow, RequestTables } from './kind.ts';
import type { PersonRequest, States } from './request.ts';

/** Requests per page. */
export const REQUESTS_PER_PAGE = 20;
/** Length of the current week: the number of days after today. */
const WEEK = 6;

/** Filters for all kinds: open requests, and those of them that are overdue or due soon. */
export const scopes = ['open', 'overdue', 'week', 'failed', 'closed', 'all'] as const;
/** One of {@link scopes}, or a state of a kind. */
export type RequestScope = (typeof scopes)[number] | (string & {});

/** `due`: open ones first, by deadline; then the others, the newest first. A minus sign: descending. */
export const orders = ['due', 'created', '-created', 'state', '-state'] as const;
/** One of {@link orders}. */
export type RequestOrder = (typeof orders)[number];

/** What a list searches for: a request, or people; or deadlines. */
export interface RequestSearch {
  /** Id of a request or of a person. Default: any. */
  readonly id?: string;
  /** Ids of further people. */
  readonly userIds?: readonly string[];
  /** When they are due, from the first to the last moment. Default: any time. */
  readonly due?: { readonly from: Date; readonly to?: Date };
  /** The administrator who works on them; null: nobody does. Default: anybody or nobody. */
  readonly assignee?: string | null;
}

/** The filters and the order. */
export interface RequestQuery {
  readonly scope: RequestScope;
  /** Default: `due`. */
  readonly order?: RequestOrder | undefined;
  /** Default: all. */
  readonly search?: RequestSearch | null | undefined;
}

/** A kind, as lists read it. */
export interface ListableKind {
  readonly name: string;
  readonly states: States<string>;
  readonly tables: Pick<RequestTables<PersonRequest>, 'rows'>;
}

/** A request on a page. */
export interface ListedId {
  readonly kind: string;
  readonly id: string;
}

/** A page of a list, with the totals of its kinds regardless of filters. */
export interface ListedIds {
  readonly counts: RequestCounts;
  readonly ids: readonly ListedId[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** A day whose requests are counted. */
interface DayOfWeek {
  readonly from: TimeText;
  readonly to: TimeText;
  readonly end: Date;
  count: number;
}

/** What reading lists needs. */
export type RequestListsOptions = Readonly<{ database: Database; naming: Naming; timeZone: string; now: () => Date }>;

type Branch = SelectQueryBuilder<Tables & { row: RequestRow }, 'row', object>;
type SortedBy = readonly (readonly ['created_at' | 'due_at' | 'state' | 'id', 'asc' | 'desc'])[];

const NEWEST: SortedBy = [
  ['created_at', 'desc'],
  ['id', 'desc'],
];
const SORTED: Readonly<Record<Exclude<RequestOrder, 'due'>, SortedBy>> = {
  '-created': NEWEST,
  created: [
    ['created_at', 'asc'],
    ['id', 'asc'],
  ],
  state: [['state', 'asc'], ...NEWEST],
  '-state': [['state', 'desc'], ...NEWEST],
};
const DUE: SortedBy = [
  ['due_at', 'asc'],
  ['id', 'asc'],
];

/** Reads lists of some kinds. */
export class RequestLists {
  readonly #options: RequestListsOptions;

  constructor(options: RequestListsOptions) {
    this.#options = options;
  }

  /** A page of requests. @param page counted from 1; a page past the last is empty */
  async page(
    kinds: readonly ListableKind[],
    { scope, order = 'due', search }: RequestQuery,
    page: number,
    size: number = REQUESTS_PER_PAGE,
  ): Promise<ListedIds> {
    const counting = this.counts(kinds);
    const found = search ?? null;
    const wanted = { limit: size, offset: (page - 1) * size };
    const [counts, ids] = await Promise.all([
      counting,
      order === 'due'
        ? this.#waitingFirst(kinds, scope, found, { ...wanted, counting })
        : this.#segment(kinds, [scope], found, { ...wanted, by: SORTED[order] }),
    ]);
    const total = found === null ? countIn(counts, scope) : await this.#count(kinds, [scope], found);
    return { ids, page, pages: Math.max(1, Math.ceil(total / size)), total, counts };
  }

  /** The total numbers. */
  async counts(kinds: readonly ListableKind[]): Promise<RequestCounts> {
    const [{ states, ...counts }, ...closedStates] = await Promise.all([
      this.#openStates(kinds),
      ...kinds.map((kind) => this.#closedStates(kind)),
    ]);
    let closed = 0;
    for (const [state, count] of closedStates.flat()) {
      states.set(state, (states.get(state) ?? 0) + count);
      closed += count;
    }
    return { ...counts, all: counts.open + closed, closed, states };
  }

  /** The numbers of open requests: a few rows, however many are closed. */
  async openCounts(kinds: readonly ListableKind[], database?: Database): Promise<OpenCounts> {
    const { states: _, ...counts } = await this.#openStates(kinds, [], database);
    return counts;
  }

  /** The same, and how many are due on each day of the week, from today on: one query for each kind. */
  async openWeek(kinds: readonly ListableKind[]): Promise<OpenWeek> {
    const days = Array.from({ length: WEEK + 1 }, (_, index): DayOfWeek => {
      return { from: timeText(this.#end(index - 1)), to: timeText(this.#end(index)), end: this.#end(index), count: 0 };
    });
    const { states: _, ...counts } = await this.#openStates(kinds, days);
    return {
      ...counts,
      days: days.map(({ end, count }) => ({ day: dayText(end, this.#options.timeZone), count })),
    };
  }

  /** @param days their counts are added up */
  async #openStates(
    kinds: readonly ListableKind[],
    days: readonly DayOfWeek[] = [],
    database?: Database,
  ): Promise<OpenCounts & { readonly states: Map<string, number> }> {
    const states = new Map<string, number>();
    let [open, overdue, week] = [0, 0, 0];
    const weekEnds = this.#weekEnds();
    for (const kind of kinds) {
      const found = this.#branch(this.#queries(database), kind, ['open'], null, database);
      const rows = await found
        ?.select(({ fn }) => [
          'row.state',
          fn.countAll().as('total'),
          fn.sum('row.late').as('overdue'),
          sql<number>`sum(case when ${sql.ref('row.late')} = 0 and ${sql.ref('row.due_at')} <= ${weekEnds} then 1 else 0 end)`.as(
            'week',
          ),
        ])
        .select(
          days.map(({ from, to }, index) => {
            const { late, due } = { late: sql.ref('row.late'), due: sql.ref('row.due_at') };
            return sql<number>`sum(case when ${late} = 0 and ${due} > ${from} and ${due} <= ${to} then 1 else 0 end)`.as(
              `d${index}`,
            );
          }),
        )
        .groupBy('row.state')
        .execute();
      for (const row of rows ?? []) {
        for (const [index, day] of days.entries()) day.count += countOf(row[`d${index}`] ?? 0);
        const total = countOf(row.total);
        states.set(row.state, (states.get(row.state) ?? 0) + total);
        open += total;
        overdue += countOf(row.overdue);
        week += countOf(row.week);
      }
    }
    return { open, overdue, week, failed: states.get('failed') ?? 0, states };
  }

  /** The numbers of each closed state of a kind: read from an index only. */
  async #closedStates(kind: ListableKind): Promise<[string, number][]> {
    const rows = await this.#queries()
      .selectFrom(kind.tables.rows(this.#options.database, null).as('row'))
      .select(({ fn }) => ['row.state', fn.countAll().as('total')])
      .where('row.state', 'in', statesOf(kind.states, 'closed'))
      .groupBy('row.state')
      .execute();
    return rows.map(({ state, total }) => [state, countOf(total)]);
  }

  async #count(
    kinds: readonly ListableKind[],
    scope: readonly RequestScope[],
    search: RequestSearch | null,
  ): Promise<number> {
    let total = 0;
    for (const kind of kinds) {
      const found = this.#branch(this.#queries(), kind, scope, search);
      const row = await found?.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
      total += countOf(row?.total ?? 0);
    }
    return total;
  }

  /** IDs of the open, overdue or soon due requests with the earliest deadlines. */
  async dueFirst(
    kinds: readonly ListableKind[],
    scope: 'open' | 'overdue' | 'week',
    limit: number,
    database?: Database,
  ): Promise<ListedId[]> {
    return this.#segment(kinds, [scope], null, { by: DUE, limit, offset: 0 }, database);
  }

  /** IDs of the open requests that are due after the week, by deadline. */
  async dueLater(kinds: readonly ListableKind[], limit: number): Promise<ListedId[]> {
    const later = { due: { from: new Date(this.#end(WEEK).getTime() + 1) } };
    return this.#segment(kinds, ['open'], later, { by: DUE, limit, offset: 0 });
  }

  /** IDs of the open requests of some people, by deadline. */
  async openOf(kinds: readonly ListableKind[], userIds: readonly string[], limit: number): Promise<ListedId[]> {
    return this.#segment(kinds, ['open'], { id: '', userIds }, { by: DUE, limit, offset: 0 });
  }

  /** Ids of requests of a kind after one, in the order of their ids. */
  async after(
    kind: ListableKind,
    { scope, search = null }: Omit<RequestQuery, 'order'>,
    last: string | null,
    limit: number,
  ): Promise<ListedId[]> {
    const branch = this.#branch(this.#queries(), kind, [scope], search);
    if (branch === null) return [];
    const rows = await branch
      .select('row.id')
      .$if(last !== null, (query) => query.where('row.id', '>', last!))
      .orderBy('row.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => ({ kind: kind.name, id }));
  }

  /** Open ones by deadline, then the others: two parts, each of which needs an index or a few rows. */
  async #waitingFirst(
    kinds: readonly ListableKind[],
    scope: RequestScope,
    search: RequestSearch | null,
    { limit, offset, counting }: { limit: number; offset: number; counting: Promise<RequestCounts> },
  ): Promise<ListedId[]> {
    const waiting = await this.#segment(kinds, [scope, 'open'], search, { by: DUE, limit, offset });
    const hasOthers = kinds.some(
      ({ states }) => common(statesOf(states, scope), statesOf(states, 'closed')).length > 0,
    );
    if (waiting.length === limit || !hasOthers) return waiting;
    const isAll = search === null && (scope === 'all' || scope === 'open');
    const before = isAll ? (await counting).open : await this.#count(kinds, [scope, 'open'], search);
    const rest = { by: NEWEST, limit: limit - waiting.length, offset: Math.max(0, offset - before) };
    return [...waiting, ...(await this.#segment(kinds, [scope, 'closed'], search, rest))];
  }

  async #segment(
    kinds: readonly ListableKind[],
    scope: readonly RequestScope[],
    search: RequestSearch | null,
    { by, limit, offset }: { readonly by: SortedBy; readonly limit: number; readonly offset: number },
    database?: Database,
  ): Promise<ListedId[]> {
    const queries = this.#queries(database);
    const [first, ...others] = kinds.flatMap((kind) => {
      const branch = this.#branch(queries, kind, scope, search, database);
      if (branch === null) return [];
      // At most a page of each: an index has them in this order.
      const begin = by.reduce(
        (query, [column, direction]) => query.orderBy(`row.${column}`, direction),
        branch.select([
          sql<string>`${sql.lit(kind.name)}`.as('kind'),
          'row.id',
          'row.state',
          'row.created_at',
          'row.due_at',
        ]),
      );
      return [queries.selectFrom(begin.limit(offset + limit).as('own')).selectAll()];
    });
    if (first === undefined) return [];
    const united = others.reduce((all, one) => all.unionAll(one), first);
    const sorted = by.reduce(
      (query, [column, direction]) => query.orderBy(`listed.${column}`, direction),
      queries.selectFrom(united.as('listed')).select(['listed.kind', 'listed.id']),
    );
    return sorted.limit(limit).offset(offset).execute();
  }

  /** The matching rows of a kind; null if none can match. */
  #branch(
    queries: Queries,
    kind: ListableKind,
    scope: readonly RequestScope[],
    search: RequestSearch | null,
    database: Database = this.#options.database,
  ): Branch | null {
    const { now } = this.#options;
    const states = scope.map((one) => statesOf(kind.states, one)).reduce(common);
    if (states.length === 0) return null;
    const found: Branch = queries.selectFrom(kind.tables.rows(database, now()).as('row'));
    const assigned = queries.selectFrom('request_assignments').select('request_id');
    return found
      .$if(states.length < kind.states.all.length, (query) => query.where('row.state', 'in', states))
      .$if(scope.includes('overdue'), (query) => query.where('row.late', '=', 1))
      .$if(scope.includes('week'), (query) =>
        query.where('row.late', '=', 0).where('row.due_at', '<=', this.#weekEnds()),
      )
      .$if(search?.id !== undefined, (query) => {
        const { id = '', userIds = [] } = search!;
        return query.where((where) =>
          where.or([where('row.id', '=', id), where('row.user_id', 'in', [id, ...userIds])]),
        );
      })
      .$if(search?.assignee === null, (query) => query.where('row.id', 'not in', assigned))
      .$if(typeof search?.assignee === 'string', (query) =>
        query.where('row.id', 'in', assigned.where('assignee', '=', search!.assignee!)),
      )
      .$if(search?.due !== undefined, (query) => query.where('row.due_at', '>=', timeText(search!.due!.from)))
      .$if(search?.due?.to !== undefined, (query) => query.where('row.due_at', '<=', timeText(search!.due!.to!)));
  }

  #weekEnds(): TimeText {
    return timeText(this.#end(WEEK));
  }

  #end(days: number): Date {
    const { now, timeZone } = this.#options;
    return endOfDay(now(), days, timeZone);
  }

  #queries(database: Database = this.#options.database): Queries {
    return createQueries(database, this.#options.naming);
  }
}

function statesOf({ all, open }: States<string>, scope: RequestScope): readonly string[] {
  if (scope === 'all') return all;
  if (scope === 'closed') return all.filter((state) => !open.includes(state));
  if (scope === 'open' || scope === 'overdue' || scope === 'week') return open;
  return all.filter((state) => state === scope);
}

/** The number of entries of a list of all states, or of some of them. */
function countIn(counts: RequestCounts, scope: RequestScope): number {
  return scope in counts && scope !== 'states'
    ? counts[scope as Exclude<keyof RequestCounts, 'states'>]
    : (counts.states.get(scope) ?? 0);
}

function common(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => others.includes(one));
}
