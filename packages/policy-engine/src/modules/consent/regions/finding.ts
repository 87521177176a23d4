/** What is missing in a place on a day. */
import type { Fact } from '../../regimes/index.ts';

/** A text that asks for something. */
export interface RegionText {
  /** ID of the fact in the guide, as `K6`. */
  readonly id: string;
  /** Name and section of the text. */
  readonly citation: string;
  readonly says: string;
  /** The first day, `2026-02-05`, or the year if no day was found; null if neither was. */
  readonly from: string | null;
  /** In its own words (`primary`), in the account of another (`secondary`), or `not-opened`. */
  readonly status: Fact['status'];
}

/** Something that a place asks for and the configuration does not do. In English. */
export interface RegionFinding {
  /** Stable identifier of the kind of finding. */
  readonly code: string;
  /** `error`: a law asks for it; `warning`: guidance does, or it should be checked. */
  readonly severity: 'error' | 'warning';
  /** Name of the rule it is about; null for the engine as a whole. */
  readonly subject: string | null;
  /** What is missing, in a sentence. */
  readonly message: string;
  /** What to do about it, in a sentence. */
  readonly advice: string;
  /** The texts that ask for it. */
  readonly texts: readonly RegionText[];
}

/** What `checkRegion` answers. In English. */
export interface RegionReport {
  /** As it was asked for, in lower case: `us-ca`. */
  readonly region: string;
  /** Name of the place whose facts count, as `European Union` for `at`. */
  readonly place: string;
  /** UTC, `2027-01-01`. */
  readonly at: string;
  /** Whether any text of the place is in force on that day. */
  readonly isInForce: boolean;
  /** Errors first. */
  readonly findings: readonly RegionFinding[];
  /** Texts that are in force on that day, and are not yet today. */
  readonly coming: readonly RegionText[];
}
