/** What people read: the rules with their decisions, what is pending, and a text (spec: P-terms-list). */
import { z } from '@hono/zod-openapi';
import { textFor } from '../../terms/index.ts';
import type { Routes } from '../../../platform/web/index.ts';
import { localPath } from '../../../platform/web/index.ts';
import { pendingPage } from '../centre/views/centre-page.tsx';
import { isObstructing } from '../decisions/status.ts';
import { blockingPage, textPage } from '../views/pages.tsx';
import { readingCache } from './public-reading.ts';
import { userTermJson, UserTermJson, userTermTextJson, UserTermTextJson } from './representation.ts';
import { Id, pendingOf, type UserTermRoutesOptions } from './shared.ts';

/** Where `requirePolicies` of the host redirected a person from; they return there when no blocking policy is pending. */
const ReturnToQuery = z.object({ return_to: z.string().optional() });

/** Lists of rules. */
export function listRoutes({ consents, centres, terms }: UserTermRoutesOptions): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: '/user_terms',
      id: 'listUserTerms',
      summary: 'List all rules with the decision of the current user on each',
      tags: ['User terms'],
      answer: {
        description: 'The rules in the order of declaration; browsers are redirected to the privacy centre',
        json: z.array(UserTermJson),
        html: 'redirect',
      },
      handle: async (call) => {
        const statuses = await consents.statuses(call);
        const { locale } = await call.language();
        return {
          json: () => statuses.map((status) => userTermJson(status, locale)),
          redirect: { to: call.href('/privacy#decided') },
        };
      },
    });
    app.route({
      method: 'get',
      path: '/user_terms/pending',
      id: 'pendingUserTerms',
      summary: 'List the rules that the current user has not decided on, and the blocking ones they have rejected',
      tags: ['User terms'],
      query: ReturnToQuery,
      answer: { description: 'The pending rules', json: z.array(UserTermJson), html: 'page' },
      otherResponses: {
        303: { description: 'Redirects to `return_to`, a local path, once no blocking policy is left' },
      },
      handle: async (call) => {
        const { pending, hasRefused, json } = await pendingOf(consents, call);
        const returnTo = localPath(call.query.return_to, '');
        if (call.format === 'html' && returnTo !== '' && !pending.some(isObstructing)) {
          return new Response(null, { status: 303, headers: { location: returnTo } });
        }
        const html = (text: { readonly markdown: string }) => terms.html(text);
        return {
          json,
          html: async (view) => {
            const asked = await centres.pending(call, await call.languages());
            return pendingPage(view, { asked, hasRefused, html, returnTo });
          },
        };
      },
    });
    app.route({
      method: 'get',
      path: '/user_terms/blocking_terms',
      id: 'blockingTerms',
      summary: 'List the names of the rules that must be accepted',
      tags: ['User terms'],
      access: 'public',
      answer: { description: 'Names of rules', json: z.array(z.string()), html: 'page' },
      handle: async (call) => {
        const blocking = (await consents.statuses(call)).filter(({ rule }) => rule.blocking);
        return { json: blocking.map(({ rule }) => rule.name), html: (view) => blockingPage(view, blocking) };
      },
    });
  };
}

/** The page of a rule. */
export function textRoutes({ consents, centres, terms }: UserTermRoutesOptions): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: '/user_terms/{id}',
      id: 'showUserTerm',
      summary: 'Show a rule with its text and the decision on it',
      tags: ['User terms'],
      access: 'public',
      params: Id,
      query: z.object({
        locale: z.string().max(35).optional().openapi({
          description:
            'Language to read it in, BCP 47 tag. Default: the best match of `Accept-Language` among the languages of the text',
          example: 'fr',
        }),
      }),
      answer: {
        description: 'The rule, by its name or by the ID of the user term',
        json: UserTermTextJson,
        html: 'page',
        cacheable: true,
      },
      handle: async (call) => {
        const { locale } = call.query;
        if (locale !== undefined) call.setLocale(locale);
        const status = await consents.status(call, call.params.id);
        const text = textFor(status.term, await call.languages());
        const html = terms.html(text);
        const json = userTermTextJson(status, { text, html }, await call.language(), call.href);
        const news = await centres.newsOf(status, text);
        const htmlOf = (one: { readonly markdown: string }) => terms.html(one);
        const page = call.format === 'html' ? [(await call.language()).locale] : [];
        return {
          json,
          html: (view) =>
            textPage(view, { ...status, scripts: centres.scriptsOf(status.rule.name) }, { text, html, news, htmlOf }),
          ...readingCache(call.user, { 'content-language': [...new Set([...page, text.locale])].join(', ') }),
        };
      },
    });
  };
}
