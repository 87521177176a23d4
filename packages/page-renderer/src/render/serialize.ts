import { RendererError } from '../errors.ts';
import { untilAborted } from './abort.ts';
import type { Snapshot } from './in-page.ts';
import { snapshotDocument } from './in-page.ts';
import type { PageJob } from './job.ts';

const WORLD = 'page-renderer';

/**
 * Serialises the page as it is now. A page that navigates meanwhile is serialised once more.
 *
 * @param signal ends when the answer can't wait any longer
 * @throws {RendererError} `target-timeout` when the page does not let itself be read in time
 */
export async function serialize(job: PageJob, signal: AbortSignal): Promise<Snapshot> {
  const attempt = async () => {
    const result = await untilAborted(Promise.race([snapshot(job), job.isolated.gone]), signal);
    if (result !== 'aborted') return result;
    throw new RendererError('target-timeout', `${job.url.host} kept the browser too busy to read the page`);
  };
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof RendererError) throw error;
    return attempt();
  }
}

/** Evaluates in an isolated world, so that a page can't tamper with the functions its copy is made with. */
async function snapshot({ session, isolated }: PageJob): Promise<Snapshot> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: mainFrameId(await session.send('Page.getFrameTree')),
    worldName: WORLD,
  });
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: snapshotDocument.toString(),
    executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails) {
    const { exception, text } = exceptionDetails;
    throw new Error(`serialising ${isolated.page.url()}: ${exception?.description ?? text}`);
  }
  return result.value as Snapshot;
}

function mainFrameId(tree: { frameTree: { frame: { id: string } } }): string {
  return tree.frameTree.frame.id;
}
