import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../devtools/connection.ts';
import { DevToolsError } from '../../devtools/errors.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { AnswerRule, Hop } from '../job/job.ts';
import { fromUtf8, fromWindows1252 } from '../requests/octets.ts';
import { lowerCased } from '../requests/requests.ts';
import { isRedirect } from './status.ts';

/** A response that is not a page, paused before the browser processes it. */
export interface HeldAnswer extends Hop {
  /** The id of its request in the browser. */
  readonly requestId: string;
  /** The `Accept` header of its request. */
  readonly accept: string;
  /** Its headers byte by byte; `headers` has them as text, without values that are not UTF-8. */
  readonly octets: Record<string, string>;
}

/** Headers that may be in any encoding, and are passed through unchanged. */
const WORDED: ReadonlySet<string> = new Set(['content-disposition', 'content-type']);
/** How long to wait for the raw headers after a response, in milliseconds; after that the text is used. */
const RAW_NOTICE = 200;

type Paused = Protocol.Fetch.RequestPausedEvent;
type Patterns = Protocol.Fetch.RequestPattern[];

/** Types of documents that are rendered: HTML, and XHTML, whose rendered form is HTML. */
const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
/** Types that say nothing about the content, so that browsers inspect it (MIME Sniffing Standard §7). */
const NO_TYPES: ReadonlySet<string> = new Set(['', 'unknown/unknown', 'application/unknown', '*/*']);
/** Statuses without content (RFC 9110 §15). */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);
const DOCUMENT_ANSWERS = { resourceType: 'Document', requestStage: 'Response' } as const;

/** Whether documents of this type are rendered. */
export function isPageType(type: string): boolean {
  return PAGE_TYPES.has(type);
}

/**
 * The media type in a `Content-Type`, in lower case, of several the last, as in browsers (Fetch Standard §2.2.2); empty
 * if there is none.
 */
export function mediaType(contentType = ''): string {
  const types = contentType.split(/[\n,]/).map((type) => type.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return types.findLast((type) => /^[^/\s"]+\/[^/\s"]+$/.test(type)) ?? '';
}

/**
 * Checks the target's response as soon as its headers have arrived, and pauses what is not a page: a response of another type
 * than HTML, or one that is to be downloaded (RFC 6266). For a response without a type, the browser decides by the content.
 * Later navigations of scripts are not checked here.
 */
export class AnswerGate {
  readonly #session: Session;
  readonly #mainFrame: string;
  readonly #rule: AnswerRule;
  readonly #held = Promise.withResolvers<HeldAnswer>();
  readonly #raw: RawHeaders;
  #isOpen = false;

  /** @param mainFrame id of the page's own frame */
  constructor(session: Session, mainFrame: string, rule: AnswerRule) {
    this.#session = session;
    this.#mainFrame = mainFrame;
    this.#rule = rule;
    this.#held.promise.catch(() => {});
    this.#raw = new RawHeaders(session);
  }

  /**
   * Resolves with a response that is not a page; it is paused from then on.
   *
   * @throws {RendererError} `browser-unavailable` if the browser does not continue with a response
   */
  get held(): Promise<HeldAnswer> {
    return this.#held.promise;
  }

  /** Makes the browser ask before it processes a response. @param others what else it asks about */
  patterns(session: Session, others: Patterns): Patterns {
    return session === this.#session ? [...others, DOCUMENT_ANSWERS] : others;
  }

  /** Whether the event is about a response, not about a request. */
  isAnswer({ responseStatusCode, responseErrorReason }: Paused): boolean {
    return responseStatusCode !== undefined || responseErrorReason !== undefined;
  }

  /** @param others what the browser continues to ask about after the page has arrived */
  onAnswer(session: Session, paused: Paused, others: Patterns): void {
    const isTarget = !this.#isOpen && paused.resourceType === 'Document' && paused.frameId === this.#mainFrame;
    const answer = isTarget ? heldAnswer(paused) : undefined;
    if (answer && this.#isHeldBack(answer)) return void this.#hold(answer, paused);
    const continued = session.send('Fetch.continueRequest', { requestId: paused.requestId });
    if (!isTarget) return;
    continued.catch((error: unknown) => this.#onRefused(error));
    if (answer && isRedirect(answer)) return;
    this.#isOpen = true;
    this.#raw[Symbol.dispose]();
    // Asking about each part of the page would take time.
    if (others.length > 0) void session.send('Fetch.enable', { patterns: others });
    else void session.send('Fetch.disable');
  }

  async #hold(answer: HeldAnswer, { networkId }: Paused): Promise<void> {
    const raw = await this.#raw.of(networkId, answer.status);
    this.#held.resolve({ ...answer, octets: { ...answer.octets, ...raw } });
  }

  #isHeldBack(answer: Hop): boolean {
    const { status, headers } = answer;
    if (EMPTY.has(status) || isRedirect(answer)) return false;
    if (/^\s*attachment\b/i.test(headers['content-disposition'] ?? '')) return true;
    const type = mediaType(headers['content-type']);
    if (!NO_TYPES.has(type)) return !isPageType(type);
    // An error without a type often has no content: its status says it all.
    if (status >= 400) return false;
    this.#rule.hasNoType = true;
    return !this.#rule.untypedIsPage;
  }

  #onRefused(cause: unknown): void {
    if (!(cause instanceof DevToolsError) || cause.failure !== 'refused') return;
    const message = 'The browser did not continue with the response';
    this.#held.reject(new RendererError('browser-unavailable', message, { cause, retryAfter: 1 }));
  }
}

function heldAnswer({
  requestId,
  request,
  responseStatusCode: status,
  responseHeaders = [],
}: Paused): HeldAnswer | undefined {
  if (status === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const { name, value } of responseHeaders) {
    const lower = name.toLowerCase();
    headers[lower] = headers[lower] === undefined ? value : `${headers[lower]}\n${value}`;
  }
  const accept = lowerCased(request.headers)['accept'] ?? '*/*';
  const octets = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fromUtf8(value)]));
  return { requestId, url: request.url, status, headers, accept, octets };
}

type Raw = Protocol.Network.ResponseReceivedExtraInfoEvent;

/** The headers of the page's last response as they arrived: the event of a paused response lacks those that are not UTF-8. */
class RawHeaders implements Disposable {
  readonly #unlisten: () => void;
  #last: Raw | undefined;
  #onNext: (() => void) | undefined;

  constructor(session: Session) {
    this.#unlisten = session.on('Network.responseReceivedExtraInfo', (raw) => {
      this.#last = raw;
      this.#onNext?.();
    });
  }

  /** The relevant headers of one response, byte by byte, names in lower case; undefined if the browser does not report them. */
  async of(networkId: string | undefined, status: number): Promise<Record<string, string> | undefined> {
    const found = await new Promise<Raw | undefined>((resolve) => {
      const timer = setTimeout(resolve, RAW_NOTICE, undefined);
      this.#onNext = () => {
        if (this.#last?.requestId !== networkId || this.#last?.statusCode !== status) return;
        clearTimeout(timer);
        resolve(this.#last);
      };
      this.#onNext();
    });
    this[Symbol.dispose]();
    if (!found) return undefined;
    const all = Object.entries(lowerCased(found.headers)).filter(([name]) => WORDED.has(name));
    return Object.fromEntries(all.map(([name, value]) => [name, fromWindows1252(value)]));
  }

  [Symbol.dispose](): void {
    this.#unlisten();
  }
}

/** The error for a response that is not a page. @param type its media type, maybe empty */
export function notAPage(type: string, { host }: URL): RendererError {
  const what = type === '' ? 'a response without a type' : type;
  return new RendererError('not-a-page', `${host} answered with ${what}; only HTML and XHTML are rendered`);
}
