import type { Agent } from '../bots/agent.ts';
import { LOOP_HEADER } from '../decide/decide.ts';
import { findAgent } from '../bots/match.ts';
import type { ProxyOptions, ShadowOutput } from '../options/options.ts';
import { header, type RenderRequest } from '../request/request.ts';
import { correlationHeaders } from './trace-context.ts';
import { VERSION } from './version.ts';

/** The request to the renderer. */
export interface RendererRequest {
  readonly url: string;
  readonly headers: Headers;
  /** The bot sent a conditional request, so 304 is a valid response. */
  readonly isConditional: boolean;
}

/** Headers of the bot that are sent to the renderer, beside its user agent. All others are not, especially cookies and credentials. */
const CONDITIONS = ['if-none-match', 'if-modified-since'] as const;

/** Tells the renderer that it need not send what is not a page (a feed, an image), because the host can send it. */
const FALLBACK = ['x-render-fallback', 'origin'] as const;

/** Names the bot, so that the renderer can count its pages and knows how urgent they are. */
const BOT = 'x-render-bot';

/** How this integration names itself to services of the Prerender family. */
const INTEGRATION = 'RenderMiddleware';

/** The dialect of the renderer; a `prerenderToken` means Prerender. */
export function dialectOf({ dialect, prerenderToken }: ProxyOptions): 'rendertron' | 'prerender' {
  return dialect ?? (prerenderToken === undefined ? 'rendertron' : 'prerender');
}

function shadowFor(agent: Agent | undefined, shadow: ProxyOptions['shadow']): ShadowOutput | undefined {
  if (typeof shadow !== 'object') return shadow;
  return agent && shadow[agent.class];
}

function address(agent: Agent | undefined, options: ProxyOptions, target: string): string {
  const given = options.proxyUrl.replace(/\/+$/, '');
  if (dialectOf(options) === 'prerender') return `${given}/${target}`;
  // In the configuration of Rendertron's middleware the address includes the path.
  const base = given.replace(/\/render$/, '');
  const parameters = new URLSearchParams();
  const shadow = shadowFor(agent, options.shadow);
  if (shadow !== undefined) parameters.set('shadow', shadow);
  if (options.injectShadyDom) parameters.set('wc-inject-shadydom', 'true');
  const query = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return `${base}/render/${encodeURIComponent(target)}${query}`;
}

/** @param isCachedOnly whether the renderer may only use its cache (RFC 9111 §5.2.1.7) */
export function rendererRequest(
  request: RenderRequest,
  options: ProxyOptions,
  target: string,
  isCachedOnly: boolean,
): RendererRequest {
  const agent = findAgent(header(request.headers, 'user-agent') ?? '');
  // No preference for HTML: then errors of the renderer are problem documents and differ from pages.
  const headers = new Headers({
    accept: '*/*',
    [LOOP_HEADER]: '1',
    [FALLBACK[0]]: FALLBACK[1],
    [BOT]: agent?.token ?? 'other',
    // As in Prerender's integration contract, §4.3.
    'x-prerender-int-type': INTEGRATION,
    'x-prerender-int-version': VERSION,
    'x-prerender-request-id': crypto.randomUUID(),
  });
  const userAgent = header(request.headers, 'user-agent');
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  for (const [name, value] of correlationHeaders(request.headers)) headers.set(name, value);
  for (const name of CONDITIONS) {
    const value = header(request.headers, name);
    if (value !== undefined) headers.set(name, value);
  }
  const isConditional = CONDITIONS.some((name) => headers.has(name));
  const encodings = header(request.headers, 'accept-encoding');
  if (encodings !== undefined) headers.set('accept-encoding', encodings);
  if (options.renderToken !== undefined) headers.set('authorization', `Bearer ${options.renderToken}`);
  if (options.prerenderToken !== undefined) headers.set('x-prerender-token', options.prerenderToken);
  if (isCachedOnly) headers.set('cache-control', 'only-if-cached');
  return { url: address(agent, options, target), headers, isConditional };
}
