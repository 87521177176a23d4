/** All requests for a copy, for administrators. */
import type { WebApp } from '../../../platform/web/index.ts';
import { declareList } from '../../requests/routes/list.ts';
import { actingOn, ADMIN, Id } from '../../requests/routes/shared.ts';
import { questionPage } from '../../requests/views/act-pages.tsx';
import { AdminRequestJson } from '../representation.ts';
import { exportListPage, requestPage } from '../views/admin-pages.tsx';
import { pages, paths, questions } from '../views/pages.ts';
import { kindRoutes, type PortabilityRoutesOptions, shownExport } from './shared.ts';

export function declareAdmin(app: WebApp, options: PortabilityRoutesOptions): void {
  const { requests, nameOf } = options;
  const kind = kindRoutes(options);
  const { register } = requests;
  declareList(app, kind, {
    id: 'listPortabilityRequests',
    name: 'portability_requests',
    open: 'pending, progress, failed',
    page: async (view, list, filter) => {
      const rows = await Promise.all(list.requests.map((request) => shownExport(options, view, request)));
      return exportListPage(view, { rows, list, filter });
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
      const request = await register.find(params.id);
      return {
        json: () => kind.bodyOf(request),
        html: async (view) => requestPage(view, await shownExport(options, view, request)),
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
      const request = await register.find(params.id);
      return {
        html: async (view) => {
          const acting = await actingOn(nameOf, view, request);
          return questionPage(view, { pages, acting, act: 'delete', question: questions.delete });
        },
      };
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
