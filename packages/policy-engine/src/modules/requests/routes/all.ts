/** Requests of all kinds, for administrators. */
import { z } from '@hono/zod-openapi';
import { type ListOption, type View, type WebApp } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import type { RequestCounts } from '../register/counts.ts';
import { type RequestQuery, type RequestScope, scopes } from '../register/lists.ts';
import { REQUESTS } from './paths.ts';
import { declareRequestFiles, RequestOfKindJson, requestOfKindJson } from './files.ts';
import { requestListPage } from '../views/list-page.tsx';
import { listFields, orderOf, rowOf } from './list.ts';
import { ADMIN } from './shared.ts';

/** How many requests there are, as JSON. */
export type CountsBody = Record<'all' | 'open' | 'overdue' | 'week' | 'failed' | 'closed', number>;

const count = z.int();
export const CountsJson: z.ZodType<CountsBody> = z
  .object({ all: count, open: count, overdue: count, week: count, failed: count, closed: count })
  .openapi('RequestCounts', { description: '`week`: open requests that are due today or in the next six days' });

/** Counts as JSON. */
export function countsJson({ all, open, overdue, week, failed, closed }: RequestCounts): CountsBody {
  return { all, open, overdue, week, failed, closed };
}

/** Filter for who works on a request. */
const assignees = ['', 'me', 'nobody'] as const;

const filters = {
  assigned: z
    .enum(assignees)
    .optional()
    .openapi({ description: 'Only those assigned to the caller, or to nobody. Default: all' }),
  q: listFields.q,
  state: z
    .enum([...scopes, ''])
    .optional()
    .openapi({ description: 'Default: `open`. `week`: due today or in the next six days' }),
  kind: z.string().max(63).optional().openapi({ description: 'Default: all' }),
  due: z
    .union([z.iso.date(), z.literal('')])
    .optional()
    .openapi({ description: 'Only those due on this day, in the time zone of the engine' }),
};

/** Declares the list of all kinds; it starts with the open ones. */
export function declareAll(app: WebApp, desk: RequestDesk): void {
  const covers = desk.kinds.map(({ path }) => path);
  app.navigation({ area: 'admin', group: 'work', position: 30, path: REQUESTS, covers, label: 'nav.requests' });
  app.route({
    method: 'get',
    path: REQUESTS,
    id: 'listRequestsOfAllKinds',
    summary: 'List requests of all types: the open ones by deadline',
    description: '20 per page.',
    tags: ADMIN,
    access: 'admin',
    query: z.object({ ...listFields, ...filters }),
    answer: {
      description: 'A page of requests',
      json: z.object({
        requests: z.array(RequestOfKindJson),
        page: count,
        pages: count,
        total: count,
        counts: CountsJson,
      }),
      html: 'page',
    },
    handle: async ({ query, href, user }) => {
      const asked = await askedOf(desk, query, user.id);
      const list = await desk.page({ ...asked, order: orderOf(query.sort) }, query.page);
      const { counts } = list;
      return {
        json: () => ({
          requests: list.requests.map((one) => requestOfKindJson(one, href)),
          page: list.page,
          pages: list.pages,
          total: list.total,
          counts: countsJson(counts),
        }),
        html: async (view) =>
          requestListPage(view, {
            title: view.t('requests.desk.title'),
            lead: view.t('requests.desk.lead'),
            none: { title: view.t('requests.desk.none'), text: view.t('requests.desk.none_text') },
            path: REQUESTS,
            query: {
              state: query.state === 'open' ? '' : query.state,
              kind: query.kind,
              due: query.due,
              assigned: query.assigned,
              q: query.q,
              sort: query.sort,
              columns: query.columns,
            },
            chips: chipsOf(view, counts),
            kinds: desk.kinds,
            rows: await Promise.all(list.requests.map(({ kind, request }) => rowOf(view, kind, request))),
            page: list.page,
            pages: list.pages,
            total: list.total,
            findsNames: desk.findsNames,
          }),
      };
    },
  });
}

/** The files of the list. */
export function declareFiles(app: WebApp, desk: RequestDesk): void {
  declareRequestFiles(app, desk, {
    path: REQUESTS,
    id: 'RequestsOfAllKinds',
    summary: 'Requests of all types',
    file: 'requests',
    query: z.object(filters),
    asked: (query, caller) => askedOf(desk, query, caller),
  });
}

interface AskedFor {
  readonly q?: string | undefined;
  readonly state?: RequestScope | undefined;
  readonly kind?: string | undefined;
  readonly due?: string | undefined;
  readonly assigned?: (typeof assignees)[number] | undefined;
}

/** The parameters of a list or its file. @param caller the host's ID of the administrator */
async function askedOf(
  desk: RequestDesk,
  { q, state, kind, due, assigned }: AskedFor,
  caller: string,
): Promise<RequestQuery & { readonly kinds?: readonly string[] }> {
  const assignee = assigned ? { me: caller, nobody: null }[assigned] : undefined;
  const kinds = kind === undefined || kind === '' ? {} : { kinds: [kind] };
  return { scope: state || 'open', search: await desk.search(q, due, assignee), ...kinds };
}

function chipsOf(view: View, counts: RequestCounts): ListOption[] {
  return scopes.map((scope) => ({
    value: scope === 'open' ? '' : scope,
    text: view.t(`requests.filter.${scope}`),
    count: counts[scope],
  }));
}
