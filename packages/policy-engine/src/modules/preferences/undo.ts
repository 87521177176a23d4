/**
 * Undo of a deletion that nobody outside has seen, in place of a question before it: what was deleted is kept for a moment, in the
 * transaction that deletes it, and put back by its module.
 */
import type { ModuleJob } from '../../kernel/module.ts';
import { PolicyEngineError } from '../../errors/errors.ts';
import { actorNow } from '../../platform/actor.ts';
import { isUniqueViolation } from '../../platform/database/connection/sql-errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import { createId } from '../../platform/database/statements/ids.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { Audit } from '../audit/index.ts';

/** The job that deletes what is no longer needed. */
const EXPIRE = 'undo_expire';
/** The button is shown for ten seconds; whoever has no scripts, or a slow connection, has a minute. */
const WINDOW = 60_000;

/** What a module deletes in this way. */
export interface Undoable<Kept> {
  /** A word, such as `job`. */
  readonly kind: string;
  /** The page that shows it again, below the mount path. */
  readonly back: (kept: Kept) => string;
  /** Puts it back. A unique index that it violates says that it was replaced. */
  readonly restore: (transaction: Database, kept: Kept) => Promise<unknown>;
}

/** What undoing needs. */
export interface UndoOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly undoables: () => readonly Undoable<never>[];
  readonly now: () => Date;
}

/** Keeps what was deleted, and puts it back. */
export class Undo {
  readonly #options: UndoOptions;

  constructor(options: UndoOptions) {
    this.#options = options;
  }

  /**
   * Keeps something that the transaction deletes, for the administrator of the current request.
   *
   * @param kept plain data; null if there is nothing
   * @returns what a notice is about (`redirect.about`), so that the next page has the button
   */
  async keep(transaction: Database, kind: string, kept: object): Promise<string> {
    const { jobs, now } = this.#options;
    const id = createId();
    const row = { id, admin_id: actorNow().id ?? '', kind, kept: JSON.stringify(kept), created_at: now() };
    await this.#queries(transaction).insertInto('undoables').values(row).execute();
    await jobs.enqueue({ name: EXPIRE, payload: { id }, runAt: new Date(now().getTime() + 2 * WINDOW) }, transaction);
    return `undo:${id}`;
  }

  /**
   * Puts back what an administrator deleted.
   *
   * @returns the path of the page that shows it, below the mount path
   * @throws {PolicyEngineError} 409 `undo_over` after a minute, the second time, for others, and if something has taken its place
   */
  async undo(adminId: string, id: string): Promise<string> {
    const { database, audit, now, undoables } = this.#options;
    try {
      return await database.transaction(async (transaction) => {
        const queries = this.#queries(transaction);
        const row = await queries
          .selectFrom('undoables')
          .selectAll()
          .where('id', '=', id)
          .where('admin_id', '=', adminId)
          .where('created_at', '>', new Date(now().getTime() - WINDOW).toISOString())
          .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
          .executeTakeFirst();
        const undoable = undoables().find(({ kind }) => kind === row?.kind) as Undoable<unknown> | undefined;
        if (row === undefined || undoable === undefined) throw over();
        await queries.deleteFrom('undoables').where('id', '=', id).execute();
        const kept: unknown = JSON.parse(row.kept);
        await undoable.restore(transaction, kept);
        await audit.record(transaction, { action: 'deletion_undone', rule: null, subject: null });
        return undoable.back(kept);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw over();
      throw error;
    }
  }

  /** Deletes what can no longer be put back. */
  job(): ModuleJob {
    return {
      name: EXPIRE,
      run: async ({ payload: { id } }: { readonly payload: { readonly id: string } }) => {
        await this.#queries().deleteFrom('undoables').where('id', '=', id).execute();
      },
    };
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}

function over(): PolicyEngineError {
  return new PolicyEngineError('undo_over', 'this can no longer be undone', { text: { key: 'undo.over' } });
}
