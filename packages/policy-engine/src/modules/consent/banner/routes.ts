/** The visitor's consent settings: JSON for a banner, a form and a page, and the cookie declaration. */
import { z } from '@hono/zod-openapi';
import { sendsGpc } from '../decisions/gpc.ts';
import { readingCache } from '../routes/public-reading.ts';
import { refusalIn } from '../routes/refusal.ts';
import type { Visitor } from '../visitors/visitor.ts';
import type { Rules } from '../../rules/index.ts';
import type { NecessaryCookie } from '../necessary/declaration.ts';
import { parseGate } from '../scripts/gate.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { FieldError } from '../../../errors/errors.ts';
import type { Access, Call, Routes } from '../../../platform/web/index.ts';
import { httpErrors, isolated, localPath, type NoticeKey } from '../../../platform/web/index.ts';
import { decisionsAfter } from './banner.tsx';
import { declarationJson, DeclarationSchema } from './declaration.ts';
import { DecideBody, FormBody } from './input.ts';
import { type ConsentSettingsJson, consentSettingsJson, ConsentSettingsSchema } from './representation.ts';
import type { ConsentSettings, ConsentSettingsService } from './service.ts';
import { readWishes, type Wishes, wishesFor } from './wishes.ts';
import { declarationPage } from './views/declaration-page.tsx';
import { centrePath } from '../centre/views/page-data.ts';
import { returnPath } from '../opt-out/link.ts';

type AnyCall = Call<Access, unknown, unknown, unknown>;

/** What the routes work with. */
export interface ConsentSettingsRoutesOptions {
  readonly consentSettings: ConsentSettingsService;
  readonly scripts: ScriptService;
  readonly rules: Rules;
  readonly necessaryCookies: readonly NecessaryCookie[];
  /** Counts a report of a page that was made for somebody else. */
  readonly noteForeignPage: () => void;
}

const SettingsQuery = z.object({
  return_to: z.string().max(2000).optional(),
  locale: z.string().max(35).optional().openapi({ description: 'BCP 47 tag of the language of the response' }),
  foreign: z.literal('1').optional().openapi({
    description:
      'Reports that the page with this request was made for another visitor; counted without anything about who reports it',
  }),
});

export function consentSettingsRoutes(options: ConsentSettingsRoutesOptions): Routes {
  const { consentSettings, scripts, rules, necessaryCookies, noteForeignPage } = options;
  return (app) => {
    app.navigation({
      area: 'user',
      position: 20,
      path: '/cookies',
      label: 'choice.declaration',
      isPublic: true,
      isOnlyListed: true,
    });
    app.route({
      method: 'get',
      path: '/consent',
      id: 'showConsent',
      summary: 'Show the consents of the visitor and everything that a banner needs',
      tags: ['Consent'],
      access: 'public',
      query: SettingsQuery,
      answer: {
        description: 'The decisions of the visitor; browsers are redirected to the privacy centre',
        json: ConsentSettingsSchema,
        html: 'redirect',
      },
      handle: (call) => {
        if (call.query.locale !== undefined) call.setLocale(call.query.locale);
        if (call.query.foreign !== undefined && !call.isForeign()) noteForeignPage();
        return {
          json: async () => jsonOf(call, await consentSettings.of(call)),
          redirect: { to: `${call.href(centrePath(localPath(call.query.return_to, ''), call.query.locale))}#browser` },
        };
      },
    });
    app.route({
      method: 'put',
      path: '/consent',
      id: 'decideConsent',
      summary: 'Accept or reject consents in one transaction',
      description:
        'For visitors and for signed-in users; repeating a decision changes nothing. With empty `decisions` it records what Global Privacy Control rejects and what other consent tools tell.',
      tags: ['Consent'],
      access: 'public',
      body: DecideBody,
      answer: { description: 'The current decisions of the visitor', json: ConsentSettingsSchema },
      errors: [404, 409],
      refusal: async (call) => {
        const { decisions } = call.body;
        // With no decisions in the request, the browser's signal is recorded.
        const isSignal = Object.keys(decisions).length === 0 && sendsGpc(call.request);
        if (!areKnown(decisions)) return null;
        return refusalIn(isSignal ? [false] : Object.values(decisions), await consentSettings.visitorIdOf(call));
      },
      handle: async (call) => {
        const { decisions, shown, click, confirmed } = call.body;
        const visitor = { ...(await visitorOf(call)), click, confirmed };
        const decided = await consentSettings.decide(visitor, await wishesOf(call, decisions), shown ?? null);
        return { json: () => jsonOf(call, decided) };
      },
    });
    app.route({
      method: 'post',
      path: '/consent',
      id: 'submitConsent',
      summary: 'Accept or reject consents with a plain form',
      description: 'Redirects to `return_to`, a path of this site, or to the privacy settings.',
      tags: ['Consent'],
      access: 'public',
      body: FormBody,
      answer: { description: 'Decided', html: 'redirect' },
      errors: [404, 409],
      subject: () => ({ path: '/privacy#browser' }),
      refusal: async (call) => {
        const { decisions = {}, all } = call.body;
        if (all === 'choose') return null;
        const words = all === undefined ? Object.values(decisions) : [all];
        if (!areKnown(decisions)) return null;
        const accepts = words.map((word) => word === 'accept');
        return refusalIn(accepts, await consentSettings.visitorIdOf(call));
      },
      handle: async (call) => {
        const { decisions = {}, all, shown, return_to: returnTo } = call.body;
        const page = localPath(returnTo, '');
        if (all === 'choose') return { redirect: { to: settingsHref(call, page) } };
        const visitor = { ...(await visitorOf(call)), ...placeOf(call, page) };
        const accepts = Object.fromEntries(Object.entries(decisions).map(([gate, word]) => [gate, word === 'accept']));
        const everything = async () => (await consentSettings.of(call)).rules.map(({ rule }) => rule.name);
        const wishes =
          all === undefined ? await wishesOf(call, accepts) : wishesFor(await everything(), all === 'accept');
        const decided = await consentSettings.decide(visitor, wishes, shown ?? null);
        const [unconfirmed] = decided.unconfirmed;
        // One choice of its own is the first of two steps.
        if (unconfirmed !== undefined && all === undefined && wishes.size === 1) {
          return { redirect: { to: call.href(returnPath(unconfirmed, page)) } };
        }
        const notice = noticeOf([...wishes.keys()], all, decided);
        return { redirect: { to: localPath(returnTo, call.href('/privacy#browser')), ...notice } };
      },
    });
    app.route({
      method: 'get',
      path: '/cookies',
      id: 'declareCookies',
      summary: 'The cookie declaration',
      tags: ['Consent'],
      access: 'public',
      answer: {
        description: 'Everything that is stored in the browser: by whom, for what purpose and for how long',
        json: DeclarationSchema,
        html: 'page',
        cacheable: true,
      },
      handle: async (call) => {
        const declared = declarationJson(
          { rules: rules.all, scripts: scripts.active, necessaryCookies },
          await call.language(),
          { mount: call.href('/'), settingsUrl: call.href('/consent') },
        );
        return { json: declared, html: (view) => declarationPage(view, declared), ...readingCache(call.user) };
      },
    });
  };

  function isKnown(name: string, vendor: string | null): boolean {
    const rule = rules.find(name);
    if (rule === undefined || !consentSettings.isOffered(rule)) return false;
    return vendor === null || consentSettings.vendorsOf(rule).includes(vendor);
  }

  function areKnown(decisions: Readonly<Record<string, unknown>>): boolean {
    return Object.keys(decisions).every((gate) => {
      const { rule, vendor } = parseGate(gate);
      return isKnown(rule, vendor);
    });
  }

  /** @throws HttpError 422 for a name that is neither a consent nor one of its vendors */
  async function wishesOf(call: AnyCall, decisions: Readonly<Record<string, boolean>>): Promise<Wishes> {
    const { wishes, unknown } = readWishes(decisions, isKnown);
    if (unknown.length === 0) return wishes;
    const { t } = await call.language();
    const errors = unknown.map(({ gate, vendor }): FieldError => {
      const detail =
        vendor === null ? t('choice.unknown_rule') : t('choice.unknown_vendor', { vendor: isolated(vendor) });
      return { field: `decisions.${gate}`, code: 'unknown', detail };
    });
    throw httpErrors.invalid(errors);
  }
}

/** What the next page says: one rule by its name, or all of them at once. */
function noticeOf(
  names: readonly string[],
  all: 'accept' | 'reject' | undefined,
  { rules, unconfirmed }: ConsentSettings,
): { notice: NoticeKey; about?: string } {
  const [about] = names;
  if (unconfirmed.length > 0) {
    const areSales = unconfirmed.every((name) => rules.some(({ rule }) => rule.name === name && rule.sells));
    return { notice: areSales ? 'notice.accepted_but' : 'notice.accepted_but_rejected' };
  }
  if (all !== undefined) return { notice: all === 'accept' ? 'notice.accepted_all' : 'notice.rejected_all' };
  if (about === undefined || names.length > 1) return { notice: 'notice.saved' };
  const decided = rules.find(({ rule }) => rule.name === about);
  return { notice: decided?.state === 'accepted' ? 'notice.accepted' : 'notice.rejected', about };
}

/** Where the person decides: on a page of the host, or in the privacy centre, which leads back to one. */
function placeOf(call: AnyCall, returnTo: string): Pick<Visitor, 'page' | 'how'> {
  const url = new URL(returnTo, 'http://local.invalid');
  if (url.pathname !== call.href('/privacy')) return { page: returnTo };
  return { page: localPath(url.searchParams.get('return_to'), ''), how: 'panel' };
}

function settingsHref({ href }: AnyCall, returnTo: string): string {
  const query = new URLSearchParams({ return_to: returnTo });
  return returnTo === '' ? href('/consent') : `${href('/consent')}?${query.toString()}`;
}

async function visitorOf(call: AnyCall): Promise<Visitor> {
  const { user, cookies, request, secure, env } = call;
  const { locale } = await call.language();
  const languages = await call.languages();
  return { user, cookies, request, secure, locale, languages, ip: env.ip, how: 'banner' };
}

async function jsonOf(call: AnyCall, settings: ConsentSettings): Promise<ConsentSettingsJson> {
  const state = consentSettingsJson(settings, (await call.language()).locale, call.href);
  return { ...state, seen: decisionsAfter(call.cookies) };
}
