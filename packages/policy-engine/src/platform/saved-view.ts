/** A view of a list that an administrator saved. */
export interface SavedView {
  readonly id: string;
  /** Path of the list, below the mount path. */
  readonly path: string;
  readonly name: string;
  /** Its query, without a question mark, in the order of names. */
  readonly query: string;
}
