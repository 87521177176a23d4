/** The register of requests for the host's own code: `engine.requests`. */
import { asHost } from '../../../platform/actor.ts';
import { checkedArgument } from '../../../platform/argument.ts';
import {
  Creating,
  type HostUsers,
  languageOf,
  listed,
  type RequestFilter,
  type RequestsPage,
  withReason,
} from '../../requests/index.ts';
import { type PortabilityRequest, type RequestState, states } from './request.ts';
import type { PortabilityService } from '../service.ts';

/**
 * Access requests, for the host's own code: a request that came by letter, or a back office of the host. Mails are sent
 * as from the pages. The audit log records each answer without a person.
 */
export interface EngineRequests {
  /**
   * Creates an access request in the name of a user. The legal deadline of one month starts now.
   *
   * @param user a user object of the host's, whose id `userResource.id` reads
   * @param options.locale language of the person, a BCP 47 tag: the best matching language of the engine is stored.
   * Default: `userResource.locale`, else the engine's default locale
   * @throws {PolicyEngineError} `request_open` while the user has an open request; `too_many_requests` for more than 20 of
   * a user in a day
   * @example
   * ```ts
   * const request = await engine.requests.create(user, { locale: 'fr' });
   * await engine.requests.confirm(request.id);
   * ```
   */
  create(user: object, options?: { readonly locale?: string }): Promise<PortabilityRequest>;
  /**
   * Requests of all people, 20 per page: overdue ones first, then the newest.
   *
   * @param options.state filter: a state; `open`, not answered yet; `overdue`, open past the deadline
   * @param options.page counted from 1; a page past the last is empty
   * @throws {PolicyEngineError} `invalid_input`
   */
  list(options?: {
    readonly state?: RequestFilter<RequestState>;
    readonly page?: number;
  }): Promise<RequestsPage<PortabilityRequest>>;
  /**
   * Starts the export of a pending request.
   *
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_not_pending`; `export_impossible` while an
   * option is missing that exports need; `user_gone` if `userResource.find` no longer returns the user
   */
  confirm(id: string): Promise<PortabilityRequest>;
  /**
   * Refuses a request and tells the person why (GDPR Art. 12(4)).
   *
   * @param reason for the person, in their language; at most 2,000 UTF-16 code units
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_closed`; `invalid_input` for a reason that is empty
   * or too long
   */
  deny(id: string, reason: string): Promise<PortabilityRequest>;
}

/** What `engine.requests` needs. */
export interface EngineRequestsOptions extends HostUsers {
  readonly requests: PortabilityService;
}

/** Makes `engine.requests`. */
export function engineRequests({ requests, ...users }: EngineRequestsOptions): EngineRequests {
  return {
    create: (user, options = {}) =>
      asHost(async () => {
        const { locale } = checkedArgument(Creating, options);
        return requests.create(users.idOf(user), languageOf(users, user, locale));
      }),
    list: listed(requests.register, states),
    confirm: (id) => asHost(() => requests.confirm(id)),
    deny: withReason((id, reason) => requests.deny(id, reason)),
  };
}
