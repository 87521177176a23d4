import { untilAborted } from '../job/abort.ts';
import { isolatedWorld } from '../../devtools/isolated-world.ts';
import type { PageJob } from '../job/job.ts';

/** A longer list of tags is cut off. */
const TAGS_META = `document.querySelector('meta[name="render:tags" i]')?.getAttribute('content')?.slice(0, 10_000)`;

/** Content of the page's first `render:tags` meta; nothing where there is none, or it could not be read in time. */
export async function readTagsMeta(
  { isolated: { session, id } }: PageJob,
  signal: AbortSignal,
): Promise<{ tags?: string }> {
  const asked = isolatedWorld(session, id).then(({ contextId }) =>
    session.send('Runtime.evaluate', { expression: TAGS_META, contextId }),
  );
  const answer = await untilAborted(
    asked.catch(() => undefined),
    signal,
  );
  const tags: unknown = answer === 'aborted' ? undefined : answer?.result.value;
  return typeof tags === 'string' ? { tags } : {};
}
