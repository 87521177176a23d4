/**
 * What the cookies of other consent tools say. Their formats, as the released packages write them:
 *
 * - vanilla-cookieconsent 3 (https://cookieconsent.orestbida.com): JSON with `categories` (the accepted ones), `services` (the accepted ones
 *   of every category), `revision`, `consentId`, `consentTimestamp`, `lastConsentTimestamp` (ISO 8601) and `expirationTime` (ms since 1970);
 * - Klaro (https://klaro.org): JSON, true or false by service, without a date;
 * - tarteaucitron.js 1 (https://tarteaucitron.io): `!service=true`, `=false` or `=wait`, without a date. Each change of a service writes all
 *   of it again, and the cookie is kept from then.
 */
import { z } from 'zod';
import type { ToolName } from './declaration.ts';

/** What a cookie says. */
export interface ToolCookie {
  /** The decision on a category or service; null for none, and for one that the cookie does not know. */
  on(name: string): 'accepted' | 'rejected' | null;
  /** When it was decided last; null if the cookie has no date. */
  readonly at: Date | null;
  /** When the tool asks again; null if the cookie does not say. */
  readonly until: Date | null;
  /** Null for a tool without revisions. */
  readonly revision: number | null;
}

/** No tool writes one that is longer: browsers store 4096 bytes. */
const LONGEST = 4096;

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const CookieConsent = z.object({
  categories: z.array(z.string()),
  services: z.record(z.string(), z.array(z.string())).default({}),
  revision: z.int(),
  // Without these three it asks again.
  consentId: z.string().min(1),
  consentTimestamp: Time,
  lastConsentTimestamp: Time,
  expirationTime: z.int().min(0).max(8.64e15),
});
const Klaro = z.record(z.string(), z.boolean());

/** Reads the value of a tool's cookie; null for anything that the tool does not write. */
export function readToolCookie(tool: ToolName, value: string): ToolCookie | null {
  if (value === '' || value.length > LONGEST) return null;
  return READERS[tool](value);
}

const READERS: Readonly<Record<ToolName, (value: string) => ToolCookie | null>> = {
  cookieconsent(value) {
    const read = CookieConsent.safeParse(jsonOf(value));
    if (!read.success) return null;
    const { categories, services, revision, lastConsentTimestamp, expirationTime } = read.data;
    const servicesOf = (category: string) => (Object.hasOwn(services, category) ? services[category] : undefined);
    return {
      on(name) {
        const [category, service] = splitAtFirst(name);
        const accepted = servicesOf(category);
        // A category is in the list as soon as one of its services is accepted.
        if (!categories.includes(category)) return accepted === undefined ? null : 'rejected';
        if (service !== undefined) return accepted?.includes(service) === true ? 'accepted' : 'rejected';
        return accepted === undefined || accepted.length === 0 ? 'accepted' : null;
      },
      at: lastConsentTimestamp,
      until: new Date(expirationTime),
      revision,
    };
  },
  klaro(value) {
    const read = Klaro.safeParse(jsonOf(value));
    if (!read.success) return null;
    const { data } = read;
    return undated((name) => (Object.hasOwn(data, name) ? [String(data[name])] : []));
  },
  tarteaucitron(value) {
    if (!value.startsWith('!')) return null;
    const said = value.slice(1).split('!');
    const services = said.map((one) => /^(?<name>.+)=(?<word>true|false|wait)$/.exec(one)?.groups);
    if (services.includes(undefined)) return null;
    return undated((name) => services.flatMap((one) => (one?.['name'] === name ? [one['word'] ?? ''] : [])));
  },
};

/** @param wordsOn `true`, `false` or another word on a service, one for each time that the cookie names it. The weakest counts */
function undated(wordsOn: (name: string) => readonly string[]): ToolCookie {
  return {
    on(name) {
      const words = wordsOn(name);
      if (words.includes('false')) return 'rejected';
      return words.length > 0 && words.every((word) => word === 'true') ? 'accepted' : null;
    },
    at: null,
    until: null,
    revision: null,
  };
}

function splitAtFirst(name: string): [category: string, service?: string] {
  const slash = name.indexOf('/');
  return slash === -1 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
