import { RendererError } from '../errors.ts';
import type { FetchedAnswer, FetchedPiece } from '../page/index.ts';
import { FETCH_AGAIN, READ_PIECE } from '../page/index.ts';
import { untilAborted } from './abort.ts';
import type { HeldAnswer } from './answer-gate.ts';
import { isPageType, mediaType, notAPage } from './answer-gate.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { isolatedWorld } from './isolated-world.ts';
import type { Hop, PageJob } from './job.ts';
import { refuseWithoutResult, tooMuch } from './over-budget.ts';

/** An answer of the target with its body, decoded from any coding that the browser knows. */
export interface OpenAnswer extends Hop {
  /** Ends with an error where the body is not whole: it broke off, is too large, or took too long. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Bytes that are read at once. */
const PIECE = 256 * 1024;
const WORLD = 'page-renderer-passage';
/** Codings that browsers decode (RFC 9110 §8.4.1, RFC 7932, RFC 8878). */
const DECODED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/** Whether the body of an answer comes out of the browser in another coding than the one it was sent in. */
export function isDecoded({ headers }: Hop): boolean {
  const codings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((coding) => coding !== '');
  return codings.length > 0 && codings.every((coding) => DECODED.has(coding));
}

/** Bytes of the body as it comes out of the browser, where its answer tells. */
export function lengthOf(answer: Hop): number | undefined {
  const length = answer.headers['content-length'];
  return length !== undefined && /^\d{1,15}$/.test(length) && !isDecoded(answer) ? Number(length) : undefined;
}

/**
 * An answer that is no page, on its way through. It comes over the page that asked for it, and so through its guard, within
 * its time and its limit of bytes.
 *
 * The browser does not tell whether a body that it hands over is whole. Where the answer says how long it is, it is
 * counted. Where it does not, it is fetched again in a way that tells.
 */
export class Passage {
  /** The answer without its body. */
  readonly answer: Hop;
  readonly #page: PageJob;
  readonly #held: HeldAnswer;
  readonly #ended = Promise.withResolvers<void>();

  constructor(page: PageJob, held: HeldAnswer) {
    const { url, status, headers } = held;
    this.answer = { url, status, headers };
    this.#page = page;
    this.#held = held;
    if (page.signal.aborted) this.close();
    else page.signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Resolves when nothing more of it comes. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Lets go of it. */
  close(): void {
    this.#ended.resolve();
  }

  /**
   * The answer with its body, once.
   *
   * @throws {RendererError} `connection-failed`, `over-budget`, `target-timeout`, or `not-a-page` where the second answer
   *   is a page
   */
  async open(): Promise<OpenAnswer> {
    try {
      const length = lengthOf(this.answer);
      if (length !== undefined && length > this.#page.maxBytes) throw tooMuch('bytes', this.#page.url.host);
      return length === undefined ? await this.#fetchedAgain() : this.#taken(length);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #taken(length: number): OpenAnswer {
    const { session } = this.#page.isolated;
    const { requestId } = this.#held;
    const taken = session.send('Fetch.takeResponseBodyAsStream', { requestId });
    const read = async () => {
      const { stream: handle } = await taken;
      const { data, base64Encoded, eof: isLast } = await session.send('IO.read', { handle, size: PIECE });
      return { bytes: Buffer.from(data, base64Encoded ? 'base64' : 'utf8'), isLast };
    };
    return { ...this.answer, body: this.#body(read, length) };
  }

  async #fetchedAgain(): Promise<OpenAnswer> {
    const world = await this.#blankPage();
    const accept = this.#held.accept;
    const fetched = await this.#inTime(callAsync<FetchedAnswer>(world, FETCH_AGAIN, accept)).catch((cause: unknown) => {
      if (cause instanceof RendererError) throw cause;
      throw new RendererError('connection-failed', `${this.#page.url.host} could not be loaded`, { cause });
    });
    const answer = { ...fetched, headers: Object.fromEntries(fetched.headers) };
    const type = mediaType(answer.headers['content-type']);
    if (isPageType(type) && answer.headers['content-disposition'] === undefined) {
      throw notAPage('a page, after something that was none', this.#page.url);
    }
    const read = async () => {
      const { data, isLast } = await callAsync<FetchedPiece>(world, READ_PIECE);
      return { bytes: Buffer.from(data, 'base64'), isLast };
    };
    return { ...answer, body: this.#body(read, undefined) };
  }

  /** An empty page at the answer's address, in place of it. */
  async #blankPage(): Promise<IsolatedWorld> {
    const { session, id } = this.#page.isolated;
    const shown = new Promise<void>((resolve) => {
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.id === id) resolve();
      });
    });
    const fulfilled = session.send('Fetch.fulfillRequest', {
      requestId: this.#held.requestId,
      responseCode: 200,
      // Without content, it would be taken for what the target's answer looked like.
      responseHeaders: [
        { name: 'Content-Type', value: 'text/html' },
        { name: 'X-Content-Type-Options', value: 'nosniff' },
      ],
      body: Buffer.from('<!doctype html>').toString('base64'),
    });
    await this.#inTime(Promise.all([fulfilled, shown]));
    return this.#inTime(isolatedWorld(session, id, WORLD));
  }

  #body(read: () => Promise<{ bytes: Uint8Array; isLast: boolean }>, length: number | undefined) {
    const { signal, maxBytes, url } = this.#page;
    let sent = 0;
    const next = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const { bytes, isLast } = await this.#inTime(read());
      sent += bytes.byteLength;
      if (sent > maxBytes) throw tooMuch('bytes', url.host);
      if (isLast && length !== undefined && sent !== length) throw new Error('The answer broke off');
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      if (!isLast) return bytes.byteLength > 0;
      controller.close();
      this.close();
      return true;
    };
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const onAbort = () => controller.error(new Error('The time of the answer is over'));
          signal.addEventListener('abort', onAbort, { once: true });
        },
        pull: async (controller) => {
          try {
            while (!(await next(controller)));
          } catch (error) {
            this.close();
            throw error;
          }
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 0 },
    );
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { signal, isolated, url } = this.#page;
    const done = await untilAborted(Promise.race([work, isolated.gone]), signal);
    if (done !== 'aborted') return done;
    refuseWithoutResult(this.#page);
    throw new RendererError('target-timeout', `${url.host} sent too little within the time budget`);
  }
}

async function callAsync<T>({ session, contextId }: IsolatedWorld, source: string, value?: string): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: source,
    executionContextId: contextId,
    arguments: [{ value }],
    awaitPromise: true,
    returnByValue: true,
  });
  if (!exceptionDetails) return result.value as T;
  throw new Error((exceptionDetails.exception?.description ?? exceptionDetails.text).slice(0, 500));
}
