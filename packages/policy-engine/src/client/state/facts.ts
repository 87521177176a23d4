/** What the engine writes into the file that it serves at its plain name: what a page knows before the engine answers. */
export interface SiteFacts {
  /** By rule, the oldest version of its text whose acceptance counts; null if it was not known. */
  readonly texts: Readonly<Record<string, number>> | null;
  /** `ignore`: a cookie counts only if the engine recorded it, which it alone can see. */
  readonly unproved: 'count' | 'ignore';
  /** Gates of each consent type. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** Names of the signals in use. */
  readonly signals: readonly string[];
}

/** Of the engine at each mount path; empty for pages that were given the state of their visitor. */
export const facts: Map<string, SiteFacts> = new Map();
