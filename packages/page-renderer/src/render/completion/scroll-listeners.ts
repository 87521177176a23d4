import type { Session } from '../../devtools/connection.ts';

const GROUP = 'scroll-listeners';

/**
 * Whether scripts of a page hear that its window was scrolled: most do not, and need not be told that it is back.
 *
 * @throws {DevToolsError}
 */
export async function hearsWindow(session: Session): Promise<boolean> {
  // Both cannot be replaced by a page.
  const targets = ['window', 'document'].map(async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: GROUP });
    if (result.objectId === undefined) return true;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    return listeners.some(({ type }) => type === 'scroll' || type === 'scrollend');
  });
  try {
    return (await Promise.all(targets)).includes(true);
  } finally {
    void session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => {});
  }
}
