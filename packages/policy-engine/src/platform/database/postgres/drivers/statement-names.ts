/**
 * Names for the engine's statements that a pool runs repeatedly, so that PostgreSQL parses and plans each of them once per
 * connection: for short statements that is most of the work. After a few runs PostgreSQL may use a plan that was made without the
 * values, so only statements that are marked with `isRepeated` have names, and none of a host's.
 *
 * A pooler that uses another server connection for each transaction (PgBouncer before 1.21 in transaction mode) loses
 * names, or finds those of others. The first error of this kind ends naming for this pool, and the statement runs
 * again.
 */
import { createHash } from 'node:crypto';

/** Statements that run less often are not worth a plan on the server. */
const OFTEN = 5;
/** How many plans each connection may keep. */
const MOST_NAMES = 200;
/** How many statements are counted at once. */
const MOST_COUNTED = 1000;

/** Statement not found, name taken, and result of a cached plan changed by a migration. */
const LOST: ReadonlySet<unknown> = new Set(['26000', '42P05', '0A000']);

/** The names of one pool. */
export class StatementNames {
  readonly #names: Map<string, string> = new Map();
  #counts: Map<string, number> = new Map();
  #isOn = true;

  /** The name to run a statement under; undefined for one that runs without a name. */
  of(sql: string): string | undefined {
    if (!this.#isOn) return undefined;
    return this.#names.get(sql) ?? this.#count(sql);
  }

  /**
   * What to throw for an error of a named statement: if the name is the cause, a conflict, which runs the whole again
   * without names.
   */
  reasonOf(error: unknown): unknown {
    const { code } = error as { code?: unknown };
    if (!LOST.has(code)) return error;
    this.#isOn = false;
    const message = 'The connection lost or mixed up prepared statements; they are no longer used from now on.';
    return Object.assign(new Error(message, { cause: error }), { code: '40001', severity: 'ERROR' });
  }

  #count(sql: string): string | undefined {
    const count = (this.#counts.get(sql) ?? 0) + 1;
    if (count < OFTEN || this.#names.size >= MOST_NAMES) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts = new Map();
      this.#counts.set(sql, count);
      return undefined;
    }
    // Derived from the text alone: behind a pooler, a name that is taken belongs to the same statement.
    const name = `policy_engine_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.#counts.delete(sql);
    this.#names.set(sql, name);
    return name;
  }
}
