/** The thread that makes forms of pages. */
import { parentPort } from 'node:worker_threads';
import { derive } from './derive.ts';
import { inspectedOf } from './inspected.ts';
import type { FromThread, ToThread } from './threads.ts';

parentPort?.on('message', (asked: ToThread) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void answered(asked).then((made) => parentPort?.postMessage(made));
});

async function answered({ html, url, format }: ToThread): Promise<FromThread> {
  try {
    return { text: format === 'inspected' ? JSON.stringify(await inspectedOf(html, url)) : derive(html, url, format) };
  } catch (error) {
    return { error: error instanceof RangeError ? 'nesting' : String(error) };
  }
}
