import { monotonic } from '../clock.ts';
import type { BrowserSupervisor } from '../browser/supervisor.ts';
import { RendererError } from '../errors.ts';
import type { PageMetas } from '../page/index.ts';
import { FORCE_POLYFILLS } from '../page/index.ts';
import { untilAborted } from './abort.ts';
import type { CompletionDetector } from './completion.ts';
import { intercept } from './interception.ts';
import type { Hop, PageJob, RenderJob, Verdict } from './job.ts';
import type { Navigation } from './navigate.ts';
import { isRedirect, navigate, wentElsewhere } from './navigate.ts';
import type { PictureOptions } from './picture.ts';
import { limitFullPage } from './picture.ts';
import type { RequestRules } from './request-rules.ts';
import { serialize } from './serialize.ts';
import { resultStatus } from './status.ts';
import { applyView } from './view.ts';

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
}

/** After the time budget: how long reading what is there may take, in milliseconds. */
const GRACE = 1_000;
/** How soon a page whose budget has ended must answer, in milliseconds, before its script is interrupted. */
const RESPONSIVE = 200;

/** Renders a page to HTML. @throws {RendererError} */
export async function renderHtml(pipeline: Pipeline, job: RenderJob): Promise<RenderResult> {
  return withPage(pipeline, job, async (page, { hops, outcome }, verdict, signal) => {
    if (outcome !== 'document') return { html: '', headerMetas: [], ...withoutDocument(hops, verdict) };
    const { html, metas } = await serialize(page, signal);
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
    const shot = Promise.race([takePicture(page, job.options.picture), page.isolated.gone]);
    const image = await untilAborted(shot, signal);
    if (image === 'aborted') {
      throw new RendererError('target-timeout', `${job.url.host} kept the browser too busy to take a picture`);
    }
    const words = await untilAborted(readTagsMeta(page), signal);
    return { image, status: resultStatus(hops, null), verdict, hops, ...(words !== 'aborted' && words) };
  });
}

const TAGS_META = `document.querySelector('meta[name="render:tags" i]')?.getAttribute('content')`;

async function readTagsMeta({ session }: PageJob): Promise<{ tags?: string }> {
  const answer = await session.send('Runtime.evaluate', { expression: TAGS_META }).catch(() => undefined);
  const tags: unknown = answer?.result.value;
  return typeof tags === 'string' ? { tags } : {};
}

/** Takes the picture of a page as it is now; JPEG unless the options say otherwise. */
export async function takePicture(
  { isolated: { page }, session }: PageJob,
  options: PictureOptions,
): Promise<Uint8Array> {
  const { fullPage, ...rest } = options;
  if (!fullPage) return page.screenshot({ type: 'jpeg', ...rest });
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const limited = limitFullPage(Math.ceil(cssContentSize.width), Math.ceil(cssContentSize.height));
  if (limited) return page.screenshot({ type: 'jpeg', ...rest, clip: { x: 0, y: 0, ...limited } });
  return page.screenshot({ type: 'jpeg', ...options });
}

/** The result of a render without a document: an empty answer, or a redirect that is reported. */
export function withoutDocument(hops: readonly Hop[], verdict: Verdict): Result {
  const first = hops[0];
  const result = { status: resultStatus(hops, null), verdict, hops };
  if (verdict !== 'redirect' || !first || !isRedirect(first)) return result;
  return { ...result, location: URL.parse(first.headers['location'] ?? '', first.url)?.href ?? first.url };
}

type Finish<T> = (job: PageJob, navigation: Navigation, verdict: Verdict, signal: AbortSignal) => Promise<T>;

/** The steps every render has: a page of its own, its view, the navigation, the wait for completion, the result. */
export async function withPage<T>(pipeline: Pipeline, job: RenderJob, finish: Finish<T>): Promise<T & Timed> {
  const { supervisor, rules, product, detect } = pipeline;
  const lap = stopwatch(job.received);
  const queue = lap();
  const isolated = await supervisor.openPage(job.target);
  using _closing = { [Symbol.dispose]: () => job.cleanUp(isolated[Symbol.asyncDispose]()) };
  const session = await isolated.page.createCDPSession();
  const pageJob: PageJob = { ...job, isolated, session };
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await applyView(isolated.page, job.options, isolated.userAgent, product);
  if (job.options.polyfill === 'shady') await forcePolyfills(session);
  if (!job.options.scripts) await isolated.page.setJavaScriptEnabled(false);
  const interception = await intercept(isolated.page, rules, job.url.origin, job.options.headers);
  using detector = detect(pageJob);
  const open = lap();
  using navigation = await navigate(pageJob, interception);
  const navigated = lap();
  const verdict = await judge(pageJob, navigation, detector);
  const wait = lap();
  const left = Math.ceil(Math.max(0, job.deadline - monotonic()));
  const result = await finish(pageJob, navigation, verdict, AbortSignal.timeout(left + GRACE));
  return { ...result, timings: { queue, open, navigate: navigated, wait, read: lap() } };
}

async function forcePolyfills(session: PageJob['session']): Promise<void> {
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: FORCE_POLYFILLS });
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
  if (verdict === 'budget') await interruptBusyScript(job);
  return verdict === 'complete' && wentElsewhere(navigation.hops) ? 'client-redirect' : verdict;
}

/** A script that never returns would keep the page from being read: it is ended. */
async function interruptBusyScript({ session }: PageJob): Promise<void> {
  const answer = session.send('Runtime.evaluate', { expression: '0' });
  if ((await untilAborted(answer, AbortSignal.timeout(RESPONSIVE))) !== 'aborted') return;
  await session.send('Runtime.terminateExecution').catch(() => {});
}
