/** Scripts of third parties as the host declares them (spec: P-script). */
import type { ByLaw, Purpose } from '../../regimes/index.ts';
import type { PostureOptions, PurposeName } from '../../rules/index.ts';
import type { HostText, LocalText } from '../../../platform/options/host-text.ts';
import type { ConsentType } from './consent-mode.ts';
import type { Gate } from './gate.ts';

/** What a script's template function receives. */
export interface ScriptContext {
  /** Value for the `nonce` attribute under the host's Content-Security-Policy; empty without one. */
  readonly nonce: string;
  readonly environment: string;
}

/**
 * HTML of a script: a file, as a path or URL; text, which contains a `<` or is empty; or a function. It is trusted as the host's
 * own: nothing is escaped. Script, style and stylesheet tags without a `nonce` get the page's.
 */
export type ScriptTemplate = string | URL | ((context: ScriptContext) => string);

/** Renders a script; see {@link ScriptTemplate}. */
export interface Template {
  /** The tags as they are, with the page's nonce where they have none. What the client can take back says what it waits for. */
  live(context: ScriptContext, gate: Gate): string;
  /** The tags made inactive: nothing runs and nothing is requested before the client activates them. */
  blocked(context: ScriptContext, gate: Gate): string;
  /** Why the HTML of a function cannot be made inactive; null if it can be. Static HTML was already checked. */
  fault(context: ScriptContext): string | null;
  /** Whether a rejection takes back everything that static HTML does; false for a function, whose HTML is not known before. */
  readonly isTakenBack: boolean;
}

/** A cookie that a script creates. */
export interface ScriptCookieOptions {
  /** Its name; `*` matches any characters, as in `_ga_*`. */
  readonly name: string;
  /** What it is for. */
  readonly purpose?: LocalText;
  /** How long it is kept, in words: `13 months`. */
  readonly duration?: LocalText;
  /** Default: the script's. */
  readonly domain?: string;
  /** Default: `/`. */
  readonly path?: string;
}

/** A script as the host declares it. */
export interface ScriptOptions {
  /** Label of the script, unique. */
  readonly name: string;
  /** HTML that is rendered where the host calls `renderScripts()`. `{nonce}` in text and files stands for the nonce. */
  readonly script: ScriptTemplate;
  /** The only environments in which it renders. */
  readonly environments: readonly string[];
  /** Its purpose, as text or by locale. */
  readonly description?: LocalText;
  /** Its vendor: a company, by its well-known name. */
  readonly provider?: string;
  /** Cookies it creates: names, or objects with their entries for the cookie declaration. */
  readonly cookies?: readonly (string | ScriptCookieOptions)[];
  /** Domain its cookies belong to, with or without a leading dot; needed to delete them. */
  readonly domain?: string;
  /** Keys it writes to `localStorage`; `*` matches any characters. */
  readonly localStorage?: readonly string[];
  /** Keys it writes to `sessionStorage`; `*` matches any characters. */
  readonly sessionStorage?: readonly string[];
  /** Names of its IndexedDB databases; `*` matches any characters. */
  readonly indexedDB?: readonly string[];
  /** Names of its caches in the Cache Storage; `*` matches any characters. */
  readonly cacheStorage?: readonly string[];
  /** Paths of the scopes of its service workers, as in `/push/`; `*` matches any characters. */
  readonly serviceWorkers?: readonly string[];
  /** True keeps its cookies and all that it stores on rejection. Default: false. */
  readonly permanent?: boolean;
  /** Name of the rule whose acceptance it needs. Default: `cookie`. */
  readonly rule?: string;
  /** What it is for, if that is not the purpose of its rule. Default: that of the rule. */
  readonly purpose?: PurposeName;
  /** Whether it needs consent first, see `RuleOptions.posture`; needs `provider`. Default: as the rule. */
  readonly posture?: PostureOptions;
  /** Types of Google Consent Mode that the rule's acceptance grants, as `analytics_storage`. Default: none. */
  readonly consentMode?: readonly ConsentType[];
}

/** A cookie with its defaults filled in. */
export interface ScriptCookie {
  readonly name: string;
  readonly purpose: HostText;
  readonly duration: HostText;
  readonly domain: string | undefined;
  readonly path: string;
}

/** Where scripts store something besides cookies: names or patterns by place, as in {@link ScriptOptions}. */
export interface StoredNames {
  readonly localStorage: readonly string[];
  readonly sessionStorage: readonly string[];
  readonly indexedDB: readonly string[];
  readonly cacheStorage: readonly string[];
  readonly serviceWorkers: readonly string[];
}

/** {@link StoredNames} in JSON. */
export interface StoredJson {
  local_storage: string[];
  session_storage: string[];
  indexed_db: string[];
  cache_storage: string[];
  service_workers: string[];
}

const STORES: Readonly<Record<keyof StoredNames, keyof StoredJson>> = {
  localStorage: 'local_storage',
  sessionStorage: 'session_storage',
  indexedDB: 'indexed_db',
  cacheStorage: 'cache_storage',
  serviceWorkers: 'service_workers',
};

const PLACES = Object.keys(STORES) as (keyof StoredNames)[];

/** The names, each once, by place. */
export function storedNames(list: readonly StoredNames[]): StoredNames {
  const all = PLACES.map((place) => [place, [...new Set(list.flatMap((one) => one[place]))]]);
  return Object.fromEntries(all) as StoredNames;
}

/** The same as JSON. */
export function storedJson(stored: StoredNames): StoredJson {
  return Object.fromEntries(PLACES.map((place) => [STORES[place], [...stored[place]]])) as Record<
    keyof StoredJson,
    string[]
  >;
}

/** All of the names. */
export function allStored(stored: StoredNames): string[] {
  return PLACES.flatMap((place) => stored[place]);
}

/** A script with its defaults filled in. */
export interface Script extends StoredNames {
  readonly name: string;
  readonly template: Template;
  readonly environments: readonly string[];
  readonly description: HostText;
  readonly provider: string;
  readonly cookies: readonly ScriptCookie[];
  readonly permanent: boolean;
  readonly rule: string;
  /** Undefined: that of the rule. */
  readonly purpose: Purpose | undefined;
  /** Null: opt-in. Undefined: that of the rule. */
  readonly byLaw: ByLaw | null | undefined;
  readonly consentMode: readonly ConsentType[];
}
