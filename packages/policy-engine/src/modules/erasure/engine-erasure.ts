/** Erasures in the hands of the host's own code: `engine.erasure`. */
import { z } from 'zod';
import { asHost } from '../../platform/actor.ts';
import { checkedArgument } from '../../platform/argument.ts';
import { Creating, type HostUsers, languageOf, listed, withReason } from '../requests/engine-actions.ts';
import type { RequestsPage } from '../requests/register.ts';
import type { Replay, ReplayReport } from './journal/replay.ts';
import type { PlannedErasure } from './receipt.ts';
import { type ErasureRequest, states } from './request.ts';
import type { RetentionEntry } from './retention/report.ts';
import type { Retention } from './retention/retention.ts';
import type { ErasureService } from './service.ts';
import type { ErasureFilter } from './store.ts';

/**
 * Requests to be erased (GDPR Art. 17), for the host's own code: a request that came by letter, a back office of the
 * host's own. Mails go out as they do from the pages. The audit log notes each answer without a person.
 */
export interface EngineErasure {
  /**
   * Asks for a user to be erased, in their name; the host's code vouches for who it is. The legal time to answer, one
   * month, begins now.
   *
   * @param user a user object of the host's, whose id `userResource.id` reads
   * @param options.locale language of the person, a BCP 47 tag. Default: `userResource.locale`, else the engine's default
   * @param options.waivesGrace whether the person agrees that it begins before the end of the grace period. Default: false
   * @throws {PolicyEngineError} `request_open` while the user has an open request; `too_many_requests`; `erasure_impossible`
   * where nothing is declared that could be erased
   * @example
   * ```ts
   * const request = await engine.erasure.create(user);
   * await engine.erasure.confirm(request.id);
   * ```
   */
  create(user: object, options?: { readonly locale?: string; readonly waivesGrace?: boolean }): Promise<ErasureRequest>;
  /**
   * Requests of everybody, 20 on a page: overdue ones first, then the newest.
   *
   * @param options.state only these: a state; `open`, which waits for an answer; `overdue`, which waits for too long
   * @param options.page counted from 1; a page past the last is empty
   * @throws {PolicyEngineError} `invalid_input`
   */
  list(options?: { readonly state?: ErasureFilter; readonly page?: number }): Promise<RequestsPage<ErasureRequest>>;
  /** @throws {PolicyEngineError} `not_found` for an unknown id */
  find(id: string): Promise<ErasureRequest>;
  /**
   * Confirms a request. It begins by itself at the end of the grace period, at once where that is over.
   *
   * @param options.atOnce begins before that; only where the person has agreed (`waivesGrace`). Default: false
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_not_pending`; `grace_not_waived`
   */
  confirm(id: string, options?: { readonly atOnce?: boolean }): Promise<ErasureRequest>;
  /**
   * Refuses a request and tells the person why (Art. 12(4)).
   *
   * @param reason for the person, in their language; at most 2,000 UTF-16 code units
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_closed`; `invalid_input` for a reason that is empty
   * or too long
   */
  deny(id: string, reason: string): Promise<ErasureRequest>;
  /**
   * Keeps the data while a legal ground asks for it (Art. 17(3)), and tells the person why.
   *
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_closed` for one that has begun; `invalid_input`
   */
  hold(id: string, reason: string): Promise<ErasureRequest>;
  /** Ends a hold; what was confirmed goes on by itself. @throws {PolicyEngineError} `not_found`; `request_not_held` */
  release(id: string): Promise<ErasureRequest>;
  /** Takes a request back in the person's name. @throws {PolicyEngineError} `not_found`; `request_closed` once it has begun */
  cancel(id: string): Promise<ErasureRequest>;
  /** Begins a failed erasure again, where it stopped. @throws {PolicyEngineError} `not_found`; `request_not_failed` */
  retry(id: string): Promise<ErasureRequest>;
  /**
   * What the erasure of a user would do: which rows go, which are kept, why and until when. Reads only.
   *
   * @param user a user object of the host's
   */
  plan(user: object): Promise<readonly PlannedErasure[]>;
  /**
   * Lets everything go whose time is over, as is done once a day by itself: what was kept for a legal reason until today, and
   * what the retention of its rule lets go, by age or condition. The page `/retention` shows the last runs.
   *
   * @param options.dryRun only says what would go. Default: false
   * @returns what went, by rule
   */
  applyRetention(options?: { readonly dryRun?: boolean }): Promise<readonly RetentionEntry[]>;
  /**
   * Erases again what a restored backup brought back: all that is in the journal, and that the database does not know to be
   * done. `policy-engine erasure replay` calls it.
   *
   * @throws {PolicyEngineError} `configuration_invalid` without `erasure.journal`
   */
  replay(): Promise<ReplayReport>;
}

const Asking = Creating.extend({ waivesGrace: z.boolean().optional() });
const Retaining = z.strictObject({ dryRun: z.boolean().optional() });
const Confirming = z.strictObject({ atOnce: z.boolean().optional() });

/** What `engine.erasure` is made of. */
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
    plan: async (user) => erasures.plan(users.idOf(user), users.localeOf(user)),
    replay: () => asHost(() => replay.run()),
    applyRetention: (options = {}) =>
      asHost(async () => {
        const { dryRun = false } = checkedArgument(Retaining, options);
        return retention.apply({ dryRun });
      }),
  };
}
