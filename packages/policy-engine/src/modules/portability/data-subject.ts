/** The person whose data an export contains. */

/** The person whose data the engine itself provides, and the language. */
export interface DataSubject {
  readonly userId: string;
  /** The host's record. */
  readonly user: unknown;
  /** BCP 47 tag. */
  readonly locale: string;
}
