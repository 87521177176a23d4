/** Compares the cookies found with the declared ones. */
import { z } from '@hono/zod-openapi';
import type { CookieCount } from './counts.ts';
import type { DeclaredCookies } from './declared.ts';
import type { Found } from './service.ts';

/** Requests from which on a name counts: anybody can send invented names. */
export const LEAST_REQUESTS = 3;

/** The states of a cookie; first those that need attention. */
export const cookieStates = ['before_consent', 'undeclared', 'declared', 'not_found'] as const;

const Day = z.string().nullable();

/** A cookie as JSON. */
export const FoundCookieSchema: z.ZodType<FoundCookieJson> = z
  .object({
    name: z.string().openapi({ description: 'As declared, else with `*` in place of parts that look random' }),
    state: z.enum(cookieStates).openapi({
      description:
        '`before_consent`: needs consent, and was also found without it; `undeclared`: found, and not declared; `declared`: found and declared; `not_found`: declared, and not found',
    }),
    declared_as: z.enum(['engine', 'necessary', 'script']).nullable(),
    scripts: z.array(z.string()).openapi({ description: 'Names of the scripts that declare it' }),
    requests: z.int().openapi({ description: 'Requests that contained it' }),
    first_day: Day.openapi({ description: 'UTC' }),
    last_day: Day.openapi({ description: 'UTC' }),
    without_consent: z.int().openapi({ description: 'Requests of browsers that had not consented to it' }),
    last_without_consent: Day.openapi({ description: 'UTC day of the last of these' }),
  })
  .openapi('FoundCookie');

/** All cookies as JSON. */
export const FoundCookiesSchema: z.ZodType<FoundCookiesJson> = z
  .object({
    collects: z.boolean().openapi({ description: 'The option `cookieInventory`' }),
    since: Day.openapi({ description: 'UTC day of the first request with cookies' }),
    requests: z.int().openapi({ description: 'Requests with cookies' }),
    rare: z.int().openapi({ description: `Undeclared names from fewer than ${LEAST_REQUESTS} requests, not listed` }),
    cookies: z.array(FoundCookieSchema),
  })
  .openapi('FoundCookies');

/** See {@link FoundCookieSchema}. */
export interface FoundCookieJson {
  name: string;
  state: (typeof cookieStates)[number];
  declared_as: 'engine' | 'necessary' | 'script' | null;
  scripts: string[];
  requests: number;
  first_day: string | null;
  last_day: string | null;
  without_consent: number;
  last_without_consent: string | null;
}

/** See {@link FoundCookiesSchema}. */
export interface FoundCookiesJson {
  collects: boolean;
  since: string | null;
  requests: number;
  rare: number;
  cookies: FoundCookieJson[];
}

/** The report. Before the first request nothing counts as not found. */
export function reportOf({ all, cookies }: Found, declared: DeclaredCookies, collects: boolean): FoundCookiesJson {
  const found = [...cookies].map(([name, count]) => foundJson(name, count, declared));
  const isRare = ({ state, requests }: FoundCookieJson) => state === 'undeclared' && requests < LEAST_REQUESTS;
  const missing = all === null ? [] : declared.expected.filter(({ name }) => !cookies.has(name));
  const listed = [
    ...found.filter((one) => !isRare(one)),
    ...missing.map(({ name, as, scripts }): FoundCookieJson => ({
      name,
      state: 'not_found',
      declared_as: as,
      scripts: [...scripts],
      requests: 0,
      first_day: null,
      last_day: null,
      without_consent: 0,
      last_without_consent: null,
    })),
  ];
  return {
    collects,
    since: all?.firstDay ?? null,
    requests: all?.requests ?? 0,
    rare: found.filter(isRare).length,
    cookies: listed.toSorted(inOrder),
  };
}

function foundJson(name: string, count: CookieCount, declared: DeclaredCookies): FoundCookieJson {
  const declaration = declared.of(name);
  const isBefore = count.withoutConsent >= LEAST_REQUESTS && declaration?.as === 'script';
  return {
    name,
    state: declaration === undefined ? 'undeclared' : isBefore ? 'before_consent' : 'declared',
    declared_as: declaration?.as ?? null,
    scripts: [...(declaration?.scripts ?? [])],
    requests: count.requests,
    first_day: count.firstDay,
    last_day: count.lastDay,
    without_consent: count.withoutConsent,
    last_without_consent: count.lastWithoutConsent || null,
  };
}

function inOrder(one: FoundCookieJson, other: FoundCookieJson): number {
  const rank = ({ state }: FoundCookieJson) => cookieStates.indexOf(state);
  const isOwn = ({ declared_as: as }: FoundCookieJson) => Number(as === 'engine');
  return (
    rank(one) - rank(other) ||
    isOwn(one) - isOwn(other) ||
    other.requests - one.requests ||
    (one.name < other.name ? -1 : 1)
  );
}
