/** What was taken over, or would be. */
export interface TakeOverReport {
  /** Published texts: new here, known from a run before, and drafts, which are not taken over. */
  readonly texts: { readonly taken: number; readonly known: number; readonly drafts: number; readonly bad: number };
  /** Decisions; `passive` ones are none. */
  readonly decisions: {
    readonly taken: number;
    readonly known: number;
    readonly passive: number;
    readonly bad: number;
  };
  /** Requests, and files that were copied or are not where they should be. */
  readonly requests: {
    readonly taken: number;
    readonly known: number;
    readonly files: number;
    readonly filesMissing: number;
    readonly bad: number;
  };
}
