import type { PageFacts } from '../page/index.ts';
import { COUNT_NODES, FACTS } from '../page/index.ts';
import { untilAborted } from './job/abort.ts';
import { lookAbove } from './completion/below-fold.ts';
import { callInWorld, isolatedWorld } from '../devtools/isolated-world.ts';
import type { PageJob, RenderJob } from './job/job.ts';
import type { PictureOptions } from './job/picture.ts';
import { tooBusy } from './job/over-budget.ts';
import type { Pipeline, Result } from './pipeline.ts';
import { withoutDocument, withPage } from './pipeline.ts';
import { closedRoots, countNodes } from './reading/closed-roots.ts';
import { sentDocument } from './reading/sent-document.ts';
import { serialize } from './reading/serialize.ts';
import type { Timings } from './job/stages.ts';
import { statusOfPage } from './navigation/status.ts';
import { takePicture } from './reading/take-picture.ts';
import { viewportOf } from './job/view.ts';

/** JPEG of the viewport of a page, with its size in pixels. */
export interface PageImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** A page with everything that can be shown of it, from one render. */
export interface Inspection extends Result {
  /** As rendered; for a render without scripts, as the target sent it. */
  html: string;
  /** Null if there is no document, or it could not be taken in time. */
  image: PageImage | null;
  /** Null if there is no document. */
  facts: PageFacts | null;
  timings: Timings;
}

/** Screenshots are shown at half the width of a screen: more pixels would only be more bytes. */
const MAX_WIDTH = 1_280;
const MAX_HEIGHT = 1_600;
const QUALITY = 72;

/** Renders a page once and reads its HTML, its screenshot and its facts. @throws {RendererError} */
export async function inspectPage(pipeline: Pipeline, job: RenderJob): Promise<Inspection> {
  return withPage(
    pipeline,
    job,
    async (page, { hops, outcome }, verdict, signal) => {
      if (outcome !== 'document') return { html: '', image: null, facts: null, ...withoutDocument(hops, verdict) };
      const { html, metas } = await serialize(page, pipeline.maxHtml, signal);
      const facts = await inTime(page, readFacts(page), signal);
      if (facts === 'aborted') throw tooBusy(page, 'read the page');
      const sent = job.options.scripts ? 'aborted' : await inTime(page, sentDocument(page), signal);
      const image = await imageOf(page, pipeline.maxPixels, signal);
      return {
        html: sent === 'aborted' || sent === null ? html : sent,
        image,
        facts,
        ...statusOfPage(hops, metas),
        verdict,
        hops,
      };
    },
    { isSeen: true },
  );
}

/** The image of a page that is drawn; null if it could not be taken in time. @throws {RendererError | DevToolsError} */
export async function imageOf(page: PageJob, maxPixels: number, signal: AbortSignal): Promise<PageImage | null> {
  const options = pictureOptions(page);
  const shot = lookAbove(page).then(() => takePicture(page, options, maxPixels));
  const picture = await inTime(page, shot, signal);
  if (picture === 'aborted') return null;
  return { bytes: picture.bytes, width: options.clip?.width ?? 0, height: options.clip?.height ?? 0 };
}

/** @throws {DevToolsError} */
export async function readFacts({ isolated: { session, id }, options }: PageJob): Promise<PageFacts> {
  const world = await isolatedWorld(session, id);
  const [all, open] = await Promise.all([countNodes(session), callInWorld<number>(world, COUNT_NODES, null)]);
  const roots = all === open ? [] : await closedRoots(world, 'those there are');
  return callInWorld(world, FACTS, options.scripts, roots);
}

function inTime<T>(page: PageJob, work: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  return untilAborted(Promise.race([work, page.isolated.gone]), signal);
}

/** The viewport as in `/screenshot`, no larger than needed for viewing it. */
function pictureOptions({ options }: PageJob): PictureOptions {
  const { width, height } = viewportOf(options);
  const scale = Math.min(1, MAX_WIDTH / width);
  const clip = { x: 0, y: 0, width, height: Math.min(height, Math.round(MAX_HEIGHT / scale)), scale };
  return { quality: QUALITY, clip, captureBeyondViewport: false };
}
