/** What other modules show of a person in the privacy centre. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Access, Call, View } from '../../../../platform/web/index.ts';

/** A part of the privacy centre: what a person can do with their data, and how what they asked for stands. */
export interface CentreSection {
  /** Name of its place in the page, unique: what a link has behind `#`. */
  readonly id: string;
  /** The smallest comes first. */
  readonly position: number;
  readonly heading: (view: View) => string;
  /** What is below its heading, for somebody who is signed in; null if there is nothing to say. */
  readonly draw: (call: SectionCall, userId: string) => Promise<((view: View) => JSX.Element) | null>;
}

/** The request that the page answers. */
export type SectionCall = Call<Access, unknown, unknown, unknown>;
