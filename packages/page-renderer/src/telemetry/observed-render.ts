import { monotonic } from '../kernel/clock.ts';
import type { StageListener } from '../render/job/stages.ts';
import type { Verdict } from '../kernel/verdicts.ts';
import { RendererError } from '../kernel/errors.ts';
import type { RenderKind } from '../grammar/dialects/request.ts';
import type { BotClass } from '../traffic/bots.ts';
import { countRender, verdictOf } from './counts.ts';
import type { MeasuredStage } from './definitions.ts';
import type { Metrics } from './metrics.ts';
import type { OpenSpan } from './trace.ts';

/** The last step of a render: what is read from the page. */
const READ: Readonly<Record<RenderKind, MeasuredStage>> = {
  render: 'serialize',
  screenshot: 'picture',
  pdf: 'print',
  har: 'record',
  pair: 'serialize',
};

/** Called with the duration of a step in milliseconds. */
type OnStep = (step: MeasuredStage, ms: number) => void;

/** Measures one render, which may take longer than the request that started it. */
export class ObservedRender {
  readonly #kind: RenderKind;
  readonly #bot: BotClass;
  readonly #metrics: Metrics;
  readonly #span: OpenSpan | undefined;
  readonly #onStep: OnStep;

  constructor(kind: RenderKind, bot: BotClass, metrics: Metrics, span: OpenSpan | undefined, onStep: OnStep) {
    this.#kind = kind;
    this.#bot = bot;
    this.#metrics = metrics;
    this.#span = span?.begin('render', monotonic(), { 'page_renderer.kind': kind });
    this.#onStep = onStep;
  }

  /** Measures a step. */
  readonly onStage: StageListener = ({ stage, begun, ended, isFailed }) => {
    const step = stage === 'read' ? READ[this.#kind] : stage;
    this.#metrics.time('page_renderer_stage_duration_seconds', { stage: step }, (ended - begun) / 1000);
    this.#span?.add({ name: step, begun, ended, isFailed });
    this.#onStep(step, ended - begun);
  };

  /** The same result, counted. @throws what the render throws */
  async counted<T extends { verdict: Verdict; status: number }>(rendered: Promise<T>): Promise<T> {
    try {
      const result = await rendered;
      this.#end(result.verdict, result.status);
      return result;
    } catch (error) {
      const verdict = verdictOf(error);
      const isKnown = error instanceof RendererError;
      this.#end(verdict, isKnown ? error.status : 500, isKnown ? error.code : 'internal');
      throw error;
    }
  }

  #end(verdict: Verdict | 'failed' | undefined, status: number, errorType?: string): void {
    if (verdict) countRender(this.#metrics, { kind: this.#kind, bot: this.#bot, verdict, status });
    const attributes = { ...(verdict && { 'page_renderer.verdict': verdict }), 'page_renderer.status': status };
    this.#span?.end(monotonic(), attributes, errorType);
  }
}
