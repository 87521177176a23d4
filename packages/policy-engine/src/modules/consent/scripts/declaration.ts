/** Scripts of third parties as the host declares them (spec: Script). */
import { requireKnown } from '../../../configuration-checks.ts';
import { PolicyEngineError } from '../../../errors.ts';
import { type ConsentType, consentTypes } from './consent-mode.ts';
import { isPublicSuffix } from './cookie-places.ts';
import { type Template, templateOf } from './template.ts';

/** What a script's template function is given. */
export interface ScriptContext {
  /** Value for the `nonce` attribute under the host's Content-Security-Policy; empty without one. */
  readonly nonce: string;
  readonly environment: string;
}

/**
 * HTML of a script: a file, as a path or URL; text, which has a `<` in it or is empty; or a function. It is the host's own and trusted:
 * nothing is escaped. Script, style and stylesheet tags without a `nonce` get the page's.
 */
export type ScriptTemplate = string | URL | ((context: ScriptContext) => string);

/** Words for people, plain or by locale. */
export type Localised = string | ((locale: string) => string);

/** A cookie that a script creates. */
export interface ScriptCookieOptions {
  /** Its name; `*` stands for any characters, as in `_ga_*`. */
  readonly name: string;
  /** What it is for. */
  readonly purpose?: Localised;
  /** How long it stays, in words: `13 months`. */
  readonly duration?: Localised;
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
  /** It renders in these environments only. */
  readonly environments: readonly string[];
  /** What it is for, plain or by locale. */
  readonly description?: Localised;
  /** Who stands behind it: a company, as people know it. */
  readonly provider?: string;
  /** Cookies it creates: names, or names with what the cookie declaration says of them. */
  readonly cookies?: readonly (string | ScriptCookieOptions)[];
  /** Domain its cookies belong to, with or without a leading dot; needed to delete them. */
  readonly domain?: string;
  /** Keys it writes to `localStorage`; `*` stands for any characters. */
  readonly localStorage?: readonly string[];
  /** Keys it writes to `sessionStorage`; `*` stands for any characters. */
  readonly sessionStorage?: readonly string[];
  /** True keeps its cookies and stored keys on rejection. Default: false. */
  readonly permanent?: boolean;
  /** Name of the rule whose acceptance it needs. Default: `cookie`. */
  readonly rule?: string;
  /** Types of Google Consent Mode that the rule's acceptance grants, as `analytics_storage`. Default: none. */
  readonly consentMode?: readonly ConsentType[];
}

/** A cookie with its defaults filled in. */
export interface ScriptCookie {
  readonly name: string;
  readonly purpose: (locale: string) => string;
  readonly duration: (locale: string) => string;
  readonly domain: string | undefined;
  readonly path: string;
}

/** A script with its defaults filled in. */
export interface Script {
  readonly name: string;
  readonly template: Template;
  readonly environments: readonly string[];
  readonly description: (locale: string) => string;
  readonly provider: string;
  readonly cookies: readonly ScriptCookie[];
  readonly localStorage: readonly string[];
  readonly sessionStorage: readonly string[];
  readonly permanent: boolean;
  readonly rule: string;
  readonly consentMode: readonly ConsentType[];
}

/**
 * Checks the declared scripts.
 *
 * @param ruleNames names of the declared rules
 * @throws {PolicyEngineError} `configuration_invalid`, naming the script and what is wrong with it
 */
export function checkScripts(declared: readonly ScriptOptions[], ruleNames: ReadonlySet<string>): Script[] {
  const names = new Set<string>();
  return declared.map((options) => {
    const script = checked(options, ruleNames);
    if (names.has(script.name)) throw invalid(`scripts: two scripts are named "${script.name}"`);
    names.add(script.name);
    return script;
  });
}

const OPTIONS: Readonly<Record<keyof ScriptOptions, true>> = {
  name: true,
  script: true,
  environments: true,
  description: true,
  provider: true,
  cookies: true,
  domain: true,
  localStorage: true,
  sessionStorage: true,
  permanent: true,
  rule: true,
  consentMode: true,
};

function checked(options: ScriptOptions, ruleNames: ReadonlySet<string>): Script {
  const { name, script, environments, description = '', provider = '', permanent = false } = options;
  const { rule = 'cookie', localStorage = [], sessionStorage = [], consentMode = [] } = options;
  if (typeof name !== 'string' || name.trim() === '') throw invalid('scripts: a script has no name');
  requireKnown(`script "${name}"`, options, OPTIONS);
  if (!Array.isArray(environments) || environments.length === 0) {
    throw invalid(`script "${name}": environments must name at least one environment, such as "production"`);
  }
  if (!ruleNames.has(rule)) throw invalid(`script "${name}": there is no rule "${rule}"`);
  const cookies = (options.cookies ?? []).map((cookie) => checkedCookie(options, cookie));
  for (const key of [...localStorage, ...sessionStorage]) {
    if (typeof key !== 'string' || /^\**$/.test(key)) throw invalid(`script "${name}": "${key}" would clear every key`);
  }
  for (const type of consentMode) {
    if (!consentTypes.includes(type)) {
      throw invalid(`script "${name}": consentMode knows ${consentTypes.join(', ')}, not "${type}"`);
    }
  }
  const words = { description: localised(description), provider };
  const traces = { cookies, localStorage, sessionStorage, permanent };
  return { name, template: templateOf(name, script), environments, rule, consentMode, ...words, ...traces };
}

/** Characters of a cookie's name (RFC 6265 §4.1.1), with `*`, which also stands for any. */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~\w]{1,256}$/;

function checkedCookie(script: ScriptOptions, cookie: string | ScriptCookieOptions): ScriptCookie {
  const {
    name,
    purpose = '',
    duration = '',
    path = '/',
    ...own
  } = typeof cookie === 'string' ? { name: cookie } : cookie;
  const domain = ('domain' in own ? own.domain : undefined) ?? script.domain;
  if (typeof name !== 'string' || !COOKIE_NAME.test(name)) {
    throw invalid(`script "${script.name}": ${JSON.stringify(name)} is no name of a cookie`);
  }
  if (/^\*+$/.test(name)) throw invalid(`script "${script.name}": the cookie "${name}" would be every cookie`);
  if (domain === undefined && script.permanent !== true) {
    throw invalid(`script "${script.name}": its cookies can't be deleted without their domain`);
  }
  if (domain !== undefined && isPublicSuffix(domain)) {
    throw invalid(`script "${script.name}": "${domain}" is a public suffix, under which no cookie can be set`);
  }
  if (!path.startsWith('/'))
    throw invalid(`script "${script.name}": the path of the cookie "${name}" must start with /`);
  return { name, purpose: localised(purpose), duration: localised(duration), domain, path };
}

function localised(words: Localised): (locale: string) => string {
  return typeof words === 'function' ? words : () => words;
}

function invalid(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}
