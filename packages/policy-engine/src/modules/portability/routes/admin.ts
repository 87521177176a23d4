/** All access requests, for administrators. */
import type { WebApp } from '../../../platform/web/index.ts';
import { ADMIN, declareList, declareQuestion, drawnRecord, Id, type RequestKind } from '../../requests/index.ts';
import { AdminRequestJson } from '../requests/representation.ts';
import { requestPage } from '../views/admin-pages.tsx';
import { paths, questions } from '../views/pages.ts';
import { kindRoutes, type PortabilityRoutesOptions, previewFor, shownExport } from './shared.ts';

export function declareAdmin(app: WebApp, options: PortabilityRoutesOptions, kind: RequestKind): void {
  const { requests } = options;
  const routes = kindRoutes(options);
  const { register } = requests;
  declareList(app, routes, {
    id: 'PortabilityRequests',
    name: 'portability_requests',
    open: 'pending, progress, failed',
    kind,
  });
  app.route({
    method: 'get',
    path: '/portability_requests/{id}',
    id: 'showPortabilityRequest',
    summary: 'Show a request with its progress',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The request', json: AdminRequestJson, html: 'page' },
    handle: async ({ params }) => {
      const request = await register.find(params.id);
      return {
        json: () => routes.bodyOf(request),
        html: async (view) => {
          const shown = await shownExport(options, view, request);
          const preview = await previewFor(options, view, request);
          const record = await drawnRecord(options.desk, view, { kind, request }, shown.person);
          return requestPage(view, shown, { record, preview });
        },
      };
    },
  });
  declareQuestion(app, routes, {
    act: 'delete',
    question: questions.delete,
    ask: { id: 'askToDeletePortabilityRequest', summary: 'Ask for confirmation to delete a request' },
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
