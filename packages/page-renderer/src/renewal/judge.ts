import { freshUntil, hasClock, isForAll, setsReadableCookies, validatorsOf, variesOnAnything } from './answers.ts';
import type { Input, Inputs, Refusal } from './inputs.ts';
import { headOf, MAX_INPUTS, refused } from './inputs.ts';

/** A request of a page and its outcome. Names of headers are in lower case, values of one name on separate lines. */
export interface Exchange {
  readonly url: string;
  readonly method: string;
  /** The type in the DevTools protocol, such as `Script`. */
  readonly type: string;
  /** As they were sent; undefined if that is not known. */
  readonly sent: Readonly<Record<string, string>> | undefined;
  /** Undefined if there was none. */
  readonly answer:
    | undefined
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        /** When it arrived, in milliseconds since 1970. */
        readonly at: number;
      };
  /** `whole`, `failed`, or `unasked`: the browser did not send it, because of rules of the page or the configuration. */
  readonly end: 'whole' | 'failed' | 'unasked';
}

/** What the classification of exchanges also depends on. */
export interface Judging {
  /** The target as requested. */
  readonly url: string;
  /** Names of additional headers of responses that are passed on to the client. */
  readonly pageHeaders: readonly string[];
  /** Whether the configuration or the render adds this header, so that it must not be stored. */
  readonly isAdded: (name: string, url: string) => boolean;
}

/** Requests without a response for the page, which cannot see their outcome. */
const UNSEEN: ReadonlySet<string> = new Set(['Ping', 'CSPViolationReport']);
/** Types that a browser ignores if the response is an error. */
const UNUSED_AS_ERROR: ReadonlySet<string> = new Set(['Script', 'Stylesheet', 'Font', 'Manifest']);
/** Headers that belong to one connection or one request, and none that identify the client. */
const NOT_REMEMBERED =
  /^(?::.*|host|connection|content-length|transfer-encoding|te|keep-alive|if-.*|cookie|authorization)$/;

/** The inputs of a result, or why it cannot be renewed. */
export function judgeExchanges(exchanges: readonly Exchange[], judging: Judging): Inputs {
  const lists = new Map<string, number>();
  const sent: Array<Array<[string, string]>> = [];
  const inputs = new Map<string, Input>();
  for (const exchange of exchanges) {
    const { url, end } = exchange;
    if (end === 'unasked' || UNSEEN.has(exchange.type)) continue;
    const judged = judge(exchange, judging);
    if (typeof judged === 'string') return refused(judged, url);
    const headers = rememberedHeaders(exchange, judging);
    const text = JSON.stringify(headers);
    const index = lists.get(text) ?? sent.length;
    if (index === sent.length) {
      lists.set(text, index);
      sent.push(headers);
    }
    const input = { ...judged, sent: index };
    const name = `${input.method} ${index} ${url}`;
    const before = inputs.get(name);
    if (before && !isSame(before, input)) return refused('changed', url);
    inputs.set(name, input);
    if (inputs.size > MAX_INPUTS) return refused('too-many');
  }
  return { refusal: null, inputs: [...inputs.values()], sent };
}

/** Whether two responses to one request were the same. */
export function isSame(one: Input, other: Input): boolean {
  return comparable(one) === comparable(other);
}

function comparable({ status, etag, lastModified, head }: Input): string {
  return JSON.stringify([status, etag?.replace(/^W\//, ''), etag === null ? lastModified : null, head]);
}

function judge(exchange: Exchange, { url: target, pageHeaders }: Judging): Omit<Input, 'sent'> | Refusal {
  const { url, method, type, sent, answer, end } = exchange;
  if (type === 'EventSource') return 'socket';
  const isPreflight = method === 'OPTIONS' && type === 'Preflight';
  if (method !== 'GET' && !isPreflight) return 'method';
  if (!answer) return 'failed';
  if (!sent) return 'unknown';
  const { status, headers, at } = answer;
  const isUnused = status >= 400 && (UNUSED_AS_ERROR.has(type) || isBrokenPicture(exchange));
  if (end === 'failed' && !isUnused) return 'failed';
  if ('range' in sent || status === 206 || status === 304) return 'no-validator';
  if (url !== target && hasClock(url, at)) return 'clock';
  if (variesOnAnything(headers)) return 'vary';
  const isKnown = 'cookie' in sent || 'authorization' in sent;
  if ((isKnown && !isForAll(headers)) || setsReadableCookies(headers)) return 'personal';
  const head = headOf(headers, pageHeaders);
  const common = { url, method: isPreflight ? ('OPTIONS' as const) : ('GET' as const), type, status, head };
  // These have no information except their status and headers.
  const isRedirect = status >= 300 && status < 400 && headers['location'] !== undefined;
  if (isPreflight || isRedirect || isUnused || status === 204) {
    return { ...common, etag: null, lastModified: null, freshUntil: 0 };
  }
  const validators = validatorsOf(headers);
  const fresh = freshUntil(headers, at);
  const hasNone = validators.etag === null && validators.lastModified === null;
  // When it is no longer fresh, it would be requested as a whole, and could not be compared.
  if (hasNone && fresh <= at) return 'no-validator';
  return { ...common, ...validators, freshUntil: fresh };
}

/** A browser shows an image with any status, so only a text type shows that the response is not an image. */
function isBrokenPicture({ type, answer }: Exchange): boolean {
  return type === 'Image' && /^\s*text\//i.test(answer?.headers['content-type'] ?? '');
}

function rememberedHeaders({ sent = {}, url }: Exchange, { isAdded }: Judging): Array<[string, string]> {
  // The browser had it, and validated it.
  const isConditional = 'if-none-match' in sent || 'if-modified-since' in sent;
  const isLeftOut = (name: string) => NOT_REMEMBERED.test(name) || (isConditional && name === 'cache-control');
  return Object.entries(sent)
    .filter(([name]) => !isLeftOut(name) && !isAdded(name, url))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
