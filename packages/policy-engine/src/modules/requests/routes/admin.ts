/** All requests, for administrators. */
import { z } from '@hono/zod-openapi';
import type { WebApp } from '../../../platform/web/index.ts';
import { AdminRequestJson, adminRequestJson } from '../representation.ts';
import { requestStates } from '../request.ts';
import { deletePage } from '../views/act-pages.tsx';
import { listPage, requestPage } from '../views/admin-pages.tsx';
import { paths } from '../views/parts.tsx';
import { actingOn, ADMIN, Id, type RequestsRoutesOptions, shownOf } from './shared.ts';

const Query = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  state: z
    .enum([...requestStates, 'open', 'overdue'])
    .optional()
    .openapi({ description: '`open` waits for an answer: pending, progress, failed. `overdue` waits for too long' }),
});

export function declareAdmin(app: WebApp, options: RequestsRoutesOptions): void {
  const { requests, now } = options;
  app.route({
    method: 'get',
    path: paths.all,
    id: 'listPortabilityRequests',
    summary: 'List all requests: overdue ones first, then the newest',
    description: '20 on a page.',
    tags: ADMIN,
    access: 'admin',
    query: Query,
    answer: {
      description: 'A page of requests',
      json: z.object({
        portability_requests: z.array(AdminRequestJson),
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        overdue: z.int().openapi({ description: 'How many are overdue, on all pages' }),
      }),
      html: 'page',
    },
    handle: async ({ query }) => {
      const list = await requests.list(query.state, query.page);
      const { page, pages, total, overdue } = list;
      return {
        json: () => ({
          portability_requests: list.requests.map((request) => adminRequestJson(request, now())),
          page,
          pages,
          total,
          overdue,
        }),
        html: async (view) => {
          const rows = await Promise.all(list.requests.map((request) => shownOf(options, view, request)));
          return listPage(view, { rows, list, filter: query.state });
        },
      };
    },
  });
  app.route({
    method: 'get',
    path: '/portability_requests/{id}',
    id: 'showPortabilityRequest',
    summary: 'Show a request, with how far it is',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The request', json: AdminRequestJson, html: 'page' },
    handle: async ({ params }) => {
      const request = await requests.find(params.id);
      return {
        json: () => adminRequestJson(request, now()),
        html: async (view) => requestPage(view, await shownOf(options, view, request)),
      };
    },
  });
  app.route({
    method: 'get',
    path: '/portability_requests/{id}/delete',
    id: 'askToDeletePortabilityRequest',
    summary: 'Ask whether a request is to be deleted',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The question', html: 'page' },
    handle: async ({ params }) => {
      const request = await requests.find(params.id);
      return { html: async (view) => deletePage(view, await actingOn(options, view, request)) };
    },
  });
  app.route({
    method: 'delete',
    path: '/portability_requests/{id}',
    id: 'deletePortabilityRequest',
    summary: 'Delete a request, with its export',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { status: 204, description: 'Deleted', html: 'redirect' },
    handle: async ({ params, href }) => {
      await requests.delete(params.id);
      return { redirect: { to: href(paths.all), notice: 'notice.request_deleted' } };
    },
  });
}
