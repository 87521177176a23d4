/** Erasures for the host's own code: `engine.erasure`. */
import { z } from 'zod';
import { asHost } from '../../../platform/actor.ts';
import { checkedArgument } from '../../../platform/argument.ts';
import { Creating, type HostUsers, languageOf, listed, type RequestsPage, withReason } from '../../requests/index.ts';
import type { Replay, ReplayReport } from '../journal/replay.ts';
import type { AbsenceProof, PlannedErasure } from '../plan/receipt.ts';
import { type ErasureRequest, states } from './request.ts';
import type { RetentionEntry } from '../retention/report.ts';
import type { Retention } from '../retention/retention.ts';
import type { ErasureService } from '../service.ts';
import type { ErasureFilter } from './store.ts';

/**
 * Erasure requests (GDPR Art. 17), for the host's own code: a request that came by letter, or a back office of the host. Mails are
 * sent as from the pages. The audit log records each answer without a person.
 */
export interface EngineErasure {
  /**
   * Creates an erasure request in the name of a user; the host's code is responsible for their identity. The legal
   * deadline of one month starts now.
   *
   * @param user a user object of the host's, whose id `userResource.id` reads
   * @param options.locale language of the person, a BCP 47 tag. Default: `userResource.locale`, else the engine's default
   * @param options.waivesGrace whether the person agrees that it starts before the end of the grace period. Default:
   * false
   * @throws {PolicyEngineError} `request_open` while the user has an open request; `too_many_requests`;
   * `erasure_impossible` if no rule declares an erasure
   * @example
   * ```ts
   * const request = await engine.erasure.create(user);
   * await engine.erasure.confirm(request.id);
   * ```
   */
  create(user: object, options?: { readonly locale?: string; readonly waivesGrace?: boolean }): Promise<ErasureRequest>;
  /**
   * Requests of all people, 20 per page: overdue ones first, then the newest.
   *
   * @param options.state filter: a state; `open`, not answered yet; `overdue`, open past the deadline
   * @param options.page counted from 1; a page past the last is empty
   * @throws {PolicyEngineError} `invalid_input`
   */
  list(options?: { readonly state?: ErasureFilter; readonly page?: number }): Promise<RequestsPage<ErasureRequest>>;
  /** @throws {PolicyEngineError} `not_found` for an unknown id */
  find(id: string): Promise<ErasureRequest>;
  /**
   * Confirms a request. It starts automatically at the end of the grace period, or immediately if that is over.
   *
   * @param options.atOnce starts before that; only if the person has agreed (`waivesGrace`). Default: false
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_not_pending`; `grace_not_waived`
   */
  confirm(id: string, options?: { readonly atOnce?: boolean }): Promise<ErasureRequest>;
  /**
   * Denies a request and notifies the person of the reason (Art. 12(4)).
   *
   * @param reason for the person, in their language; at most 2,000 UTF-16 code units
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_closed`; `invalid_input` for a reason that is empty
   * or too long
   */
  deny(id: string, reason: string): Promise<ErasureRequest>;
  /**
   * Puts the erasure on hold for a legal reason (Art. 17(3)), and notifies the person.
   *
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_closed` for one that has begun; `invalid_input`
   */
  hold(id: string, reason: string): Promise<ErasureRequest>;
  /**
   * Ends a hold; a confirmed erasure continues automatically. @throws {PolicyEngineError} `not_found`;
   * `request_not_held`
   */
  release(id: string): Promise<ErasureRequest>;
  /**
   * Withdraws a request in the person's name. @throws {PolicyEngineError} `not_found`; `request_closed` once it has
   * begun
   */
  cancel(id: string): Promise<ErasureRequest>;
  /** Retries a failed erasure from where it stopped. @throws {PolicyEngineError} `not_found`; `request_not_failed` */
  retry(id: string): Promise<ErasureRequest>;
  /**
   * Erases what a later search found, in the background, and searches once more; the request is completed if nothing is left.
   *
   * @throws {PolicyEngineError} `not_found`; `nothing_found_again` unless a search has found something, and its key still exists
   */
  eraseFound(id: string): Promise<ErasureRequest>;
  /**
   * Closes a request that a later search reopened: what it found stays, for example because the person signed up again.
   *
   * @param reason for the receipt; it must not identify the person
   * @throws {PolicyEngineError} `not_found`; `nothing_found_again`; `invalid_input`
   */
  settle(id: string, reason: string): Promise<ErasureRequest>;
  /**
   * What the erasure of a user would do: which rows are erased, which are kept, why and until when. Reads only.
   *
   * @param user a user object of the host's
   */
  plan(user: object): Promise<readonly PlannedErasure[]>;
  /**
   * Searches the tables that no data rule names for what identifies a user: nothing in them is erased. Reads only, for a few seconds;
   * tables that take longer are named in `notSearched`.
   *
   * @param user a user object of the host's
   */
  undeclared(user: object): Promise<AbsenceProof>;
  /**
   * Erases everything whose retention period has ended, which also happens automatically once a day: rows that were
   * kept for a legal reason until today, and rows that match the retention of their rule, by age or condition. The page
   * `/retention` shows the last runs.
   *
   * @param options.dryRun only reports what would be erased. Default: false
   * @returns what was erased, by rule
   */
  applyRetention(options?: { readonly dryRun?: boolean }): Promise<readonly RetentionEntry[]>;
  /**
   * Erases again what a restored backup brought back: everything in the journal that the database does not record as
   * completed. `policy-engine erasure replay` calls it.
   *
   * @throws {PolicyEngineError} `configuration_invalid` without `erasure.journal`
   */
  replay(): Promise<ReplayReport>;
}

const Asking = Creating.extend({ waivesGrace: z.boolean().optional() });
const Retaining = z.strictObject({ dryRun: z.boolean().optional() });
const Confirming = z.strictObject({ atOnce: z.boolean().optional() });

/** What `engine.erasure` needs. */
export interface EngineErasureOptions extends HostUsers {
  readonly erasures: ErasureService;
  readonly retention: Pick<Retention, 'apply'>;
  readonly replay: Pick<Replay, 'run'>;
}

/** Makes `engine.erasure`. */
export function engineErasure({ erasures, retention, replay, ...users }: EngineErasureOptions): EngineErasure {
  const { register } = erasures;
  return {
    create: (user, options = {}) =>
      asHost(async () => {
        const { locale, waivesGrace = false } = checkedArgument(Asking, options);
        const asked = { locale: languageOf(users, user, locale), waivesGrace, proof: null };
        return erasures.create({ id: users.idOf(user), record: user }, asked);
      }),
    list: listed(register, states),
    find: (id) => register.find(id),
    confirm: (id, options = {}) =>
      asHost(async () => {
        const { atOnce = false } = checkedArgument(Confirming, options);
        return erasures.confirm(id, { atOnce });
      }),
    deny: withReason((id, reason) => erasures.deny(id, reason)),
    hold: withReason((id, reason) => erasures.hold(id, reason)),
    release: (id) => asHost(() => erasures.release(id)),
    cancel: (id) => asHost(() => erasures.cancel(id)),
    retry: (id) => asHost(() => erasures.retry(id)),
    eraseFound: (id) => asHost(() => erasures.eraseFound(id)),
    settle: withReason((id, reason) => erasures.settle(id, reason)),
    plan: async (user) => erasures.plan(users.idOf(user), users.localeOf(user)),
    undeclared: (user) => erasures.undeclared(users.idOf(user)),
    replay: () => asHost(() => replay.run()),
    applyRetention: (options = {}) =>
      asHost(async () => {
        const { dryRun = false } = checkedArgument(Retaining, options);
        return retention.apply({ dryRun });
      }),
  };
}
