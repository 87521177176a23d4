import type { Session } from '../devtools/connection.ts';
import { DevToolsError } from '../devtools/errors.ts';

/** An isolated JavaScript world in the page: the page cannot tamper with the functions that read it. */
export interface IsolatedWorld {
  readonly session: Session;
  readonly contextId: number;
}

/** One world for all functions: each world costs the page milliseconds of processor time. */
const WORLD = 'page-renderer';

/** Our world in the present document of a frame; it ends when the frame navigates. @throws {DevToolsError} */
export async function isolatedWorld(session: Session, frameId: string): Promise<IsolatedWorld> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
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
    awaitPromise: true,
  });
  if (!exceptionDetails) return result.value as T;
  const { exception, text } = exceptionDetails;
  throw new DevToolsError('refused', `reading the page: ${(exception?.description ?? text).slice(0, 500)}`);
}
