/** The signed-in person, according to the host. */
export interface CurrentUser<UserRecord = unknown> {
  /** Opaque subject ID. */
  readonly id: string;
  /** The host's own record, passed back to the host's functions unchanged. */
  readonly record: UserRecord;
}
