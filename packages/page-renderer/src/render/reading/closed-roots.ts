import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../devtools/connection.ts';
import { DevToolsError } from '../../devtools/errors.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';

/** Levels of nodes that are asked for at once: the browser fails to say what is more deeply nested. */
const LEVELS = 40;

export type RootSelection = 'all' | 'those there are';

/**
 * How many nodes the browser finds by nothing: all. It searches closed shadow trees, too, which tells whether there are
 * any for a fraction of what it costs to list them.
 */
export async function countNodes(session: Session): Promise<number> {
  // In one round trip; the results go with the last.
  const [, { resultCount }] = await Promise.all([
    session.send('DOM.enable'),
    session.send('DOM.performSearch', { query: '' }),
    session.send('DOM.disable'),
  ]);
  return resultCount;
}

/**
 * The closed shadow roots of the page, as objects of our world.
 *
 * @param wanted whether a root that can't be had is an error, or left out
 */
export async function closedRoots({ session, contextId }: IsolatedWorld, wanted: RootSelection): Promise<string[]> {
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
      .catch((error: unknown) => {
        if (wanted === 'all' || !(error instanceof DevToolsError) || error.failure !== 'refused') throw error;
      });
    return (await resolved)?.object.objectId;
  };
  return (await Promise.all([...found].map(resolve))).filter((objectId) => objectId !== undefined);
}
