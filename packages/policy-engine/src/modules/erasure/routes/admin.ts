/** All requests to be forgotten, for administrators. */
import type { WebApp } from '../../../platform/web/index.ts';
import { declareList } from '../../requests/routes/list.ts';
import { ADMIN, Id } from '../../requests/routes/shared.ts';
import { adminErasureJson, AdminErasureWithPlanJson, planJson, stepsJson } from '../representation.ts';
import { erasureListPage, erasurePage } from '../views/admin-pages.tsx';
import { detailsOf, type ErasureRoutesOptions, kindRoutes, shownErasure } from './shared.ts';

export function declareAdmin(app: WebApp, options: ErasureRoutesOptions): void {
  const { erasures, now } = options;
  declareList(app, kindRoutes(options), {
    id: 'listErasureRequests',
    name: 'erasure_requests',
    open: 'pending, held, running, failed',
    page: async (view, list, filter) => {
      const rows = await Promise.all(list.requests.map((request) => shownErasure(options, view, request)));
      return erasureListPage(view, { rows, list, filter });
    },
  });
  app.route({
    method: 'get',
    path: '/erasure_requests/{id}',
    id: 'showErasureRequest',
    summary: 'Show a request to be forgotten: what it does, how far it is, and its receipt',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The request', json: AdminErasureWithPlanJson, html: 'page' },
    handle: async (call) => {
      const request = await erasures.register.find(call.params.id);
      const { locale } = await call.language();
      const details = await detailsOf(options, request, locale);
      const { plan, planError, steps } = details;
      return {
        json: () => ({
          ...adminErasureJson(request, now()),
          plan: planJson(plan),
          plan_error: planError,
          steps: stepsJson(steps),
        }),
        html: async (view) => erasurePage(view, await shownErasure(options, view, request), details),
      };
    },
  });
}
