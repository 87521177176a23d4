/** What tells when a page is done. Each can be left out, to see that it is needed. */
export const SIGNALS = ['load', 'requests', 'timers', 'messages', 'streams', 'refreshes', 'rest', 'quiet'] as const;

/** One of {@link SIGNALS}. */
export type Signal = (typeof SIGNALS)[number];
