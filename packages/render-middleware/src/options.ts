import type { Agent, AgentClass } from './agent.ts';
import type { RenderRequest } from './request.ts';

/** A path pattern: a regular expression, or the text of one as Prerender's middleware takes it. */
export type PathPattern = RegExp | string;

/** How native shadow roots become HTML: drawn into the page (`flat`), or as `<template shadowrootmode>`. */
export type ShadowOutput = 'flat' | 'declarative';

/** Which requests are rendered. */
export interface DecisionOptions {
  /** Classes of bots that are served rendered pages. Default: all of them. */
  readonly classes?: readonly AgentClass[];
  /** Bots by a pattern of your own in place of the list, such as `/bot|crawl/i`; not together with `classes`. */
  readonly userAgentPattern?: RegExp;
  /** Paths (with query) that are never rendered, such as `/^\/admin/`. */
  readonly excludeUrlPattern?: RegExp;
  /** Only paths (with query) that match one of these are rendered. Default: all. */
  readonly allowlist?: readonly PathPattern[];
  /** Paths (with query) that match one of these are never rendered; stronger than `allowlist`. */
  readonly denylist?: readonly PathPattern[];
  /** `allowlist` as older middleware spells it. */
  readonly whitelist?: readonly PathPattern[];
  /** `denylist` as older middleware spells it. */
  readonly blacklist?: readonly PathPattern[];
}

/** Why a bot was sent the page itself and not the rendered one. */
export interface Fallback {
  /**
   * - `unreachable`: no connection, or it broke before the answer began.
   * - `timeout`: no answer within `timeout`.
   * - `status`: the renderer answered 5xx, or refused the URL with a 4xx of its own.
   * - `circuit-open`: the renderer failed often in a row and is left alone for a while, see {@link CircuitOptions}.
   * - `unverified`: the bot's claim did not hold, and the renderer had no copy.
   * - `target`: the request's address can't be told, see {@link ProxyOptions.origin}.
   */
  readonly reason: 'unreachable' | 'timeout' | 'status' | 'circuit-open' | 'unverified' | 'target';
  /** The page that was asked for; absent when the address can't be told. */
  readonly target?: string;
  /** The renderer's status, for `status`. */
  readonly status?: number;
  /** What `fetch` threw, for `unreachable`. */
  readonly error?: unknown;
}

/** When a renderer that fails is left alone. */
export interface CircuitOptions {
  /** Failures in a row that open the circuit. Default: 5. */
  readonly failures?: number;
  /** Milliseconds for which the renderer is then not asked; after them one request tries. Default: 30000. */
  readonly pause?: number;
}

/** What a bot claims to be, and where its request came from. */
export interface Claim {
  readonly agent: Agent;
  /** IP address of the client. */
  readonly address: string;
}

/** `unverifiable`: its operator publishes no way to tell. */
export type Verdict = 'verified' | 'unverified' | 'unverifiable';

/** Tells whether a bot is what it says; `crawlerVerifier()` of `render-middleware/verify` makes one. */
export type Verify = (claim: Claim) => Promise<Verdict>;

/** Where the renderer is and how it is asked. */
export interface ProxyOptions {
  /** The renderer's address, such as `http://127.0.0.1:3000`, with or without Rendertron's `/render`; a path is kept. */
  readonly proxyUrl: string;
  /**
   * How it is asked: `rendertron` is `{proxyUrl}/render/{encoded URL}`, `prerender` is `{proxyUrl}/{URL}`.
   * Default: `rendertron`, and `prerender` where there is a `prerenderToken`.
   */
  readonly dialect?: 'rendertron' | 'prerender';
  /** Sent to the renderer as `Authorization: Bearer …`: the `renderToken` of page-renderer. */
  readonly renderToken?: string;
  /** Sent to the renderer as `X-Prerender-Token`. */
  readonly prerenderToken?: string;
  /** Asks for the web component polyfills to be loaded (`wc-inject-shadydom=true`). Default: false. */
  readonly injectShadyDom?: boolean;
  /** How shadow roots become HTML, for all bots or by class. Default: the renderer's own. */
  readonly shadow?: ShadowOutput | Readonly<Partial<Record<AgentClass, ShadowOutput>>>;
  /**
   * Public origin of this site, such as `https://shop.example`. Set it wherever there is only one.
   *
   * Without it the address to render is read from the `Host` header, which the visitor chooses: whoever sends
   * `Host: intranet.local` with a bot's user agent asks the renderer to fetch that host from inside your network
   * (server-side request forgery), and can fill the renderer's cache under foreign names.
   */
  readonly origin?: string;
  /**
   * Host names (with port, if any) that the forwarded host header may name; from such a request `X-Forwarded-Proto` is
   * read as well. Default: none, so both headers are ignored. Not together with `origin`.
   */
  readonly allowedForwardedHosts?: readonly string[];
  /** The header that names the host a proxy in front was asked for. Default: `X-Forwarded-Host`. */
  readonly forwardedHostHeader?: string;
  /** Milliseconds to wait for the answer to begin, and for each next piece of its body. Default: 11000. */
  readonly timeout?: number;
  /** When a renderer that fails is left alone; `false` asks it every time. */
  readonly circuit?: CircuitOptions | false;
  /** Tells whether a bot is what it says. One that is not gets copies the renderer has in its cache, or the page. */
  readonly verify?: Verify;
  /** IP address of the client. Default: the host's own view of it, by its setting of which proxies to trust. */
  readonly clientAddress?: (request: RenderRequest) => string | undefined;
  /** Called when a bot is sent the page itself; for logs and counts. */
  readonly onFallback?: (fallback: Fallback) => void;
}

/** All options of a middleware. */
export interface RenderMiddlewareOptions extends DecisionOptions, ProxyOptions {}
