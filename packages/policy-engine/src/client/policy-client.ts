import type { Operations } from './api.generated.ts';
import { operations } from './api.generated.ts';
import { askJson } from './problem.ts';

/** Options of a client. */
export interface PolicyClientOptions {
  /** Where the engine is mounted: a path of this origin, or a whole URL. Default: `/policies`. */
  readonly baseUrl?: string;
  /** Default: the global `fetch`. On a server, one that sends the visitor's cookies along. */
  readonly fetch?: typeof globalThis.fetch;
}

type Id = keyof Operations;
/** Leaves out members that an operation does not have, and makes those that may be undefined optional. */
type Sent<Part extends string, Type> = [Type] extends [undefined]
  ? { readonly [Name in Part]?: undefined }
  : undefined extends Type
    ? { readonly [Name in Part]?: Type }
    : { readonly [Name in Part]: Type };

/** What is sent to an operation: `params` of its path, its `query` and its `body`. */
export type OperationInput<Name extends Id> = Sent<'params', Operations[Name]['params']> &
  Sent<'query', Operations[Name]['query'] | undefined> &
  Sent<'body', Operations[Name]['body']> & { readonly signal?: AbortSignal };

/** The response of an operation. */
export type OperationAnswer<Name extends Id> = Operations[Name]['answer'];

/** The engine's JSON interface, typed by its OpenAPI document. Every method throws {@link PolicyProblem} for an error response. */
export interface PolicyClient {
  /** Any operation of the OpenAPI document that is for users, by its `operationId`. */
  call<Name extends Id>(
    operation: Name,
    ...input: Record<string, never> extends OperationInput<Name>
      ? [input?: OperationInput<Name>]
      : [input: OperationInput<Name>]
  ): Promise<OperationAnswer<Name>>;
  /** Every rule with the decision of the signed-in user. */
  userTerms(): Promise<OperationAnswer<'listUserTerms'>>;
  /** The rules that are undecided or rejected. */
  pending(): Promise<OperationAnswer<'pendingUserTerms'>>;
  /** A rule with its text, by its name. */
  userTerm(rule: string): Promise<OperationAnswer<'showUserTerm'>>;
  /** Accepts one rule. @param vendors its vendors by name: true accepts, false rejects. Default: all of them */
  accept(rule: string, vendors?: Readonly<Record<string, boolean>>): Promise<OperationAnswer<'acceptUserTerm'>>;
  /** Rejects one rule. */
  reject(rule: string): Promise<OperationAnswer<'rejectUserTerm'>>;
  /** Decides on several rules at once: true accepts, false rejects. @returns what is pending afterwards */
  acceptMultiples(decisions: Readonly<Record<string, boolean>>): Promise<OperationAnswer<'acceptMultipleUserTerms'>>;
  /** What the visitor, signed in or not, consented to, with all that a banner needs. */
  consent(): Promise<OperationAnswer<'showConsent'>>;
  /** Decides on consents, with what was shown, for the proof. */
  decide(decision: NonNullable<Operations['decideConsent']['body']>): Promise<OperationAnswer<'decideConsent'>>;
}

function urlOf(base: string, path: string, params: object, query: object): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return `${base}${filled}.json${search.size === 0 ? '' : `?${search}`}`;
}

/**
 * Makes a client for an app that renders its own interface.
 *
 * @example
 * ```ts
 * const policies = createPolicyClient({ baseUrl: '/policies' });
 * for (const { name } of await policies.pending()) await policies.accept(name);
 * ```
 */
export function createPolicyClient({ baseUrl = '/policies', fetch }: PolicyClientOptions = {}): PolicyClient {
  const base = baseUrl.replace(/\/+$/, '');
  const call: PolicyClient['call'] = async (operation, ...[input]) => {
    const [method, path] = operations[operation];
    const {
      params = {},
      query = {},
      body,
      signal,
    } = (input ?? {}) as {
      params?: object;
      query?: object;
      body?: unknown;
      signal?: AbortSignal;
    };
    const request = { method, body, ...(signal && { signal }) };
    // Looked up at each call: a page or a test may replace it.
    return (await askJson(fetch ?? globalThis.fetch, urlOf(base, path, params, query), request)) as never;
  };
  return {
    call,
    userTerms: () => call('listUserTerms'),
    pending: () => call('pendingUserTerms'),
    userTerm: (id) => call('showUserTerm', { params: { id } }),
    accept: (id, vendors) => call('acceptUserTerm', { params: { id }, body: vendors ? { vendors } : {} }),
    reject: (id) => call('rejectUserTerm', { params: { id }, body: {} }),
    acceptMultiples: (decisions) => {
      const user = Object.fromEntries(Object.entries(decisions).map(([rule, value]) => [`policy_rule_${rule}`, value]));
      return call('acceptMultipleUserTerms', { body: { user } });
    },
    consent: () => call('showConsent'),
    decide: (body) => call('decideConsent', { body }),
  };
}
