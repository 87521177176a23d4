/** Turns answers and errors into replies. */
import { createHash } from 'node:crypto';
import { PolicyEngineError } from '../../errors.ts';
import { assetUrl } from './assets.ts';
import { ErrorPage } from './components/error-page.tsx';
import { renderDocument } from './components/layout.tsx';
import type { Exchange } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { leaveNotice, takeNotice } from './notice.ts';
import { problemDocument, problemOf } from './problem.ts';
import { Reply } from './reply.ts';
import type { AnyRoute, Answer, Caching } from './route.ts';
import type { NavigationItem, PageRenderer, View } from './view.ts';

async function viewOf(exchange: Exchange, navigation: readonly NavigationItem[]): Promise<View> {
  const { settings, cookies, mount } = exchange;
  const language = await exchange.language();
  return {
    ...language,
    nonce: exchange.nonce(),
    user: await exchange.user(),
    admin: await exchange.isAdmin(),
    path: exchange.path,
    href: (path) => exchange.href(path),
    asset: (name) => exchange.href(assetUrl(name)),
    notice: takeNotice(cookies, mount, language),
    navigation,
    timeZone: settings.timeZone ?? 'UTC',
    appearance: settings.appearance ?? {},
    loginUrl: settings.loginUrl,
    logoutUrl: settings.logoutUrl,
  };
}

/** Draws a page. */
export async function respondPage(
  exchange: Exchange,
  navigation: readonly NavigationItem[],
  render: PageRenderer,
  status: number,
): Promise<Reply> {
  const view = await viewOf(exchange, navigation);
  const html = await renderDocument(view, await render(view));
  return new Reply(status, html, {
    'content-type': 'text/html; charset=utf-8',
    'content-language': view.locale,
  });
}

function respondJson(body: unknown, status: number, type = 'application/json'): Reply {
  return new Reply(status, JSON.stringify(body), { 'content-type': type });
}

function redirect(exchange: Exchange, target: NonNullable<Answer<unknown>['redirect']>): Reply {
  if (target.notice !== undefined) {
    leaveNotice(exchange.cookies, exchange.mount, target.notice, exchange.url.protocol === 'https:');
  }
  return new Reply(303, null, { location: target.to });
}

function isFresh(exchange: Exchange, etag: string): boolean {
  const known = exchange.request.headers.get('if-none-match');
  if (known === null) return false;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((tag) => weak(tag) === weak(etag));
}

async function respondBody(
  exchange: Exchange,
  navigation: readonly NavigationItem[],
  route: AnyRoute,
  answer: Answer<unknown>,
): Promise<Reply> {
  const status = answer.status ?? route.answer.status ?? 200;
  if (exchange.format === 'html') {
    if (answer.redirect !== undefined) return redirect(exchange, answer.redirect);
    if (answer.html !== undefined) return respondPage(exchange, navigation, answer.html, status);
    throw new TypeError(`Route ${route.id} answered an HTML caller with neither a page nor a redirect`);
  }
  if (status === 204) return new Reply(204, null);
  const json: unknown = typeof answer.json === 'function' ? await answer.json() : answer.json;
  if (json === undefined) throw new TypeError(`Route ${route.id} answered a JSON caller without JSON`);
  return respondJson(json, status);
}

/** Turns what a handler answered into a reply. */
export async function respondAnswer(
  exchange: Exchange,
  navigation: readonly NavigationItem[],
  route: AnyRoute,
  answer: Answer<unknown>,
): Promise<Reply> {
  const { cache } = answer;
  const isKnown = cache?.etag !== undefined && isFresh(exchange, cache.etag);
  if (cache !== undefined && exchange.format === 'html') exchange.withoutScripts();
  const reply = isKnown ? new Reply(304, null) : await respondBody(exchange, navigation, route, answer);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.headers.set(name.toLowerCase(), value);
  // Cookies are for one visitor alone, and so is what comes with them.
  if (cache === undefined || exchange.cookies.changes().length > 0) return reply;
  return cacheable(exchange, reply, cache);
}

function cacheable(exchange: Exchange, reply: Reply, cache: Caching): Reply {
  const etag = cache.etag ?? etagOf(typeof reply.body === 'string' ? reply.body : '');
  const answer = isFresh(exchange, etag) ? new Reply(304, null) : reply;
  answer.headers.set('cache-control', cache.control);
  answer.headers.set('etag', etag);
  answer.vary(cache.vary ?? []);
  return answer;
}

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Turns an error into a problem document or an error page; failures of ours are logged, never shown. */
export async function respondError(
  exchange: Exchange,
  navigation: readonly NavigationItem[],
  error: unknown,
): Promise<Reply> {
  const { settings, request, id } = exchange;
  const isOurs = !(error instanceof PolicyEngineError) || (error.status ?? 500) >= 500;
  // A caller who went away is no failure; there is nobody left to tell.
  if (isOurs && !request.signal.aborted) {
    settings.logger?.error('request failed', {
      requestId: id,
      method: request.method,
      path: exchange.url.pathname,
      error,
    });
  }
  const problem = problemOf(error, await exchange.language(), id);
  const reply =
    exchange.format === 'json'
      ? respondJson(problemDocument(problem, exchange.url.pathname, id), problem.status, 'application/problem+json')
      : await respondPage(exchange, navigation, (view) => ErrorPage({ view, problem, requestId: id }), problem.status);
  if (error instanceof HttpError) {
    for (const [name, value] of Object.entries(error.headers)) reply.headers.set(name.toLowerCase(), value);
  }
  return reply;
}

/** The answer when even the error could not be drawn, because the host's own functions fail. */
export function respondBare(exchange: Exchange): Reply {
  const language = exchange.settings.chooseLanguage([]);
  const problem = problemOf(null, language, exchange.id);
  if (exchange.format === 'json') {
    return respondJson(problemDocument(problem, exchange.url.pathname, exchange.id), 500, 'application/problem+json');
  }
  return new Reply(500, `${problem.title}\n${problem.detail}\n`, { 'content-type': 'text/plain; charset=utf-8' });
}
