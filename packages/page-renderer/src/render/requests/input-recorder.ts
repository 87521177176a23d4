import type { Protocol } from 'devtools-protocol';
import { wallClock } from '../../kernel/clock.ts';
import { withoutFragment } from '../../kernel/url.ts';
import type { Session } from '../../devtools/connection.ts';
import type { Inputs, Refusal } from '../../renewal/inputs.ts';
import { refused } from '../../renewal/inputs.ts';
import type { Exchange, Judging } from '../../renewal/judge.ts';
import { judgeExchanges } from '../../renewal/judge.ts';
import { lowerCased } from './requests.ts';

/** A request; each redirect is a request of its own. */
interface Hop {
  request: Protocol.Network.Request;
  type: string;
  /** Whether the browser reports the headers that were really sent and received. */
  isTold: boolean;
  /** Those that were sent, if it never reports them. */
  known?: Record<string, string>;
  /** Whether the page has requested it before. */
  isFromCache: boolean;
  answer?: { response: Protocol.Network.Response; at: number };
}

/** The browser's events about one id. The headers that were really sent and received come separately, in the same order. */
interface Chain {
  hops: Hop[];
  sent: Array<Record<string, string>>;
  answered: Array<Record<string, string>>;
  end: 'open' | 'whole' | 'failed' | 'unasked';
}

/** Maximum number of requests, redirects included, and of characters of URLs and headers; larger pages are not recorded. */
const MAX_HOPS = 500;
const MAX_SIZE = 2_000_000;
/** Reasons for which the browser sends no request; they depend on the page's own headers and the rules of the configuration. */
const BY_RULE: ReadonlySet<string> = new Set(['csp', 'mixed-content', 'origin', 'inspector']);

/** Records the requests of a page with all its frames and web workers, to repeat them when the result has expired. */
export class InputRecorder {
  readonly #chains = new Map<string, Chain>();
  #refusal: { reason: Refusal; url: string | null } | undefined;
  #hops = 0;
  #size = 0;

  /** Starts with the page, or one of its frames or web workers, before it runs. */
  follow(session: Session): void {
    session.on('Network.requestWillBeSent', (event) => this.#onRequest(event));
    session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
      this.#chain(requestId).sent.push(this.#counted(headers));
    });
    session.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => {
      this.#chain(requestId).answered.push(this.#counted(headers));
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const hop = this.#chains.get(requestId)?.hops.at(-1);
      if (hop) hop.isFromCache = true;
    });
    session.on('Network.responseReceived', ({ requestId, response, hasExtraInfo }) => {
      this.#answer(this.#chains.get(requestId), response, hasExtraInfo);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#end(requestId, 'whole'));
    session.on('Network.loadingFailed', ({ requestId, blockedReason }) => {
      // There was a response, but it was not used: this depends on the headers.
      const isAnswered = this.#chains.get(requestId)?.hops.at(-1)?.answer !== undefined;
      if (blockedReason === undefined) this.#end(requestId, 'failed');
      else this.#end(requestId, isAnswered ? 'whole' : BY_RULE.has(blockedReason) ? 'unasked' : 'failed');
    });
    session.on('Network.webSocketCreated', ({ url }) => this.refuse('socket', url));
    session.on('Network.webTransportCreated', ({ url }) => this.refuse('socket', url));
  }

  /** The result cannot be renewed, whatever else the page does, and nothing more is recorded. */
  refuse(reason: Refusal, url: string | null = null): void {
    this.#refusal ??= { reason, url };
    this.#chains.clear();
  }

  /** The inputs so far, or why the result cannot be renewed. */
  inputs(judging: Judging): Inputs {
    if (this.#refusal) return refused(this.#refusal.reason, this.#refusal.url);
    const all = [...this.#chains.values()].flatMap(exchangesOf);
    const asked = all.filter(({ isFromCache }) => !isFromCache);
    const urls = new Set(asked.map(({ url }) => url));
    const unknown = all.find(({ url, isFromCache }) => isFromCache && !urls.has(url));
    return unknown ? refused('unknown', unknown.url) : judgeExchanges(asked, judging);
  }

  #chain(id: string): Chain {
    let chain = this.#chains.get(id);
    if (!chain) {
      chain = { hops: [], sent: [], answered: [], end: 'open' };
      if (!this.#refusal) this.#chains.set(id, chain);
    }
    return chain;
  }

  #onRequest({ requestId, request, type = 'Other', initiator, redirectResponse, redirectHasExtraInfo }: Sent): void {
    if (/^(?:data|blob|about):/i.test(request.url)) return;
    if (!/^https?:/i.test(request.url)) return this.refuse('unknown', request.url);
    const chain = this.#chain(requestId);
    if (redirectResponse) this.#answer(chain, redirectResponse, redirectHasExtraInfo);
    // The request of a web worker may be reported twice.
    else if (chain.hops.length > 0) return;
    this.#hops += 1;
    this.#size += request.url.length;
    if (this.#hops > MAX_HOPS || this.#size > MAX_SIZE) return this.refuse('too-many');
    chain.hops.push({
      request,
      ...('Service-Worker' in request.headers && { known: lowerCased(request.headers) }),
      type: initiator.type === 'preflight' ? 'Preflight' : type,
      isTold: true,
      isFromCache: false,
    });
  }

  #answer(chain: Chain | undefined, response: Protocol.Network.Response, isTold: boolean): void {
    const hop = chain?.hops.at(-1);
    if (!hop || hop.answer) return;
    hop.isTold = isTold;
    hop.answer = { response, at: wallClock() };
    this.#counted(response.headers);
    const { fromDiskCache, fromServiceWorker, fromPrefetchCache } = response;
    if (fromDiskCache || fromPrefetchCache) hop.isFromCache = true;
    if (fromServiceWorker) this.refuse('unknown', response.url);
  }

  #end(requestId: string, end: Chain['end']): void {
    const chain = this.#chains.get(requestId);
    if (chain?.end === 'open') chain.end = end;
  }

  #counted(headers: Protocol.Network.Headers): Record<string, string> {
    for (const [name, value] of Object.entries(headers)) this.#size += name.length + value.length;
    if (this.#size > MAX_SIZE) this.refuse('too-many');
    return lowerCased(headers);
  }
}

type Sent = Protocol.Network.RequestWillBeSentEvent;

function exchangesOf({ hops, sent, answered, end }: Chain): Array<Exchange & Pick<Hop, 'isFromCache'>> {
  let told = 0;
  return hops.map(({ request: { url, method }, type, isTold, known, isFromCache, answer }, index) => {
    const at = told;
    if (isTold) told += 1;
    const isLast = index === hops.length - 1;
    const received = isTold ? answered[at] : undefined;
    return {
      url: withoutFragment(url),
      method,
      type,
      isFromCache,
      sent: isTold ? sent[at] : known,
      answer: answer && {
        status: answer.response.status,
        headers: { ...lowerCased(answer.response.headers), ...received },
        at: answer.at,
      },
      end: !isLast ? 'whole' : end === 'open' ? 'failed' : end,
    };
  });
}
