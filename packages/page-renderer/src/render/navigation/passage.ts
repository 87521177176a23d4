import { DevToolsError } from '../../devtools/errors.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { FetchedAnswer, FetchedPiece } from '../../page/index.ts';
import { FETCH_AGAIN, READ_PIECE } from '../../page/index.ts';
import { monotonic } from '../../kernel/clock.ts';
import { untilAborted } from '../job/abort.ts';
import type { HeldAnswer } from './answer-gate.ts';
import { isPageType, mediaType, notAPage } from './answer-gate.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { isolatedWorld } from '../../devtools/isolated-world.ts';
import type { Hop, PageJob } from '../job/job.ts';
import type { Side } from './long-passages.ts';
import { refuseWithoutResult, tooMuch } from '../job/over-budget.ts';

/** The requested part of a response (RFC 9110 §14.2, §13.1.5). */
export interface PartRequest {
  readonly range: string;
  readonly ifRange: string | undefined;
}

/**
 * A response of the target with its body, decoded from any coding that the browser knows. Each character of a header is one
 * byte of it.
 */
export interface OpenAnswer extends Hop {
  /** Ends with an error if the body is not complete: because of the connection, its size, or the time. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Bytes per read: the browser returns nothing until it has this number, so a slow body is read in small parts. */
const PIECE = { least: 4 * 1024, first: 64 * 1024, most: 1024 * 1024 };
/** After a faster read the next part is larger, after a slower one it is smaller; in milliseconds. */
const PACE = { fast: 100, slow: 1_000 };
/** Bytes per write: this shows that the client reads what is sent. */
const SLICE = 64 * 1024;
/** Codings that browsers decode (RFC 9110 §8.4.1, RFC 7932, RFC 8878). */
const DECODED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/** Whether the browser returns the body of a response in another coding than the one in which it was sent. */
export function isDecoded({ headers }: Hop): boolean {
  const codings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((coding) => coding !== '');
  return codings.length > 0 && codings.every((coding) => DECODED.has(coding));
}

/** Number of bytes of the body as the browser returns it, if the response says it. */
export function lengthOf(answer: Hop): number | undefined {
  const length = answer.headers['content-length'];
  return length !== undefined && /^\d{1,15}$/.test(length) && !isDecoded(answer) ? Number(length) : undefined;
}

/** A response that is passed through. */
export interface Passage {
  /** The response without its body. Each character of a header is one byte of it. */
  readonly answer: Hop;
  /** What it is, for people. */
  readonly kind: string;
  /** Resolves when no more of it arrives. */
  readonly ended: Promise<void>;
  /** Releases it. */
  close(): void;
  /** Ends it, even if it is incomplete. */
  cutOff(): void;
  /** Calls the listener whenever data has moved, with the side that is waited for now. */
  onMoved(listener: (awaited: Side) => void): void;
  /** The response with its body, once. @param part what is asked for of it @throws {RendererError} */
  open(part?: PartRequest): Promise<OpenAnswer>;
}

/**
 * A response that is not a page, while it is passed through. It is read through the page that requested it, and so through its
 * address guard and its limit of bytes. Its time is limited elsewhere.
 *
 * The browser does not report whether a body is complete. If the response gives its length, the bytes are
 * counted. If not, it is fetched again in a way that reports it.
 */
export class HeldPassage implements Passage {
  readonly answer: Hop;
  readonly #page: PageJob;
  readonly #held: HeldAnswer;
  readonly #ended = Promise.withResolvers<void>();
  readonly #cut = new AbortController();
  /** Ends with the page's own signal, or when it is cut off. */
  readonly #signal: AbortSignal;
  #awaited: Side = 'target';
  #onMoved: (awaited: Side) => void = () => {};
  #world: Promise<IsolatedWorld> | undefined;

  constructor(page: PageJob, held: HeldAnswer) {
    const { url, status, octets } = held;
    this.answer = { url, status, headers: octets };
    this.#page = page;
    this.#held = held;
    this.#signal = AbortSignal.any([page.signal, this.#cut.signal]);
    if (this.#signal.aborted) this.close();
    else this.#signal.addEventListener('abort', () => this.close(), { once: true });
    page.isolated.egress.onBytes(() => this.#await(this.#awaited));
  }

  get kind(): string {
    return mediaType(this.answer.headers['content-type']);
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  close(): void {
    this.#ended.resolve();
  }

  cutOff(): void {
    this.#cut.abort();
  }

  onMoved(listener: (awaited: Side) => void): void {
    this.#onMoved = listener;
  }

  /**
   * The response with its body, once. For a range the target is requested again, because it is now known not to be a page.
   *
   * @param part what is asked for of it; the target may answer with the whole, or that there is no such part
   * @throws {RendererError} `connection-failed`, `browser-unavailable`, `over-budget`, `target-timeout`, or `not-a-page` where the second answer
   *   is a page
   */
  async open(part?: PartRequest): Promise<OpenAnswer> {
    try {
      const answer = await this.#opened(part);
      this.#await('client');
      return answer;
    } catch (error) {
      this.close();
      if (!(error instanceof DevToolsError)) throw error;
      throw new RendererError('browser-unavailable', 'The browser could not repeat the request', {
        cause: error,
        retryAfter: 1,
      });
    }
  }

  async #opened(part?: PartRequest): Promise<OpenAnswer> {
    if (part && this.#mayHaveParts()) {
      const answer = await this.#partOf(part);
      return answer ?? (await this.#fetchedAgain());
    }
    const length = lengthOf(this.answer);
    this.#requireSmall(length);
    return length === undefined ? await this.#fetchedAgain() : this.#taken(length);
  }

  /** The answer to a request for a part; undefined where there is none to pass on, so that the whole has to do. */
  async #partOf(part: PartRequest): Promise<OpenAnswer | undefined> {
    try {
      const answer = await this.#fetchedAgain(part);
      // It says which part of the compressed whole it is, and comes out of the browser decompressed.
      return answer.status === 206 && isDecoded(answer) ? undefined : answer;
    } catch (error) {
      // Such as a part of what is compressed, which can't be decompressed.
      if (error instanceof RendererError && error.code === 'connection-failed') return undefined;
      throw error;
    }
  }

  #mayHaveParts(): boolean {
    const { status, headers } = this.answer;
    return status === 200 && headers['accept-ranges']?.trim().toLowerCase() !== 'none';
  }

  #requireSmall(length: number | undefined): void {
    if (length !== undefined && length > this.#page.maxBytes) throw tooMuch('bytes', this.#page.url.host);
  }

  #taken(length: number): OpenAnswer {
    const { session } = this.#page.isolated;
    const { requestId } = this.#held;
    const taken = session.send('Fetch.takeResponseBodyAsStream', { requestId });
    let size = PIECE.first;
    const read = async () => {
      const { stream: handle } = await taken;
      const asked = monotonic();
      const { data, base64Encoded, eof: isLast } = await session.send('IO.read', { handle, size });
      const time = monotonic() - asked;
      if (time < PACE.fast) size = Math.min(size * 2, PIECE.most);
      else if (time > PACE.slow) size = Math.max(size / 4, PIECE.least);
      return { bytes: Buffer.from(data, base64Encoded ? 'base64' : 'utf8'), isLast };
    };
    return { ...this.answer, body: this.#body(read, length) };
  }

  async #fetchedAgain(part?: PartRequest): Promise<OpenAnswer> {
    const world = await (this.#world ??= this.#blankPage());
    const headers: Record<string, string> = { Accept: this.#held.accept };
    if (part) headers['Range'] = part.range;
    if (part?.ifRange !== undefined) headers['If-Range'] = part.ifRange;
    const fetched = await this.#inTime(callAsync<FetchedAnswer>(world, FETCH_AGAIN, headers)).catch(
      (cause: unknown) => {
        if (cause instanceof RendererError) throw cause;
        throw new RendererError('connection-failed', `${this.#page.url.host} could not be loaded`, { cause });
      },
    );
    const answer = { ...fetched, headers: Object.fromEntries(fetched.headers) };
    this.#requireSmall(lengthOf(answer));
    const type = mediaType(answer.headers['content-type']);
    // That there is no such part is often said with a page.
    if (answer.status !== 416 && isPageType(type) && answer.headers['content-disposition'] === undefined) {
      throw notAPage('a page, after a response that was not one', this.#page.url);
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
    return this.#inTime(isolatedWorld(session, id));
  }

  #body(read: () => Promise<{ bytes: Uint8Array; isLast: boolean }>, length: number | undefined) {
    const { maxBytes, url } = this.#page;
    const ask = () => {
      const piece = read();
      piece.catch(() => {});
      return piece;
    };
    let piece: ReturnType<typeof read> | undefined = ask();
    let received = 0;
    let rest: Uint8Array = new Uint8Array();
    const fill = async () => {
      while (rest.byteLength === 0 && piece) {
        const { bytes, isLast } = await this.#inTime(piece); // oxlint-disable-line no-await-in-loop -- until there is something
        received += bytes.byteLength;
        if (received > maxBytes) throw tooMuch('bytes', url.host);
        if (isLast && length !== undefined && received !== length) throw new Error('The response was incomplete');
        // While this one is sent, the next one comes.
        piece = isLast ? undefined : ask();
        rest = bytes;
      }
    };
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const onAbort = () => controller.error(new Error('The time limit of the response is over'));
          this.#signal.addEventListener('abort', onAbort, { once: true });
        },
        pull: async (controller) => {
          this.#await('target');
          try {
            await fill();
          } catch (error) {
            this.close();
            throw error;
          }
          if (rest.byteLength > 0) controller.enqueue(rest.subarray(0, SLICE));
          rest = rest.subarray(SLICE);
          this.#await('client');
          if (rest.byteLength > 0 || piece) return;
          controller.close();
          this.close();
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 0 },
    );
  }

  #await(side: Side): void {
    this.#awaited = side;
    this.#onMoved(side);
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { isolated, url } = this.#page;
    const done = await untilAborted(Promise.race([work, isolated.gone]), this.#signal);
    if (done !== 'aborted') return done;
    refuseWithoutResult(this.#page);
    throw new RendererError('target-timeout', `${url.host} sent too little within the time limit`);
  }
}

async function callAsync<T>({ session, contextId }: IsolatedWorld, source: string, value?: object): Promise<T> {
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
