/** The signed-in person, as the host says. */
export interface CurrentUser<UserRecord = unknown> {
  /** Opaque subject id. */
  readonly id: string;
  /** The host's own record, passed back to the host's functions untouched. */
  readonly record: UserRecord;
}
