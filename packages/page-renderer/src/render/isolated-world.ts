import type { CDPSession } from 'puppeteer-core';

/** A JavaScript world of our own in the page: the page can't tamper with the functions that it is read with. */
export interface IsolatedWorld {
  readonly session: CDPSession;
  readonly contextId: number;
}

/** Makes a world in the page as it is now; it goes away when the page navigates. */
export async function isolatedWorld(session: CDPSession, worldName: string): Promise<IsolatedWorld> {
  const { frame } = (await session.send('Page.getFrameTree')).frameTree;
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frame.id, worldName });
  return { session, contextId: executionContextId };
}

/**
 * Calls a function in the world, with a value and objects of the page.
 *
 * @param source the function's source
 * @throws {Error} what the function throws
 */
export async function callInWorld<T>(
  { session, contextId }: IsolatedWorld,
  source: string,
  value: unknown,
  objectIds: readonly string[] = [],
): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: source,
    executionContextId: contextId,
    arguments: [{ value }, ...objectIds.map((objectId) => ({ objectId }))],
    returnByValue: true,
  });
  if (!exceptionDetails) return result.value as T;
  throw new Error(`reading the page: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
}
