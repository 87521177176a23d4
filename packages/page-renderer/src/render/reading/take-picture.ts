import { RendererError } from '../../kernel/errors.ts';
import type { PageJob } from '../job/job.ts';
import type { Clip, PictureOptions } from '../job/picture.ts';
import { clipWithin, maxPageSide, noPicture, roundedClip } from '../job/picture.ts';
import { pixelRatioOf, viewportOf } from '../job/view.ts';

/** A picture of a page. */
export interface Picture {
  bytes: Uint8Array;
  /** Whether the page is longer than the picture may be. */
  isCut: boolean;
}

/**
 * Takes the picture of a page as it is now; JPEG unless the options say otherwise.
 *
 * @param maxPixels pixels that a picture may have
 * @throws {RendererError} `page-too-large`
 */
export async function takePicture(job: PageJob, options: PictureOptions, maxPixels: number): Promise<Picture> {
  const { session } = job.isolated;
  const { type: format = 'jpeg', quality, omitBackground, fromSurface = true, optimizeForSpeed = false } = options;
  const { clip, isCut } = await partOf(job, options, maxPixels);
  const { width, height, scale = 1 }: Omit<Clip, 'x' | 'y'> = clip ?? viewportOf(job.options);
  if (width * height * scale ** 2 > maxPixels) {
    throw new RendererError('page-too-large', `The screenshot would have more than ${maxPixels} pixels`, {
      verdict: 'over-pixels',
    });
  }
  if (omitBackground && format !== 'jpeg') {
    await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  }
  const shown = clip ?? (job.options.mobile ? await seen(job) : undefined);
  const { data } = await session.send('Page.captureScreenshot', {
    format,
    fromSurface,
    optimizeForSpeed,
    captureBeyondViewport: clip !== undefined && (options.captureBeyondViewport ?? true),
    ...(quality !== undefined && { quality }),
    ...(shown && { clip: { ...shown, scale: (shown.scale ?? 1) / pixelRatioOf(job.options) } }),
  });
  if (data === '') throw noPicture(format, { width, height });
  return { bytes: Buffer.from(data, 'base64'), isCut };
}

/** What of the page is shown; undefined for what is seen without scrolling. */
async function partOf(
  { isolated: { session }, options: view }: PageJob,
  { type = 'jpeg', fullPage, clip, captureBeyondViewport = true }: PictureOptions,
  maxPixels: number,
): Promise<{ clip: Clip | undefined; isCut: boolean }> {
  if (clip && captureBeyondViewport) return { clip: roundedClip(clip), isCut: false };
  if (clip) return { clip: clipWithin(roundedClip(clip), viewportOf(view)), isCut: false };
  if (!fullPage) return { clip: undefined, isCut: false };
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const [pageWidth, pageHeight] = [Math.ceil(cssContentSize.width), Math.ceil(cssContentSize.height)];
  const width = Math.max(1, Math.min(pageWidth, maxPageSide(type)));
  const height = Math.max(1, Math.floor(Math.min(pageHeight, maxPageSide(type), maxPixels / width)));
  return { clip: { x: 0, y: 0, width, height }, isCut: width < pageWidth || height < pageHeight };
}

/** What is seen without scrolling, as a part of the page: only of a part can be said how many pixels it has. */
async function seen({ isolated: { session }, options }: PageJob): Promise<Clip> {
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  return { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY, ...viewportOf(options) };
}
