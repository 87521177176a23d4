/** The user-term endpoints (spec: P-terms-list). */
import { z } from '@hono/zod-openapi';
import type { DecisionChannel } from '../proof/index.ts';
import type { Decision, Rules } from '../rules/index.ts';
import { type TermsService, textFor } from '../terms/index.ts';
import type { Access, Call, NoticeKey, Routes } from '../../platform/web/index.ts';
import { formBoolean, httpErrors, localPath } from '../../platform/web/index.ts';
import { Click, LONGEST_VENDOR } from './banner/input.ts';
import { decisionsFor } from './banner/wishes.ts';
import type { CentreService } from './centre/service.ts';
import { pendingPage } from './centre/views/centre-page.tsx';
import { ruleAnchor } from './centre/views/rule-card.tsx';
import { readingCache } from './decisions/public-reading.ts';
import { refusalIn } from './decisions/refusal.ts';
import { namesVendors, severalWishes, vendorWish, type VendorsByName } from './decisions/input.ts';
import { userTermJson, UserTermJson, userTermTextJson, UserTermTextJson } from './decisions/representation.ts';
import type { ConsentService } from './service.ts';
import type { Visitor } from './visitors/visitor.ts';
import type { ConsentStatus } from './decisions/status.ts';
import { isConsentGiven, isObstructing, isPending, isRefused } from './decisions/status.ts';
import { blockingPage, textPage } from './views/pages.tsx';

type AnyCall = Call<Access, unknown, unknown, unknown>;

const Id = z.object({ id: z.string().min(1).max(255) });
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Vendors = z.record(z.string().max(LONGEST_VENDOR), formBoolean);
const decidingShape = {
  /** Where a form of the host sends its visitor back to; anything but a path of this origin is ignored. */
  return_to: z.string().max(2000).optional(),
  how: z.enum(['panel', 'banner', 'api']).optional().openapi({ description: 'Recorded in the ledger' }),
  hash: Hash.optional().openapi({
    description:
      'SHA-256 of the text that was read, recorded in the ledger; accepting a text that is not in force fails with 409 ' +
      '`text_changed`. Default: the text in the language of the caller',
  }),
  locale: z.string().max(35).optional().openapi({ description: 'Language the text was read in, BCP 47 tag' }),
  click: Click,
};
const Rejecting = z.object(decidingShape).optional();
const Accepting = z
  .object({
    ...decidingShape,
    vendors: Vendors.optional().openapi({
      description:
        'Vendors of the rule by name: true accepts, false rejects; a vendor that is left out is unchanged. If none is accepted, ' +
        'the rule is rejected. Default: the rule is accepted as a whole, with all its vendors',
    }),
  })
  .optional();
type Deciding = z.output<typeof Accepting>;
/** Where `requirePolicies` of the host redirected a person from; they return there when no blocking policy is pending. */
const ReturnToQuery = z.object({ return_to: z.string().optional() });
const Multiple = z
  .object({
    how: z.enum(['panel', 'banner', 'api']).optional().openapi({ description: 'Recorded in the ledger' }),
    locale: z.string().max(35).optional().openapi({ description: 'Language the texts were read in, BCP 47 tag' }),
    user: z.record(z.string(), formBoolean).optional(),
    vendors: z.record(z.string(), Vendors).optional().openapi({
      description:
        'By rule: its vendors as for `accept`. A rule that `user` rejects is rejected, whatever is said about its vendors',
    }),
    hashes: z.record(z.string(), Hash).optional().openapi({
      description:
        'By rule: SHA-256 of the text that was read, as for `accept`. If one of them is not in force, nothing is accepted',
    }),
  })
  .optional();

/** What the routes work with. */
export interface UserTermRoutesOptions {
  readonly consents: ConsentService;
  readonly centres: CentreService;
  readonly terms: TermsService;
  readonly rules: Rules;
  /** Names of the vendors of a rule. */
  readonly vendorsOf: (rule: string) => readonly string[];
}

async function visitorOf(
  call: AnyCall,
  { how, locale: readIn, click }: Partial<Pick<NonNullable<Deciding>, 'how' | 'locale' | 'click'>>,
  read: NonNullable<Visitor['read']>,
): Promise<Visitor> {
  const { user, cookies, request, secure, env, format } = call;
  const { locale } = await call.language();
  const guessed = format === 'json' ? 'api' : wayOfForm(call);
  const languages = [...(readIn === undefined ? [] : [readIn]), ...(await call.languages())];
  return { user, cookies, request, secure, locale, languages, read, click, ip: env.ip, how: how ?? guessed };
}

/** A form on a page of the host is its banner; if the browser does not say where the form was, it counts as the panel's. */
function wayOfForm({ request, href }: AnyCall): DecisionChannel {
  const referrer = request.headers.get('referer');
  const from = referrer !== null && URL.canParse(referrer) ? new URL(referrer).pathname : '';
  const panel = href('/');
  return from === '' || from === panel || from.startsWith(panel.endsWith('/') ? panel : `${panel}/`)
    ? 'panel'
    : 'banner';
}

/** People's own pages, and the JSON for apps that render their own. */
export function userTermRoutes({ consents, centres, terms, rules, vendorsOf }: UserTermRoutesOptions): Routes {
  const pendingAnswer = async (call: AnyCall) => {
    const statuses = await consents.statuses(call);
    const pending = statuses.filter(isPending);
    const { locale } = await call.language();
    const json = pending.map((status) => userTermJson(status, locale));
    return { pending, hasRefused: statuses.some(isRefused), json };
  };

  const show = async (call: AnyCall, id: string) => {
    const status = await consents.status(call, id);
    const text = textFor(status.term, await call.languages());
    const html = terms.html(text);
    const language = await call.language();
    return { status, text, html, json: userTermTextJson(status, { text, html }, language, call.href) };
  };

  /** @throws HttpError 422 for a name that is not a vendor of the rule */
  const acceptVendors = async (call: AnyCall, visitor: Visitor, id: string, vendors: VendorsByName) => {
    const { rule } = await consents.status(visitor, id);
    const wishes = new Map([[rule.name, await vendorWish(call, vendors, vendorsOf(rule.name))]]);
    await consents.decideFrom(visitor, (statuses) => decisionsFor(wishes, statuses));
    return consents.status(visitor, rule.name);
  };

  const decideSeveral = async (call: AnyCall, body: NonNullable<z.output<typeof Multiple>>) => {
    const wishes = await severalWishes(call, body, { rules, vendorsOf });
    const hashes = new Map(Object.entries(body.hashes ?? {}));
    const visitor = await visitorOf(call, body, (rule) => hashes.get(rule));
    // Vendors that are left out stay as they are at the time of writing.
    if (namesVendors(wishes)) await consents.decideFrom(visitor, (statuses) => decisionsFor(wishes, statuses));
    else await consents.decide(visitor, decisionsFor(wishes, []));
  };

  const decide = async (call: AnyCall, id: string, decision: Decision, body: Deciding) => {
    const visitor = await visitorOf(call, body ?? {}, () => body?.hash);
    const { vendors = {} } = body ?? {};
    // For the words of the answer to a form. A rejection is accepted even if the database can't be read.
    const isWorded = call.format === 'html' && decision === 'rejected';
    const before = isWorded ? await consents.status(call, id).catch(() => null) : null;
    const isWithdrawal = before !== null && isConsentGiven(before);
    const decided =
      Object.keys(vendors).length > 0
        ? await acceptVendors(call, visitor, id, vendors)
        : await consents.decideOne(visitor, id, decision);
    const { locale } = await call.language();
    const text = call.href(`/user_terms/${decided.rule.name}`);
    return {
      json: userTermJson(decided, locale),
      redirect: {
        to: localPath(
          body?.return_to,
          call.user === null ? text : call.href(`/privacy#${ruleAnchor(decided.rule.name)}`),
        ),
        notice: noticeOf(decided.state, isWithdrawal),
        about: decided.rule.name,
      },
    };
  };

  const mayDecide = ({ user, params }: AnyCall & { readonly params: { readonly id: string } }) =>
    user !== null || rules.find(params.id)?.sessionless === true;

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
        const { pending, hasRefused, json } = await pendingAnswer(call);
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
    app.route({
      method: 'put',
      path: '/user_terms/accept_multiples',
      id: 'acceptMultipleUserTerms',
      summary: 'Decide on several rules in one transaction',
      description:
        'Fields of `user` are `policy_rule_<name>`: true accepts, false rejects, anything left out is unchanged. `vendors` decides on ' +
        'the vendors of rules; one of both must be there.',
      tags: ['User terms'],
      body: Multiple,
      answer: { description: 'What is still pending', json: z.array(UserTermJson), html: 'redirect' },
      errors: [400, 404, 409],
      subject: () => ({ path: '/user_terms/pending' }),
      refusal: ({ body }) => {
        const ofVendors = Object.values(body?.vendors ?? {}).flatMap((chosen) => Object.values(chosen));
        return refusalIn([...Object.values(body?.user ?? {}), ...ofVendors], null);
      },
      handle: async (call) => {
        const { body } = call;
        if (body?.user === undefined && body?.vendors === undefined) {
          throw httpErrors.badRequest('malformed_body', 'consents.no_user_field');
        }
        await decideSeveral(call, body);
        return {
          json: async () => (await pendingAnswer(call)).json,
          redirect: { to: call.href('/user_terms/pending'), notice: 'notice.saved' },
        };
      },
    });
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
        const { status, text, html, json } = await show(call, call.params.id);
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
    app.route({
      ...decisionRoute('accept'),
      body: Accepting,
      refusal: async (call) => {
        const { vendors = {} } = call.body ?? {};
        const known = vendorsOf(call.params.id);
        if (!mayDecide(call) || !Object.keys(vendors).every((name) => known.includes(name))) return null;
        return refusalIn(Object.values(vendors), await consents.visitorIdOf(call));
      },
      handle: async (call) => decide(call, call.params.id, 'accepted', call.body),
    });
    app.route({
      ...decisionRoute('reject'),
      body: Rejecting,
      refusal: async (call) => (mayDecide(call) ? { visitor: await consents.visitorIdOf(call) } : null),
      handle: async (call) => decide(call, call.params.id, 'rejected', call.body),
    });
  };
}

/** What the routes that decide on one rule have in common. */
function decisionRoute<Verb extends 'accept' | 'reject'>(verb: Verb) {
  return {
    method: 'put',
    path: `/user_terms/{id}/${verb}`,
    id: `${verb}UserTerm`,
    summary: `${verb === 'accept' ? 'Accept' : 'Reject'} a rule; repeating it has the same result`,
    tags: ['User terms'],
    access: 'public',
    params: Id,
    answer: { description: 'The rule with its current decision', json: UserTermJson, html: 'redirect' },
    errors: [401, 409],
    subject: ({ id }: z.output<typeof Id>) => ({ path: `/user_terms/${id}`, text: 'consents.read_text' as const }),
  } as const;
}

/** What the page says after a decision. */
function noticeOf(state: ConsentStatus['state'], isWithdrawal: boolean): NoticeKey {
  if (isWithdrawal) return 'notice.withdrawn';
  return state === 'rejected' ? 'notice.rejected' : 'notice.accepted';
}
