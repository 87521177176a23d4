/** The option `necessaryCookies`. */
import { z } from 'zod';
import { localised } from '../../../platform/options/host-text.ts';
import { listOf, statedText } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import type { Relation } from '../../../platform/options/read.ts';
import { shown } from '../../../platform/options/words.ts';
import { cookieDomain, cookieName, cookiePath } from '../scripts/cookie-options.ts';
import { bareDomain } from '../../../platform/network/cookie-domain.ts';
import { haveCommonName } from '../scripts/patterns.ts';
import {
  type NecessaryCookie,
  type NecessaryCookieOptions,
  OWN_COOKIES_SENT,
  type StorageKind,
  storageKinds,
} from './declaration.ts';

const cookie = options<NecessaryCookieOptions>()({
  name: z.string().describe('its name, or the key; `*` matches any characters, as in `session_*`'),
  kind: z
    .enum(storageKinds, { error: ({ input }) => `must be one of ${storageKinds.join(', ')}, not ${shown(input)}` })
    .default('cookie')
    .describe('where it is stored: `cookie`, `local-storage`, `session-storage`, `indexed-db` or `cache-storage`'),
  purpose: statedText.describe('what it is for, as text or by locale'),
  duration: statedText.describe('how long it is kept, in words'),
  recipients: z
    .union([z.literal(false), statedText], {
      error: ({ input }) =>
        input === undefined
          ? 'is missing: name the third parties that receive or read it, or set false if there are none'
          : `must be text, a function of the locale, or false if there are none, not ${shown(input)}`,
    })
    .describe('third parties that receive or read it, as text or by locale; `false`: none'),
  domain: cookieDomain.optional().describe('domain a cookie belongs to; default: the host alone'),
  path: cookiePath.optional().describe('path a cookie is set for; default: `/`'),
}).transform(({ purpose, duration, recipients, domain, path = '/', ...plain }): NecessaryCookie => {
  return {
    ...plain,
    domain,
    path,
    purpose: localised(purpose),
    duration: localised(duration),
    recipients: recipients === false ? null : localised(recipients),
  };
});

export const necessaryCookies: z.ZodType<readonly NecessaryCookie[], readonly NecessaryCookieOptions[] | undefined> =
  listOf(cookie)
    .prefault([])
    .describe(
      "the host's own cookies and stored keys that need no consent: session, basket, CSRF token, load balancer",
    );

type Given = Readonly<Record<string, unknown>>;

const objectsIn = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);
const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Given)[name] : undefined;

/** Where something is stored, for comparison. */
function placeOf(cookie: unknown): string {
  const [name, domain, path = '/'] = ['name', 'domain', 'path'].map((key) => propertyOf(cookie, key));
  return JSON.stringify([kindOf(cookie), name, typeof domain === 'string' ? bareDomain(domain) : domain, path]);
}

const kindOf = (cookie: unknown): unknown => propertyOf(cookie, 'kind') ?? 'cookie';

/** The options of a script that name what it stores. */
const STORED = {
  cookies: 'cookie',
  localStorage: 'local-storage',
  sessionStorage: 'session-storage',
  indexedDB: 'indexed-db',
  cacheStorage: 'cache-storage',
} as const;

/** What each script stores, as declared. */
function storedByScripts(scripts: unknown): { script: unknown; kind: StorageKind; name: string }[] {
  return objectsIn(scripts).flatMap((script) =>
    Object.entries(STORED).flatMap(([option, kind]) =>
      objectsIn(propertyOf(script, option))
        .map((one) => (typeof one === 'string' ? one : propertyOf(one, 'name')))
        .flatMap((name) => (typeof name === 'string' ? [{ script: propertyOf(script, 'name'), kind, name }] : [])),
    ),
  );
}

/** What is wrong with a declaration alone: problems by property. */
function* faultsOf(one: unknown): Generator<readonly [property: string, problem: string]> {
  const [name, kind] = [propertyOf(one, 'name'), kindOf(one)];
  if (kind === 'cookie') {
    const { error } = cookieName.safeParse(name);
    if (error !== undefined && typeof name === 'string') yield ['name', error.issues[0]?.message ?? ''];
    return;
  }
  if (typeof name === 'string' && /^\**$/.test(name)) yield ['name', `${shown(name)} would match every key`];
  for (const property of ['domain', 'path']) {
    if (propertyOf(one, property) !== undefined) yield [property, 'is only for cookies: storage belongs to the origin'];
  }
}

/**
 * A cookie or key needs consent or it does not. Domains are not compared: on rejection a script's cookie is also deleted on the host itself,
 * and on the parents of its domain.
 */
export const necessaryFit: Relation = ({ necessaryCookies: given, scripts }, report) => {
  const ofScripts = storedByScripts(scripts);
  const seen = new Set<string>();
  for (const [index, one] of objectsIn(given).entries()) {
    const [name, kind] = [propertyOf(one, 'name'), kindOf(one)];
    const faults = [...faultsOf(one)];
    for (const [property, problem] of faults) report(`necessaryCookies[${index}].${property}`, problem);
    if (typeof name !== 'string' || faults.length > 0) continue;
    const path = `necessaryCookies[${index}].name`;
    if (seen.has(placeOf(one))) report(path, `${shown(name)} is declared twice`);
    seen.add(placeOf(one));
    if (kind === 'cookie' && OWN_COOKIES_SENT.some((own) => haveCommonName(own, name))) {
      report(path, `${shown(name)} is a cookie of the engine, which declares its own`);
    }
    const both = ofScripts.find((other) => other.kind === kind && haveCommonName(other.name, name));
    if (both !== undefined) {
      const same = both.name === name ? '' : ` as ${shown(both.name)}`;
      report(path, `${shown(name)} is also declared by the script ${shown(both.script)}${same}, which needs consent`);
    }
  }
};
