/** How the page was opened; undefined where the page has a variable `performance` of its own, or the browser does not tell. */
export const navigation = (): PerformanceNavigationTiming | undefined =>
  (globalThis.performance as Partial<Performance>).getEntriesByType?.('navigation')[0] as
    | PerformanceNavigationTiming
    | undefined;

/** Whether the browser restored the page from its history. */
export const isFromHistory = (): boolean => navigation()?.type === 'back_forward';
