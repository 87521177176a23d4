/** Texts that hosts declare as functions of the locale. */
import { atOnce } from '../answered.ts';

/** A text of the host, plain or by locale. */
export type LocalText = string | ((locale: string) => string);

/** The functions that have failed: each is reported once, since a page may ask for a text many times. */
const failed = new WeakSet<object>();

/**
 * The text in a language; undefined if there is none. A text is never worth an error: a function that throws, or returns anything but
 * a text, is reported on standard error, once, and counts as one that has none. It may be asked after a decision is stored.
 */
export function textIn(text: LocalText | undefined, locale: string): string | undefined {
  if (typeof text !== 'function') return text;
  try {
    const result: unknown = atOnce(text(locale));
    if (typeof result === 'string') return result;
    report(text, `returned a ${typeof result}`);
  } catch {
    report(text, 'threw an error');
  }
  return undefined;
}

function report(text: object, what: string): void {
  if (failed.has(text)) return;
  failed.add(text);
  process.stderr.write(`policy-engine: a text by locale of the configuration ${what} and is left out\n`);
}
