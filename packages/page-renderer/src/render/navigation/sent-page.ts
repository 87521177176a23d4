import type { Hop } from '../job/job.ts';
import type { OpenAnswer, Passage } from './passage.ts';

/** Headers that say how the body was sent; it is whole and decoded now. */
const OF_TRANSFER: ReadonlySet<string> = new Set(['accept-ranges', 'content-length', 'content-range', 'content-type']);

/**
 * A page that is passed through as its server has sent it: an AMP page, whose content is shown by a script that may not be removed. It
 * was loaded whole before that was known.
 */
export class SentPage implements Passage {
  readonly answer: Hop;
  readonly kind: string = 'an AMP page, which is left to its server';
  readonly ended: Promise<void> = Promise.resolve();
  readonly #body: Uint8Array;

  /** @param html as sent, decoded */
  constructor({ url, status, headers }: Hop, html: string) {
    this.#body = Buffer.from(html);
    const kept = Object.entries(headers).filter(([name]) => !OF_TRANSFER.has(name));
    this.answer = { url, status, headers: { ...Object.fromEntries(kept), 'content-type': 'text/html; charset=utf-8' } };
  }

  close(): void {}

  cutOff(): void {}

  onMoved(): void {}

  /** A page has no ranges. */
  open(): Promise<OpenAnswer> {
    const body = this.#body;
    return Promise.resolve({
      ...this.answer,
      body: new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(body);
          controller.close();
        },
      }),
    });
  }
}
