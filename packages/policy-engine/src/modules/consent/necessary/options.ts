/** The option `necessaryCookies`. */
import { z } from 'zod';
import { listOf, localised, statedText } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import type { Relation } from '../../../platform/options/read.ts';
import { shown } from '../../../platform/options/words.ts';
import { cookieDomain, cookieName, cookiePath } from '../scripts/cookie-options.ts';
import { bareDomain } from '../scripts/cookie-places.ts';
import { haveCommonName } from '../scripts/patterns.ts';
import { type NecessaryCookie, type NecessaryCookieOptions, OWN_COOKIES_SENT } from './declaration.ts';

const cookie = options<NecessaryCookieOptions>()({
  name: cookieName.describe('its name; `*` matches any characters, as in `session_*`'),
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
  domain: cookieDomain.optional().describe('domain it belongs to; default: the host alone'),
  path: cookiePath.default('/').describe('path it is set for'),
}).transform(({ purpose, duration, recipients, domain, ...plain }): NecessaryCookie => {
  return {
    ...plain,
    domain,
    purpose: localised(purpose),
    duration: localised(duration),
    recipients: recipients === false ? null : localised(recipients),
  };
});

export const necessaryCookies: z.ZodType<readonly NecessaryCookie[], readonly NecessaryCookieOptions[] | undefined> =
  listOf(cookie)
    .prefault([])
    .describe("the host's own cookies that need no consent: session, basket, CSRF token, load balancer");

type Given = Readonly<Record<string, unknown>>;

const objectsIn = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);
const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Given)[name] : undefined;

/** Where a cookie is stored, for comparison. */
function placeOf(cookie: unknown): string {
  const [name, domain, path = '/'] = ['name', 'domain', 'path'].map((key) => propertyOf(cookie, key));
  return JSON.stringify([name, typeof domain === 'string' ? bareDomain(domain) : domain, path]);
}

/** Names of the cookies of each script, as declared. */
function scriptCookies(scripts: unknown): { script: unknown; name: string }[] {
  return objectsIn(scripts).flatMap((script) =>
    objectsIn(propertyOf(script, 'cookies'))
      .map((one) => (typeof one === 'string' ? one : propertyOf(one, 'name')))
      .flatMap((name) => (typeof name === 'string' ? [{ script: propertyOf(script, 'name'), name }] : [])),
  );
}

/**
 * A cookie needs consent or it does not. Domains are not compared: on rejection a script's cookie is also deleted on the host itself,
 * and on the parents of its domain.
 */
export const necessaryFit: Relation = ({ necessaryCookies: given, scripts }, report) => {
  const ofScripts = scriptCookies(scripts);
  const seen = new Set<string>();
  for (const [index, one] of objectsIn(given).entries()) {
    const name = propertyOf(one, 'name');
    if (typeof name !== 'string' || !cookieName.safeParse(name).success) continue;
    const path = `necessaryCookies[${index}].name`;
    if (seen.has(placeOf(one))) report(path, `${shown(name)} is declared twice`);
    seen.add(placeOf(one));
    if (OWN_COOKIES_SENT.some((own) => haveCommonName(own, name))) {
      report(path, `${shown(name)} is a cookie of the engine, which declares its own`);
    }
    const both = ofScripts.find((other) => haveCommonName(other.name, name));
    if (both !== undefined) {
      const same = both.name === name ? '' : ` as ${shown(both.name)}`;
      report(path, `${shown(name)} is also declared by the script ${shown(both.script)}${same}, which needs consent`);
    }
  }
};
