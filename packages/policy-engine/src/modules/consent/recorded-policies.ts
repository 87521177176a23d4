/** Decisions that were recorded in a transaction of the host's. */
export interface RecordedPolicies {
  /**
   * Runs `onAccept` and `onReject` of the rules that changed, once. For after the transaction is committed: before, nothing
   * is decided yet.
   *
   * @returns `Set-Cookie` values for the answer: of sessionless rules, and of scripts that go with a rejection
   * @throws {PolicyEngineError} `database_transaction_failed` where the decisions are not stored: PostgreSQL answers `commit` with a
   * rollback, and no error, if a statement of the transaction failed
   */
  afterCommit(): Promise<string[]>;
}
