import type { Session } from '../../devtools/connection.ts';
import type { EgressDecision } from '../../guard/egress-proxy.ts';
import type { Limits } from '../job/budgets.ts';
import type { Completion, CompletionDetector } from '../completion/detector.ts';
import type { Hop, PageJob } from '../job/job.ts';
import type { RequestRules } from '../requests/request-rules.ts';
import type { ConsoleMessage } from './page-console.ts';
import { PageConsole } from './page-console.ts';
import type { PageRequest } from '../requests/requests.ts';
import type { Step } from './steps.ts';
import { Steps } from './steps.ts';
import type { TimedRequest } from './timeline.ts';
import { Timeline } from './timeline.ts';
import { portOf } from '../../kernel/url.ts';

/** A request of a page that did not bring what it was made for. */
export interface RequestProblem {
  readonly url: string;
  /** The protocol's type, such as `Fetch`. */
  readonly type: string;
  /** `refused` by a rule or for its address; `failed` without an answer; `error-status` with an answer of 400 or more. */
  readonly kind: 'refused' | 'failed' | 'error-status';
  /** What refused it, or Chromium's name for the failure, or the status. */
  readonly reason: string;
}

/** Requests of one type. */
export interface RequestCount {
  /** All of them, redirects included. */
  made: number;
  refused: number;
  failed: number;
  errorStatus: number;
}

/** What was seen of a render, whether it came to a result or not. */
export interface Traced {
  /** How often a page was opened for it. */
  readonly attempts: number;
  /** The answers to the page's navigations, redirects included. */
  readonly hops: readonly Hop[];
  /** How the page came to its last address, and that address; null where there is no page. */
  readonly steps: readonly Step[];
  readonly address: string | null;
  readonly requests: ReadonlyMap<string, Readonly<RequestCount>>;
  /** The first of them. */
  readonly problems: readonly RequestProblem[];
  /** The first requests with their times, and the number of the others. */
  readonly timeline: readonly TimedRequest[];
  readonly untimed: number;
  readonly console: readonly ConsoleMessage[];
  /** How the wait for the page ended; undefined where it was not waited for to the end. */
  readonly completion: Completion | undefined;
  readonly connections: readonly EgressDecision[];
  /** How much of each limit was used; undefined where no page was opened. */
  readonly used: Limits | undefined;
}

/** Problems that are remembered. */
const MAX_PROBLEMS = 100;
/** Navigations that are remembered; redirects and a page that goes on are limited as well. */
const MAX_HOPS = 100;
/** Chromium's names for what a rule has refused, whatever follows, and for what nobody waits for any more. */
const BY_RULE = 'net::ERR_BLOCKED_BY_CLIENT';
const GIVEN_UP = 'net::ERR_ABORTED';

/** Watches a render without having a part in it. */
export class RenderTrace {
  readonly #rules: RequestRules;
  #attempts = 0;
  #page: PageJob | undefined;
  #hops: Hop[] = [];
  #requests = new Map<string, RequestCount>();
  #problems: RequestProblem[] = [];
  #completion: Completion | undefined;
  #timeline = new Timeline();
  #steps = new Steps();
  #console = new PageConsole();

  constructor(rules: RequestRules) {
    this.#rules = rules;
  }

  /** Listens to everything that scripts of the next page run in. */
  observe(session: Session): void {
    this.#console.follow(session);
  }

  /** Begins with a page before it is sent anywhere; what was seen of one before, which was given up, is forgotten. */
  follow(page: PageJob): void {
    this.#attempts += 1;
    this.#page = page;
    [this.#hops, this.#requests, this.#problems, this.#completion] = [[], new Map(), [], undefined];
    this.#timeline = new Timeline();
    page.requests.listen(this.#timeline);
    this.#steps = new Steps();
    this.#steps.follow(page);
    page.requests.listen({
      onRequest: ({ type }) => void (this.#count(type).made += 1),
      onSocket: ({ type }) => void (this.#count(type).made += 1),
      onSocketFailed: (socket, reason) => this.#onFailed(page, socket, reason),
      onResponse: (request, hop) => {
        if (request.isNavigation && request.isMain) {
          if (this.#hops.length < MAX_HOPS) this.#hops.push(hop);
        } else if (hop.status >= 400) {
          this.#count(request.type).errorStatus += 1;
          this.#note(request, 'error-status', String(hop.status));
        }
      },
      onDone: (request, errorText) => {
        if (errorText !== undefined) this.#onFailed(page, request, errorText);
      },
    });
  }

  /** The same detector; what it finds is remembered. */
  watch(detector: CompletionDetector): CompletionDetector {
    return {
      complete: async (until) => (this.#completion = await detector.complete(until)),
      [Symbol.dispose]: () => detector[Symbol.dispose](),
    };
  }

  /** What was seen so far. */
  get seen(): Traced {
    return {
      attempts: this.#attempts,
      hops: [...this.#hops],
      steps: this.#steps.all,
      address: this.#steps.address,
      requests: new Map(this.#requests),
      problems: [...this.#problems],
      timeline: this.#timeline.requests,
      untimed: this.#timeline.omitted,
      console: [...this.#console.messages],
      completion: this.#completion,
      connections: this.#page?.isolated.egress.decisions() ?? [],
      used: this.#page?.budgets.used,
    };
  }

  #count(type: string): RequestCount {
    let count = this.#requests.get(type);
    if (!count) this.#requests.set(type, (count = { made: 0, refused: 0, failed: 0, errorStatus: 0 }));
    return count;
  }

  #onFailed({ isolated }: PageJob, request: PageRequest, errorText: string): void {
    const url = URL.parse(request.url);
    if (errorText === GIVEN_UP || !url) return;
    const rule = errorText.startsWith(BY_RULE)
      ? this.#rules.judge(request.url, request.isNavigation && request.isMain)
      : undefined;
    const failure = isolated.egress.failureOf(url.hostname, portOf(url));
    const isRefused = rule !== undefined || (failure?.kind === 'refused' && /PROXY|SOCKS/.test(errorText));
    const kind = isRefused ? 'refused' : 'failed';
    this.#count(request.type)[kind] += 1;
    const reason = rule ?? failure?.reason ?? errorText;
    this.#timeline.noteProblem(request, kind, reason);
    this.#note(request, kind, reason);
  }

  #note({ url, type }: PageRequest, kind: RequestProblem['kind'], reason: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ url, type, kind, reason });
  }
}
