/** Requests per second of a host on this machine. */
import autocannon from 'autocannon';

const CONNECTIONS = 8;

/** Requests that are all alike. */
export interface Load {
  readonly path: string;
  readonly method?: 'GET' | 'PUT';
  /** A new user for each request, so that each one is a first decision. */
  readonly newUsers?: boolean;
}

let users = 0;

/**
 * Sends requests, for some seconds or as many as given.
 *
 * @returns requests per second
 * @throws Error if one is not answered with 2xx
 */
export async function loaded(
  origin: string,
  { path, method = 'GET', newUsers = false }: Load,
  extent: { readonly duration: number } | { readonly amount: number },
): Promise<number> {
  const headers = { accept: 'application/json', 'x-user': 'anna', 'sec-fetch-site': 'same-origin' };
  const result = await autocannon({
    url: origin + path,
    method,
    headers,
    connections: CONNECTIONS,
    ...extent,
    // It ends at a sample.
    ...('amount' in extent && { sampleInt: 5 }),
    ...(newUsers && {
      requests: [
        {
          setupRequest: (request: { headers: Record<string, string> }) => {
            users += 1;
            return { ...request, headers: { ...request.headers, 'x-user': `user-${users}` } };
          },
        },
      ],
    }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return result.requests.average;
}

/** The middle of some values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The engine's part of the benchmark: two of its routes, and two pages of the host that ask for a decision. */
export const ENGINE = {
  pending: { path: '/policies/user_terms/pending.json' },
  accept: { path: '/policies/user_terms/age/accept.json', method: 'PUT', newUsers: true },
  shop: { path: '/shop-with-consent' },
  page: { path: '/page-with-consent' },
} as const satisfies Record<string, Load>;
