/** Whether there is a page: importing is safe on a server, which has none. In the files that the engine serves, `page-element-served.ts` takes its place. */
export const hasPage: boolean = typeof document !== 'undefined';

/** `HTMLElement`; on a server, which has none, a class that can be extended. */
export const PageElement: typeof HTMLElement = hasPage
  ? HTMLElement
  : (function () {} as unknown as typeof HTMLElement);
