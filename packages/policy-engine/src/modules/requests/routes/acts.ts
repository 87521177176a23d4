/** What administrators do with a request: confirm, refuse, take more time, try again. */
import { z } from '@hono/zod-openapi';
import type { Language, NoticeKey, View, WebApp } from '../../../platform/web/index.ts';
import { httpErrors } from '../../../platform/web/index.ts';
import { isDeliberate } from '../deliberate.ts';
import { AdminRequestJson, adminRequestJson } from '../representation.ts';
import type { PortabilityRequest } from '../request.ts';
import { MAX_REASON_LENGTH } from '../service.ts';
import { confirmPage, denyPage, extendPage, type ReasonForm } from '../views/act-pages.tsx';
import { paths } from '../views/parts.tsx';
import { actingOn, ADMIN, type AnyCall, Id, type RequestsRoutesOptions } from './shared.ts';

const Nothing = z.unknown().optional();
const Reason = z.object({
  reason: z
    .string()
    .max(MAX_REASON_LENGTH)
    .openapi({ description: `For the person, in their language; at most ${MAX_REASON_LENGTH} characters` }),
});

/** @throws {HttpError} 422 for a reason that says nothing */
function requireReason({ reason }: z.output<typeof Reason>, { t }: Language): string {
  const text = reason.trim();
  if (text !== '') return text;
  throw httpErrors.invalid([{ field: 'reason', code: 'required', detail: t('field.required') }]);
}

function written(values: unknown): string {
  return z
    .object({ reason: z.string().catch('') })
    .catch({ reason: '' })
    .parse(values).reason;
}

export function declareActs(app: WebApp, options: RequestsRoutesOptions): void {
  declareConfirm(app, options);
  declareRetry(app, options);
  declareReasoned(app, options, 'deny');
  declareReasoned(app, options, 'extend');
}

function acted(request: PortabilityRequest, { now }: RequestsRoutesOptions, call: AnyCall, notice: NoticeKey) {
  return {
    json: adminRequestJson(request, now()),
    redirect: { to: call.href(paths.all), notice },
  };
}

function declareConfirm(app: WebApp, options: RequestsRoutesOptions): void {
  const { requests, now } = options;
  const confirm = async (call: AnyCall & { readonly params: { readonly id: string } }) =>
    acted(await requests.confirm(call.params.id), options, call, 'notice.request_confirmed');

  app.route({
    method: 'get',
    path: '/portability_requests/{id}/confirm',
    id: 'confirmPortabilityRequestByLink',
    summary: 'Confirm a request by following a link of this site; else ask whether it is meant',
    description:
      'As HTML it acts only when a person goes there from a page of this site; whoever comes otherwise is shown a page with ' +
      'a button. As JSON it acts unless another site asks. HEAD and prefetches change nothing. Prefer POST.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The request, or the question', json: AdminRequestJson, html: 'page' },
    errors: [409],
    otherResponses: { 303: { description: 'Confirmed: back to the list' } },
    handle: async (call) => {
      if (isDeliberate(call)) return options.actingAs(call, () => confirm(call));
      const request = await requests.find(call.params.id);
      if (request.state !== 'pending') throw httpErrors.conflict('request_not_pending', 'error.request_not_pending');
      return {
        json: () => adminRequestJson(request, now()),
        html: async (view) => confirmPage(view, await actingOn(options, view, request)),
      };
    },
  });
  app.route({
    method: 'post',
    path: '/portability_requests/{id}/confirm',
    id: 'confirmPortabilityRequest',
    summary: 'Confirm a request: the export begins',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Nothing,
    answer: { description: 'The request', json: AdminRequestJson, html: 'redirect' },
    errors: [409],
    handle: confirm,
  });
}

function declareRetry(app: WebApp, options: RequestsRoutesOptions): void {
  app.route({
    method: 'post',
    path: '/portability_requests/{id}/retry',
    id: 'retryPortabilityRequest',
    summary: 'Begin an export that failed anew',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Nothing,
    answer: { description: 'The request', json: AdminRequestJson, html: 'redirect' },
    errors: [409],
    handle: async (call) =>
      acted(await options.requests.retry(call.params.id), options, call, 'notice.request_retried'),
  });
}

function declareReasoned(app: WebApp, options: RequestsRoutesOptions, act: 'deny' | 'extend'): void {
  const { requests } = options;
  const isDenial = act === 'deny';
  const page = async (id: string, form?: ReasonForm) => {
    const request = await requests.find(id);
    const until = requests.extendedDeadline(request);
    return async (view: View) => {
      const acting = await actingOn(options, view, request);
      return isDenial ? denyPage(view, acting, form) : extendPage(view, acting, until, form);
    };
  };
  app.route({
    method: 'get',
    path: `/portability_requests/{id}/${act}`,
    id: isDenial ? 'askToDenyPortabilityRequest' : 'askToExtendPortabilityRequest',
    summary: isDenial ? 'Ask why a request is denied' : 'Ask why an answer takes longer',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'A form', html: 'page' },
    handle: async ({ params }) => ({ html: await page(params.id) }),
  });
  app.route({
    method: 'post',
    path: `/portability_requests/{id}/${act}`,
    id: isDenial ? 'denyPortabilityRequest' : 'extendPortabilityRequest',
    summary: isDenial ? 'Deny a request, with a reason' : 'Take two more months, once, with a reason',
    description: 'The person is told the reason by mail and in the panel.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Reason,
    answer: { description: 'The request', json: AdminRequestJson, html: 'redirect' },
    errors: [409],
    form: ({ params }, { errors, values }) => page(params.id, { reason: written(values), errors }),
    handle: async (call) => {
      const reason = requireReason(call.body, await call.language());
      const request = await (isDenial
        ? requests.deny(call.params.id, reason)
        : requests.extend(call.params.id, reason));
      return acted(request, options, call, isDenial ? 'notice.request_denied' : 'notice.request_extended');
    },
  });
}
