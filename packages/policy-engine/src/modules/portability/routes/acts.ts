/** Administrators' actions on an access request: confirm, deny, extend the deadline, retry. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View, WebApp } from '../../../platform/web/index.ts';
import { httpErrors } from '../../../platform/web/index.ts';
import {
  acted,
  actingForCall,
  actingOn,
  ADMIN,
  type AnyCall,
  declareActs,
  declareQuestion,
  extensionOf,
  Id,
  isDeliberate,
  Nothing,
  questionPage,
  reopenQuestion,
  subjectOf,
} from '../../requests/index.ts';
import { denialOf, extensionMailOf } from '../notices/mails.ts';
import { AdminRequestJson } from '../requests/representation.ts';
import type { PortabilityRequest } from '../requests/request.ts';
import { pages, questions } from '../views/pages.ts';
import { Preview } from '../views/preview.tsx';
import { kindRoutes, type PortabilityRoutesOptions, previewFor } from './shared.ts';

export function declarePortabilityActs(app: WebApp, options: PortabilityRoutesOptions): void {
  const { requests } = options;
  const kind = kindRoutes(options);
  declareConfirm(app, options);
  declareQuestion(app, kind, {
    act: 'confirm',
    question: questions.confirm,
    ask: {
      id: 'askToConfirmPortabilityRequest',
      summary: 'Ask for confirmation to confirm a request, showing what the copy contains',
    },
    about: (view, request) => drawnPreview(options, view, request),
  });
  declareActs(app, kind, {
    retry: {
      question: questions.retry,
      ask: { id: 'askToRetryPortabilityRequest', summary: 'Ask for confirmation to retry an export' },
      operation: { id: 'retryPortabilityRequest', summary: 'Retry a failed export' },
      notice: 'notice.request_retried',
      run: (id) => requests.retry(id),
    },
    deny: {
      question: questions.deny,
      ask: { id: 'askToDenyPortabilityRequest', summary: 'Ask for the reason to deny a request' },
      operation: { id: 'denyPortabilityRequest', summary: 'Deny a request, with a reason' },
      notice: 'notice.request_denied',
      told: denialOf,
      run: (id, reason) => requests.deny(id, reason),
    },
    reopen: {
      question: { ...reopenQuestion, text: 'portability.reopen.text' },
      ask: {
        id: 'askToReopenPortabilityRequest',
        summary: 'Ask for the reason to reopen a request that was denied or answered',
      },
      operation: {
        id: 'reopenPortabilityRequest',
        summary: 'Reopen a request that was denied or answered, with a reason that the person gets as a message',
      },
      notice: 'notice.request_reopened',
      refused: (request) => kind.register.whyNotReopened(request),
      run: (id, reason) => requests.reopen(id, reason),
    },
    extend: {
      question: questions.extend,
      ask: { id: 'askToExtendPortabilityRequest', summary: 'Ask for the reason to extend the deadline' },
      operation: {
        id: 'extendPortabilityRequest',
        summary: 'Extend the deadline by two months, once, with a reason',
      },
      ...extensionOf(kind),
      told: (request, reason) =>
        extensionMailOf(request, reason, kind.register.extendedDeadline(request).toISOString()),
      run: (id, reason) => requests.extend(id, reason),
    },
  });
}

/** What the copy contains, above the question; undefined if there is nothing to confirm. */
async function drawnPreview(
  options: PortabilityRoutesOptions,
  view: View,
  request: PortabilityRequest,
): Promise<JSX.Element | undefined> {
  const preview = await previewFor(options, view, request);
  return preview === undefined ? undefined : Preview({ view, preview });
}

function declareConfirm(app: WebApp, options: PortabilityRoutesOptions): void {
  const { requests } = options;
  const kind = kindRoutes(options);
  const confirm = async (call: AnyCall & { readonly params: { readonly id: string } }) =>
    acted(kind, await requests.confirm(call.params.id), call, 'notice.request_confirmed');

  app.route({
    method: 'get',
    path: '/portability_requests/{id}/confirm',
    id: 'confirmPortabilityRequestByLink',
    summary: 'Confirm a request by a link of this site; otherwise ask for confirmation',
    description:
      'As HTML it confirms only if the person comes from a page of this site; all others get a page with ' +
      'a button. As JSON it confirms unless the request comes from another site. HEAD and prefetches change nothing. Prefer POST.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The request, or the question', json: AdminRequestJson, html: 'page' },
    errors: [409],
    subject: subjectOf(pages),
    otherResponses: { 303: { description: 'Confirmed: redirects to the list' } },
    handle: async (call) => {
      if (isDeliberate(call)) return actingForCall(call, () => confirm(call));
      const request = await requests.register.find(call.params.id);
      if (request.state !== 'pending') throw httpErrors.conflict('request_not_pending', 'error.request_not_pending');
      return {
        json: () => kind.bodyOf(request),
        html: async (view) => {
          const asking = {
            pages,
            acting: await actingOn(view, request),
            act: 'confirm',
            question: questions.confirm,
          } as const;
          return questionPage(view, asking, await drawnPreview(options, view, request));
        },
      };
    },
  });
  app.route({
    method: 'post',
    path: '/portability_requests/{id}/confirm',
    id: 'confirmPortabilityRequest',
    summary: 'Confirm a request: the export starts',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Nothing,
    answer: { description: 'The request', json: AdminRequestJson, html: 'redirect' },
    errors: [409],
    subject: subjectOf(pages),
    handle: confirm,
  });
}
