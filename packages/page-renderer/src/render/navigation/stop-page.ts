import { untilAborted } from '../job/abort.ts';
import type { PageJob } from '../job/job.ts';
import type { Interception } from './interception.ts';

/** Time limit for a stopped page to respond, in milliseconds, before its script is interrupted. */
const RESPONSIVE = 200;

/** Stops the page, so that it can be read: it loads nothing more, does not navigate, and its scripts do not continue. */
export async function stopPage(
  { isolated, budgets }: Pick<PageJob, 'isolated' | 'budgets'>,
  interception: Interception,
): Promise<void> {
  const { session, id, egress } = isolated;
  interception.halt(session);
  void session.send('Emulation.setScriptExecutionDisabled', { value: true });
  if (budgets.exceeded === 'navigations') {
    // A document that has just begun to arrive would be cut off, and there would be nothing to read.
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    session.on('Page.frameStoppedLoading', ({ frameId }) => frameId === id && resolve());
    await untilAborted(arrived, AbortSignal.timeout(RESPONSIVE));
  }
  void session.send('Page.stopLoading');
  const answer = session.send('Runtime.evaluate', { expression: '0' });
  const isBusy = (await untilAborted(answer, AbortSignal.timeout(RESPONSIVE))) === 'aborted';
  // Not before: a navigation that lost its connection would replace the document.
  if (budgets.exceeded !== undefined) egress.stop();
  if (!isBusy) return;
  await untilAborted(session.send('Runtime.terminateExecution'), AbortSignal.timeout(RESPONSIVE)).catch(() => {});
}
