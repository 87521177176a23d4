/** Identity verification by a mailed link: the page it leads to, the confirmation, and a new link. */
import { z } from '@hono/zod-openapi';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Answer, WebApp } from '../../../platform/web/index.ts';
import { type AnyCall, Id, Nothing } from '../../requests/index.ts';
import {
  erasureJson,
  ErasureJson,
  identifiedJson,
  IdentifiedJson,
  linkJson,
  LinkJson,
} from '../requests/representation.ts';
import { endedLinkPage, hintOf, identityPage } from '../views/identity-pages.tsx';
import { paths } from '../views/pages.ts';
import { type ErasureRoutesOptions, OWN } from './shared.ts';

/** An invalid token leads to the page for invalid links, not to a form error. */
const Token = z.object({
  token: z.string().max(200).catch('').openapi({ type: 'string', description: 'The token of the link' }),
});

export function declareIdentity(app: WebApp, options: ErasureRoutesOptions): void {
  const { mailedIdentity } = options.erasures;
  app.route({
    method: 'get',
    path: paths.identity,
    id: 'showErasureIdentity',
    summary: 'Show what a mailed link confirms, without confirming it',
    description:
      'Works without being signed in. 410 `identity_link_ended` for a link that is unknown, used or expired.',
    tags: OWN,
    access: 'public',
    holdsSecret: true,
    query: Token,
    answer: { description: 'What the link confirms', json: LinkJson, html: 'page' },
    errors: [410],
    handle: async (call) => {
      const { token } = call.query;
      const opened = await mailedIdentity.open(token);
      if (opened === null) return ended(call);
      return {
        json: linkJson(opened, opened.address && hintOf(opened.address)),
        html: (view) => identityPage(view, opened, token),
      };
    },
  });
  app.route({
    method: 'post',
    path: paths.identity,
    id: 'confirmErasureIdentity',
    summary: 'Verify with the token of a mailed link that the person made the erasure request',
    description:
      'Works once, without being signed in. The grace period and the month to answer the request begin now. ' +
      '410 `identity_link_ended` for a link that is unknown, used or expired.',
    tags: OWN,
    access: 'public',
    holdsSecret: true,
    body: Token,
    answer: { description: 'Confirmed', json: IdentifiedJson, html: 'redirect' },
    errors: [410],
    handle: async (call) => {
      const request = await mailedIdentity.confirm(call.body.token);
      if (request === null) return ended(call);
      // A visitor who is not signed in has no page of their own.
      const isOwn = call.user !== null && call.user.id === request.userId;
      return {
        json: identifiedJson(request),
        redirect: { to: call.href(isOwn ? paths.mine : '/'), notice: 'notice.erasure_identified' },
      };
    },
  });
  declareNewLink(app, options);
}

function declareNewLink(app: WebApp, { erasures, now }: ErasureRoutesOptions): void {
  app.route({
    method: 'post',
    path: paths.ownIdentity('{id}'),
    id: 'renewErasureIdentity',
    summary: 'Mail the current user a new link for their request; earlier links stop working',
    description:
      '409 `identity_not_awaited` if no request waits for one. 20 a day, including the requests that were made.',
    tags: OWN,
    params: Id,
    body: Nothing,
    answer: { status: 202, description: 'The request', json: ErasureJson, html: 'redirect' },
    errors: [409],
    subject: () => ({ path: paths.mine }),
    handle: async ({ user, params, href }) => {
      const request = await erasures.mailedIdentity.renew(user.id, params.id);
      return {
        json: erasureJson(request, now()),
        redirect: { to: href(paths.mine), notice: 'notice.erasure_link_sent' },
      };
    },
  });
}

/** People see what to do next; programs get the problem document. */
function ended({ format }: AnyCall): Answer<never> {
  if (format === 'html') return { status: 410, html: endedLinkPage };
  throw new PolicyEngineError('identity_link_ended', 'identity_link_ended', {
    text: { key: 'erasure.error.identity_link_ended' },
  });
}
