/** Which administrator works on a request. */
import { actorNow } from '../../../platform/actor.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { Audit } from '../../audit/index.ts';
import type { Notes } from '../notes/notes.ts';
import type { RequestKind } from '../register/kind.ts';

/** What it needs. */
export interface AssignmentsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record' | 'actors'>;
  readonly notes: Pick<Notes, 'addIn'>;
  readonly now: () => Date;
}

/** A request to assign. */
export interface NewAssignment {
  /** The host's ID of the administrator; null for nobody. */
  readonly assignee: string | null;
  /** For the colleague, kept as a note on the request; null for none. */
  readonly note: string | null;
}

/** Assignments of requests of all kinds. */
export class Assignments {
  readonly #options: AssignmentsOptions;

  constructor(options: AssignmentsOptions) {
    this.#options = options;
  }

  /** The host's ID of the administrator who works on a request; null if nobody does. */
  async of(requestId: string): Promise<string | null> {
    const row = await this.#queries()
      .selectFrom('request_assignments')
      .select('assignee')
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    return row?.assignee ?? null;
  }

  /** The administrators whom a request can be handed to: whoever did something that the audit log records, and the current one. */
  async administrators(): Promise<readonly string[]> {
    const { id } = actorNow();
    return [...new Set([...(id === null ? [] : [id]), ...(await this.#options.audit.actors())])];
  }

  /**
   * Assigns a request, with an audit log entry.
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed` for a note after the person was erased
   */
  async assign(kind: RequestKind, requestId: string, { assignee, note }: NewAssignment): Promise<void> {
    const { database, audit, notes, now } = this.#options;
    await database.transaction(async (transaction) => {
      // Locked: of two administrators who take a request at once, the last one has it.
      if ((await kind.tables.lock(transaction, requestId)) === undefined) throw refusals.notFound();
      await this.forget(transaction, requestId);
      if (assignee !== null) {
        const row = { request_id: requestId, request_kind: kind.name, assignee, created_at: now() };
        await this.#queries(transaction).insertInto('request_assignments').values(row).execute();
      }
      if (note !== null) await notes.addIn(transaction, kind, requestId, note);
      await audit.record(transaction, { action: 'request_assigned', rule: null, subject: requestId });
    });
  }

  /** Deletes the assignment of a request that is deleted, in the same transaction. */
  async forget(transaction: Database, requestId: string): Promise<void> {
    await this.#queries(transaction).deleteFrom('request_assignments').where('request_id', '=', requestId).execute();
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
