/** Decisions that were recorded in a transaction of the host. */
export interface RecordedPolicies {
  /**
   * Runs `onAccept` and `onReject` of the rules that changed, once. To be called after the transaction is committed: before that,
   * nothing is decided.
   *
   * @returns `Set-Cookie` values for the answer: of sessionless rules, and of scripts that go with a rejection
   * @throws {PolicyEngineError} `database_transaction_failed` if the decisions are not stored: PostgreSQL answers `commit` with a
   * rollback, and no error, if a statement of the transaction failed
   */
  afterCommit(): Promise<string[]>;
}
