/// <reference lib="dom" />

import { replaceFunction } from './replace.ts';

/**
 * Makes `window.close()` do nothing, as in a tab that a person has opened: there, a script may close only windows that scripts
 * have opened. Chromium also allows it for a page that is the only entry of its history, as every rendered page is. Runs in the world
 * of a page and of each of its frames, before their scripts; in a web worker, `close()` ends the worker. A page that is closed in
 * another way is rendered again.
 */
export function withoutClosing(): void {
  replaceFunction('close', () => undefined);
}
