/** What an inspection knows of one address: the explained render, the page without JavaScript, and what its HTML says. */
import type { CheckedLink } from '../../../crawl/link-check.ts';
import type { InspectedHtml } from '../../../formats/inspected.ts';
import type { RendererError } from '../../../kernel/errors.ts';
import type { Verdict } from '../../../kernel/verdicts.ts';
import type { PageFacts } from '../../../page/index.ts';
import type { PageImage } from '../../../render/inspect.ts';
import type { Timings } from '../../../render/job/stages.ts';
import type { Hop } from '../../../render/job/job.ts';
import type { RobotsSaid } from '../../../crawl/site-checks.ts';
import type { Explanation } from '../../explain/explanation/explanation.ts';

/** One of the two renders. */
export interface SeenPage {
  /** As rendered; of the page without JavaScript, as its server sent it. Empty if there is no page. */
  readonly html: string;
  readonly image: PageImage | null;
  readonly facts: PageFacts | null;
  readonly verdict: Verdict;
  /** For bots. */
  readonly status: number;
  readonly hops: readonly Hop[];
  readonly timings: Timings;
}

/** A render, or why there is none. */
export type Side =
  | { readonly outcome: 'done'; readonly seen: SeenPage }
  | { readonly outcome: 'failed'; readonly error: RendererError };

/** See the head of the file. */
export interface Inspected {
  readonly explanation: Explanation;
  readonly plain: Side;
  readonly rendered: Side;
  /** What the rendered HTML says; the reason if it cannot be read; null if there is no page. */
  readonly html: InspectedHtml | RendererError | null;
  /** Null if there is no page. */
  readonly robotsTxt: RobotsSaid | null;
  /**
   * Where its links lead; they are requested when this is called first.
   *
   * @param external whether those to other origins are requested, too
   * @param isAllowed whether the client may have that done now: it counts as one render
   * @returns null if it may not
   */
  readonly checkLinks: (
    external: boolean,
    isAllowed: () => boolean,
    signal: AbortSignal,
  ) => Promise<readonly CheckedLink[] | null>;
}
