import type { Protocol } from 'devtools-protocol';
import { DevToolsError } from '../../devtools/errors.ts';
import { IS_READABLE_FRAME } from '../../page/index.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { callInWorld } from '../../devtools/isolated-world.ts';

/** The content of frames, for a snapshot of the document that contains them. */
export interface FrameContents {
  /** Objects of the document's world: the frames' elements. */
  elements: string[];
  /** HTML of each. */
  html: string[];
}

/** Maximum depth of nested frames, and maximum number of frames of a page. */
const MAX_DEPTH = 3;
const MAX_FRAMES = 20;
/** Maximum number of characters of HTML of one frame, including nested frames. */
export const MAX_FRAME_HTML = 1_000_000;
/** Maximum number of characters of HTML of all frames of a page. */
const MAX_ALL = 2_000_000;

/** Creates the HTML of a frame, including its nested frames. Null if it is too large. */
type Take = (world: IsolatedWorld, frameId: string, within: FrameContents) => Promise<string | null>;

/**
 * Reads the frames of a page whose documents it may read itself, and their nested frames: those of its own origin, including
 * those without an address. A sandbox without `allow-same-origin` has no origin. Other frames stay unchanged.
 */
export class FrameReader {
  readonly #makeWorld: (frameId: string) => Promise<IsolatedWorld>;
  readonly #take: Take;
  readonly #which: 'all' | 'lost';
  #frames = MAX_FRAMES;
  #characters = MAX_ALL;

  /** @param which `lost` for those only that no address leads to */
  constructor(which: 'all' | 'lost', makeWorld: (frameId: string) => Promise<IsolatedWorld>, take: Take) {
    this.#which = which;
    this.#makeWorld = makeWorld;
    this.#take = take;
  }

  /** @param world the world of the page's document @param frameTree its frames @throws {DevToolsError} */
  async read(world: IsolatedWorld, frameTree: Protocol.Page.FrameTree): Promise<FrameContents> {
    if (!frameTree.childFrames) return { elements: [], html: [] };
    await world.session.send('DOM.enable');
    try {
      return await this.#within(world, frameTree, 1);
    } finally {
      await world.session.send('DOM.disable');
    }
  }

  async #within(
    world: IsolatedWorld,
    { childFrames = [] }: Protocol.Page.FrameTree,
    depth: number,
  ): Promise<FrameContents> {
    const contents: FrameContents = { elements: [], html: [] };
    if (depth > MAX_DEPTH) return contents;
    for (const child of childFrames) {
      if (this.#frames === 0) break;
      const taken = await this.#frame(world, child, depth).catch(unlessRefused);
      if (!taken) continue;
      this.#characters -= taken.html.length;
      contents.elements.push(taken.element);
      contents.html.push(taken.html);
    }
    return contents;
  }

  async #frame(
    world: IsolatedWorld,
    tree: Protocol.Page.FrameTree,
    depth: number,
  ): Promise<{ element: string; html: string } | null> {
    const { session, contextId } = world;
    const { id } = tree.frame;
    const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId: id });
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: contextId });
    const { objectId: element } = object;
    if (element === undefined || !(await callInWorld<boolean>(world, IS_READABLE_FRAME, this.#which, [element])))
      return null;
    this.#frames -= 1;
    const inner = await this.#makeWorld(id);
    const html = await this.#take(inner, id, await this.#within(inner, tree, depth + 1));
    return html === null || html.length > this.#characters ? null : { element, html };
  }
}

/** A frame may be removed while it is read. */
function unlessRefused(error: unknown): null {
  if (error instanceof DevToolsError && error.failure === 'refused') return null;
  throw error;
}
