import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../devtools/connection.ts';
import type { BrowserSupervisor, SupervisedPage } from '../browser/supervisor.ts';
import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../kernel/errors.ts';
import { withoutFragment } from '../kernel/url.ts';
import type { Inputs } from '../renewal/inputs.ts';
import type { PageMetas } from '../page/index.ts';
import { FORCE_POLYFILLS } from '../page/index.ts';
import { untilAborted } from './job/abort.ts';
import { addedHeaders, addedTo } from './navigation/added-headers.ts';
import { AnswerGate, mediaType, notAPage } from './navigation/answer-gate.ts';
import { lookAbove, lookBelow } from './completion/below-fold.ts';
import type { Limits } from './job/budgets.ts';
import { Budgets } from './job/budgets.ts';
import type { CompletionDetector } from './completion/detector.ts';
import { runJavascript } from './navigation/javascript.ts';
import { lacking, type Pending } from './pending/pending.ts';
import { InputRecorder } from './requests/input-recorder.ts';
import { type Interception, interceptionFor } from './navigation/interception.ts';
import type { Hop, Look, PageJob, RenderJob } from './job/job.ts';
import type { Navigation } from './navigation/navigate.ts';
import { LeftPages } from './navigation/left-pages.ts';
import { navigate, verdictAfter } from './navigation/navigate.ts';
import { notInTime, refuseWithoutResult, tooBusy } from './job/over-budget.ts';
import type { RenderSettings } from './job/options.ts';
import type { Passage } from './navigation/passage.ts';
import type { RequestRules } from './requests/request-rules.ts';
import { retireWhenRemembered } from './requests/remembered.ts';
import { RequestLog } from './requests/requests.ts';
import { ShownDocument } from './navigation/shown-document.ts';
import { stopPage } from './navigation/stop-page.ts';
import type { Timings } from './job/stages.ts';
import { Stopwatch } from './job/stages.ts';
import type { StatusSource } from './navigation/status.ts';
import { isRedirect, resultStatus } from './navigation/status.ts';
import { PageTargets } from './job/targets.ts';
import type { Verdict } from '../kernel/verdicts.ts';
import { languagesOf, requireLanguages } from './job/languages.ts';
import { userAgentFor } from './job/user-agent.ts';
import { applyToFrame, applyToWorker, applyView } from './job/view.ts';
import type { WaitingWorker } from '../devtools/waiting-worker.ts';
import { PageWatch } from './pending/watch.ts';

/** Properties of every result. */
export interface Result {
  /** HTTP status of the response; see {@link resultStatus}. */
  status: number;
  /** `page` if the page set the status with a meta tag, otherwise `target`. */
  statusFrom: StatusSource;
  verdict: Verdict;
  /** The target's responses, redirects included. */
  hops: readonly Hop[];
  /** Destination of a reported redirect, absolute. */
  location?: string;
}

/** A result with the durations of its steps. */
export interface Timed {
  /** What was still pending. */
  pending: Pending;
  timings: Timings;
  /** @internal the inputs of the result; missing if they are not recorded */
  inputs?: Inputs | undefined;
}

/** A page as HTML. */
export interface RenderResult extends Result, Timed {
  /** Empty for a response without a body and for a reported redirect. */
  html: string;
  /** Contents of the page's `render:header` meta tags, each `Name: value`. */
  headerMetas: readonly string[];
  /** Meta tags of the page; missing if there is no document. */
  metas?: PageMetas;
  /** The value of `window.prerenderData` after the job's script; missing if there is none. */
  data?: unknown;
}

/** The objects and options that the steps of a render use. */
export interface Pipeline {
  supervisor: BrowserSupervisor;
  rules: RequestRules;
  /** Name and version, which are appended to the user agent of the browser. */
  product: string;
  /** Decides when a page is complete. */
  detect: (job: PageJob) => CompletionDetector;
  /** Whether the clocks of a page that waits only for its timers are advanced. @param url of the target */
  earlyTimers: (url: URL) => boolean;
  /** The limits of a page. */
  limits: Limits;
  /** Maximum number of pixels of a screenshot. */
  maxPixels: number;
  /** Maximum number of characters of HTML of a result. */
  maxHtml: number;
  /** Maximum height of a page up to which it is scrolled, in CSS pixels. */
  maxPageHeight: number;
  /** Records the inputs of results; the names are those of additional headers that pages may set. */
  records?: { readonly pageHeaders: readonly string[] } | undefined;
}

/** Milliseconds within which the end of a page's process is noticed. */
const CRASH_NOTICE = 500;

/** A result, or instead of it a response that is not a page. */
export interface OrPassage extends Result {
  /** Close it, or read it to its end. */
  passage?: Passage;
}

/** The result of a render without a document: an empty response, or a redirect that is reported. */
export function withoutDocument(
  hops: readonly Hop[],
  verdict: Verdict,
  redirects?: RenderSettings['redirects'],
): Result {
  const first = hops[0];
  const result = { ...resultStatus(hops, [], redirects), verdict, hops };
  if (verdict !== 'redirect' || !first || !isRedirect(first)) return result;
  return { ...result, location: URL.parse(first.headers['location'] ?? '', first.url)?.href ?? first.url };
}

/** A job with the decisions about its requests. */
interface Begun extends PageJob {
  interception: Interception;
  gate: AnswerGate;
  left: LeftPages;
  /** The inputs so far; undefined if they are not recorded. */
  inputs: () => Inputs | undefined;
}

type Finish<T> = (job: PageJob, navigation: Navigation, verdict: Verdict, signal: AbortSignal) => Promise<T>;

/**
 * The steps of every render: a page of its own, its view, the navigation, the wait for completion, the result. At the deadline
 * the process of the page is ended, whatever the page does.
 *
 * @param look the needed parts of the page; by default all, without being shown
 */
export async function withPage<T extends OrPassage>(
  pipeline: Pipeline,
  job: RenderJob,
  finish: Finish<T>,
  look: Partial<Look> = {},
): Promise<T & Timed> {
  const { deadline, cleanUp } = job;
  using stopwatch = new Stopwatch(job.queued, job.onStage);
  const opening = pipeline.supervisor.openPage(job.target);
  const isolated = await deadline.race(opening);
  if (isolated === 'aborted') {
    cleanUp(opening.then((late) => late[Symbol.asyncDispose]()));
    throw notInTime(job, 'open');
  }
  let [isDone, isPrepared] = [false, false];
  const onPrepared = () => {
    isPrepared = true;
  };
  let passage: Passage | undefined;
  try {
    const pageJob = begin(pipeline, job, isolated, { below: true, isSeen: false, isAnswer: false, ...look });
    const work = steps(pipeline, pageJob, finish, { stopwatch, onPrepared }).catch((error: unknown) =>
      fail(error, pageJob),
    );
    const refused = pageJob.targets.refused.catch(notPrepared);
    const ended = Promise.race([work, refused, isolated.gone]).catch((error: unknown) => {
      throw isPrepared ? error : unused(error);
    });
    const result = await deadline.race(ended);
    if (result === 'aborted') throw tooBusy(pageJob, 'read the page');
    isDone = !pageJob.signal.aborted;
    passage = result.passage;
    stopwatch.end();
    return { ...result, timings: stopwatch.timings, inputs: pageJob.inputs() };
  } finally {
    // A page that was stopped may be busy for ever.
    if (!isDone) isolated.crash();
    cleanUp((passage?.ended ?? Promise.resolve()).then(() => isolated[Symbol.asyncDispose]()));
  }
}

/** Makes a new page count what it uses, in all its frames and web workers, before it navigates. */
function begin(pipeline: Pipeline, job: RenderJob, isolated: SupervisedPage, look: Look): Begun {
  const budgets = new Budgets(pipeline.limits);
  const requests = new RequestLog(isolated.id);
  countRequests(requests, budgets, isolated.isGated);
  retireWhenRemembered(isolated, requests, job.url);
  isolated.egress.onBytes((total) => {
    if (total > pipeline.limits.bytes) budgets.exceed('bytes');
  });
  const { options } = job;
  const { origin } = job.url;
  const gate = new AnswerGate(isolated.session, isolated.id, job.answers);
  const { rules } = pipeline;
  const { mobile, userAgent: given = rules.userAgent, acceptLanguage = rules.acceptLanguage } = options;
  if (options.acceptLanguage !== undefined) requireLanguages(options.acceptLanguage);
  const languages = acceptLanguage === undefined ? undefined : languagesOf(acceptLanguage)?.join(',');
  const userAgent = {
    ...userAgentFor(isolated.userAgent, { mobile, userAgent: given }, pipeline.product),
    ...(languages !== undefined && { acceptLanguage: languages }),
  };
  // Values that they read may be stored, too.
  if (Object.keys(options.headers).length > 0 || job.supplied) isolated.retire();
  if (job.supplied && !job.supplied.hasNetwork) isolated.egress.stop();
  const added = addedHeaders(rules, options);
  const url = withoutFragment(job.url.href);
  const document = job.supplied && { url, html: job.supplied.html };
  const interception = interceptionFor(rules, origin, added, isolated, { gate, requests, budgets, document });
  const recorder = pipeline.records && new InputRecorder();
  const watch = new PageWatch(pipeline.earlyTimers(job.url), options.waitForSelector);
  const prepare = {
    frame: (session: Session) => {
      job.observe?.(session);
      recorder?.follow(session);
      return Promise.all([
        requests.follow(session),
        watch.frame(session),
        applyToFrame(session, options, userAgent),
        interception.frame(session),
      ]);
    },
    worker: (worker: WaitingWorker) => {
      const { session, kind } = worker;
      job.observe?.(session);
      recorder?.follow(session);
      if (kind === 'shared') recorder?.refuse('shared-worker');
      return Promise.all([
        requests.follow(session, kind === 'service'),
        watch.worker(worker),
        applyToWorker(worker, userAgent),
        interception.worker(worker, userAgent.userAgent),
      ]);
    },
  };
  const targets = new PageTargets(isolated, prepare, budgets);
  budgets.over.addEventListener('abort', () => job.deadline.hurry(), { once: true });
  const signal = AbortSignal.any([job.deadline.signal, budgets.over]);
  const maxBytes = pipeline.limits.bytes;
  const isAdded = (name: string, to: string) => name in addedTo(new URL(to), origin, added);
  const { pageHeaders = [] } = pipeline.records ?? {};
  const inputs = () => recorder?.inputs({ url, pageHeaders, isAdded });
  const left = new LeftPages();
  const page = { ...job, isolated, look, requests, targets, watch, budgets, maxBytes, signal };
  return { ...page, interception, gate, left, inputs };
}

/** @param isGated whether requests are counted before they are sent, so that only those are missing that the browser itself sends */
function countRequests(requests: RequestLog, budgets: Budgets, isGated: boolean): void {
  let [documents, redirects] = [-1, 0];
  requests.listen({
    onRequest: ({ url, type, isNavigation, isMain, isRedirect: isNext }) => {
      const isCounted = isGated ? type === 'Prefetch' || type === 'FedCM' : /^https?:/.test(url);
      if (isCounted) budgets.add('requests');
      if (!isNavigation || !isMain) return;
      redirects = isNext ? redirects + 1 : 0;
      if (!isNext) documents += 1;
      budgets.note('redirects', redirects);
      budgets.note('navigations', documents);
    },
    onSocket: () => budgets.add('requests'),
    onBytes: (bytes) => budgets.add('bytes', bytes),
  });
}

async function steps<T extends OrPassage>(
  pipeline: Pipeline,
  job: Begun,
  finish: Finish<T>,
  { stopwatch, onPrepared }: { stopwatch: Stopwatch; onPrepared: () => void },
): Promise<T & { pending: Pending }> {
  const { session } = job.isolated;
  const told: Array<Promise<unknown>> = [job.targets.prepared];
  if (job.options.polyfill === 'shady') {
    told.push(session.send('Page.addScriptToEvaluateOnNewDocument', { source: FORCE_POLYFILLS }));
  }
  if (job.look.isAnswer) told.push(job.left.follow(session, job.isolated.id));
  // A dialog blocks the page, and there is no user to answer it.
  session.on('Page.javascriptDialogOpening', () => void session.send('Page.handleJavaScriptDialog', { accept: false }));
  const prepared = Promise.all([...told, applyView(job)]).catch(notPrepared);
  if ((await untilAborted(prepared, job.signal)) === 'aborted') {
    throw notInTime(job, 'prepare');
  }
  onPrepared();
  // Chromium lets scripts close only a window with nothing to go back to. `no-close.ts` cannot keep windows that a page has opened
  // and frames in a sandbox from doing so.
  if (job.hasCrashed) await leaveEmptyPage(job);
  using detector = pipeline.detect(job);
  stopwatch.next('navigate');
  using shown = new ShownDocument(job, job.interception);
  using navigation = await navigate(job, job.interception, job.gate, job.left);
  refuseNoPage(job, navigation);
  stopwatch.next('wait');
  const judged = judge(job, navigation, detector, pipeline.maxPageHeight);
  const whole = judged.then((first) => afterScript(pipeline, job, navigation, first));
  const ends = [redirected(job, navigation), whole, shown.noPage];
  const { verdict, pending } = await Promise.race(ends).catch((error: unknown) => {
    // Where a redirect leads is of no importance.
    if (job.left.redirect) return REDIRECTED;
    throw error;
  });
  const requirePage = () => navigation.outcome === 'document' && !job.left.redirect && shown.requirePage();
  requirePage();
  stopwatch.next('read');
  // A page may be busy repeatedly; this ends with the time budget, and the remaining time is for reading.
  const onLate = () => void stopPage(job, job.interception).catch(() => {});
  job.signal.addEventListener('abort', onLate, { once: true });
  const read = finish(job, navigation, verdict, job.deadline.final);
  const result = await read.finally(() => job.signal.removeEventListener('abort', onLate));
  // It may have navigated just before it was read.
  requirePage();
  // Fonts are requested late.
  return { ...result, ...lacking(job.interception.withheld, verdictAfter(navigation.hops, result.verdict), pending) };
}

/** Makes an empty page the entry before the target's. Chromium tells of the navigation before there is an entry for it. */
async function leaveEmptyPage({ isolated: { session }, signal }: Begun): Promise<void> {
  const url = 'about:blank';
  const isEntry = () =>
    session.send('Page.getNavigationHistory').then(
      ({ entries }) => entries.some((entry) => entry.url === url),
      // The page is changing its process, or is gone.
      () => session.isEnded,
    );
  // oxlint-disable-next-line no-await-in-loop -- until there is one
  while (!signal.aborted && !(await isEntry())) await session.send('Page.navigate', { url });
}

/** @throws {RendererError} `not-a-page` if it is not passed through */
function refuseNoPage({ answers, url }: PageJob, { held }: Navigation): void {
  if (held && !answers.passesThrough) throw notAPage(mediaType(held.headers['content-type']), url);
}

/** If the page cannot be prepared, it is not rendered; another browser may succeed. */
function notPrepared(cause: unknown): never {
  if (!(cause instanceof DevToolsError) || cause.failure === 'disconnected') throw cause;
  throw new RendererError('browser-unavailable', 'The browser could not prepare the page', { cause, retryAfter: 1 });
}

/**
 * The process of an empty page may have ended while it waited, which a busy browser reports late: this says as little about the
 * requested page as a browser that ends.
 */
function unused(error: unknown): unknown {
  if (!(error instanceof RendererError) || error.code !== 'page-crashed') return error;
  const cause = new DevToolsError('disconnected', 'The process of the empty page is gone');
  return new RendererError('browser-unavailable', 'The empty page ended before it was used', { cause, retryAfter: 1 });
}

/** A page that does not respond is navigating or being closed: this is never a bug of the service. */
async function fail(thrown: unknown, job: PageJob): Promise<never> {
  if (!(thrown instanceof DevToolsError)) throw thrown;
  if (thrown.failure !== 'refused') await Promise.race([job.isolated.gone, sleep(CRASH_NOTICE)]);
  refuseWithoutResult(job);
  throw new RendererError('target-timeout', `${job.url.host} navigates so often that the page cannot be read`, {
    cause: thrown,
  });
}

interface Judged {
  verdict: Verdict;
  pending: Pending;
}

async function judge(
  job: Begun,
  navigation: Navigation,
  detector: CompletionDetector,
  maxPageHeight: number,
): Promise<Judged> {
  if (navigation.outcome === 'redirect') return { verdict: 'redirect', pending: {} };
  if (navigation.outcome === 'no-page') return { verdict: 'passed-through', pending: {} };
  if (navigation.outcome === 'empty') {
    const isError = (navigation.hops.at(-1)?.status ?? 0) >= 400;
    return { verdict: isError ? 'complete' : 'blank', pending: {} };
  }
  const limit = job.look.below ? maxPageHeight : 0;
  const seen = detector.complete().then((above) => lookBelow(job, detector, above, limit));
  const { verdict, pending } = await Promise.race([seen, job.isolated.gone]);
  if (job.signal.aborted) await stopPage(job, job.interception);
  if (job.budgets.exceeded !== undefined) return { verdict: `over-${job.budgets.exceeded}`, pending };
  // Its content is not what was requested.
  if (verdict === 'settled' && pending.selector) return { verdict: 'blank', pending };
  return { verdict: verdictAfter(navigation.hops, verdict), pending };
}

const REDIRECTED: Judged = { verdict: 'client-redirect', pending: {} };

/** Resolves where the page has said a redirect and goes on: nothing that follows counts. */
function redirected({ left, look, options }: Begun, { hops, outcome }: Navigation): Promise<Judged> {
  if (outcome !== 'document' || !look.isAnswer) return new Promise<never>(() => {});
  return left.redirected(hops, options.redirects).then(() => REDIRECTED);
}

/** Runs the job's script in a page that was not stopped, and waits until it is complete again. */
async function afterScript(pipeline: Pipeline, job: Begun, navigation: Navigation, judged: Judged): Promise<Judged> {
  const { javascript } = job.options;
  if (javascript === undefined || navigation.outcome !== 'document' || job.signal.aborted) return judged;
  using detector = pipeline.detect(job);
  await lookAbove(job);
  await runJavascript(job, javascript);
  return await judge(job, navigation, detector, pipeline.maxPageHeight);
}
