import type { Session } from '../../devtools/connection.ts';
import { unlessOurs } from '../../devtools/errors.ts';
import { COUNT_NODES, IS_AS_NOTED, NOTE_FRAME, NOTE_PLACES_IN, RETURN_PLACES } from '../../page/index.ts';
import type { Returned } from '../../page/scroll/positions.ts';
import { closedRoots, countNodes } from '../reading/closed-roots.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { callInWorld, isolatedWorld } from '../../devtools/isolated-world.ts';
import type { PageJob } from '../job/job.ts';

/** Frames whose positions are stored; as many as are asked what they wait for. */
const MOST_FRAMES = 50;

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
    await Promise.all([this.#noteClosed(), this.#noteFrames()]);
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

  async #noteClosed(): Promise<void> {
    const { session, id } = this.#job.isolated;
    const [world, counted] = await Promise.all([isolatedWorld(session, id), countNodes(session)]);
    if (counted === (await callInWorld<number>(world, COUNT_NODES, null))) return;
    const roots = await closedRoots(world, 'those there are');
    if (roots.length > 0) await callInWorld(world, NOTE_PLACES_IN, null, roots);
  }

  async #noteFrames(): Promise<void> {
    const { isolated, watch } = this.#job;
    const pages = [isolated.session, ...watch.work.frames];
    const found = await Promise.all(pages.map((session) => framesIn(session, session === isolated.session)));
    const noted = found.flat().slice(0, MOST_FRAMES);
    await Promise.all(
      noted.map(async ({ session, id }) => {
        const world = await isolatedWorld(session, id).catch(unlessOurs);
        if (!world) return;
        await inFrame(world, NOTE_FRAME);
        this.#worlds.push(world);
      }),
    );
  }
}

interface Frame {
  session: Session;
  id: string;
}

/** The frames in a process. @param isOfPage whether the process is that of the page, which is none of them */
async function framesIn(session: Session, isOfPage: boolean): Promise<Frame[]> {
  const answer = await session.send('Page.getFrameTree').catch(unlessOurs);
  if (!answer) return [];
  const trees = isOfPage ? [...(answer.frameTree.childFrames ?? [])] : [answer.frameTree];
  for (const { childFrames = [] } of trees) trees.push(...childFrames);
  return trees.map(({ frame: { id } }) => ({ session, id }));
}

/** @returns undefined if the frame shows another document, or is gone */
function inFrame<T>(world: IsolatedWorld, source: string): Promise<T | undefined> {
  return callInWorld<T>(world, source, null).catch(unlessOurs);
}
