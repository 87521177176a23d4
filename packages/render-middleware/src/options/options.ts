import type { Agent, AgentClass } from '../bots/agent.ts';
import type { RenderRequest } from '../request/request.ts';

/** A path pattern: a regular expression, or one as a string as in Prerender's middleware. */
export type PathPattern = RegExp | string;

/** How native shadow roots become HTML: flattened into the page (`flat`), or as `<template shadowrootmode>`. */
export type ShadowOutput = 'flat' | 'declarative';

/** Which requests are rendered. */
export interface DecisionOptions {
  /** Classes of bots that get rendered pages. Default: all of them. */
  readonly classes?: readonly AgentClass[];
  /** Your own regular expression for bots instead of the list, such as `/bot|crawl/i`; not together with `classes`. */
  readonly userAgentPattern?: RegExp;
  /** Paths (with query) that are never rendered, such as `/^\/admin/`. */
  readonly excludeUrlPattern?: RegExp;
  /**
   * Only paths (with query) that match one of these are rendered. Default: all. A pattern that names the extension of a file, such as
   * `/^\/docs\/next\.js$/`, says that this address is a page.
   */
  readonly allowlist?: readonly PathPattern[];
  /** Paths (with query) that match one of these are never rendered; takes precedence over `allowlist`. */
  readonly denylist?: readonly PathPattern[];
  /** The name of `allowlist` in older middleware. */
  readonly whitelist?: readonly PathPattern[];
  /** The name of `denylist` in older middleware. */
  readonly blacklist?: readonly PathPattern[];
}

/** Why a bot got the page itself and not the rendered one. */
export interface Fallback {
  /**
   * - `unreachable`: no connection, or it was closed before the response began.
   * - `timeout`: no response within `timeout`.
   * - `status`: the renderer responded with a 5xx that the page did not set itself, or refused the URL with a 4xx of its own.
   * - `circuit-open`: the renderer failed several times in a row and is paused, see {@link CircuitOptions}.
   * - `unverified`: the bot could not be verified, and the renderer had no cached result.
   * - `target`: the address of the request is not known, see {@link ProxyOptions.origin}.
   * - `redirect`: the page redirects to the address that the bot has asked for, which it would follow for ever.
   */
  readonly reason: 'unreachable' | 'timeout' | 'status' | 'circuit-open' | 'unverified' | 'target' | 'redirect';
  /** The requested page; missing if its address is not known. */
  readonly target?: string;
  /** The status of the renderer, for `status` and `redirect`. */
  readonly status?: number;
  /** The error of `fetch`, for `unreachable`. */
  readonly error?: unknown;
}

/** When a failing renderer is paused. */
export interface CircuitOptions {
  /** Failures in a row that open the circuit. Default: 5. */
  readonly failures?: number;
  /** Milliseconds for which no requests are sent to the renderer; then one request tests it. Default: 30000. */
  readonly pause?: number;
}

/** The bot of a `User-Agent` header, and the address of the client that sent it. */
export interface Claim {
  readonly agent: Agent;
  /** IP address of the client. */
  readonly address: string;
}

/** `unverifiable`: the operator publishes no data for verification. */
export type Verdict = 'verified' | 'unverified' | 'unverifiable';

/** Verifies a bot; `crawlerVerifier()` of `render-middleware/verify` creates such a function. */
export type Verify = (claim: Claim) => Promise<Verdict>;

/** The renderer, and how requests are sent to it. */
export interface ProxyOptions {
  /** The renderer's address, such as `http://127.0.0.1:3000`, with or without Rendertron's `/render`; a path is kept. */
  readonly proxyUrl: string;
  /**
   * Form of the requests: `rendertron` is `{proxyUrl}/render/{encoded URL}`, `prerender` is `{proxyUrl}/{URL}`.
   * Default: `rendertron`, or `prerender` if there is a `prerenderToken`.
   */
  readonly dialect?: 'rendertron' | 'prerender';
  /** Sent to the renderer as `Authorization: Bearer …`: the `renderToken` of page-renderer. */
  readonly renderToken?: string;
  /** Sent to the renderer as `X-Prerender-Token`. */
  readonly prerenderToken?: string;
  /** Requests the web component polyfills (`wc-inject-shadydom=true`). Default: false. */
  readonly injectShadyDom?: boolean;
  /** How shadow roots become HTML, for all bots or by class. Default: the renderer's own. */
  readonly shadow?: ShadowOutput | Readonly<Partial<Record<AgentClass, ShadowOutput>>>;
  /**
   * Public origin of this site, such as `https://shop.example`. Set it if the site has only one.
   *
   * Without it the address to render is read from the `Host` header, which the visitor controls: a request with
   * `Host: intranet.local` and a bot's user agent makes the renderer fetch that host from inside your network
   * (server-side request forgery), and can fill the renderer's cache with pages of other hosts.
   */
  readonly origin?: string;
  /**
   * Host names (with port, if any) of a site with several hosts behind a reverse proxy. Only they are rendered. Host and scheme are
   * read from `Forwarded` (RFC 7239), from `X-Forwarded-Host`, `-Proto` and `-Port`, or from `Host` and `X-Forwarded-Proto`. If these
   * contradict each other, nothing is rendered. Default: none, so forwarded headers are ignored. Not together with `origin`.
   */
  readonly allowedForwardedHosts?: readonly string[];
  /**
   * The header in which a reverse proxy forwards the requested host, for `allowedForwardedHosts`. Default: `X-Forwarded-Host` and
   * `Forwarded`.
   */
  readonly forwardedHostHeader?: string;
  /** Milliseconds to wait for the response to begin, and for each next part of its body. Default: 11000. */
  readonly timeout?: number;
  /** When a failing renderer is paused; `false`: never. */
  readonly circuit?: CircuitOptions | false;
  /** Verifies bots. A bot that is not verified gets a cached result of the renderer, or the page itself. */
  readonly verify?: Verify;
  /** IP address of the client. Default: the address that the host determines, by its setting of trusted proxies. */
  readonly clientAddress?: (request: RenderRequest) => string | undefined;
  /** Called when a bot gets the page itself; for logs and metrics. */
  readonly onFallback?: (fallback: Fallback) => void;
}

/** All options of a middleware. */
export interface RenderMiddlewareOptions extends DecisionOptions, ProxyOptions {}
