/** Cells of the table that are known to fail, each with the reason that the table gives. */

/** A cell. */
export interface Known {
  readonly browser: string;
  readonly router: string;
  readonly journey: string;
  /** What in the router or the browser prevents it. */
  readonly reason: string;
}

/** All of them. A cell that passes nevertheless fails the run, and is to be removed here. */
export const KNOWN: readonly Known[] = [];
