import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../devtools/connection.ts';
import type { BrowserSupervisor, SupervisedPage } from '../browser/supervisor.ts';
import { monotonic } from '../clock.ts';
import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../errors.ts';
import type { PageMetas } from '../page/index.ts';
import { FORCE_POLYFILLS } from '../page/index.ts';
import { untilAborted } from './abort.ts';
import type { Limits } from './budgets.ts';
import { Budgets } from './budgets.ts';
import type { CompletionDetector } from './completion.ts';
import { isolatedWorld } from './isolated-world.ts';
import type { Interception } from './interception.ts';
import { interceptionFor } from './interception.ts';
import type { Hop, PageJob, RenderJob } from './job.ts';
import type { Navigation } from './navigate.ts';
import { isRedirect, navigate, wentElsewhere } from './navigate.ts';
import { refuseWithoutResult, tooBusy } from './over-budget.ts';
import type { RequestRules } from './request-rules.ts';
import { RequestLog } from './requests.ts';
import { serialize } from './serialize.ts';
import { ShownDocument } from './shown-document.ts';
import { resultStatus } from './status.ts';
import { takePicture } from './take-picture.ts';
import { PageTargets } from './targets.ts';
import type { Verdict } from './verdicts.ts';
import { applyToFrame, applyView, userAgentFor } from './view.ts';

/** What every result says. */
export interface Result {
  /** HTTP status to answer with; see {@link resultStatus}. */
  status: number;
  verdict: Verdict;
  /** The target's answers, redirects included. */
  hops: readonly Hop[];
  /** Where a reported redirect leads, absolute. */
  location?: string;
}

/** What the steps of a render took, in whole milliseconds. */
export interface Timings {
  /** Waiting for a place. */
  queue: number;
  /** Opening a page of the browser. */
  open: number;
  /** From the request to the first bytes of the document, redirects included. */
  navigate: number;
  /** From there until the page was complete. */
  wait: number;
  /** Reading the HTML, or taking the picture. */
  read: number;
}

interface Timed {
  timings: Timings;
}

/** A page as HTML. */
export interface RenderResult extends Result, Timed {
  /** Empty for an answer without a body and for a reported redirect. */
  html: string;
  /** Contents of the page's `render:header` metas, each `Name: value`. */
  headerMetas: readonly string[];
  /** What the page says of itself; missing where there is no document. */
  metas?: PageMetas;
}

/** A page as a picture. */
export interface ScreenshotResult extends Result, Timed {
  /** Of the type that was asked for; empty for a reported redirect. */
  image: Uint8Array;
  /** Content of the page's first `render:tags` meta. */
  tags?: string;
}

/** What the steps of a render are done with. */
export interface Pipeline {
  supervisor: BrowserSupervisor;
  rules: RequestRules;
  /** Name and version that follow the browser's own in the user agent. */
  product: string;
  /** Decides when a page is done. */
  detect: (job: PageJob) => CompletionDetector;
  /** What a page may use. */
  limits: Limits;
  /** Pixels that a picture may have. */
  maxPixels: number;
  /** Characters of HTML that a result may have. */
  maxHtml: number;
}

/** Milliseconds within which the end of a page's process is noticed. */
const CRASH_NOTICE = 500;
/** How soon a page that is stopped must answer, in milliseconds, before its script is interrupted. */
const RESPONSIVE = 200;

/** Renders a page to HTML. @throws {RendererError} */
export async function renderHtml(pipeline: Pipeline, job: RenderJob): Promise<RenderResult> {
  return withPage(pipeline, job, async (page, { hops, outcome }, verdict, signal) => {
    if (outcome !== 'document') return { html: '', headerMetas: [], ...withoutDocument(hops, verdict) };
    const { html, metas } = await serialize(page, pipeline.maxHtml, signal);
    // A page may speak either dialect, whoever asks.
    const status = resultStatus(hops, metas.statusCode ?? metas.prerenderStatusCode);
    const headerMetas = [...metas.headers, ...metas.prerenderHeaders];
    return { html, metas, headerMetas, status, verdict: isBlank(verdict, html, metas) ? 'blank' : verdict, hops };
  });
}

/** Whether a page that is complete shows nothing: neither text nor anything that is seen without it. */
function isBlank(verdict: Verdict, html: string, { textLength }: PageMetas): boolean {
  return (
    verdict === 'complete' &&
    textLength === 0 &&
    !/<(img|svg|picture|video|canvas|iframe|object|embed|input|button)\b/i.test(html)
  );
}

/** Renders a page to a picture. @throws {RendererError} */
export async function renderScreenshot(pipeline: Pipeline, job: RenderJob): Promise<ScreenshotResult> {
  return withPage(pipeline, job, async (page, { hops, outcome }, verdict, signal) => {
    if (outcome === 'redirect') return { image: new Uint8Array(), ...withoutDocument(hops, verdict) };
    const shot = takePicture(page, job.options.picture, pipeline.maxPixels).catch(readingFailed);
    const picture = await untilAborted(Promise.race([shot, page.isolated.gone]), signal);
    if (picture === 'aborted') throw tooBusy(page, 'take a picture');
    const words = await untilAborted(readTagsMeta(page), signal);
    const { bytes: image, isCut } = picture;
    const judged = isCut && verdict === 'complete' ? 'over-pixels' : verdict;
    return { image, status: resultStatus(hops, null), verdict: judged, hops, ...(words !== 'aborted' && words) };
  });
}

/** A picture that was too large to be handed over. */
function readingFailed(error: unknown): never {
  if (!(error instanceof DevToolsError) || error.failure !== 'too-large') throw error;
  throw new RendererError('page-too-large', 'The picture is larger than can be read', { verdict: 'over-pixels' });
}

/** A longer list of tags is cut off. */
const TAGS_META = `document.querySelector('meta[name="render:tags" i]')?.getAttribute('content')?.slice(0, 10_000)`;

async function readTagsMeta({ isolated: { session, id } }: PageJob): Promise<{ tags?: string }> {
  const asked = isolatedWorld(session, id, 'page-renderer-tags').then(({ contextId }) =>
    session.send('Runtime.evaluate', { expression: TAGS_META, contextId }),
  );
  const answer = await asked.catch(() => undefined);
  const tags: unknown = answer?.result.value;
  return typeof tags === 'string' ? { tags } : {};
}

/** The result of a render without a document: an empty answer, or a redirect that is reported. */
export function withoutDocument(hops: readonly Hop[], verdict: Verdict): Result {
  const first = hops[0];
  const result = { status: resultStatus(hops, null), verdict, hops };
  if (verdict !== 'redirect' || !first || !isRedirect(first)) return result;
  return { ...result, location: URL.parse(first.headers['location'] ?? '', first.url)?.href ?? first.url };
}

/** A job with what decides on its requests. */
interface Begun extends PageJob {
  interception: Interception;
}

type Finish<T> = (job: PageJob, navigation: Navigation, verdict: Verdict, signal: AbortSignal) => Promise<T>;

/**
 * The steps every render has: a page of its own, its view, the navigation, the wait for completion, the result. Whatever
 * the page does, it is over with the deadline: then its process is ended.
 */
export async function withPage<T>(pipeline: Pipeline, job: RenderJob, finish: Finish<T>): Promise<T & Timed> {
  const { deadline, cleanUp } = job;
  const lap = stopwatch(deadline.received);
  const queue = lap();
  const opening = pipeline.supervisor.openPage(job.target);
  const isolated = await deadline.race(opening);
  if (isolated === 'aborted') {
    cleanUp(opening.then((late) => late[Symbol.asyncDispose]()));
    throw new RendererError('browser-unavailable', 'The browser did not open a page in time', { retryAfter: 1 });
  }
  let isDone = false;
  try {
    const pageJob = begin(pipeline, job, isolated);
    const work = steps(pipeline, pageJob, finish, lap).catch((error: unknown) => fail(error, pageJob));
    const refused = pageJob.targets.refused.catch(notPrepared);
    const result = await deadline.race(Promise.race([work, refused, isolated.gone]));
    if (result === 'aborted') throw tooBusy(pageJob, 'read the page');
    isDone = !pageJob.signal.aborted;
    return { ...result, timings: { queue, ...result.timings } };
  } finally {
    // A page that was stopped may be busy for ever.
    if (!isDone) isolated.crash();
    cleanUp(isolated[Symbol.asyncDispose]());
  }
}

/** Makes a fresh page count what it uses, in all its frames and workers, before it is sent anywhere. */
function begin(pipeline: Pipeline, job: RenderJob, isolated: SupervisedPage): Begun {
  const budgets = new Budgets(pipeline.limits);
  const requests = new RequestLog(isolated.id);
  countRequests(requests, budgets);
  isolated.egress.onBytes((total) => {
    if (total > pipeline.limits.bytes) budgets.exceed('bytes');
  });
  const { options } = job;
  const { origin } = job.url;
  const interception = interceptionFor(pipeline.rules, origin, options.headers, isolated.id);
  const userAgent = userAgentFor(isolated.userAgent, options.mobile, pipeline.product);
  const prepare = {
    frame: (session: Session) =>
      Promise.all([requests.follow(session), applyToFrame(session, options, userAgent), interception.frame(session)]),
    worker: (session: Session, isDedicated: boolean) =>
      Promise.all([requests.follow(session), interception.worker(session, isDedicated)]),
  };
  const targets = new PageTargets(isolated, prepare, budgets);
  budgets.over.addEventListener('abort', () => job.deadline.hurry(), { once: true });
  const signal = AbortSignal.any([job.deadline.signal, budgets.over]);
  return { ...job, isolated, requests, targets, budgets, signal, interception };
}

function countRequests(requests: RequestLog, budgets: Budgets): void {
  let [documents, redirects] = [-1, 0];
  requests.listen({
    onRequest: ({ isNavigation, isMain, isRedirect: isNext }) => {
      budgets.add('requests');
      if (!isNavigation || !isMain) return;
      redirects = isNext ? redirects + 1 : 0;
      if (!isNext) documents += 1;
      budgets.note('redirects', redirects);
      budgets.note('navigations', documents);
    },
    onBytes: (bytes) => budgets.add('bytes', bytes),
  });
}

async function steps<T>(
  pipeline: Pipeline,
  job: Begun,
  finish: Finish<T>,
  lap: () => number,
): Promise<T & { timings: Omit<Timings, 'queue'> }> {
  const { session } = job.isolated;
  const told: Array<Promise<unknown>> = [job.targets.prepared, session.send('Page.enable')];
  if (job.options.polyfill === 'shady') {
    told.push(session.send('Page.addScriptToEvaluateOnNewDocument', { source: FORCE_POLYFILLS }));
  }
  // A dialog stops the page, and nobody is there to answer it.
  session.on('Page.javascriptDialogOpening', () => void session.send('Page.handleJavaScriptDialog', { accept: false }));
  const prepared = Promise.all([...told, applyView(session, job.options)]).catch(notPrepared);
  if ((await untilAborted(prepared, job.signal)) === 'aborted') notPrepared(new DevToolsError('detached', 'no answer'));
  using detector = pipeline.detect(job);
  const open = lap();
  using shown = new ShownDocument(job, job.interception);
  using navigation = await navigate(job, job.interception);
  const navigated = lap();
  const verdict = await Promise.race([judge(job, navigation, detector), shown.noPage]);
  if (navigation.outcome === 'document') shown.requirePage();
  const wait = lap();
  const result = await finish(job, navigation, verdict, job.deadline.final);
  // It may have gone on just before it was read.
  if (navigation.outcome === 'document') shown.requirePage();
  return { ...result, timings: { open, navigate: navigated, wait, read: lap() } };
}

/** A page that is not what was asked for is not rendered; another browser may do better. */
function notPrepared(cause: unknown): never {
  if (!(cause instanceof DevToolsError) || cause.failure === 'disconnected') throw cause;
  throw new RendererError('browser-unavailable', 'The browser could not prepare the page', { cause, retryAfter: 1 });
}

/** A page that can't be spoken to keeps moving, or is being closed: never a fault of the service. */
async function fail(thrown: unknown, job: PageJob): Promise<never> {
  if (!(thrown instanceof DevToolsError)) throw thrown;
  if (thrown.failure !== 'refused') await Promise.race([job.isolated.gone, sleep(CRASH_NOTICE)]);
  refuseWithoutResult(job);
  throw new RendererError('target-timeout', `${job.url.host} does not stay on one address for long enough to be read`, {
    cause: thrown,
  });
}

/** Milliseconds since the last call, the first time since `start`. */
function stopwatch(start: number): () => number {
  let last = start;
  return () => {
    const now = monotonic();
    const passed = Math.round(now - last);
    last = now;
    return passed;
  };
}

async function judge(job: PageJob, navigation: Navigation, detector: CompletionDetector): Promise<Verdict> {
  if (navigation.outcome === 'redirect') return 'redirect';
  if (navigation.outcome === 'empty') return 'complete';
  const verdict = await Promise.race([detector.complete(), job.isolated.gone]);
  if (verdict === 'budget') await stop(job);
  if (job.budgets.exceeded !== undefined) return `over-${job.budgets.exceeded}`;
  return verdict === 'complete' && wentElsewhere(navigation.hops) ? 'client-redirect' : verdict;
}

/** Ends what the page is busy with, so that it can be read: it loads nothing more, and its scripts do not go on. */
async function stop({ isolated: { session } }: PageJob): Promise<void> {
  void session.send('Page.stopLoading');
  void session.send('Emulation.setScriptExecutionDisabled', { value: true });
  const answer = session.send('Runtime.evaluate', { expression: '0' });
  if ((await untilAborted(answer, AbortSignal.timeout(RESPONSIVE))) !== 'aborted') return;
  await untilAborted(session.send('Runtime.terminateExecution'), AbortSignal.timeout(RESPONSIVE)).catch(() => {});
}
