/**
 * Starts an attempt: with its own number, after the erasure was recorded in the journal, which a backup does not restore.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { Layout } from '../plan/layout.ts';
import type { ErasurePlanner } from '../plan/planner.ts';
import type { ErasureRequest } from '../requests/request.ts';
import type { ErasureStore } from '../requests/store.ts';
import type { Identifiers, Subjects } from '../identity/subject.ts';
import type { StepStore } from './steps.ts';

/** An attempt that has started. */
export interface Begun {
  readonly requestId: string;
  readonly userId: string;
  /** Its number. */
  readonly attempt: number;
  /** Language of the person. */
  readonly locale: string;
  readonly identifiers: Identifiers;
  /** The steps, with the rules resolved against the current tables. */
  readonly layout: Layout;
}

/** Records an erasure outside of the database; once it resolves, the record survives a power failure. */
export type NoteOutside = (line: {
  readonly requestId: string;
  readonly userId: string;
  readonly at: Date;
}) => Promise<void>;

/** What starting an attempt needs. */
export interface BeginningOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly store: ErasureStore;
  readonly steps: StepStore;
  readonly planner: ErasurePlanner;
  readonly subjects: Subjects;
  /** Null if the host has no journal. */
  readonly noteOutside: NoteOutside | null;
  readonly defaultLocale: string;
  readonly now: () => Date;
}

/** The grace period is not over yet: the job is retried later. */
export class StillGrace extends Error {
  override name: string = 'StillGrace';
}

/** Starts attempts. */
export class Beginning {
  readonly #options: BeginningOptions;

  constructor(options: BeginningOptions) {
    this.#options = options;
  }

  /**
   * Locks a request under a new number. Null if it is missing, withdrawn, denied, on hold, not confirmed, or done.
   *
   * @throws {StillGrace} before the end of the grace period
   */
  async begin(
    requestId: string,
    { hold }: { readonly hold?: (transaction: Database) => Promise<void> },
  ): Promise<Begun | null> {
    const { database, defaultLocale } = this.#options;
    const taken = await database.transaction(async (transaction) => {
      await hold?.(transaction);
      return this.#take(transaction, requestId);
    });
    if (taken === null) return null;
    const { userId, attempt, locale } = taken;
    await this.#journal(taken);
    const identifiers = await this.#identifiers(taken);
    const layout = await this.#options.planner.layout();
    await this.#addSteps(requestId, layout);
    return { requestId, userId, attempt, locale: locale ?? defaultLocale, identifiers, layout };
  }

  async #take(transaction: Database, id: string): Promise<(ErasureRequest & { readonly userId: string }) | null> {
    const { store, now } = this.#options;
    const request = await store.lock(transaction, id);
    if (request === undefined || request.userId === null) return null;
    const { state, confirmedAt, graceUntil, userId } = request;
    const at = now();
    if (state === 'pending') {
      if (confirmedAt === null || graceUntil === null) return null;
      if (graceUntil > at.toISOString()) throw new StillGrace(`The grace period lasts until ${graceUntil}.`);
    } else if (state !== 'running' && state !== 'failed') return null;
    const attempt = request.attempt + 1;
    const begunAt = request.begunAt ?? at.toISOString();
    const change = { attempt, begun_at: begunAt, ...(state !== 'running' && { state: 'running' as const }) };
    await store.change(transaction, request, change, at);
    return { ...request, userId, attempt, begunAt, state: 'running' };
  }

  /**
   * Only now, when the request can no longer be withdrawn, and before its first step: whatever backup is restored later, the
   * erasure was done or will be.
   */
  async #journal({ id, userId, begunAt }: ErasureRequest & { readonly userId: string }): Promise<void> {
    const { database, naming, noteOutside, now } = this.#options;
    if (noteOutside === null) return;
    const requests = createQueries(database, naming);
    const { journaled_at: noted } = await requests
      .selectFrom('erasure_requests')
      .select('journaled_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (noted !== null) return;
    await noteOutside({ requestId: id, userId, at: new Date(begunAt ?? now()) });
    await requests.updateTable('erasure_requests').set({ journaled_at: now() }).where('id', '=', id).execute();
  }

  /** Read once, while the host still knows the person. */
  async #identifiers({ id, userId }: ErasureRequest & { readonly userId: string }): Promise<Identifiers> {
    const { database, naming, subjects } = this.#options;
    const requests = createQueries(database, naming);
    const { identifiers: sealed } = await requests
      .selectFrom('erasure_requests')
      .select('identifiers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (sealed !== null) return subjects.open(sealed);
    const identifiers = await subjects.identifiers(await subjects.person(userId));
    const kept = await subjects.seal(identifiers);
    await requests.updateTable('erasure_requests').set({ identifiers: kept }).where('id', '=', id).execute();
    return identifiers;
  }

  async #addSteps(requestId: string, layout: Layout): Promise<void> {
    const { database, store, steps } = this.#options;
    await database.transaction(async (transaction) => {
      // Of two concurrent attempts, one waits for the other.
      await store.lock(transaction, requestId);
      await steps.add(transaction, requestId, layout.steps());
    });
  }
}
