import type { BrowserSupervisor } from '../browser/supervisor.ts';
import { untilAborted } from './abort.ts';
import { RendererError } from '../errors.ts';
import type { CompletionDetector } from './completion.ts';
import type { Hop, PageJob, RenderJob, Verdict } from './job.ts';
import type { Navigation } from './navigate.ts';
import { navigate } from './navigate.ts';
import { serialize } from './serialize.ts';
import { resultStatus } from './status.ts';
import { applyView } from './view.ts';

/** A page as HTML. */
export interface RenderResult {
  html: string;
  /** HTTP status to answer with; see {@link resultStatus}. */
  status: number;
  verdict: Verdict;
  /** The target's answers, redirects included. */
  hops: readonly Hop[];
}

/** A page as a picture. */
export interface ScreenshotResult {
  /** JPEG. */
  image: Uint8Array;
  status: number;
  verdict: Verdict;
}

/** What the steps of a render are done with. */
export interface Pipeline {
  supervisor: BrowserSupervisor;
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
  return withPage(pipeline, job, async (page, { hops, empty }, verdict, signal) => {
    if (empty) return { html: '', status: resultStatus(hops, null), verdict, hops };
    const { html, statusMeta } = await serialize(page, signal);
    return { html, status: resultStatus(hops, statusMeta), verdict, hops };
  });
}

/** Renders a page to a JPEG of its viewport. @throws {RendererError} */
export async function renderScreenshot(pipeline: Pipeline, job: RenderJob): Promise<ScreenshotResult> {
  return withPage(pipeline, job, async (page, { hops }, verdict, signal) => {
    const shot = Promise.race([page.isolated.page.screenshot({ type: 'jpeg' }), page.isolated.gone]);
    const image = await untilAborted(shot, signal);
    if (image === 'aborted') {
      throw new RendererError('target-timeout', `${job.url.host} kept the browser too busy to take a picture`);
    }
    return { image, status: resultStatus(hops, null), verdict };
  });
}

type Finish<T> = (job: PageJob, navigation: Navigation, verdict: Verdict, signal: AbortSignal) => Promise<T>;

/** The steps every render has: a page of its own, its view, the navigation, the wait for completion, the result. */
async function withPage<T>(pipeline: Pipeline, job: RenderJob, finish: Finish<T>): Promise<T> {
  const { supervisor, product, detect } = pipeline;
  await using isolated = await supervisor.openPage();
  const session = await isolated.page.createCDPSession();
  const pageJob: PageJob = { ...job, isolated, session };
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await applyView(isolated.page, job.view, await supervisor.userAgent(), product);
  using detector = detect(pageJob);
  using navigation = await navigate(pageJob);
  const verdict = navigation.empty ? 'complete' : await Promise.race([detector.complete(), isolated.gone]);
  if (verdict === 'budget') await interruptBusyScript(pageJob);
  const left = Math.ceil(Math.max(0, job.deadline - performance.now()));
  return await finish(pageJob, navigation, verdict, AbortSignal.timeout(left + GRACE));
}

/** A script that never returns would keep the page from being read: it is ended. */
async function interruptBusyScript({ session }: PageJob): Promise<void> {
  const answer = session.send('Runtime.evaluate', { expression: '0' });
  if ((await untilAborted(answer, AbortSignal.timeout(RESPONSIVE))) !== 'aborted') return;
  await session.send('Runtime.terminateExecution').catch(() => {});
}
