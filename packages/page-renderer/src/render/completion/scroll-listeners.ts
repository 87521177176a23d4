import type { Session } from '../../devtools/connection.ts';

const GROUP = 'scroll-listeners';

/** Events that tell that a window was scrolled. */
export const SCROLLED = ['scroll', 'scrollend'] as const;

/**
 * Whether scripts of a page hear of events of its window, by default that it was scrolled: most do not, and need not be told that it is
 * back.
 *
 * @throws {DevToolsError}
 */
export async function hearsWindow(session: Session, events: readonly string[] = SCROLLED): Promise<boolean> {
  // Both cannot be replaced by a page.
  const targets = ['window', 'document'].map(async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: GROUP });
    if (result.objectId === undefined) return true;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    return listeners.some(({ type }) => events.includes(type));
  });
  try {
    return (await Promise.all(targets)).includes(true);
  } finally {
    void session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => {});
  }
}
