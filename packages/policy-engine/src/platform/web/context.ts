/** Hono's context of one request, with what the frame adds to it. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import type { ParsedBody } from './body.ts';
import { Cookies } from './cookies.ts';
import type { Format } from './format.ts';
import type { HostEnv } from '../host-env.ts';
import type { WebSettings } from './options.ts';
import { Person } from './person.ts';
import { hrefOn, type Target } from './target.ts';

/** What the frame gives Hono with each request, and what its middleware notes. */
export interface WebEnv {
  readonly Bindings: {
    readonly host: HostEnv;
    readonly target: Target;
    readonly settings: WebSettings;
  };
  readonly Variables: {
    /** Taken over from `X-Request-Id` if that is a plain word, else made here. */
    id: string;
    cookies: Cookies;
    person: Person;
    format: Format;
    /** Upper-case method to route by: GET for HEAD, and what a form names in `_method`. */
    method: string;
    body: ParsedBody;
    /** Nonce of the page's Content-Security-Policy; unset without a page, empty for a page without scripts. */
    nonce: string | undefined;
  };
}

/** The context of a request. */
export type Context = HonoContext<WebEnv>;

const PLAIN_ID = /^[\w.:-]{1,128}$/;

/** Prepares the variables of a request. */
export function prepareContext(c: Context): void {
  const { host, target, settings } = c.env;
  const request = c.req.raw;
  const id = request.headers.get('x-request-id');
  c.set('id', id !== null && PLAIN_ID.test(id) ? id : randomUUID());
  c.set('cookies', new Cookies(request.headers.get('cookie')));
  c.set('person', new Person(request, host, settings));
  c.set('format', target.format);
  c.set('method', request.method === 'HEAD' ? 'GET' : request.method);
}

/** The nonce of the answer's Content-Security-Policy: 128 random bits, unless the page is to have no scripts. */
export function nonceOf(c: Context): string {
  const known = c.get('nonce');
  if (known !== undefined) return known;
  const nonce = randomBytes(16).toString('base64url');
  c.set('nonce', nonce);
  return nonce;
}

/** The URL path of a path below the mount path. */
export function hrefOf(c: Context, path: string): string {
  return hrefOn(c.env.target.mount, path);
}
