/** The administrators' lists: that of one kind, and what it shares with the list of all kinds. */
import { z } from '@hono/zod-openapi';
import {
  columnsField,
  type ListOption,
  pageNumber,
  sortField,
  type View,
  type WebApp,
} from '../../../platform/web/index.ts';
import type { RequestKind } from '../register/kind.ts';
import type { RequestCounts } from '../register/counts.ts';
import { orders, type RequestOrder } from '../register/lists.ts';
import type { PersonRequest, RequestFilter } from '../register/request.ts';
import { declareRequestFiles } from './files.ts';
import { requestListPage, type RequestListRow } from '../views/list-page.tsx';
import { ADMIN, type KindRoutes } from './shared.ts';

/** The parameters of every list besides the filters. */
export const listFields: {
  readonly page: typeof pageNumber;
  readonly sort: z.ZodOptional<z.ZodType<RequestOrder | '', RequestOrder | ''>>;
  readonly columns: typeof columnsField;
  readonly q: z.ZodOptional<z.ZodString>;
} = {
  page: pageNumber,
  sort: sortField(orders),
  columns: columnsField,
  q: z.string().trim().max(255).optional().openapi({
    description: 'ID of a request or a person, or text by which `userResource.search` finds people',
  }),
};

/** The requested order. */
export function orderOf(sort: RequestOrder | '' | undefined): RequestOrder {
  return sort || 'due';
}

/** How the list of a kind is declared. */
export interface ListRoute {
  /** Name of the list in operation IDs, as in `ErasureRequests`. */
  readonly id: string;
  /** Name of the list in the JSON, such as `portability_requests`. */
  readonly name: string;
  /** Which states are open, for the documentation. */
  readonly open: string;
  readonly kind: RequestKind;
}

/** Declares the list: `state` filters, `page` counts from 1. */
export function declareList<Request extends PersonRequest, Body>(
  app: WebApp,
  { register, states, pages, json, bodyOf, desk }: KindRoutes<Request, Body>,
  { id, name, open, kind }: ListRoute,
): void {
  const filters: readonly RequestFilter<Request['state']>[] = [...states.all, 'open', 'overdue'];
  const state = z
    .enum([...filters, ''])
    .optional()
    .openapi({ description: `\`open\`: not answered yet: ${open}. \`overdue\`: open past the deadline` });
  app.route({
    method: 'get',
    path: pages.paths.all,
    id: `list${id}`,
    summary: 'List all requests: the open ones by deadline, then the others, newest first',
    description: '20 per page.',
    tags: ADMIN,
    access: 'admin',
    query: z.object({ ...listFields, state }),
    answer: {
      description: 'A page of requests',
      json: z.object({
        [name]: z.array(json),
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        overdue: z.int().openapi({ description: 'How many are overdue, on all pages' }),
      }),
      html: 'page',
    },
    handle: async ({ query }) => {
      const filter = query.state === '' ? undefined : query.state;
      const search = await desk.search(query.q);
      const list = await register.list(filter, query.page, { order: orderOf(query.sort), search });
      const { page, pages: count, total, counts } = list;
      return {
        json: async () => ({
          [name]: await Promise.all(list.requests.map(bodyOf)),
          page,
          pages: count,
          total,
          overdue: counts.overdue,
        }),
        html: async (view) =>
          requestListPage(view, {
            title: view.text(pages.list.title),
            lead: view.text(pages.list.lead),
            none: { title: view.text(pages.list.none), text: view.text(pages.list.noneText) },
            path: pages.paths.all,
            query: { state: filter, q: query.q, sort: query.sort, columns: query.columns },
            chips: chipsOf(view, pages, counts),
            kinds: [],
            rows: await Promise.all(list.requests.map((request) => rowOf(view, kind, request))),
            page,
            pages: count,
            total,
            findsNames: desk.findsNames,
          }),
      };
    },
  });
  declareRequestFiles(app, desk, {
    path: pages.paths.all,
    id,
    summary: 'All requests',
    file: name,
    query: z.object({ q: listFields.q, state }),
    asked: async ({ q, state: scope }) => {
      return { kinds: [kind.name], scope: scope || 'all', search: await desk.search(q) };
    },
  });
}

/** A request with the data of its kind. */
export async function rowOf(view: View, kind: RequestKind, request: PersonRequest): Promise<RequestListRow> {
  return { ...(await kind.listed(view, request)), kind };
}

function chipsOf<Request extends PersonRequest>(
  view: View,
  { filters, filterText }: Pick<KindRoutes<Request, unknown>['pages'], 'filters' | 'filterText'>,
  counts: RequestCounts,
): ListOption[] {
  const countOf = (filter: string) =>
    filter === 'open' || filter === 'overdue' ? counts[filter] : (counts.states.get(filter) ?? 0);
  return [
    { value: '', text: view.t('requests.filter.all'), count: counts.all },
    ...filters.map((filter) => ({ value: filter, text: view.text(filterText(filter)), count: countOf(filter) })),
  ];
}
