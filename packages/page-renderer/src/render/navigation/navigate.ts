import { setTimeout as sleep } from 'node:timers/promises';
import { RendererError } from '../../kernel/errors.ts';
import { untilAborted } from '../job/abort.ts';
import type { AnswerGate, HeldAnswer } from './answer-gate.ts';
import { failedNavigation } from './failed-navigation.ts';
import type { Interception } from './interception.ts';
import type { Hop, PageJob } from '../job/job.ts';
import type { LeftPages } from './left-pages.ts';
import { NavigationAnswers } from './navigation-answers.ts';
import { noDocument, refuseWithoutResult } from '../job/over-budget.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import { isRedirect } from './status.ts';

/** The responses of the target. */
export interface Navigation extends Disposable {
  /** The responses to the page's navigations in their order, redirects included. */
  readonly hops: readonly Hop[];
  /**
   * What there is to read: a `document`, nothing (`empty`, a response without a body), the `redirect` that the job
   * wants reported, or a response that is `no-page`.
   */
  readonly outcome: 'document' | 'empty' | 'redirect' | 'no-page';
  /** The response that is not a page. */
  readonly held?: HeldAnswer;
  /** What pages have said before they went on. */
  readonly left: LeftPages;
}

/** Chromium's error codes for a response without a document that can be shown. */
const NO_DOCUMENT = new Set(['net::ERR_HTTP_RESPONSE_CODE_FAILURE', 'net::ERR_ABORTED']);
/** Milliseconds within which the end of a page's process is noticed. */
const CRASH_NOTICE = 100;
/** The same for the arrival of a document that has exceeded a limit. */
const EXCEEDED_NOTICE = 200;
/** Maximum number of responses that are checked until the document arrives; usually there is only one. */
const MAX_STATUSES = 100;

/**
 * Sends the page to its URL and waits until the document begins to arrive.
 *
 * @throws {RendererError} `refused-address`, `restricted`, `unknown-host`, `connection-failed`, `tls-failed`,
 *   `not-a-page`, `invalid-url` or, if nothing arrived before the signal ended, `target-timeout`
 */
export async function navigate(
  job: PageJob,
  interception: Interception,
  gate: AnswerGate,
  left: LeftPages,
): Promise<Navigation> {
  const { session, gone } = job.isolated;
  const { promise: redirected, resolve: onRedirect } = Promise.withResolvers<'redirect'>();
  const answers = new NavigationAnswers(job, (first) => {
    if (job.options.redirects === 'report' && isRedirect(first)) onRedirect('redirect');
  });
  const { hops } = answers;
  const statuses = new Map<string, number>();
  // Only the event with the raw headers reports a response without a document, such as 304.
  const ignoreStatuses = session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (statuses.size < MAX_STATUSES) statuses.set(requestId, statusCode);
  });
  const navigation = (outcome: Navigation['outcome']): Navigation => {
    return { hops, outcome, left, [Symbol.dispose]: () => answers[Symbol.dispose]() };
  };
  const { referrer } = interception;
  // As configured, whatever the referrer policy between the two sites.
  const from = referrer === undefined ? {} : { referrer, referrerPolicy: 'unsafeUrl' as const };
  const sent = session.send('Page.navigate', { url: job.url.href, ...from });
  const answered = Promise.race([redirected, gate.held, sent, gone]);
  let answer = await untilAborted(answered, job.signal);
  // A document that has begun to arrive may have requested too much before its arrival was reported.
  if (answer === 'aborted' && job.budgets.exceeded !== undefined) {
    answer = await untilAborted(answered, AbortSignal.timeout(EXCEEDED_NOTICE));
  }
  if (answer === 'redirect') return navigation('redirect');
  if (answer === 'aborted') {
    refuseWithoutResult(job);
    throw noDocument(job);
  }
  if ('requestId' in answer) {
    answers[Symbol.dispose]();
    hops.push({ url: answer.url, status: answer.status, headers: answer.headers });
    return { ...navigation('no-page'), held: answer };
  }
  if (answer.errorText === undefined) return navigation('document');
  refuseWithoutResult(job);
  // An error before any response is probably the end of the browser, reported a moment later, or a response without a document.
  if (hops.length === 0 && NO_DOCUMENT.has(answer.errorText) && !statuses.has(answer.loaderId ?? '')) {
    await Promise.race([gone, sleep(CRASH_NOTICE)]);
  }
  ignoreStatuses();
  const status = statuses.get(answer.loaderId ?? '');
  if (hops.length === 0 && status !== undefined) hops.push({ url: job.url.href, status, headers: {} });
  if (NO_DOCUMENT.has(answer.errorText) && isEmptyAnswer(hops.at(-1))) return navigation('empty');
  const refused = interception.refusal();
  if (refused !== undefined) throw new RendererError('restricted', refused);
  throw failedNavigation(answer.errorText, job, failedUrl(job.url, hops));
}

/** Verdicts of pages that were waited for to the end, whether or not they came to rest. */
const WAITED_FOR: ReadonlySet<Verdict> = new Set<Verdict>(['complete', 'settled', 'ready-signal']);

/**
 * The verdict of a page after its navigations: `client-redirect` if it has navigated to another address by itself, also if the page
 * there never comes to rest. One that was stopped, or is blank, keeps the verdict that says so.
 *
 * @param hops the responses so far
 */
export function verdictAfter(hops: readonly Hop[], verdict: Verdict): Verdict {
  return WAITED_FOR.has(verdict) && wentElsewhere(hops) ? 'client-redirect' : verdict;
}

/** Whether the page itself has navigated to another address, after the responses of the target and its redirects. */
function wentElsewhere(hops: readonly Hop[]): boolean {
  const document = hops.findIndex((hop) => !isRedirect(hop));
  return document !== -1 && hops.slice(document + 1).some(({ url }) => url !== hops[document]?.url);
}

/** A response whose status means that it has no content, or an error status without a body. */
function isEmptyAnswer(hop: Hop | undefined): boolean {
  return hop !== undefined && ([204, 205, 304].includes(hop.status) || hop.status >= 400);
}

/** The URL that failed: the destination of the last redirect, otherwise the requested URL. */
function failedUrl(requested: URL, hops: readonly Hop[]): URL {
  const last = hops.at(-1);
  if (!last || !isRedirect(last)) return requested;
  return URL.parse(last.headers['location'] ?? '', last.url) ?? requested;
}
