/** Hono's context of one request, with the frame's additions. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import type { ParsedBody } from '../request/body.ts';
import { Cookies } from '../request/cookies.ts';
import type { Format } from '../view/format.ts';
import type { HostEnv } from '../../host-env.ts';
import type { WebSettings } from '../options.ts';
import { Person } from '../request/person.ts';
import type { SubjectPage } from './route.ts';
import { hrefOn, type Target } from '../request/target.ts';

/**
 * The frame's knowledge of one request, and its state. One object, since each variable of Hono's context is an entry in
 * a map.
 */
export interface RequestState {
  readonly host: HostEnv;
  readonly target: Target;
  readonly settings: WebSettings;
  /** From `X-Request-Id` if that is a plain word, otherwise generated. */
  readonly id: string;
  readonly cookies: Cookies;
  readonly person: Person;
  format: Format;
  /** Upper-case method to route by: GET for HEAD, and the method named in `_method` of a form. */
  method: string;
  body: ParsedBody | undefined;
  /** What the person wrote in the form, for the page about an error. */
  typed: readonly string[];
  /** Whether a parameter of the URL is not valid. */
  isAddressFault: boolean;
  /** The page that the route changes something of; undefined for a route without one. */
  subject: SubjectPage | undefined;
  /** Whether the URL contains a secret, which no `Referer` may pass on. */
  holdsSecret: boolean;
  /** Whether the page shows pages of this origin in frames. */
  frames: boolean;
  /** Nonce of the page's Content-Security-Policy; undefined without a page, empty for a page without scripts. */
  nonce: string | undefined;
}

/** What the frame passes to Hono with each request. */
export interface WebEnv {
  readonly Bindings: RequestState;
}

/** The context of a request. */
export type Context = HonoContext<WebEnv>;

const PLAIN_ID = /^[\w.:-]{1,128}$/;

/** The initial state of a request. */
export function stateOf(request: Request, host: HostEnv, target: Target, settings: WebSettings): RequestState {
  const id = request.headers.get('x-request-id');
  const cookies = new Cookies(request.headers.get('cookie'));
  return {
    host,
    target,
    settings,
    id: id !== null && PLAIN_ID.test(id) ? id : randomUUID(),
    cookies,
    person: new Person(request, host, settings, cookies),
    format: target.format,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    body: undefined,
    typed: [],
    isAddressFault: false,
    subject: undefined,
    holdsSecret: false,
    frames: false,
    nonce: undefined,
  };
}

/** The nonce of the response's Content-Security-Policy: 128 random bits, unless the page has no scripts. */
export function nonceOf({ env }: Context): string {
  env.nonce ??= randomBytes(16).toString('base64url');
  return env.nonce;
}

/** The URL path of a path below the mount path. */
export function hrefOf(c: Context, path: string): string {
  return hrefOn(c.env.target.mount, path);
}
