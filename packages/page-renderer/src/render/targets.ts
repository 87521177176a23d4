import type { Target } from '../browser/browser.ts';
import { AUTO_ATTACH } from '../browser/browser.ts';
import type { IsolatedPage } from '../browser/isolated-page.ts';
import type { Session } from '../devtools/connection.ts';
import type { Budgets } from './budgets.ts';

/** What is done with everything that a page runs in, before it runs. */
export interface Preparation {
  /** The page itself, and each frame that has a process of its own. */
  frame(session: Session): Promise<unknown>;
  worker(session: Session): Promise<unknown>;
}

/** Characters that may arrive from all parts of a page; no page that is read has so much to tell. */
const MAX_RECEIVED = 512 * 1024 * 1024;

/**
 * Follows a page into its frames and workers, however deeply nested. Each waits until it is prepared. A window that the
 * page opens is closed before it loads anything.
 *
 * @returns resolves when the page itself is prepared: before that it may be sent nowhere
 * @throws {DevToolsError}
 */
export async function followTargets(page: IsolatedPage, prepare: Preparation, budgets: Budgets): Promise<void> {
  const follow = async (session: Session) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      onTarget({ session: session.child(sessionId), info: targetInfo });
    });
    // What is larger than is taken would be held in memory many times.
    session.onOverflow(() => budgets.exceed('bytes'));
    session.onFlood(MAX_RECEIVED, () => budgets.exceed('bytes'));
    await session.send('Target.setAutoAttach', AUTO_ATTACH);
  };
  const onTarget = ({ session, info: { type, targetId } }: Target) => {
    if (type === 'page') {
      budgets.add('popups');
      // A window that waits holds up its opener. This one goes on, but is never answered what it asks for.
      void session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
      void session.send('Runtime.runIfWaitingForDebugger');
      return page.closeTarget(targetId);
    }
    // One that was not prepared, because it is gone already, does not run either.
    if (type === 'iframe') prepare.frame(session).catch(() => {});
    if (type.endsWith('worker')) {
      budgets.add('workers');
      prepare.worker(session).catch(() => {});
    }
    follow(session).catch(() => {});
    return void session.send('Runtime.runIfWaitingForDebugger');
  };
  page.onTarget(onTarget);
  const prepared = [prepare.frame(page.session), follow(page.session)];
  await Promise.all([...prepared, page.session.send('Runtime.runIfWaitingForDebugger')]);
}
