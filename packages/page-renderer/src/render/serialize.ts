import type { CDPSession, Protocol } from 'puppeteer-core';
import { RendererError } from '../errors.ts';
import type { PageMetas, Snapshot, SnapshotOptions } from '../page/index.ts';
import { SNAPSHOT } from '../page/index.ts';
import { untilAborted } from './abort.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { callInWorld, isolatedWorld } from './isolated-world.ts';
import type { PageJob } from './job.ts';

const WORLD = 'page-renderer';
/** Characters of HTML beyond which a page is not taken: nobody indexes it, and it would be held in memory many times. */
const LIMIT = 20_000_000;
/** How long the document that a page navigates to may take to load, in milliseconds. */
const ARRIVAL = 1_000;
/** Levels of nodes that are asked for at once: the browser fails to say what is more deeply nested. */
const LEVELS = 40;

/** A page as HTML, with what it says of itself. */
export interface Serialized {
  html: string;
  metas: PageMetas;
}

/**
 * Serialises the page as it is now. A page that navigates meanwhile is serialised once more.
 *
 * @param signal ends when the answer can't wait any longer
 * @throws {RendererError} `target-timeout` when the page does not let itself be read in time, `page-too-large`
 */
export async function serialize(job: PageJob, signal: AbortSignal): Promise<Serialized> {
  const attempt = async (make: () => Promise<Serialized>) => {
    const result = await untilAborted(Promise.race([make(), job.isolated.gone]), signal);
    if (result !== 'aborted') return result;
    throw new RendererError('target-timeout', `${job.url.host} kept the browser too busy to read the page`);
  };
  try {
    return await attempt(() => snapshot(job));
  } catch (error) {
    if (error instanceof RendererError) throw error;
    return attempt(async () => {
      await arrival(job);
      return snapshot(job);
    });
  }
}

/** A page that has just navigated has nothing to show yet. */
async function arrival({ session }: PageJob): Promise<void> {
  const expression = `new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    addEventListener('load', resolve);
    setTimeout(resolve, ${ARRIVAL});
  })`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true }).catch(() => {});
}

async function snapshot({ session, url, options: { shadow } }: PageJob): Promise<Serialized> {
  const world = await isolatedWorld(session, WORLD);
  const options = { shadow, servedUrl: url.href, limit: LIMIT };
  const take = (counted: number | null, roots: readonly string[] = []) =>
    callInWorld<Snapshot>(world, SNAPSHOT, { ...options, counted } satisfies SnapshotOptions, roots);
  let result = await take(await countNodes(session));
  if (result.outcome === 'closed-roots') result = await take(null, await closedRoots(world));
  if (result.outcome === 'done') return result;
  const length = result.outcome === 'too-large' ? result.length : 0;
  throw new RendererError('page-too-large', `The page has ${length} characters of HTML; at most ${LIMIT} are taken`);
}

/**
 * How many nodes the browser finds by nothing: all. It searches closed shadow trees, too, which tells whether there are
 * any for a fraction of what it costs to list them.
 */
async function countNodes(session: CDPSession): Promise<number> {
  await session.send('DOM.enable');
  try {
    const { searchId, resultCount } = await session.send('DOM.performSearch', { query: '' });
    await session.send('DOM.discardSearchResults', { searchId });
    return resultCount;
  } finally {
    await session.send('DOM.disable');
  }
}

/** The closed shadow roots of the page, as objects of our world. */
async function closedRoots({ session, contextId }: IsolatedWorld): Promise<string[]> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document', contextId });
  if (result.objectId === undefined) return [];
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId, depth: LEVELS, pierce: true });
  const found = new Set<number>();
  const nodes = [node];
  for (const { backendNodeId, childNodeCount = 0, children, shadowRoots = [] } of nodes) {
    for (const root of shadowRoots) {
      nodes.push(root);
      if (root.shadowRootType === 'closed') found.add(root.backendNodeId);
    }
    if (children === undefined && childNodeCount > 0) {
      const deeper = await session.send('DOM.describeNode', { backendNodeId, depth: LEVELS, pierce: true });
      nodes.push({ ...deeper.node, children: deeper.node.children ?? [] });
    }
    for (const child of children ?? []) nodes.push(child);
  }
  const resolve = async (backendNodeId: Protocol.DOM.BackendNodeId) => {
    // A root in another origin's frame has no place in our world, and none in this document.
    const resolved = session
      .send('DOM.resolveNode', { backendNodeId, executionContextId: contextId })
      .catch(() => undefined);
    return (await resolved)?.object.objectId;
  };
  return (await Promise.all([...found].map(resolve))).filter((objectId) => objectId !== undefined);
}
