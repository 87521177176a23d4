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

/** The worlds in the present documents of the frames of a session. */
const known = new WeakMap<Session, Map<string, Promise<IsolatedWorld>>>();
/** Removes a world from them. */
const forgetting = new WeakMap<IsolatedWorld, () => void>();

/** Our world in the present document of a frame whose page events are on; it ends when the frame navigates. @throws {DevToolsError} */
export function isolatedWorld(session: Session, frameId: string): Promise<IsolatedWorld> {
  const worlds = known.get(session) ?? worldsOf(session);
  const there = worlds.get(frameId);
  if (there) return there;
  const made = makeWorld(session, frameId);
  worlds.set(frameId, made);
  const forget = () => {
    if (worlds.get(frameId) === made) worlds.delete(frameId);
  };
  made.then((world) => forgetting.set(world, forget), forget);
  return made;
}

/** Those that are known from now on, each until its frame shows another document. */
function worldsOf(session: Session): Map<string, Promise<IsolatedWorld>> {
  const worlds = new Map<string, Promise<IsolatedWorld>>();
  known.set(session, worlds);
  session.on('Page.frameNavigated', ({ frame: { id, parentId } }) => {
    // The frames of the document before are gone, too.
    if (parentId === undefined) worlds.clear();
    else worlds.delete(id);
  });
  session.on('Page.frameDetached', ({ frameId }) => void worlds.delete(frameId));
  return worlds;
}

async function makeWorld(session: Session, frameId: string): Promise<IsolatedWorld> {
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
  world: IsolatedWorld,
  source: string,
  value: unknown,
  objectIds: readonly string[] = [],
): Promise<T> {
  const called = world.session.send('Runtime.callFunctionOn', {
    functionDeclaration: source,
    executionContextId: world.contextId,
    arguments: [{ value }, ...objectIds.map((objectId) => ({ objectId }))],
    returnByValue: true,
    awaitPromise: true,
  });
  // There may be none any more without a word of it.
  called.catch(() => forgetting.get(world)?.());
  const { result, exceptionDetails } = await called;
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
