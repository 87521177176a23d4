import { rowsOf } from '../../statements/values.ts';
import type { EncodedValue } from '../../connection/source.ts';
import type { StatementResult } from '../../port.ts';

const cachedStatements = 200;

/** The part of a connection that is used: of node:sqlite directly, of other drivers through an adapter. */
export interface SqliteHandle {
  readonly isTransaction: boolean;
  readonly isOpen: boolean;
  /** The driver's own connection. Default: this. */
  readonly driverHandle?: object;
  prepare(sql: string): SqliteStatement;
  exec(sql: string): void;
  close(): void;
}

/** The part of a statement that is used. */
export interface SqliteStatement {
  setReadBigInts(on: boolean): void;
  setReturnArrays(on: boolean): void;
  columns(): ReadonlyArray<{ readonly name: string }>;
  all(...parameters: EncodedValue[]): unknown[];
  run(...parameters: EncodedValue[]): { readonly changes: number | bigint };
}

interface Prepared {
  readonly statement: SqliteStatement;
  /** Names of the columns of its rows; empty if it returns no rows. */
  readonly columns: readonly string[];
}

/** One connection with its prepared statements. */
export class SqliteConnection {
  readonly handle: SqliteHandle;
  /** Least recently used first. */
  readonly #prepared = new Map<string, Prepared>();

  constructor(handle: SqliteHandle) {
    this.handle = handle;
  }

  /** The driver's own connection. */
  get driverHandle(): object {
    return this.handle.driverHandle ?? this.handle;
  }

  run(sql: string, parameters: readonly EncodedValue[]): StatementResult {
    const { statement, columns } = this.#prepare(sql);
    if (columns.length === 0) return { rows: [], affectedRows: Number(statement.run(...parameters).changes) };
    const found = statement.all(...parameters) as unknown[][];
    // The columns of a star may have changed since the statement was prepared.
    const names = sql.includes('*') ? namesOf(statement) : columns;
    const rows = rowsOf(names, found);
    return { rows, affectedRows: isWrite(sql) ? rows.length : 0 };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.handle.prepare(sql);
    // Without this, reading an integer beyond 2^53 throws.
    statement.setReadBigInts(true);
    // Rows as objects take twice as long: node:sqlite creates each of them as a dictionary.
    statement.setReturnArrays(true);
    const prepared = { statement, columns: namesOf(statement) };
    if (this.#prepared.size >= cachedStatements) this.#prepared.delete(this.#prepared.keys().next().value!);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

const writes = /\b(?:insert|update|delete|replace)\b/i;

/** False only if the statement certainly does not write; in doubt it waits for the lock as a writer. */
export function isWrite(sql: string): boolean {
  const start = sql.trimStart().slice(0, 6).toLowerCase();
  if (start.startsWith('select')) return false;
  return start.startsWith('with') ? writes.test(sql) : true;
}

/** True only if the statement certainly does nothing except write rows. */
export function isRowWrite(sql: string): boolean {
  return /^\s*(?:insert|update|delete)\b/i.test(sql);
}

function namesOf(statement: SqliteStatement): string[] {
  return statement.columns().map(({ name }) => name);
}
