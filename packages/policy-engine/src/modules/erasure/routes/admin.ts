/** All erasure requests, for administrators. */
import type { WebApp } from '../../../platform/web/index.ts';
import { ADMIN, declareList, drawnRecord, Id, type RequestKind } from '../../requests/index.ts';
import { absenceJson } from '../requests/searches-json.ts';
import { adminErasureJson, AdminErasureWithPlanJson, planJson, stepsJson } from '../requests/representation.ts';
import { proposalNotice } from '../../approvals/index.ts';
import { erasurePage } from '../views/admin-pages.tsx';
import { detailsOf, type ErasureRoutesOptions, kindRoutes, shownErasure } from './shared.ts';

export function declareAdmin(app: WebApp, options: ErasureRoutesOptions, kind: RequestKind): void {
  const { erasures, now } = options;
  declareList(app, kindRoutes(options), {
    id: 'ErasureRequests',
    name: 'erasure_requests',
    open: 'pending, held, running, failed',
    kind,
  });
  app.route({
    method: 'get',
    path: '/erasure_requests/{id}',
    id: 'showErasureRequest',
    summary: 'Show an erasure request: what it does, its progress and its receipt',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The request', json: AdminErasureWithPlanJson, html: 'page' },
    handle: async (call) => {
      const request = await erasures.register.find(call.params.id);
      const { locale } = await call.language();
      const details = await detailsOf(options, request, locale);
      const { plan, planError, undeclared, steps } = details;
      return {
        json: () => ({
          ...adminErasureJson(request, now()),
          plan: planJson(plan),
          plan_error: planError,
          undeclared: undeclared && absenceJson(undeclared),
          steps: stepsJson(steps),
        }),
        html: async (view) => {
          const shown = await shownErasure(options, view, request);
          const proposal = await proposalNotice(view, await options.approvals.of('erase', request.id));
          const record = await drawnRecord(options.desk, view, { kind, request }, shown.person);
          return erasurePage(view, shown, details, { record, proposal });
        },
      };
    },
  });
}
