/**
 * Environment variables with which other rendering services are restricted: who may use them, and which addresses. A service that
 * took no notice of them would be open, so each is mapped to an option that restricts the same, or the service does not start.
 */
import type { KeyOutcome } from './outcome.ts';

type Given = Readonly<Record<string, unknown>>;

/** What the variables come to. */
export interface PeerVariables {
  /** Options that they set, by their variable. */
  readonly set: ReadonlyArray<{ readonly variable: string; readonly option: string; readonly value: unknown }>;
  readonly outcomes: readonly KeyOutcome[];
}

const TOKEN =
  'set PAGE_RENDERER_RENDER_TOKEN, which clients send as "Authorization: Bearer …", X-Prerender-Token or the renderToken of render-middleware';
const PATTERN = 'set PAGE_RENDERER_RESTRICTED_URL_PATTERN, a regular expression for addresses that are refused';
const PREFIXES = 'set PAGE_RENDERER_RENDER_ONLY, the beginnings of addresses that are rendered';

/** Variables without an option that does exactly the same: whose they are, and what to write instead. */
const REFUSED: Readonly<Record<string, readonly [service: string, instead: string]>> = {
  BASIC_AUTH_USERNAME: ['Prerender', TOKEN],
  BASIC_AUTH_PASSWORD: ['Prerender', TOKEN],
  TOKEN: ['browserless', TOKEN],
  API_TOKENS: ['url-to-pdf-api', TOKEN],
  ALLOW_URLS: ['url-to-pdf-api', PREFIXES],
  API_BASIC_AUTH_USERNAME: ['Gotenberg', TOKEN],
  API_BASIC_AUTH_PASSWORD: ['Gotenberg', TOKEN],
  GOTENBERG_API_BASIC_AUTH_USERNAME: ['Gotenberg', TOKEN],
  GOTENBERG_API_BASIC_AUTH_PASSWORD: ['Gotenberg', TOKEN],
  CHROMIUM_ALLOW_LIST: ['Gotenberg', PREFIXES],
  CHROMIUM_DENY_LIST: ['Gotenberg', PATTERN],
};

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
const list = (text: string) => text.split(',').flatMap((part) => part.trim() || []);
const escaped = (host: string) => host.replaceAll('.', String.raw`\.`);

/** All variables that are known, for the documentation. */
export const PEER_VARIABLES: readonly string[] = ['ALLOWED_DOMAINS', 'BLACKLISTED_DOMAINS', ...Object.keys(REFUSED)];

/** Reads the variables. @param options the options of all other sources */
export function readPeers(env: NodeJS.ProcessEnv, options: Given): PeerVariables {
  const set: Array<PeerVariables['set'][number]> = [];
  const ignored: unknown = options['ignoredVariables'];
  const outcomes = PEER_VARIABLES.flatMap((key): KeyOutcome[] => {
    const text = env[key];
    if (!text) return [];
    if (Array.isArray(ignored) && ignored.includes(key)) {
      return [{ key, outcome: 'ignored', reason: '"ignoredVariables" names it' }];
    }
    if (key === 'ALLOWED_DOMAINS') {
      const outcome = allowedDomains(text, options);
      if (outcome.outcome === 'taken-as') set.push({ variable: key, option: outcome.option, value: outcome.value });
      return [outcome];
    }
    const [service, instead] = REFUSED[key] ?? ['Prerender', insteadOfBlacklist(text)];
    return [refused(key, service, `restricts this service in no way; ${instead}`)];
  });
  return { set, outcomes };
}

function refused(key: string, service: string, reason: string): KeyOutcome {
  const other = `if it belongs to another program, add "${key}" to PAGE_RENDERER_IGNORED_VARIABLES`;
  return { key, outcome: 'refused', reason: `this variable of ${service} ${reason}; ${other}` };
}

/** Prerender renders only these hosts. */
function allowedDomains(text: string, options: Given): KeyOutcome {
  const key = 'ALLOWED_DOMAINS';
  const hosts = list(text);
  const own = options['renderOnly'] ?? [];
  // An empty list allows all addresses.
  if (!Array.isArray(own) || own.length > 0) {
    return { key, outcome: 'ignored', reason: '"renderOnly" is set and is used' };
  }
  if (hosts.length === 0 || !hosts.every((host) => HOST.test(host))) {
    return refused(key, 'Prerender', `is not a list of host names, such as shop.example,www.shop.example; ${PREFIXES}`);
  }
  const value = hosts.flatMap((host) => ['https', 'http'].map((scheme) => `${scheme}://${host.toLowerCase()}/`));
  return { key, outcome: 'taken-as', option: 'renderOnly', value, note: 'on the default ports of http and https' };
}

/** Not taken, because the option also refuses what pages request from these hosts. */
function insteadOfBlacklist(text: string): string {
  const hosts = list(text).filter((host) => HOST.test(host));
  if (hosts.length === 0) return PATTERN;
  const pattern = `^https?://(${hosts.map(escaped).join('|')})(:\\d+)?/`;
  return `${PATTERN}, to ${JSON.stringify(pattern)}; it also refuses what pages request from there`;
}
