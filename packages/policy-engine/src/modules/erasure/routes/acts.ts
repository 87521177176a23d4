/** Administrators' actions on an erasure request: confirm, deny, hold, release, extend the deadline, retry. */
import { z } from '@hono/zod-openapi';
import { formBoolean, type WebApp } from '../../../platform/web/index.ts';
import {
  acted,
  actingOn,
  ADMIN,
  declareActs,
  extensionOf,
  Id,
  reopenQuestion,
  subjectOf,
} from '../../requests/index.ts';
import { reasonedMailOf } from '../notices/mails.ts';
import { AdminErasureJson } from '../requests/representation.ts';
import { confirmErasurePage } from '../views/admin-pages.tsx';
import { pages, questions } from '../views/pages.ts';
import { detailsOf, type ErasureRoutesOptions, kindRoutes } from './shared.ts';

const Confirmed = z
  .object({
    at_once: formBoolean.optional().openapi({
      type: 'boolean',
      description: 'Start before the end of the grace period, if the person has agreed to that. Default: false',
    }),
  })
  .optional();

export function declareErasureActs(app: WebApp, options: ErasureRoutesOptions): void {
  declareConfirm(app, options);
  const { erasures } = options;
  const kind = kindRoutes(options);
  declareActs(app, kind, {
    release: {
      question: questions.release,
      ask: { id: 'askToReleaseErasureRequest', summary: 'Ask for confirmation to end a hold' },
      operation: { id: 'releaseErasureRequest', summary: 'End a hold: a confirmed erasure continues automatically' },
      notice: 'notice.erasure_released',
      run: (id) => erasures.release(id),
    },
    retry: {
      question: questions.retry,
      ask: { id: 'askToRetryErasureRequest', summary: 'Ask for confirmation to retry a failed erasure' },
      operation: { id: 'retryErasureRequest', summary: 'Retry a failed erasure from where it stopped' },
      notice: 'notice.request_retried',
      run: (id) => erasures.retry(id),
    },
    erase_found: {
      question: questions.eraseFound,
      ask: { id: 'askToEraseFoundData', summary: 'Ask for confirmation to erase what a later search found' },
      operation: { id: 'eraseFoundData', summary: 'Erase what a search after the erasure found' },
      notice: 'notice.erasure_found_begun',
      run: (id) => erasures.eraseFound(id),
    },
    settle: {
      question: questions.settle,
      ask: { id: 'askToSettleFoundData', summary: 'Ask for the reason why what a later search found stays' },
      operation: { id: 'settleFoundData', summary: 'Close a reopened erasure: what was found stays, with a reason' },
      notice: 'notice.erasure_settled',
      run: (id, reason) => erasures.settle(id, reason),
    },
    deny: {
      question: questions.deny,
      ask: { id: 'askToDenyErasureRequest', summary: 'Ask for the reason to deny an erasure request' },
      operation: { id: 'denyErasureRequest', summary: 'Deny an erasure request, with a reason' },
      notice: 'notice.request_denied',
      told: (request, reason) => reasonedMailOf('erasure_denied', request, reason),
      run: (id, reason) => erasures.deny(id, reason),
    },
    hold: {
      question: questions.hold,
      ask: { id: 'askToHoldErasureRequest', summary: 'Ask for the legal reason to put an erasure on hold' },
      operation: {
        id: 'holdErasureRequest',
        summary: 'Put an erasure on hold for a legal reason (Art. 17(3))',
      },
      notice: 'notice.erasure_held',
      told: (request, reason) => reasonedMailOf('erasure_held', request, reason),
      run: (id, reason) => erasures.hold(id, reason),
    },
    reopen: {
      question: reopenQuestion,
      ask: { id: 'askToReopenErasureRequest', summary: 'Ask for the reason to reopen a denied request' },
      operation: {
        id: 'reopenErasureRequest',
        summary: 'Reopen a denied request, with a reason that the person gets as a message',
      },
      notice: 'notice.request_reopened',
      refused: (request) => kind.register.whyNotReopened(request),
      run: (id, reason) => erasures.reopen(id, reason),
    },
    extend: {
      question: questions.extend,
      ask: { id: 'askToExtendErasureRequest', summary: 'Ask for the reason to extend the deadline of an erasure' },
      operation: {
        id: 'extendErasureRequest',
        summary: 'Extend the deadline of an erasure by two months, once, with a reason',
      },
      ...extensionOf(kind),
      told: (request, reason) => {
        const dueAt = erasures.register.extendedDeadline(request).toISOString();
        return reasonedMailOf('erasure_extended', request, reason, dueAt);
      },
      run: (id, reason) => erasures.register.extend(id, reason),
    },
  });
}

function declareConfirm(app: WebApp, options: ErasureRoutesOptions): void {
  const { erasures } = options;
  app.route({
    method: 'get',
    path: '/erasure_requests/{id}/confirm',
    id: 'askToConfirmErasureRequest',
    summary: 'Ask for confirmation of an erasure request, showing what it does',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The question', html: 'page' },
    handle: async (call) => {
      const request = await erasures.register.find(call.params.id);
      const { locale } = await call.language();
      const details = await detailsOf(options, request, locale);
      const { graceUntil } = request;
      const beginsAt = graceUntil !== null && erasures.hasGrace(request) ? new Date(graceUntil) : null;
      return {
        html: async (view) =>
          confirmErasurePage(view, await actingOn(view, request), {
            details,
            beginsAt,
            mayBeginAtOnce: erasures.mayBeginAtOnce(request),
          }),
      };
    },
  });
  app.route({
    method: 'post',
    former: 'put',
    path: '/erasure_requests/{id}/confirm',
    id: 'confirmErasureRequest',
    summary: 'Confirm an erasure request: it starts at the end of the grace period',
    description:
      '409 `request_not_pending` the second time, or after it was withdrawn. 409 `identity_awaited` until the person has ' +
      'opened the link that was mailed to them. 409 `grace_not_waived` for `at_once` where the ' +
      'person has not agreed to it. If `fourEyes` requires a second person for `erase`, the first administrator only proposes it, and ' +
      'the request stays unconfirmed; 409 `second_person_needed` for the same one again.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Confirmed,
    answer: { description: 'The request', json: AdminErasureJson, html: 'redirect' },
    errors: [409],
    subject: subjectOf(pages),
    handle: async (call) => {
      const request = await erasures.confirm(call.params.id, { atOnce: call.body?.at_once ?? false });
      const notice = request.confirmedAt === null ? 'notice.approval_proposed' : 'notice.erasure_confirmed';
      return acted(kindRoutes(options), request, call, notice);
    },
  });
}
