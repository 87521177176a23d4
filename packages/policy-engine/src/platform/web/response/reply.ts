/**
 * The frame's responses: a `Response` that Node's hosts write directly. A separate implementation, since creating the
 * platform's `Response` from one text, and reading it through a stream again, costs more than everything else the frame
 * does.
 */
import { LazyHeaders, type PlainHeaders } from './lazy-headers.ts';
import { completeWith } from './platform-object.ts';

/** A body: whole, or a stream. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

/** What a Node host needs to write a response. */
export interface ReplyParts {
  readonly status: number;
  readonly headers: PlainHeaders;
  readonly body: ReplyBody;
}

class LazyResponse {
  readonly status: number;
  readonly statusText = '';
  readonly headers: LazyHeaders;
  readonly content: ReplyBody;
  #whole: Response | undefined;

  constructor(status: number, content: ReplyBody, headers: LazyHeaders) {
    this.status = status;
    this.content = content;
    this.headers = headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  whole(): Response {
    const { status, headers, content } = this;
    this.#whole ??= new Response(content, { status, headers: headers.whole() });
    return this.#whole;
  }
}
completeWith(LazyResponse, Response);

function lazyOf(response: unknown): LazyResponse | null {
  return response instanceof LazyResponse ? response : null;
}

/** Whether a value is a response, even if another library has replaced the platform's class. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]';
}

/** Creates a response. @param headers under lower-case names; the response takes ownership of the object */
export function reply(status: number, body: ReplyBody, headers: PlainHeaders = {}): Response {
  return new LazyResponse(status, body, new LazyHeaders(headers, 'response')) as unknown as Response;
}

/** The response as the platform's own `Response`, which servers other than Node's require. */
export function platformResponse(response: Response): Response {
  return lazyOf(response)?.whole() ?? response;
}

/** Takes a response apart for Node's `writeHead` and `end`; its body is passed on unread. */
export function partsOf(response: Response): ReplyParts {
  const lazy = lazyOf(response);
  if (lazy !== null) return { status: lazy.status, headers: lazy.headers.toPlain(), body: lazy.content };
  const cookies = response.headers.getSetCookie();
  const headers = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
  return { status: response.status, headers, body: response.body as ReadableStream<Uint8Array> | null };
}

/** The text of a response that consists of one text; empty for any other. */
export function textOf(response: Response): string {
  const content = lazyOf(response)?.content;
  return typeof content === 'string' ? content : '';
}

/** Ends the body of a response that is not read, as for HEAD. */
export async function dropBody(response: Response): Promise<void> {
  const { body } = partsOf(response);
  if (body instanceof ReadableStream && !body.locked) await body.cancel();
}

/** Adds a cookie to a response. @param cookie value of a `Set-Cookie` header */
export function addCookie(response: Response, cookie: string): void {
  const lazy = lazyOf(response);
  if (lazy === null) response.headers.append('set-cookie', cookie);
  else lazy.headers.appendCookie(cookie);
}

/** Adds names to `Vary` that it does not have yet (RFC 9110 §12.5.5). */
export function addVary({ headers }: Response, names: readonly string[]): void {
  const present = headers.get('vary');
  if (present === null) {
    if (names.length > 0) headers.set('vary', names.join(', '));
    return;
  }
  const all = present.split(',').map((name) => name.trim());
  const known = new Set(all.map((name) => name.toLowerCase()));
  headers.set('vary', [...all, ...names.filter((name) => !known.has(name.toLowerCase()))].join(', '));
}
