import { DevToolsError } from '../../devtools/errors.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { PageMetas, Snapshot, SnapshotOptions } from '../../page/index.ts';
import { FINISH_SNAPSHOT, REST_OF_SNAPSHOT } from '../../page/index.ts';
import { untilAborted } from '../job/abort.ts';
import type { RootSelection } from './closed-roots.ts';
import { closedRoots, countNodes } from './closed-roots.ts';
import { FrameReader, MAX_FRAME_HTML } from './inline-frames.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { callInWorld, isolatedWorld } from '../../devtools/isolated-world.ts';
import type { PageJob } from '../job/job.ts';
import { refuseWithoutResult, tooBusy } from '../job/over-budget.ts';
import { takeSnapshot } from './reader.ts';
import { PICTURE_BYTES, charactersOf, readPictures, readSheets } from './page-resources.ts';

/** Characters of HTML in one message; in JSON each may take six bytes. */
const CHUNK = 4_000_000;
/** How long the document that a page navigates to may take to load, in milliseconds. */
const ARRIVAL = 1_000;
/** Characters that `data:` URLs may have in a page, and in a frame that is put into it. */
const ROOM = { each: charactersOf(PICTURE_BYTES.each), all: charactersOf(PICTURE_BYTES.all) };
const ROOM_OF_FRAME = { each: ROOM.each, all: ROOM.all / 4 };

/** A page as HTML, with what it says of itself. */
export interface Serialized {
  html: string;
  metas: PageMetas;
}

/**
 * Serialises the page as it is now. A page that navigates meanwhile is serialised once more.
 *
 * @param limit characters of HTML that are taken
 * @param signal ends when the answer can't wait any longer
 * @throws {RendererError} `target-timeout` when the page does not let itself be read in time, `page-too-large`
 */
export async function serialize(job: PageJob, limit: number, signal: AbortSignal): Promise<Serialized> {
  const attempt = async (make: () => Promise<Serialized>) => {
    const result = await untilAborted(Promise.race([make(), job.isolated.gone]), signal);
    if (result !== 'aborted') return result;
    throw tooBusy(job, 'read the page');
  };
  try {
    return await attempt(() => snapshot(job, limit, 'all'));
  } catch (error) {
    if (error instanceof RendererError) throw error;
    if (error instanceof DevToolsError && error.failure === 'too-large') {
      throw tooLarge('too much HTML to be read', limit);
    }
    return attempt(async () => {
      await arrival(job);
      return snapshot(job, limit, 'those there are');
    });
  }
}

/** A page that has just navigated has nothing to show yet. */
async function arrival({ isolated: { session, id } }: PageJob): Promise<void> {
  const isLoaded = `Reflect.get(Document.prototype, 'readyState', document) === 'complete'`;
  const expression = `new Promise((resolve) => {
    if (${isLoaded}) resolve();
    addEventListener('load', resolve);
    setTimeout(resolve, ${ARRIVAL});
  })`;
  const world = await isolatedWorld(session, id).catch(() => undefined);
  if (!world) return;
  const { contextId } = world;
  await session.send('Runtime.evaluate', { expression, contextId, awaitPromise: true }).catch(() => {});
}

/** @param wanted whether a closed shadow root that can't be had is an error, or left out */
async function snapshot(job: PageJob, limit: number, wanted: RootSelection): Promise<Serialized> {
  const { isolated, url, options, budgets, deadline, requests } = job;
  const { session, id } = isolated;
  const [counted, world, { frameTree }] = await Promise.all([
    countNodes(session),
    isolatedWorld(session, id),
    session.send('Page.getFrameTree'),
  ]);
  budgets.note('nodes', counted);
  if (budgets.exceeded === 'nodes') refuseWithoutResult(job);
  const common = {
    shadow: options.shadow,
    servedUrl: url.href,
    time: deadline.extra,
    sheets: null,
    blocked: requests.blocked,
  };
  const ofFrame = { ...common, counted: null, isFrame: true, limit: MAX_FRAME_HTML, chunk: MAX_FRAME_HTML };
  const reader = new FrameReader(
    options.frames === 'inline' ? 'all' : 'lost',
    (frameId) => isolatedWorld(session, frameId),
    async (inner, frameId, { html, elements }) => {
      const nodes = [...(await closedRoots(inner, 'those there are')), ...elements];
      const taken = await take(inner, frameId, { ...ofFrame, frames: html, room: ROOM_OF_FRAME }, nodes);
      return taken.outcome === 'done' ? taken.html : null;
    },
  );
  const { html: frames, elements } = await reader.read(world, frameTree);
  const ofPage = { ...common, frames, counted, isFrame: false, limit, chunk: CHUNK, room: ROOM };
  // Counted again behind it: of a page that changes, the first number may be right by chance, and even both.
  const [first, countedAfter] = job.watch.work.hasClosedTrees
    ? []
    : await Promise.all([take(world, id, ofPage, elements), countNodes(session)]);
  let result = first;
  if (!result || result.outcome === 'closed-roots' || countedAfter !== counted) {
    const roots = await closedRoots(world, wanted);
    result = await take(world, id, { ...ofPage, counted: null }, [...roots, ...elements]);
  }
  if (result.outcome === 'done') return { metas: result.metas, html: await whole(world, result) };
  throw tooLarge(
    result.outcome === 'too-large' ? `${result.length} characters of HTML` : 'too much HTML to be read',
    limit,
  );
}

/** Makes a snapshot of a document, with the pictures that only the page can load. */
async function take(
  world: IsolatedWorld,
  frameId: string,
  options: SnapshotOptions,
  nodes: readonly string[],
): Promise<Snapshot> {
  const first = await takeSnapshot(world, options, nodes, !options.isFrame);
  const sheets = first.outcome === 'sheets' ? await readSheets(world, frameId, first.addresses, options.time) : null;
  const taken = sheets === null ? first : await takeSnapshot(world, { ...options, sheets }, nodes, true);
  if (taken.outcome !== 'addresses') return taken;
  const pictures = await readPictures(world, frameId, taken.addresses, options.time);
  return callInWorld<Snapshot>(world, FINISH_SNAPSHOT, pictures);
}

/** The HTML with all that did not fit into the first message. */
async function whole(world: IsolatedWorld, { html, length }: { html: string; length: number }): Promise<string> {
  const parts = [html];
  for (let from = html.length; from < length; from += parts.at(-1)?.length ?? 0) {
    const part = await callInWorld<string>(world, REST_OF_SNAPSHOT, { from, chunk: CHUNK });
    // The page can't reach that world, but then this would never end.
    if (part === '') break;
    parts.push(part);
  }
  return parts.join('');
}

function tooLarge(what: string, limit: number): RendererError {
  return new RendererError('page-too-large', `The page has ${what}; at most ${limit} are allowed`, {
    verdict: 'over-size',
  });
}
