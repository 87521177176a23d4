/**
 * An answer on its way out. Most answers are one text, which Node's hosts write as it is: making a web-standard `Response`
 * of it first, only to read it through a stream again, costs more than everything else the frame does.
 */

/** What a body may be: whole, or a stream. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

/** Status, headers under lower-case names, cookies, body. */
export class Reply {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly cookies: string[] = [];
  body: ReplyBody;

  constructor(status: number, body: ReplyBody, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = new Map(Object.entries(headers));
  }

  /** Takes a response over; its body goes along unread. */
  static of(response: Response): Reply {
    const reply = new Reply(response.status, response.body);
    for (const [name, value] of response.headers) {
      if (name === 'set-cookie') reply.cookies.push(value);
      else reply.headers.set(name, value);
    }
    return reply;
  }

  /** Answers HEAD: everything but the body, which nobody will read. */
  async dropBody(): Promise<void> {
    const { body } = this;
    this.body = null;
    if (body instanceof ReadableStream) await body.cancel();
  }

  /** Adds names to `Vary` that it does not have yet (RFC 9110 §12.5.5). */
  vary(names: readonly string[]): void {
    const present = this.headers.get('vary');
    if (present === undefined) {
      this.headers.set('vary', names.join(', '));
      return;
    }
    const all = present.split(',').map((name) => name.trim());
    const known = new Set(all.map((name) => name.toLowerCase()));
    this.headers.set('vary', [...all, ...names.filter((name) => !known.has(name.toLowerCase()))].join(', '));
  }

  toResponse(): Response {
    const headers = new Headers([...this.headers]);
    for (const cookie of this.cookies) headers.append('set-cookie', cookie);
    return new Response(this.body, { status: this.status, headers });
  }
}

/** Answers like the `fetch` it belongs to, without the detour over a `Response`. */
export type Answering<Env> = (request: Request, env: Env) => Promise<Reply>;

const answering = new WeakMap<object, unknown>();

/** Notes by what a `fetch` can be replaced where its caller writes to Node itself. */
export function rememberAnswering<Env>(fetch: object, answer: Answering<Env>): void {
  answering.set(fetch, answer);
}

/** The shorter way of a `fetch`; none for one that a host has wrapped, which must not be gone around. */
export function answeringOf<Env>(fetch: object): Answering<Env> | undefined {
  return answering.get(fetch) as Answering<Env> | undefined;
}
