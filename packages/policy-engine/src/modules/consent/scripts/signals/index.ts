/** The signals that a site can send, by name. Another one is a file beside this one, and a line in each list below. */
import { google } from './google.ts';
import { microsoftClarity } from './microsoft-clarity.ts';
import { microsoftUet } from './microsoft-uet.ts';
import type { Signal } from './signal.ts';

export type { Signal } from './signal.ts';

/** Names of the signals. */
export const signalNames = ['google', 'microsoft-uet', 'microsoft-clarity'] as const;
/** One of {@link signalNames}. */
export type SignalName = (typeof signalNames)[number];

/** The signals by name. */
export const SIGNALS: Readonly<Record<SignalName, Signal>> = {
  google,
  'microsoft-uet': microsoftUet,
  'microsoft-clarity': microsoftClarity,
};
