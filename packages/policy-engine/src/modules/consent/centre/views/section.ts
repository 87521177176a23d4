/** What other modules show of a person in the privacy centre. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Access, Call, View } from '../../../../platform/web/index.ts';

/** A part of the privacy centre: what a person can do with their data, and the status of their requests. */
export interface CentreSection {
  /** Its anchor in the page, unique. */
  readonly id: string;
  /** The smallest comes first; a negative one stands before what is asked. */
  readonly position: number;
  readonly heading: (view: View) => string;
  /** Its content, for a signed-in person; null if there is none. */
  readonly draw: (call: SectionCall, userId: string) => Promise<((view: View) => JSX.Element) | null>;
}

/** The request that the page responds to. */
export type SectionCall = Call<Access, unknown, unknown, unknown>;
