/** The thread that makes forms of pages. */
import { parentPort } from 'node:worker_threads';
import { derive } from './derive.ts';
import type { FromThread, ToThread } from './threads.ts';

parentPort?.on('message', ({ html, url, format }: ToThread) => {
  const made = answered(() => derive(html, url, format));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(made);
});

function answered(make: () => string): FromThread {
  try {
    return { text: make() };
  } catch (error) {
    return { error: error instanceof RangeError ? 'nesting' : String(error) };
  }
}
