import { type AgentClass, AGENT_CLASSES } from './agents.ts';
import { RenderMiddlewareError } from './errors.ts';

/** Which requests are rendered. */
export interface DecisionOptions {
  /** Classes of bots that are served rendered pages. Default: all of them. */
  readonly classes?: readonly AgentClass[];
  /** Paths (with query) that are never rendered, such as `/^\/admin/`. */
  readonly excludeUrlPattern?: RegExp;
}

/** Why a bot was sent the page itself and not the rendered one. */
export interface Fallback {
  /**
   * - `unreachable`: no connection, or it broke before the answer began.
   * - `timeout`: no answer within `timeout`.
   * - `status`: the renderer answered 5xx, or refused the URL with a 4xx of its own.
   * - `target`: the request's address can't be told, see {@link ProxyOptions.origin}.
   */
  readonly reason: 'unreachable' | 'timeout' | 'status' | 'target';
  /** The page that was asked for; absent when the address can't be told. */
  readonly target?: string;
  /** The renderer's status, for `status`. */
  readonly status?: number;
  /** What `fetch` threw, for `unreachable`. */
  readonly error?: unknown;
}

/** Where the renderer is and how it is asked. */
export interface ProxyOptions {
  /** The renderer's address, such as `http://127.0.0.1:3000`; a path prefix is kept. */
  readonly proxyUrl: string;
  /**
   * Public origin of this site, such as `https://shop.example`. Set it wherever there is only one.
   *
   * Without it the address to render is read from the `Host` header, which the visitor chooses: whoever sends
   * `Host: intranet.local` with a bot's user agent asks the renderer to fetch that host from inside your network
   * (server-side request forgery), and can fill the renderer's cache under foreign names.
   */
  readonly origin?: string;
  /**
   * Host names (with port, if any) that `X-Forwarded-Host` may name; from such a request `X-Forwarded-Proto` is read as
   * well. Default: none, so both headers are ignored. Has no effect where `origin` is set.
   */
  readonly allowedForwardedHosts?: readonly string[];
  /** Milliseconds to wait for the answer to begin, and for each next piece of its body. Default: 11000. */
  readonly timeout?: number;
  /** Called when a bot is sent the page itself; for logs and counts. */
  readonly onFallback?: (fallback: Fallback) => void;
}

/** All options of a middleware. */
export interface RenderMiddlewareOptions extends DecisionOptions, ProxyOptions {}

function invalid(message: string): never {
  throw new RenderMiddlewareError('invalid-option', message);
}

function httpUrl(name: string, value: unknown): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    invalid(`${name} must be an absolute http or https URL, got ${JSON.stringify(value)}`);
  }
  if (url.username || url.password) invalid(`${name} must not hold a user name or password`);
  if (url.search || url.hash) invalid(`${name} must not have a query or fragment, got ${JSON.stringify(value)}`);
  return url;
}

/**
 * Checks options and returns them.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, with a sentence that names the option and what was given.
 */
export function checkOptions<Options extends RenderMiddlewareOptions>(options: Options): Options {
  if (typeof options !== 'object' || options === null) invalid('options must be an object with at least proxyUrl');
  httpUrl('proxyUrl', options.proxyUrl);
  if (options.origin !== undefined && httpUrl('origin', options.origin).pathname !== '/') {
    invalid(`origin must not have a path, got ${JSON.stringify(options.origin)}`);
  }
  const { timeout, classes, excludeUrlPattern, allowedForwardedHosts } = options;
  // Node's timers turn anything above 2^31-1 into 1 ms.
  if (timeout !== undefined && !(Number.isInteger(timeout) && timeout > 0 && timeout < 2 ** 31)) {
    invalid(`timeout must be a whole number of milliseconds above 0, got ${JSON.stringify(timeout)}`);
  }
  const unknown = classes?.find((name) => !AGENT_CLASSES.includes(name));
  if (unknown !== undefined) {
    invalid(`classes holds ${JSON.stringify(unknown)}; there are ${AGENT_CLASSES.join(', ')}`);
  }
  if (excludeUrlPattern !== undefined && !(excludeUrlPattern instanceof RegExp)) {
    invalid('excludeUrlPattern must be a regular expression such as /^\\/admin/');
  }
  if (allowedForwardedHosts !== undefined && !Array.isArray(allowedForwardedHosts)) {
    invalid('allowedForwardedHosts must be an array of host names');
  }
  return options;
}
