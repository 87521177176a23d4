/** The same as `page-element.ts` for the files that the engine serves: they run in pages only. */
import type * as Own from './page-element.ts';

// A constant, so that the bundler leaves out what is for servers.
export const hasPage = true as typeof Own.hasPage;
export const PageElement: typeof Own.PageElement = HTMLElement;
