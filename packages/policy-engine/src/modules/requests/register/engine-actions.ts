/** Actions of the host's own code on requests of a kind, with validation of the arguments. */
import { z } from 'zod';
import { asHost } from '../../../platform/actor.ts';
import { checkedArgument } from '../../../platform/argument.ts';
import { MAX_REASON_LENGTH, type RequestRegister, type RequestsPage } from './register.ts';
import type { PersonRequest, RequestFilter, States } from './request.ts';

/** What the engine knows of the host's users. */
export interface HostUsers {
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  /** Language of a user of the host, if the host knows it. */
  readonly localeOf: (user: object) => string | null;
  /** The best matching language of the engine. */
  readonly supported: (wishes: readonly string[]) => string;
}

/** The options of every `create`; a kind may have more. */
export const Creating: z.ZodObject<{ locale: z.ZodOptional<z.ZodString> }, z.core.$strict> = z.strictObject({
  locale: z.string().optional(),
});

/** The language of a request: the given one, else the user's, else the engine's default. */
export function languageOf({ localeOf, supported }: HostUsers, user: object, given: string | undefined): string {
  const locale = given ?? localeOf(user);
  return supported(locale === null ? [] : [locale]);
}

const Reasoned = z.object({ reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) });

/**
 * An action of the host's code that needs a reason.
 *
 * @throws {PolicyEngineError} `invalid_input` for a reason that is empty or too long
 */
export function withReason<Request>(
  act: (id: string, reason: string) => Promise<Request>,
): (id: string, reason: string) => Promise<Request> {
  return (id, given) => asHost(async () => act(id, checkedArgument(Reasoned, { reason: given }).reason));
}

/** The parameters of a list for the host's code. */
export interface Listing<State extends string> {
  readonly state?: RequestFilter<State>;
  readonly page?: number;
}

/** The list of a kind for the host's code. @throws {PolicyEngineError} `invalid_input` */
export function listed<Request extends PersonRequest>(
  register: RequestRegister<Request>,
  states: States<Request['state']>,
): (options?: Listing<Request['state']>) => Promise<RequestsPage<Request>> {
  const filters: readonly RequestFilter<Request['state']>[] = [...states.all, 'open', 'overdue'];
  const Asked = z.strictObject({
    state: z.enum(filters).optional(),
    page: z.int().min(1).max(1_000_000).default(1),
  });
  return async (options = {}) => {
    const { state, page } = checkedArgument(Asked, options);
    const { counts: _, ...listed } = await register.list(state, page);
    return listed;
  };
}
