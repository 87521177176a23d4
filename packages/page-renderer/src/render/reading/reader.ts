import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { callInWorld, isolatedWorld } from '../../devtools/isolated-world.ts';
import type { Snapshot, SnapshotOptions } from '../../page/index.ts';
import { INSTALL_READER, TAKE_SNAPSHOT } from '../../page/index.ts';
import type { PageJob } from '../job/job.ts';

/** Compiles what reads a page as HTML, while the page is waited for. It may fail: then this is done when it is read. */
export function prepareReading({ isolated: { session, id }, look }: PageJob): void {
  if (!look.isAnswer) return;
  const install = async () => callInWorld(await isolatedWorld(session, id), INSTALL_READER, null);
  install().catch(() => {});
}

/** Makes a snapshot of a document. @param isPrepared whether {@link prepareReading} has probably been called for it */
export async function takeSnapshot(
  world: IsolatedWorld,
  options: SnapshotOptions,
  nodes: readonly string[],
  isPrepared: boolean,
): Promise<Snapshot> {
  const take = () => callInWorld<Snapshot | null>(world, TAKE_SNAPSHOT, options, nodes);
  const taken = isPrepared ? await take() : null;
  if (taken) return taken;
  // Both are run in this order. What fails in the first one fails the second one.
  const [, snapshot] = await Promise.all([callInWorld(world, INSTALL_READER, null), take()]);
  if (!snapshot) throw new Error('a world without a reader');
  return snapshot;
}
