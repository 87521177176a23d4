/** How an erasure ends: the receipt is written, and the last data that refers to the person is deleted. */
import type { Database } from '../../../platform/database/port.ts';
import type { Planned, SearchesAgain } from '../again/again.ts';
import type { ErasureNotices } from '../notices/notices.ts';
import { ownRuleName } from '../../../kernel/erasure-step.ts';
import type { ErasurePlanner } from '../plan/planner.ts';
import type { AbsenceProof, ErasureReceipt, PlannedErasure } from '../plan/receipt.ts';
import type { WebhookService } from '../../webhooks/index.ts';
import type { ErasureSettings } from '../settings.ts';
import type { ErasureStore } from '../requests/store.ts';
import type { Subjects } from '../identity/subject.ts';
import { notifyRecipients } from '../notices/webhook-events.ts';
import type { Begun } from './beginning.ts';
import { changesIn } from './changes.ts';
import { AttemptLost, type Step, type StepStore } from './steps.ts';

const DAY = 86_400_000;

/** What ending needs. */
export interface EndingOptions {
  readonly database: Database;
  readonly store: ErasureStore;
  readonly steps: StepStore;
  readonly planner: ErasurePlanner;
  readonly subjects: Subjects;
  readonly notices: ErasureNotices;
  readonly webhooks: Pick<WebhookService, 'emit'>;
  readonly settings: Pick<ErasureSettings, 'endSessions' | 'backupRetentionDays'>;
  /** Searches for what identifies the person, after all steps; null if nothing is searched. */
  readonly search: ((begun: Begun, signal: AbortSignal) => Promise<AbsenceProof>) | null;
  /** Plans further searches; null if nothing is searched. */
  readonly again: SearchesAgain | null;
  readonly now: () => Date;
}

/** Ends erasures. */
export class Ending {
  readonly #options: EndingOptions;

  constructor(options: EndingOptions) {
    this.#options = options;
  }

  /** Ends an erasure whose steps are all done. @throws errors of the host's functions: then it is retried */
  async end(
    begun: Begun,
    {
      signal,
      complete,
    }: { readonly signal: AbortSignal; readonly complete?: (transaction: Database) => Promise<void> },
  ): Promise<void> {
    const { database, settings, subjects, search, steps, again } = this.#options;
    // Keys of the host's rows may also identify the person.
    await steps.forgetKeys(database, begun.requestId);
    const absence = search === null ? null : await search(begun, signal);
    await settings.endSessions?.(begun.userId);
    // If the account still exists under this ID, it may read the receipt; otherwise the ID is no longer needed.
    const isGone = await subjects.isGone(begun.userId);
    const planned = (await again?.prepare(begun.userId, begun.identifiers)) ?? null;
    signal.throwIfAborted();
    await database.transaction(async (transaction) => {
      await complete?.(transaction);
      await this.#complete(transaction, begun, { absence, isGone, planned });
    });
  }

  async #complete(
    transaction: Database,
    { requestId, userId, attempt, locale, identifiers }: Begun,
    {
      absence,
      isGone,
      planned,
    }: { readonly absence: AbsenceProof | null; readonly isGone: boolean; readonly planned: Planned | null },
  ): Promise<void> {
    const { store, steps, settings, notices, webhooks, again, now } = this.#options;
    const request = await store.lock(transaction, requestId);
    if (request?.state !== 'running' || request.attempt !== attempt)
      throw new AttemptLost('Another attempt has begun.');
    const at = now();
    const { backupRetentionDays: days } = settings;
    const repeated = planned === null ? undefined : await again?.plan(transaction, requestId, planned);
    const done = {
      requestId,
      completedAt: at.toISOString(),
      entries: this.#entries(
        await steps.of(transaction, requestId),
        await this.#keptUntil(transaction, requestId),
        locale,
      ),
    };
    const receipt: ErasureReceipt = {
      ...done,
      begunAt: request.begunAt ?? at.toISOString(),
      backupsUntil: days === undefined ? null : new Date(at.getTime() + days * DAY).toISOString(),
      absence,
      ...(repeated !== undefined && { repeated }),
      told: await notifyRecipients(webhooks, transaction, userId, done),
    };
    await store.change(
      transaction,
      request,
      {
        state: 'completed',
        closed_at: at,
        error: null,
        identifiers: null,
        receipt: JSON.stringify(receipt),
        ...(isGone && { user_id: null }),
      },
      at,
    );
    await notices.completed(transaction, { ...request, state: 'completed', receipt }, identifiers.address);
  }

  /** What was done, in the order of the steps. Kept rows and rows whose period was over are two entries. */
  #entries(done: readonly Step[], until: ReadonlyMap<string, string>, locale: string): PlannedErasure[] {
    const { planner } = this.#options;
    return done.flatMap((step) => {
      const rule = planner.rules().find(({ name }) => name === step.rule);
      if (rule !== undefined) {
        const isKeep = rule.erasure.action === 'keep';
        const kept = planner.entry(rule, { rows: step.kept, kept: true, until: until.get(step.rule) ?? null }, locale);
        const changes = changesIn(step.note);
        const gone: PlannedErasure = {
          ...planner.entry(rule, { rows: step.done, kept: false, until: null, changes }, locale),
          ...(changes.length > 0 && { database: changes }),
        };
        if (rule.erasure.action === 'run') return [reported(gone, step)];
        if (!isKeep) return [gone];
        return [...(step.kept > 0 ? [kept] : []), ...(step.done > 0 || step.kept === 0 ? [gone] : [])];
      }
      const own = planner.ownSteps().find((one) => ownRuleName(one) === step.rule);
      const rows = step.done + step.kept;
      return own === undefined || rows === 0 ? [] : [planner.ownEntry(own, rows, locale)];
    });
  }

  #keptUntil(transaction: Database, requestId: string): Promise<ReadonlyMap<string, string>> {
    return this.#options.store.keptUntil(transaction, requestId);
  }
}

/** What the host's function reported. A function that reports no number erased an unknown one. */
function reported(entry: PlannedErasure, { done, note }: Step): PlannedErasure {
  return { ...entry, rows: done === 0 ? null : done, reason: note };
}
