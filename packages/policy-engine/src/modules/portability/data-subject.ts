/** Whose data an export holds. */

/** Whose data the engine itself is asked for, and in which language. */
export interface DataSubject {
  readonly userId: string;
  /** The host's record. */
  readonly user: unknown;
  /** BCP 47 tag. */
  readonly locale: string;
}
