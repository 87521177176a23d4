import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../kernel/errors.ts';
import { untilAborted } from './job/abort.ts';
import { lookAbove } from './completion/below-fold.ts';
import type { RenderJob } from './job/job.ts';
import { tooBusy } from './job/over-budget.ts';
import type { Pipeline, Result, Timed } from './pipeline.ts';
import { withoutDocument, withPage } from './pipeline.ts';
import { resultStatus } from './navigation/status.ts';
import { readTagsMeta } from './reading/tags-meta.ts';
import { takePicture } from './reading/take-picture.ts';

/** A screenshot of a page. */
export interface ScreenshotResult extends Result, Timed {
  /** Image of the requested type; empty for a reported redirect. */
  image: Uint8Array;
  /** Content of the first `render:tags` meta tag of the page. */
  tags?: string;
}

/** Renders a page to a screenshot. @throws {RendererError} */
export async function renderScreenshot(pipeline: Pipeline, job: RenderJob): Promise<ScreenshotResult> {
  return withPage(
    pipeline,
    job,
    async (page, { hops, outcome }, verdict, signal) => {
      if (outcome === 'redirect') return { image: new Uint8Array(), ...withoutDocument(hops, verdict) };
      const shot = lookAbove(page)
        .then(() => takePicture(page, job.options.picture, pipeline.maxPixels))
        .catch(readingFailed);
      const picture = await untilAborted(Promise.race([shot, page.isolated.gone]), signal);
      if (picture === 'aborted') throw tooBusy(page, 'take a screenshot');
      const words = await readTagsMeta(page, signal);
      const { bytes: image, isCut } = picture;
      const isDone = verdict === 'complete' || verdict === 'settled' || verdict === 'ready-signal';
      const judged = isCut && isDone ? 'over-pixels' : verdict;
      const status = resultStatus(hops, [], job.options.redirects);
      return { image, ...status, verdict: judged, hops, ...words };
    },
    { below: job.options.picture.fullPage === true, isSeen: true },
  );
}

/** A screenshot that is too large to be transferred. */
export function readingFailed(error: unknown): never {
  if (!(error instanceof DevToolsError) || error.failure !== 'too-large') throw error;
  throw new RendererError('page-too-large', 'The screenshot is too large to be read', { verdict: 'over-pixels' });
}
