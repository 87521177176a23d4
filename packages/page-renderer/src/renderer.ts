/** Renders pages: checks the target, waits for a slot, and runs the pipeline. */
import type { Logger } from 'pino';
import { withOtherBrowsers } from './browser/other-browsers.ts';
import type { AddressPolicy, JudgedTarget } from './guard/policy.ts';
import { requireAllowed } from './guard/require-allowed.ts';
import { monotonic } from './kernel/clock.ts';
import { RendererError } from './kernel/errors.ts';
import { parseHttpUrl, portOf } from './kernel/url.ts';
import type { PageFacts } from './page/index.ts';
import type { RendererConfig } from './options/options.ts';
import { untilAborted } from './render/job/abort.ts';
import { addedHeaders, addedTo } from './render/navigation/added-headers.ts';
import { Deadline } from './render/job/deadline.ts';
import type { Inspection } from './render/inspect.ts';
import { inspectPage, readFacts } from './render/inspect.ts';
import type { PageJob, RenderJob } from './render/job/job.ts';
import { LongPassages } from './render/navigation/long-passages.ts';
import type { AnyOptions, Late, PdfRenderOptions, RenderOptions, ScreenshotOptions } from './render/job/options.ts';
import { renderSettings } from './render/job/options.ts';
import type { PdfResult } from './render/pdf.ts';
import { renderPdf } from './render/pdf.ts';
import { requirePicture } from './render/job/picture.ts';
import { printParameters } from './render/job/print.ts';
import type { PairResult } from './render/render-pair.ts';
import { renderPair } from './render/render-pair.ts';
import type { OrPassage, Pipeline, RenderResult } from './render/pipeline.ts';
import type { HarResult } from './render/render-har.ts';
import { renderHar } from './render/render-har.ts';
import type { HtmlOrPassage, Seen } from './render/render-html.ts';
import { renderHtml } from './render/render-html.ts';
import type { ScreenshotResult } from './render/render-screenshot.ts';
import { renderScreenshot } from './render/render-screenshot.ts';
import type { TracedRender } from './render/traced-render.ts';
import { traceRender } from './render/traced-render.ts';
import { viewportOf } from './render/job/view.ts';
import type { Asked } from './renewal/ask.ts';
import { askInputs } from './renewal/ask.ts';
import type { Inputs } from './renewal/inputs.ts';
import { Admission } from './server/admission/admission.ts';

/** Part of the time budget for checking whether a result can be renewed, and the maximum in milliseconds. */
const ASKING = { share: 0.2, most: 2_000 };
/** Maximum number of results that are checked in parallel; how long others wait is limited by their time budget. */
const ASKED_AT_ONCE = 16;

type Work<T> = (pipeline: Pipeline, job: RenderJob) => Promise<T>;

/** See the head of the file. */
export class PageRenderer {
  readonly #config: RendererConfig;
  readonly #policy: AddressPolicy;
  readonly #pipeline: Pipeline;
  readonly #admission: Admission;
  readonly #logger: Logger;
  readonly #passages: LongPassages;
  readonly #asking = new Admission(ASKED_AT_ONCE, Infinity);
  readonly #underway = new Set<Promise<unknown>>();
  #closing = false;

  constructor(config: RendererConfig, policy: AddressPolicy, pipeline: Pipeline, admission: Admission, logger: Logger) {
    this.#config = config;
    this.#policy = policy;
    this.#pipeline = pipeline;
    this.#admission = admission;
    this.#logger = logger;
    this.#passages = new LongPassages(config.concurrency, config.timeout);
  }

  async render(url: string | URL, options: RenderOptions & Late = {}): Promise<RenderResult> {
    return this.#run(url, options, renderHtml);
  }

  async screenshot(url: string | URL, options: ScreenshotOptions & Late = {}): Promise<ScreenshotResult> {
    this.#requirePicture(options);
    return this.#run(url, options, renderScreenshot);
  }

  /** HTML and picture of one load. */
  async pair(url: string | URL, options: ScreenshotOptions & Late = {}): Promise<PairResult> {
    this.#requirePicture(options);
    return this.#run(url, options, renderPair);
  }

  async pdf(url: string | URL, options: PdfRenderOptions & Late = {}): Promise<PdfResult> {
    printParameters(options.pdf ?? {});
    return this.#run(url, options, renderPdf);
  }

  async har(url: string | URL, options: RenderOptions & Late = {}): Promise<HarResult> {
    return this.#run(url, options, renderHar);
  }

  /** Renders a page to HTML, or passes through what is not a page. @throws {RendererError} */
  async renderOrPass(url: string | URL, options: RenderOptions & Late = {}): Promise<HtmlOrPassage> {
    return this.#run(url, options, renderHtml, true);
  }

  /**
   * Renders an address that a page leads to: only what the rules allow as a target, and where that page could connect to itself.
   * Nothing is sent to another origin that the request adds for the page's own.
   *
   * @throws {RendererError}
   */
  async renderBeside(page: URL, url: URL, options: RenderOptions & Late): Promise<HtmlOrPassage> {
    if (this.#closing) throw shuttingDown();
    this.#pipeline.rules.check(url);
    const judged = await requireAllowed(this.#policy, url, await requireAllowed(this.#policy, page));
    const { headers, ...others } = options;
    const isOwn = url.origin === page.origin && headers !== undefined;
    return this.#run(url, isOwn ? { ...others, headers } : others, renderHtml, true, judged);
  }

  /**
   * Renders an address that was found from another one, as {@link renderBeside}, and reads what people see of it.
   *
   * @throws {RendererError}
   */
  async renderSeen(from: URL, url: URL, options: RenderOptions & Late): Promise<Seen> {
    if (this.#closing) throw shuttingDown();
    this.#pipeline.rules.check(url);
    const judged = await requireAllowed(this.#policy, url, await requireAllowed(this.#policy, from));
    let facts: PageFacts | undefined;
    const read = async (page: PageJob, signal: AbortSignal) => {
      // The result does not depend on them.
      const found = await untilAborted(readFacts(page), signal).catch(() => undefined);
      facts = found === 'aborted' ? undefined : found;
    };
    const work: Work<HtmlOrPassage> = (pipeline, job) =>
      renderHtml(pipeline, { ...job, readMore: { isSeen: false, read } });
    const result = await this.#run(url, options, work, true, judged);
    return { result, facts };
  }

  /** Renders a page with everything that the home page shows of it. @throws {RendererError} */
  async inspect(url: string | URL, options: RenderOptions = {}): Promise<Inspection> {
    return this.#run(url, options, inspectPage);
  }

  /** Renders a page with all decisions that led to the result, even if it cannot be rendered. */
  async explain(url: URL, options: RenderOptions & Late, asked: URL, wantsImage = false): Promise<TracedRender> {
    const { limits, maxHtml, rules } = this.#pipeline;
    return traceRender(url, asked, {
      rules,
      policy: this.#policy,
      wantsImage,
      limits: { ...limits, time: this.#config.timeout, html: maxHtml },
      run: (work) => this.#run(url, options, work, true),
    });
  }

  /** Checks whether the inputs of a result have changed, with the same requests as its page. @throws {RendererError} */
  async askAgain(url: URL, options: RenderOptions, inputs: Inputs): Promise<Asked> {
    if (this.#closing) throw shuttingDown();
    const { rules } = this.#pipeline;
    rules.check(url);
    const time = AbortSignal.timeout(Math.ceil(Math.min(ASKING.most, this.#config.timeout * ASKING.share)));
    const signal = options.signal ? AbortSignal.any([options.signal, time]) : time;
    const added = addedHeaders(rules, options);
    const asking = {
      policy: this.#policy,
      added: (to: URL) => addedTo(to, url.origin, added),
      refusal: (to: string) => rules.judge(to, false),
      pageHeaders: this.#config.pageHeaders,
      signal,
    };
    const ask = async () => askInputs(inputs, { ...asking, target: await requireAllowed(this.#policy, url) });
    const asked = await untilAborted(this.#noted(this.#asking.run(ask, signal)), signal);
    return asked === 'aborted' ? { outcome: 'failed', url: null } : asked;
  }

  /** From now on, nothing is rendered any more; responses that take long are ended. */
  stop(): void {
    this.#closing = true;
    this.#passages.close();
  }

  /** Resolves when nothing is being rendered any more. */
  async ended(): Promise<void> {
    // When its signal ends, a render starts to clean up.
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway);
  }

  #requirePicture({ width = this.#config.width, height = this.#config.height, ...options }: ScreenshotOptions): void {
    const { mobile = false, picture = {} } = options;
    requirePicture(picture, viewportOf({ width, height, mobile }), this.#config.maxPixels);
  }

  async #run<T extends OrPassage>(
    target: string | URL,
    options: AnyOptions & Late,
    work: Work<T>,
    passesThrough = false,
    known?: JudgedTarget,
  ): Promise<T> {
    if (this.#closing) throw shuttingDown();
    const url = parseHttpUrl(target instanceof URL ? target.href : target);
    this.#pipeline.rules.check(url);
    const { supplied, onStage } = options;
    // Without a network the address is only a name.
    const isName = supplied?.hasNetwork === false;
    const judged = known ?? (isName ? nameOnly(url) : await requireAllowed(this.#policy, url));
    const timeLeft = this.#config.timeout - (options.spent ?? 0);
    const deadline = new Deadline(timeLeft, options.signal);
    const remaining: Array<Promise<void>> = [];
    const cleanUp = (work: PromiseLike<void>) => {
      remaining.push(
        Promise.resolve(work).catch((error: unknown) => this.#logger.warn({ err: error }, 'page not closed')),
      );
    };
    const settings = renderSettings(options, this.#config);
    const answers = { passesThrough, untypedIsPage: true, hasNoType: false };
    const request = { url, target: judged, options: settings, supplied };
    const job: RenderJob = { ...request, deadline, answers, cleanUp, queued: 0, onStage };
    let left: Promise<void> | undefined;
    const attempt = async () => {
      const ended = monotonic();
      job.queued = ended - deadline.received;
      onStage?.({ stage: 'queue', begun: deadline.received, ended, isFailed: false });
      const result = await withOtherBrowsers(
        (hasCrashed) => work(this.#pipeline, { ...job, hasCrashed }),
        () => deadline.signal.aborted || this.#closing,
      );
      if (result.passage) left = this.#passages.watch(result.passage, deadline, options.client ?? '');
      return result;
    };
    const tidyUp = () => {
      const tidied = this.#noted(Promise.all(remaining));
      return left ? Promise.race([tidied, left]) : tidied;
    };
    const demand = { urgency: options.urgency, site: url.host, timeLeft };
    const rendered = this.#admission.run(attempt, deadline.signal, tidyUp, demand);
    const end = () => deadline[Symbol.dispose]();
    void rendered.then(({ passage }) => passage?.ended).then(end, end);
    return this.#noted(rendered);
  }

  /** Makes {@link ended} wait for it. */
  async #noted<T>(work: Promise<T>): Promise<T> {
    this.#underway.add(work);
    try {
      return await work;
    } finally {
      this.#underway.delete(work);
    }
  }
}

function nameOnly(url: URL): JudgedTarget {
  return { host: url.hostname, port: portOf(url), isListed: false };
}

/** The error of a request that comes too late. */
export function shuttingDown(): RendererError {
  return new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
}
