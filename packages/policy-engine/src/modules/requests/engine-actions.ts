/** What the host's own code does with requests of a kind, checked as its arguments come. */
import { z } from 'zod';
import { asHost } from '../../platform/actor.ts';
import { checkedArgument } from '../../platform/argument.ts';
import { MAX_REASON_LENGTH, type RequestsPage } from './register.ts';
import type { PersonRequest, RequestFilter, States } from './request.ts';

/** The acts that every kind has; the interface of a kind's member of the engine documents them. */
export interface EngineActions<Request extends PersonRequest> {
  create(user: object, options?: { readonly locale?: string }): Promise<Request>;
  list(options?: {
    readonly state?: RequestFilter<Request['state']>;
    readonly page?: number;
  }): Promise<RequestsPage<Request>>;
  confirm(id: string): Promise<Request>;
  deny(id: string, reason: string): Promise<Request>;
}

/** What the acts are made of. */
export interface EngineActionsOptions<Request extends PersonRequest> {
  readonly states: States<Request['state']>;
  create(userId: string, locale: string): Promise<Request>;
  list(filter: RequestFilter<Request['state']> | undefined, page: number): Promise<RequestsPage<Request>>;
  confirm(id: string): Promise<Request>;
  deny(id: string, reason: string): Promise<Request>;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  /** Language of a user of the host as far as the host knows it. */
  readonly localeOf: (user: object) => string | null;
  /** The engine's language that fits best. */
  readonly supported: (wishes: readonly string[]) => string;
}

const Creating = z.strictObject({ locale: z.string().optional() });
const Reasoned = z.object({ reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) });

/** The reason that the host's code gives for an act. @throws {PolicyEngineError} `invalid_input` for one that is empty or too long */
export function reasonOf(given: string): string {
  return checkedArgument(Reasoned, { reason: given }).reason;
}

/** Makes the acts of a kind. */
export function engineActions<Request extends PersonRequest>(
  options: EngineActionsOptions<Request>,
): EngineActions<Request> {
  const { states, idOf, localeOf, supported } = options;
  const filters: readonly RequestFilter<Request['state']>[] = [...states.all, 'open', 'overdue'];
  const Listing = z.strictObject({
    state: z.enum(filters).optional(),
    page: z.int().min(1).max(1_000_000).default(1),
  });
  return {
    create: (user, given = {}) =>
      asHost(async () => {
        const { locale = localeOf(user) } = checkedArgument(Creating, given);
        return options.create(idOf(user), supported(locale === null ? [] : [locale]));
      }),
    list: async (given = {}) => {
      const { state, page } = checkedArgument(Listing, given);
      return options.list(state, page);
    },
    confirm: (id) => asHost(() => options.confirm(id)),
    deny: (id, reason) => asHost(async () => options.deny(id, reasonOf(reason))),
  };
}
