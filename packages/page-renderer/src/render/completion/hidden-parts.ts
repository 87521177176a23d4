import type { Session } from '../../devtools/connection.ts';
import { unlessOurs } from '../../devtools/errors.ts';
import { COUNT_NODES, IS_AS_NOTED, NOTE_FRAME, NOTE_PLACES_IN, RETURN_PLACES } from '../../page/index.ts';
import type { Returned } from '../../page/scroll/positions.ts';
import { closedRoots, countNodes } from '../reading/closed-roots.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { callInWorld, isolatedWorld } from '../../devtools/isolated-world.ts';
import type { PageJob } from '../job/job.ts';
import { MOST_FRAMES } from '../pending/pending-work.ts';

/**
 * What of a scrolled page its document does not find: closed shadow trees, whose positions are stored with those of the page, and
 * frames, also those of other sites, which store their own.
 */
export class HiddenParts {
  readonly #job: PageJob;
  readonly #worlds: IsolatedWorld[] = [];

  constructor(job: PageJob) {
    this.#job = job;
  }

  /** Stores the positions. Runs after those of the page are stored, before it is scrolled. @throws {DevToolsError} */
  async note(): Promise<void> {
    const { isolated, watch } = this.#job;
    const processes = [isolated.session, ...watch.work.frames];
    await Promise.all(processes.map((session) => this.#noteProcess(session)));
  }

  /** Whether all parts of the frames are where they were. */
  async areAsNoted(): Promise<boolean> {
    const answers = await Promise.all(this.#worlds.map((world) => inFrame<boolean>(world, IS_AS_NOTED)));
    return !answers.includes(false);
  }

  /** Puts the parts of the frames back where they were. @returns how many were elsewhere */
  async putBack(): Promise<number> {
    const answers = await Promise.all(this.#worlds.map((world) => inFrame<Returned>(world, RETURN_PLACES)));
    return answers.reduce((sum, answer) => sum + (answer?.count ?? 0), 0);
  }

  /** Stores the positions of the frames in a process, and those in closed shadow trees of their documents and the page. */
  async #noteProcess(session: Session): Promise<void> {
    const { isolated } = this.#job;
    const isOfPage = session === isolated.session;
    const ids = await framesIn(session, isOfPage);
    const frames = await Promise.all(
      ids.map(async (id) => {
        const world = await isolatedWorld(session, id).catch(unlessOurs);
        if (world) await inFrame(world, NOTE_FRAME);
        return world;
      }),
    );
    const noted = frames.filter((world) => world !== undefined);
    this.#worlds.push(...noted);
    const all = isOfPage ? [await isolatedWorld(session, isolated.id), ...noted] : noted;
    const [first] = all;
    if (!first || (await countNodes(session)) === (await inFrame<number>(first, COUNT_NODES))) return;
    await Promise.all(all.map((world) => noteClosed(world).catch(unlessOurs)));
  }
}

/** Stores the positions in the closed shadow trees of a document; that of a frame in it has a world of its own. */
async function noteClosed(world: IsolatedWorld): Promise<void> {
  const roots = await closedRoots(world, 'those there are');
  if (roots.length > 0) await callInWorld(world, NOTE_PLACES_IN, null, roots);
}

/**
 * The frames in a process that are asked what they wait for; a page with others is not complete.
 *
 * @param isOfPage whether the process is that of the page, which is none of them
 */
async function framesIn(session: Session, isOfPage: boolean): Promise<string[]> {
  const answer = await session.send('Page.getFrameTree').catch(unlessOurs);
  if (!answer) return [];
  const trees = isOfPage ? [] : [answer.frameTree];
  const within = [...(answer.frameTree.childFrames ?? [])];
  for (const { childFrames = [] } of within) within.push(...childFrames);
  return [...trees, ...within.slice(0, MOST_FRAMES)].map(({ frame: { id } }) => id);
}

/** @returns undefined if the frame shows another document, or is gone */
function inFrame<T>(world: IsolatedWorld, source: string): Promise<T | undefined> {
  return callInWorld<T>(world, source, null).catch(unlessOurs);
}
