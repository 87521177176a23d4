/** Converts results and errors to responses. */
import { createHash } from 'node:crypto';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { acceptedLanguages, type Language } from '../../i18n/language.ts';
import { inBatches, type NamesOf } from '../../users/names.ts';
import { assetUrl } from '../assets.ts';
import { AddressErrorPage } from '../components/page/address-error-page.tsx';
import { ErrorPage } from '../components/page/error-page.tsx';
import { renderDocument } from '../components/page/layout.tsx';
import { type Context, hrefOf, nonceOf } from '../routing/context.ts';
import { HttpError } from './http-error.ts';
import { leaveNotice, takeNotice } from './notice.ts';
import { type Problem, problemDocument, problemOf } from './problem.ts';
import { addVary, reply, textOf } from './reply.ts';
import type { AnyRoute, Answer, Caching } from '../routing/route.ts';
import { keepList, keptPath } from './kept-lists.ts';
import { preferencesIn } from '../request/preferences.ts';
import { localPath } from '../view/safe-href.ts';
import type { Page, PageRenderer, View } from '../view/view.ts';

async function viewOf(c: Context): Promise<View> {
  const { person } = c.env;
  const { loginUrl, logoutUrl } = c.env.settings;
  const who = { user: await person.user(), admin: await person.isAdmin(), loginUrl, logoutUrl };
  return viewFor(c, await person.language(), who);
}

/** Context of a page if the host's own functions fail: nobody is signed in, and the language is the browser's. */
function viewOfNobody(c: Context): View {
  const wishes = acceptedLanguages(c.req.raw.headers.get('accept-language'));
  const nobody = { user: null, admin: false, loginUrl: undefined, logoutUrl: undefined };
  return viewFor(c, c.env.settings.chooseLanguage(wishes), nobody);
}

type Who = Pick<View, 'user' | 'admin' | 'loginUrl' | 'logoutUrl'>;

const nobodysNames: NamesOf = async () => new Map();

function viewFor(c: Context, language: Language, who: Who): View {
  const { settings, target, cookies } = c.env;
  const { zone, keys } = preferencesIn(cookies);
  if (who.admin) keepShownList(c);
  return {
    ...language,
    ...who,
    nameOf: inBatches(settings.namesOfUsers ?? nobodysNames),
    nonce: nonceOf(c),
    path: target.path,
    href: (path) => hrefOf(c, path),
    asset: (name) => hrefOf(c, assetUrl(name)),
    notice: takeNotice(cookies, target.url.pathname, language),
    navigation: settings.navigation,
    locales: settings.locales,
    timeZone: settings.timeZone ?? 'UTC',
    chosenZone: zone,
    hasKeys: keys,
    savedViews: async (path) =>
      who.admin && who.user !== null ? ((await settings.savedViews?.(who.user, path)) ?? []) : [],
    hrefOfList: (path) => hrefOf(c, keptPath(cookies, path)),
    appearance: settings.appearance ?? {},
  };
}

/** Keeps the query of a list in the navigation. */
function keepShownList({ env: { settings, target, cookies, method } }: Context): void {
  const { path, mount, url } = target;
  const isList = settings.navigation.some(
    (item) => item.area === 'admin' && [item.path, ...(item.covers ?? [])].includes(path),
  );
  if (method === 'GET' && isList) {
    keepList({ cookies, mount, secure: url.protocol === 'https:' }, path, url.search.slice(1));
  }
}

/** Renders a page. */
export async function respondPage(c: Context, render: PageRenderer, status: number): Promise<Response> {
  return drawn(c, await viewOf(c), render, status);
}

async function drawn(c: Context, view: View, render: PageRenderer, status: number): Promise<Response> {
  const page = await render(view);
  c.env.frames = page.frames === true;
  const html = await renderDocument(view, page);
  return reply(status, html, { 'content-type': 'text/html; charset=utf-8', 'content-language': view.locale });
}

function respondJson(body: unknown, status: number, type = 'application/json'): Response {
  return reply(status, JSON.stringify(body), { 'content-type': type });
}

function redirect(c: Context, { to, notice, about }: NonNullable<Answer<unknown>['redirect']>): Response {
  const { mount, url } = c.env.target;
  if (notice !== undefined) leaveNotice(c.env.cookies, { key: notice, about: about ?? null }, to, { url, mount });
  return reply(303, null, { location: to });
}

function isFresh(c: Context, etag: string): boolean {
  const known = c.req.raw.headers.get('if-none-match');
  if (known === null) return false;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((tag) => weak(tag) === weak(etag));
}

async function respondBody(c: Context, route: AnyRoute, answer: Answer<unknown>): Promise<Response> {
  const status = answer.status ?? route.answer.status ?? 200;
  if (c.env.format === 'html') {
    if (answer.redirect !== undefined) return redirect(c, answer.redirect);
    if (answer.html !== undefined) return respondPage(c, answer.html, status);
    throw new TypeError(`Route ${route.id} answered an HTML caller with neither a page nor a redirect`);
  }
  if (status === 204) return reply(204, null);
  const json: unknown = typeof answer.json === 'function' ? await answer.json() : answer.json;
  if (json === undefined) throw new TypeError(`Route ${route.id} answered a JSON caller without JSON`);
  return respondJson(json, status);
}

/** Converts the result of a handler to a response. */
export async function respondAnswer(c: Context, route: AnyRoute, answer: Answer<unknown>): Promise<Response> {
  const { cache } = answer;
  const isKnown = cache?.etag !== undefined && isFresh(c, cache.etag);
  // A cached page has no scripts: their nonce would be the same for everybody.
  if (cache !== undefined && c.env.format === 'html') c.env.nonce = '';
  const response = isKnown ? reply(304, null) : await respondBody(c, route, answer);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.headers.set(name, value);
  // Cookies are for a single visitor, and so is a response that contains them.
  if (cache === undefined || c.env.cookies.changes().length > 0) return response;
  return cacheable(c, response, cache);
}

/**
 * A separate implementation, since `hono/etag` hashes every body, even if a route knows its tag before there is a body,
 * and removes security headers from the 304.
 */
function cacheable(c: Context, response: Response, cache: Caching): Response {
  const etag = cache.etag ?? etagOf(textOf(response));
  const answer = isFresh(c, etag) ? reply(304, null) : response;
  answer.headers.set('cache-control', cache.control);
  answer.headers.set('etag', etag);
  addVary(answer, cache.vary ?? []);
  return answer;
}

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Answers any error; never throws, since Hono would call it again at every step of its chain. */
export async function answerError(thrown: unknown, c: Context): Promise<Response> {
  try {
    return await respondError(c, translated(c, thrown));
  } catch (failure) {
    const { settings, target, id } = c.env;
    settings.logger.error('error page failed', { requestId: id, path: target.url.pathname, error: failure });
    return respondBare(c, translated(c, failure));
  }
}

/** What the layers below know of an error; unchanged if not even they can read it. */
function translated(c: Context, error: unknown): unknown {
  try {
    return c.env.settings.translateError?.(error) ?? error;
  } catch {
    return error;
  }
}

/** A problem document or an error page; internal failures are logged, never shown. */
async function respondError(c: Context, error: unknown): Promise<Response> {
  const { settings, target, id } = c.env;
  const { pathname } = target.url;
  const isOurs = settings.statusOf(error) >= 500;
  // A disconnected caller is not a failure; no response is needed.
  if (isOurs && !c.req.raw.signal.aborted) {
    settings.logger.error('request failed', { requestId: id, method: c.req.method, path: pathname, error });
  }
  const problem = problemOf(error, await c.env.person.language(), id, settings.statusOf);
  const response =
    c.env.format === 'json'
      ? respondJson(problemDocument(problem, pathname, id), problem.status, 'application/problem+json')
      : await respondPage(c, (view) => errorPageOf(c, view, problem), problem.status);
  if (error instanceof HttpError) {
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  }
  return withRetryAfter(response, error);
}

function errorPageOf(c: Context, view: View, problem: Problem): Page {
  const { id: requestId, typed, subject, isAddressFault, method, target } = c.env;
  if (isAddressFault && problem.status === 422) {
    return AddressErrorPage({ view, requestId, opens: method === 'GET' && target.url.search !== '' });
  }
  const again = againIn(c);
  return ErrorPage({ view, problem, requestId, typed, again, ...(subject !== undefined && { subject }) });
}

/** The address of a request that changes nothing. */
function againIn({ env: { method, target } }: Context): string | undefined {
  return method === 'GET' ? localPath(`${target.url.pathname}${target.url.search}`, '/') : undefined;
}

/** RFC 9110 §10.2.3 */
function withRetryAfter(response: Response, error: unknown): Response {
  if (error instanceof PolicyEngineError && error.retryAfter !== undefined) {
    response.headers.set('retry-after', String(error.retryAfter));
  }
  return response;
}

/** The response if the error could not be rendered for its reader, because the host's own functions fail. */
async function respondBare(c: Context, error: unknown): Promise<Response> {
  const { settings, target, id } = c.env;
  const view = viewOfNobody(c);
  const problem = problemOf(error, view, id, settings.statusOf);
  const answer =
    c.env.format === 'json'
      ? respondJson(problemDocument(problem, target.url.pathname, id), problem.status, 'application/problem+json')
      : await drawn(c, view, () => ErrorPage({ view, problem, requestId: id, again: againIn(c) }), problem.status);
  return withRetryAfter(answer, error);
}
