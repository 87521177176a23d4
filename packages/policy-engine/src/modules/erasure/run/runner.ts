/**
 * Executes requests, step by step. If the process is killed, the next attempt continues where the last batch was committed: each
 * step records its progress in the transaction of a batch, under the number of the attempt. An attempt that was replaced but still
 * runs therefore changes nothing more.
 */
import { reasonOf } from '../../../errors/errors.ts';
import type { ModuleJob } from '../../../kernel/module.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { JobOptions, RunningJob } from '../../../platform/jobs/job.ts';
import { type ErasurePerson, hasTable, type TableRule } from '../../data-map/index.ts';
import { localText } from '../../export/index.ts';
import { notifyOfRequest } from '../../requests/index.ts';
import type { WebhookService } from '../../webhooks/index.ts';
import { ERASE, type ErasePayload } from '../job-names.ts';
import type { OwnErasureStep } from '../../../kernel/erasure-step.ts';
import { ownRuleName } from '../../../kernel/erasure-step.ts';
import type { ErasedRule, Layout } from '../plan/layout.ts';
import type { ErasurePlanner } from '../plan/planner.ts';
import type { ErasureStore } from '../requests/store.ts';
import type { ErasureSettings } from '../settings.ts';
import type { Subjects } from '../identity/subject.ts';
import type { Beginning, Begun } from './beginning.ts';
import type { Ending } from './ending.ts';
import { ownRun } from './own-run.ts';
import { changesIn } from './changes.ts';
import { carryOut, type RuleWork } from './rule-step.ts';
import { eraseTogether } from './together.ts';
import { AttemptLost, type Step, type StepProgress, type StepStore } from './steps.ts';

/** What the runner needs. */
export interface ErasureRunnerOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly store: ErasureStore;
  readonly steps: StepStore;
  readonly planner: ErasurePlanner;
  readonly subjects: Subjects;
  readonly beginning: Beginning;
  readonly ending: Ending;
  readonly endSessions: ErasureSettings['endSessions'];
  readonly webhooks: Pick<WebhookService, 'emit'>;
  readonly now: () => Date;
}

/** Over two or three hours, with the pauses between them; then an administrator must retry it. */
const ATTEMPTS = 12;
const MAX_ERROR_LENGTH = 2000;
/** One whose function of the host hangs, or whose search takes long, does not prevent others from starting. */
const AT_ONCE = 2;

/** The controls of a run. */
export interface RunControl {
  /** Aborted when it must stop. */
  readonly signal: AbortSignal;
  /** Checks in a transaction that no other process has taken the job. Default: no check */
  readonly hold?: (transaction: Database) => Promise<void>;
  /** Like `hold`, in a transaction that records progress from which the next attempt continues. */
  readonly advance?: (transaction: Database) => Promise<void>;
  /** Ends the job in the transaction that completes the request. */
  readonly complete?: (transaction: Database) => Promise<void>;
}

/** Steps that failed. */
export class StepsFailed extends Error {
  override name: string = 'StepsFailed';
}

/** Runs the steps of requests. */
export class ErasureRunner {
  readonly #options: ErasureRunnerOptions;

  constructor(options: ErasureRunnerOptions) {
    this.#options = options;
  }

  /** The job that executes a request. */
  job(): ModuleJob {
    const options: JobOptions<ErasePayload> = {
      concurrency: AT_ONCE,
      maxAttempts: ATTEMPTS,
      timeLimitSeconds: 6 * 3600,
      onFailed: ({ payload, error }, transaction) => this.#fail(transaction, payload.requestId, error),
    };
    return {
      name: ERASE,
      run: async (job: RunningJob<ErasePayload>) => {
        await this.run(job.payload.requestId, { signal: job.signal, ...handedOn(job) });
      },
      options,
    };
  }

  /**
   * Executes a request from where it stopped. Does nothing for one that was withdrawn, denied, is on hold, or done.
   *
   * @throws {StepsFailed} if steps failed; the others are done
   */
  async run(requestId: string, control: RunControl): Promise<void> {
    const { beginning, ending, database, store } = this.#options;
    const begun = await beginning.begin(requestId, control);
    if (begun === null) return;
    try {
      await this.#options.endSessions?.(begun.userId);
      await this.#takeSteps(begun, control);
      await ending.end(begun, control);
    } catch (error) {
      // An attempt that was aborted from outside has no result.
      if (error instanceof AttemptLost || control.signal.aborted) throw error;
      await database.transaction(async (transaction) => {
        const request = await store.lock(transaction, requestId);
        if (request?.state !== 'running' || request.attempt !== begun.attempt) return;
        await store.change(transaction, request, { error: messageOf(error) }, this.#options.now());
      });
      throw error;
    }
  }

  async #takeSteps(begun: Begun, control: RunControl): Promise<void> {
    const { database, steps, subjects } = this.#options;
    const person = await subjects.person(begun.userId);
    const failures: string[] = [];
    const notDone = new Set<string>();
    const all = await steps.of(database, begun.requestId);
    for (const { rule, state } of all) if (state !== 'done') notDone.add(rule);
    for (const step of all) {
      if ((step.state === 'done' && !this.#looksAgain(step, begun)) || isBlocked(step, begun.layout, notDone)) continue;
      const failure = await this.#take(step, begun, { person, control });
      if (failure === null) {
        notDone.delete(step.rule);
        continue;
      }
      notDone.add(step.rule);
      failures.push(`${step.rule}: ${failure}`);
    }
    if (notDone.size === 0) return;
    throw new StepsFailed(`${notDone.size} of ${all.length} steps are not done; ${failures.join('; ')}`);
  }

  /** A row that was written after its step was done may prevent a later step. */
  #looksAgain({ rule }: Step, { attempt }: Begun): boolean {
    if (attempt === 1) return false;
    const found = this.#options.planner.rules().find(({ name }) => name === rule);
    return found !== undefined && found.erasure.action !== 'run';
  }

  /** @returns why it failed; null if it is done @throws {AttemptLost} and the error that ended the attempt */
  async #take(step: Step, begun: Begun, work: Work): Promise<string | null> {
    const { database, steps } = this.#options;
    work.control.signal.throwIfAborted();
    await steps.begin(database, step, begun);
    const note = async (transaction: Database, progress: StepProgress) => {
      await steps.note(transaction, step, begun, progress);
      if (isAdvance(step, progress)) await work.control.advance?.(transaction);
    };
    try {
      const progress = await this.#erase(step, begun, { ...work, note });
      await database.transaction((transaction) =>
        note(transaction, { ...progress, change: { ...progress.change, state: 'done', error: null } }),
      );
      return null;
    } catch (error) {
      if (error instanceof AttemptLost || work.control.signal.aborted) throw error;
      const failure = messageOf(error);
      await database.transaction((transaction) => note(transaction, { change: { state: 'failed', error: failure } }));
      return failure;
    }
  }

  /** @returns what is still to be recorded */
  async #erase(step: Step, begun: Begun, work: Noted): Promise<StepProgress> {
    const { planner } = this.#options;
    const rule = planner.rules().find(({ name }) => name === step.rule);
    if (rule !== undefined) return this.#eraseRule(rule, step, begun, work);
    const own = planner.ownSteps().find((one) => ownRuleName(one) === step.rule);
    if (own !== undefined) return this.#eraseOwn(own, begun, work);
    throw new Error(`no rule ${step.rule} is declared any more`);
  }

  async #eraseRule(rule: ErasedRule, step: Step, begun: Begun, work: Noted): Promise<StepProgress> {
    const { database, naming, now } = this.#options;
    const { erasure } = rule;
    const { signal } = work.control;
    if (erasure.action === 'run') {
      const report = (await erasure.erase(work.person, { signal, attempt: begun.attempt })) ?? {};
      const note = localText(report.kept, begun.locale);
      return { done: wholeRows(report.rows), ...(note !== undefined && { change: { note } }) };
    }
    if (!hasTable(rule)) throw new Error(`the rule ${rule.name} has no table`);
    const { userId, requestId, layout } = begun;
    const { rows, dependents, solution } = layout;
    const shared = { database, naming, rows, dependents, userId, requestId, signal, now };
    const own = solution.of(rule.name);
    const { together } = own;
    if (together === null) {
      const changed = changesIn(step.note);
      await carryOut(rule, erasure, { ...shared, note: work.note, solution: own, changed, lastKey: step.lastKey });
      return {};
    }
    const notes = await this.#notesOf(together.rules, step, begun, work);
    const workOf = ({ name }: TableRule) => ({ ...shared, ...notes(name), solution: solution.of(name), lastKey: null });
    await eraseTogether(together, workOf, database);
    return {};
  }

  /** Steps that are taken in one transaction record what they did there, each its own. */
  async #notesOf(
    rules: readonly TableRule[],
    step: Step,
    begun: Begun,
    { note }: Noted,
  ): Promise<(name: string) => Pick<RuleWork, 'note' | 'changed'>> {
    const { database, steps } = this.#options;
    const all = await steps.of(database, begun.requestId);
    const others = all.filter(({ rule }) => rule !== step.rule && rules.some(({ name }) => name === rule));
    for (const other of others) await steps.begin(database, other, begun);
    return (name) => {
      const other = others.find(({ rule }) => rule === name);
      if (other === undefined) return { note, changed: changesIn(step.note) };
      return {
        note: (transaction, progress) => steps.note(transaction, other, begun, progress),
        changed: changesIn(other.note),
      };
    };
  }

  async #eraseOwn(own: OwnErasureStep, begun: Begun, { control, note }: Noted): Promise<StepProgress> {
    const { userId, requestId, identifiers } = begun;
    const person = { userId, requestId, address: identifiers.address };
    if (own.action === 'keep') return { kept: await own.count(person) };
    await own.erase(person, ownRun({ database: this.#options.database, signal: control.signal, note }));
    return {};
  }

  async #fail(transaction: Database, id: string, error: string): Promise<void> {
    const { store, webhooks, now } = this.#options;
    const request = await store.lock(transaction, id);
    if (request?.state !== 'running') return;
    await store.change(transaction, request, { state: 'failed', error: error.slice(0, MAX_ERROR_LENGTH) }, now());
    await notifyOfRequest(webhooks, transaction, 'failed', { ...request, kind: 'erasure' });
  }
}

/** What an attempt writes for its job in its own transactions. */
function handedOn(job: RunningJob<ErasePayload>): Required<Omit<RunControl, 'signal'>> {
  return {
    hold: (transaction) => job.hold(transaction),
    advance: (transaction) => job.advance(transaction),
    complete: (transaction) => job.complete(transaction),
  };
}

/** Whether what a step recorded is not repeated by the next attempt. */
function isAdvance(step: Step, { done = 0, kept = 0, change = {} }: StepProgress): boolean {
  return done > 0 || kept > 0 || (change.state === 'done' && step.state !== 'done');
}

/** What a step receives. */
interface Work {
  readonly person: ErasurePerson;
  readonly control: RunControl;
}

interface Noted extends Work {
  readonly note: (transaction: Database, progress: StepProgress) => Promise<void>;
}

/** Whether another step must be done first. */
function isBlocked({ rule }: Step, layout: Layout, notDone: ReadonlySet<string>): boolean {
  return [...layout.needs(rule)].some((needed) => notDone.has(needed));
}

/** The count that a function of the host returned; anything but a count is ignored. */
function wholeRows(rows: unknown): number {
  return typeof rows === 'number' && Number.isSafeInteger(rows) && rows > 0 ? Math.min(rows, 2 ** 31 - 1) : 0;
}

function messageOf(error: unknown): string {
  return reasonOf(error).slice(0, MAX_ERROR_LENGTH).replaceAll('\0', '').toWellFormed();
}
