/** HTML and picture of one load of a page. */
import { RendererError } from '../kernel/errors.ts';
import { untilAborted } from './job/abort.ts';
import { lookAbove } from './completion/below-fold.ts';
import type { RenderJob } from './job/job.ts';
import { tooBusy } from './job/over-budget.ts';
import type { PictureType } from './job/picture.ts';
import type { Pipeline, RenderResult } from './pipeline.ts';
import { renderHtml } from './render-html.ts';
import { readingFailed } from './render-screenshot.ts';
import { takePicture } from './reading/take-picture.ts';

/** A page as HTML and as a picture. */
export interface PairResult extends RenderResult {
  /** Null for a response without a document and for a reported redirect. */
  readonly image: Uint8Array | null;
  /** Format of the picture. */
  readonly imageType: PictureType;
}

/**
 * Renders a page once, to HTML and then to a picture of it.
 *
 * @throws {RendererError} `page-too-large` if both together have more bytes than a result may have
 */
export async function renderPair(pipeline: Pipeline, job: RenderJob): Promise<PairResult> {
  const { picture } = job.options;
  let taken: Uint8Array | null = null;
  let isCut = false;
  const read: NonNullable<RenderJob['readMore']>['read'] = async (page, signal) => {
    const shot = lookAbove(page)
      .then(() => takePicture(page, picture, pipeline.maxPixels))
      .catch(readingFailed);
    const shown = await untilAborted(Promise.race([shot, page.isolated.gone]), signal);
    if (shown === 'aborted') throw tooBusy(page, 'take a screenshot');
    ({ bytes: taken, isCut } = shown);
  };
  const result = await renderHtml(pipeline, { ...job, readMore: { isSeen: true, read } });
  const image = taken as Uint8Array | null;
  if (result.html.length + (image?.byteLength ?? 0) * (4 / 3) > pipeline.maxHtml) {
    const message = `HTML and picture together have more than ${pipeline.maxHtml} characters (maxHtml); ask for them one by one`;
    throw new RendererError('page-too-large', message, { verdict: 'over-size' });
  }
  const isDone = ['complete', 'settled', 'ready-signal'].includes(result.verdict);
  const verdict = isCut && isDone ? 'over-pixels' : result.verdict;
  return { ...result, verdict, image, imageType: picture.type ?? 'jpeg' };
}
