import type { Session } from './connection.ts';
import { DevToolsError } from './errors.ts';
import { RendererError } from '../kernel/errors.ts';

/** An isolated JavaScript world in the page: the page cannot tamper with the functions that read it. */
export interface IsolatedWorld {
  readonly session: Session;
  readonly contextId: number;
}

/** One world for all functions: each world costs the page milliseconds of processor time. */
const WORLD = 'page-renderer';

/** Maximum number of characters of an error, with its stack. */
const MAX_MESSAGE = 2_000;

/**
 * With a policy of its own, the world is not subject to the policies of the page: trusted types would forbid it to parse HTML.
 * This one allows everything that our functions do.
 */
const WORLD_POLICY = "script-src * 'unsafe-inline' 'unsafe-eval'";

/** Our world in the present document of a frame; it ends when the frame navigates. @throws {DevToolsError} */
export async function isolatedWorld(session: Session, frameId: string): Promise<IsolatedWorld> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: WORLD,
    contentSecurityPolicy: WORLD_POLICY,
  });
  return { session, contextId: executionContextId };
}

/**
 * Calls a function in the world, with a value and objects of the page.
 *
 * @param source the function's source
 * @throws {RendererError} `internal` if the function throws
 * @throws {DevToolsError} if there is no such world any more, or the page is stopped
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
  const said = (exception?.description ?? text).slice(0, MAX_MESSAGE);
  // A call that is interrupted has no error.
  if (exception?.subtype !== 'error') throw new DevToolsError('refused', `reading the page: ${said}`);
  const cause = new Error(said);
  cause.stack = said;
  throw new RendererError('internal', `Our code failed in the page: ${said.split('\n', 1)[0]}`, {
    cause,
    shown: 'The page could not be rendered because of a bug in the service',
  });
}
