import type { Dialect, StatementOptions, StatementResult, TransactionOptions } from '../port.ts';

/** Parameters after `encodeParameters`: values that all drivers bind alike. */
export type EncodedValue = string | number | bigint | Uint8Array | null;

/** Runs one statement. Rows are plain objects of the caller's own, with the values of `decodeRow`. */
export type Execute = (
  sql: string,
  parameters: readonly EncodedValue[],
  options?: StatementOptions,
) => Promise<StatementResult>;

/** One connection on which a transaction runs. */
export interface TransactionConnection {
  /** The driver's own connection. */
  readonly handle: object;
  execute: Execute;
  begin(isolation: NonNullable<TransactionOptions['isolation']>): Promise<void>;
  /** Throws if the server rolled back instead. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Releases the connection; a broken one is closed instead of being reused. */
  release(broken: boolean): void;
}

/** What an adapter provides; everything else is common to all of them. */
export interface ConnectionSource {
  readonly dialect: Dialect;
  /** The host's pool or connection: databases over the same one share the knowledge of open transactions. */
  readonly key: object;
  /** One statement outside of any transaction. `deadline` is a `performance.now()` time. */
  execute(
    sql: string,
    parameters: readonly EncodedValue[],
    deadline: number,
    options?: StatementOptions,
  ): Promise<StatementResult>;
  acquire(deadline: number): Promise<TransactionConnection>;
  /** Closes what the adapter opened itself. */
  close?(): Promise<void>;
}

/** Options shared by all adapters. */
export interface DatabaseOptions {
  /** How long, in milliseconds, to wait and retry while others hold locks. Default 10 000. */
  readonly waitLimit?: number;
}
