/** A database that notes what was sent through it, and what the server refused. */
import type { Database } from 'policy-engine';
import { isUniqueViolation } from 'policy-engine/database';
import { isConflict } from '../../../dist/platform/database/connection/sql-errors.js';
import { over } from '../../faults/ports.ts';

type Execute = Database['execute'];
type Work<T> = (inner: Database) => Promise<T>;

/** What a walk has sent. */
export interface Recorded {
  readonly database: Database;
  /** The distinct texts. */
  readonly statements: ReadonlySet<string>;
  /** Statements that failed, other than by losing to another one, with the error. */
  readonly refused: readonly string[];
}

/** Records the statements on a database, in transactions, too. `also` adds those on another one. */
export function recorded(real: Database): Recorded & { readonly also: (other: Database) => Database } {
  const statements = new Set<string>();
  const refused: string[] = [];
  const within = (target: Database): Database =>
    over(target, {
      async execute(...given: Parameters<Execute>) {
        statements.add(given[0]);
        try {
          return await target.execute(...given);
        } catch (error) {
          if (!isUniqueViolation(error) && !isConflict(error)) refused.push(`${String(error)}: ${given[0]}`);
          throw error;
        }
      },
      transaction: <T>(work: Work<T>, options: object) => target.transaction((inner) => work(within(inner)), options),
    });
  return { database: within(real), statements, refused, also: within };
}
