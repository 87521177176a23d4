/** Notes of administrators on requests. They are never shown to the person, and are erased with them. */
import type { AdminAction } from '../../../kernel/module.ts';
import { actorNow } from '../../../platform/actor.ts';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { Audit } from '../../audit/index.ts';
import type { RequestKind } from '../register/kind.ts';
import type { OwnErasureStep } from '../../../kernel/erasure-step.ts';
import { personRowsStep } from '../../../kernel/person-rows.ts';

/** Maximum length of a note, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 4000;
/** Most notes that are read for a request. */
const MOST = 200;

/** A note. */
export interface Note {
  readonly id: string;
  /** The host's ID of the administrator; null for the host's own code. */
  readonly author: string | null;
  readonly body: string;
  readonly createdAt: TimeText;
}

/** What keeping notes needs. */
export interface NotesOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => Date;
}

/** Notes on requests of all kinds. */
export class Notes {
  readonly #options: NotesOptions;

  constructor(options: NotesOptions) {
    this.#options = options;
  }

  /** The notes on a request, the oldest first. */
  async of(requestId: string): Promise<Note[]> {
    const rows = await this.#queries()
      .selectFrom('request_notes')
      .select(['id', 'author', 'body', 'created_at'])
      .where('request_id', '=', requestId)
      .orderBy('id')
      .limit(MOST)
      .execute();
    return rows.map(({ id, author, body, created_at: createdAt }) => ({ id, author, body, createdAt }));
  }

  /**
   * Adds a note, and an audit log entry for it.
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed` if the person was erased, or is being erased
   */
  async add(kind: RequestKind, requestId: string, body: string): Promise<void> {
    await this.#options.database.transaction((transaction) => this.addIn(transaction, kind, requestId, body));
  }

  /** The same within a transaction. */
  async addIn(transaction: Database, kind: RequestKind, requestId: string, body: string): Promise<void> {
    const { now } = this.#options;
    // Locked, so that no erasure starts in between.
    const request = await kind.tables.lock(transaction, requestId);
    if (request === undefined) throw refusals.notFound();
    const { userId } = request;
    if (userId === null || !kind.takesNotes(request)) {
      throw refusals.conflict('request_closed', 'requests.notes.forgotten');
    }
    const row = {
      id: createId(),
      request_kind: kind.name,
      request_id: requestId,
      user_id: userId,
      author: actorNow().id,
      body,
      created_at: now(),
    };
    await this.#queries(transaction).insertInto('request_notes').values(row).execute();
    await this.#record(transaction, 'request_noted', requestId);
  }

  /** Deletes a note on a request. @throws {PolicyEngineError} 404 */
  async delete(requestId: string, id: string): Promise<void> {
    await this.#options.database.transaction(async (transaction) => {
      const { numDeletedRows } = await this.#queries(transaction)
        .deleteFrom('request_notes')
        .where('id', '=', id)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw refusals.notFound();
      await this.#record(transaction, 'request_note_deleted', requestId);
    });
  }

  /** Deletes the notes on a request that is deleted, in the same transaction. */
  async forget(transaction: Database, requestId: string): Promise<void> {
    await this.#queries(transaction).deleteFrom('request_notes').where('request_id', '=', requestId).execute();
  }

  /** The notes about a person, as a step of their erasure. */
  erasureStep(): OwnErasureStep {
    return personRowsStep(
      { table: 'request_notes', column: 'user_id', label: 'requests.notes.erasure' },
      this.#options,
    );
  }

  async #record(transaction: Database, action: AdminAction, subject: string): Promise<void> {
    await this.#options.audit.record(transaction, { action, rule: null, subject });
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
