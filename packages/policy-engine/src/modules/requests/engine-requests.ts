/** The register of requests in the hands of the host's own code: `engine.requests`. */
import { z } from 'zod';
import { asHost } from '../../platform/actor.ts';
import { checkedArgument } from '../../platform/argument.ts';
import { type PortabilityRequest, requestStates } from './request.ts';
import { MAX_REASON_LENGTH, type RequestService, type RequestsPage } from './service.ts';
import type { RequestFilter } from './store.ts';

/**
 * What people asked for, for the host's own code: a request that came by letter, a back office of the host's own. Mails go
 * out as they do from the pages. The log of administrators notes each answer without a person.
 */
export interface EngineRequests {
  /**
   * Asks for a copy of a user's data in their name. The legal time to answer, one month, begins now.
   *
   * @param user a user object of the host's, whose id `userResource.id` reads
   * @param options.locale language of the person, a BCP 47 tag: the one of the engine's that fits best is kept. Default:
   * `userResource.locale`, else the engine's default locale
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
   * Requests of everybody, 20 on a page: overdue ones first, then the newest.
   *
   * @param options.state only these: a state; `open`, which waits for an answer; `overdue`, which waits for too long
   * @param options.page counted from 1; a page past the last is empty
   * @throws {PolicyEngineError} `invalid_input`
   */
  list(options?: { readonly state?: RequestFilter; readonly page?: number }): Promise<RequestsPage>;
  /**
   * Begins the export of a pending request.
   *
   * @throws {PolicyEngineError} `not_found` for an unknown id; `request_not_pending`; `export_impossible` while an option is
   * missing that exports need; `user_gone` if `userResource.find` knows no such user any more
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

const Creating = z.strictObject({ locale: z.string().optional() });
const Listing = z.strictObject({
  state: z.enum([...requestStates, 'open', 'overdue']).optional(),
  page: z.int().min(1).max(1_000_000).default(1),
});
const Denial = z.object({ reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) });

/** What `engine.requests` is made of. */
export interface EngineRequestsOptions {
  readonly requests: RequestService;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  /** Language of a user of the host as far as the host knows it. */
  readonly localeOf: (user: object) => string | null;
  /** The engine's language that fits best. */
  readonly supported: (wishes: readonly string[]) => string;
}

/** Makes `engine.requests`. */
export function engineRequests({ requests, idOf, localeOf, supported }: EngineRequestsOptions): EngineRequests {
  return {
    create: (user, options = {}) =>
      asHost(async () => {
        const { locale = localeOf(user) } = checkedArgument(Creating, options);
        return requests.create({ id: idOf(user) }, supported(locale === null ? [] : [locale]));
      }),
    list: async (options = {}) => {
      const { state, page } = checkedArgument(Listing, options);
      return requests.list(state, page);
    },
    confirm: (id) => asHost(() => requests.confirm(id)),
    deny: (id, given) =>
      asHost(async () => {
        const { reason } = checkedArgument(Denial, { reason: given });
        return requests.deny(id, reason);
      }),
  };
}
