import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { rowsOf } from './values.ts';
import type { EncodedValue } from './source.ts';
import type { StatementResult } from './port.ts';

const cachedStatements = 200;

interface Prepared {
  readonly statement: StatementSync;
  /** Names of the columns of its rows; none where it reads no rows. */
  readonly columns: readonly string[];
}

/** One node:sqlite connection with its prepared statements. */
export class SqliteConnection {
  readonly handle: DatabaseSync;
  /** Oldest use first. */
  readonly #prepared = new Map<string, Prepared>();

  constructor(handle: DatabaseSync) {
    this.handle = handle;
  }

  run(sql: string, parameters: readonly EncodedValue[]): StatementResult {
    const { statement, columns } = this.#prepare(sql);
    if (columns.length === 0) return { rows: [], affectedRows: Number(statement.run(...parameters).changes) };
    const found = statement.all(...parameters) as unknown as unknown[][];
    // Which columns a star stands for may have changed since the statement was prepared.
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
    // As objects rows take twice as long: node:sqlite makes each of them a dictionary.
    statement.setReturnArrays(true);
    const prepared = { statement, columns: namesOf(statement) };
    if (this.#prepared.size >= cachedStatements) this.#prepared.delete(this.#prepared.keys().next().value!);
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

const writes = /\b(?:insert|update|delete|replace)\b/i;

/** False only if the statement surely does not write; when in doubt it waits for the lock as a writer. */
export function isWrite(sql: string): boolean {
  const start = sql.trimStart().slice(0, 6).toLowerCase();
  if (start.startsWith('select')) return false;
  return start.startsWith('with') ? writes.test(sql) : true;
}

/** True only if the statement surely does nothing but write rows. */
export function isRowWrite(sql: string): boolean {
  return /^\s*(?:insert|update|delete)\b/i.test(sql);
}

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}
