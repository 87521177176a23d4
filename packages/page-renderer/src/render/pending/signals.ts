/** What tells when a page is done. Each can be left out, to see that it is needed. */
export const SIGNALS = [
  'load',
  'requests',
  'reads',
  'timers',
  'work',
  'messages',
  'streams',
  'refreshes',
  'rest',
] as const;

/** One of {@link SIGNALS}. */
export type Signal = (typeof SIGNALS)[number];

/** What can be left out: a signal, or the proof of rest, so that every page is observed for a moment. */
export type Omitted = Signal | 'proof';
