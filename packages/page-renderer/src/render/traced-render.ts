import { monotonic } from '../kernel/clock.ts';
import type { AddressPolicy, Judgement } from '../guard/policy.ts';
import { portOf } from '../kernel/url.ts';
import type { Session } from '../devtools/connection.ts';
import type { PageFacts } from '../page/index.ts';
import { untilAborted } from './job/abort.ts';
import type { PageImage } from './inspect.ts';
import { imageOf, readFacts } from './inspect.ts';
import type { PageJob, RenderJob } from './job/job.ts';
import type { Pipeline } from './pipeline.ts';
import type { RequestRules, RuleOutcome } from './requests/request-rules.ts';
import type { HtmlOrPassage } from './render-html.ts';
import { renderHtml } from './render-html.ts';
import type { Traced } from './trace/trace.ts';
import { RenderTrace } from './trace/trace.ts';
import type { Limit } from '../kernel/verdicts.ts';

/** A render with everything that was decided on the way. */
export interface TracedRender {
  readonly url: URL;
  /** What the rules of the configuration say of the target. */
  readonly rules: Readonly<Record<'renderOnly' | 'restrictedUrlPattern', RuleOutcome>>;
  /** What the address policy says of the target; undefined where a rule had refused it before. */
  readonly judgement: Judgement | undefined;
  readonly seen: Traced;
  /** What a person sees on the page; undefined if there is none, or it could not be read. */
  readonly facts: PageFacts | undefined;
  /** An image of the page, if it was wanted. */
  readonly image: PageImage | undefined;
  /** What a page may use: of each limit, milliseconds in all, and characters of HTML. */
  readonly limits: Readonly<Record<Limit | 'time' | 'html', number>>;
  /** From its begin to its end, in whole milliseconds. */
  readonly took: number;
  readonly outcome:
    | { readonly kind: 'rendered'; readonly result: HtmlOrPassage }
    | { readonly kind: 'failed'; readonly error: unknown };
}

/** What a render is traced with. */
export interface Tracing {
  rules: RequestRules;
  policy: AddressPolicy;
  limits: TracedRender['limits'];
  /** Whether an image of the page is taken, which takes time. */
  wantsImage: boolean;
  /** Makes a render of it that is admitted, judged and tried again as any other. @throws {RendererError} */
  run: (work: (pipeline: Pipeline, job: RenderJob) => Promise<HtmlOrPassage>) => Promise<HtmlOrPassage>;
}

/**
 * Renders a page to HTML and tells what was decided, also of a render that failed.
 *
 * @param url what is rendered
 * @param asked what was asked for, which the rules judge
 */
export async function traceRender(
  url: URL,
  asked: URL,
  { rules, policy, limits, wantsImage, run }: Tracing,
): Promise<TracedRender> {
  const trace = new RenderTrace(rules);
  const started = monotonic();
  const outcomes = rules.outcomes(asked);
  const isRefused = Object.values(outcomes).includes('refused');
  const judgement = isRefused ? undefined : await policy.judge(url.hostname, portOf(url));
  let facts: PageFacts | undefined;
  let image: PageImage | undefined;
  const render = async () => {
    rules.check(asked);
    return run((pipeline, job) => {
      [facts, image] = [undefined, undefined];
      const read = async (page: PageJob, signal: AbortSignal) => {
        // They are for people; the result does not depend on them.
        const found = await untilAborted(readFacts(page), signal).catch(() => undefined);
        facts = found === 'aborted' ? undefined : found;
        if (wantsImage) image = (await imageOf(page, pipeline.maxPixels, signal).catch(() => null)) ?? undefined;
      };
      const observe = (session: Session) => trace.observe(session);
      return renderHtml(traced(pipeline, trace), { ...job, observe, readMore: { isSeen: wantsImage, read } });
    });
  };
  const outcome = await render().then(
    (result) => ({ kind: 'rendered', result }) as const,
    (error: unknown) => ({ kind: 'failed', error }) as const,
  );
  const took = Math.round(monotonic() - started);
  return { url, rules: outcomes, judgement, seen: trace.seen, facts, image, limits, took, outcome };
}

/** A page is handed to its detector before it is sent anywhere. */
function traced(pipeline: Pipeline, trace: RenderTrace): Pipeline {
  return {
    ...pipeline,
    detect: (page) => {
      trace.follow(page);
      return trace.watch(pipeline.detect(page));
    },
  };
}
