/** Which declaration the name of a cookie belongs to, and how names without one are shortened. */
import { COOKIE_NAME } from '../scripts/cookie-options.ts';
import type { Script } from '../scripts/declaration.ts';
import type { Gate } from '../scripts/gate.ts';
import { isPattern, patternOf } from '../scripts/patterns.ts';
import { type NecessaryCookie, OWN_COOKIES, OWN_COOKIES_SENT } from '../necessary/declaration.ts';

/** The declaration of a cookie. */
export interface DeclaredCookie {
  /** As declared: a name, or a pattern such as `_ga_*`. */
  readonly name: string;
  readonly as: 'engine' | 'necessary' | 'script';
  /** Names of the scripts that declare it. */
  readonly scripts: readonly string[];
  /** What these scripts need; with one of them accepted, the cookie has consent. */
  readonly gates: readonly Gate[];
  /** Whether it is expected in this environment. */
  readonly isExpected: boolean;
}

/** What is declared. */
export interface CookieDeclarations {
  /** Scripts of all environments. */
  readonly scripts: readonly Script[];
  readonly necessaryCookies: readonly NecessaryCookie[];
  readonly environment: string;
}

/** Longest name that is noted. */
export const LONGEST_NAME = 128;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Six or more hexadecimal digits, one of them 0 to 9: `decade` is a word. */
const HEX = /(?=[a-f]*\d)[\da-f]{6,}/gi;
/** Letters mixed with three or more digits. */
const MIXED = /(?=(?:[a-z]*\d){3})[a-z\d]{8,}/gi;

/** Replaces the parts of a name that look random: `_hjSession_3840217` is `_hjSession_*`. */
export function shortened(name: string): string {
  if (!/\d/.test(name)) return name;
  return name
    .replaceAll(UUID, '*')
    .replaceAll(HEX, '*')
    .replaceAll(MIXED, '*')
    .replaceAll(/\*{2,}/g, '*');
}

/** How a cookie is noted. */
export interface NotedName {
  /** As declared, else {@link shortened}. */
  readonly name: string;
  readonly declared: DeclaredCookie | undefined;
}

/** Remembered names: random ones would fill the memory. */
const MOST_REMEMBERED = 1000;

/** The declared cookies of an engine. */
export class DeclaredCookies {
  readonly #exact = new Map<string, DeclaredCookie>();
  readonly #patterns: { readonly fits: RegExp; readonly cookie: DeclaredCookie }[] = [];
  readonly #remembered = new Map<string, NotedName | null>();

  constructor({ scripts, necessaryCookies, environment }: CookieDeclarations) {
    const own = (name: string) => ({ name, as: 'engine', scripts: [], gates: [], isExpected: false }) as const;
    for (const name of OWN_COOKIES_SENT) this.#add(name, own(OWN_COOKIES.find((one) => name.endsWith(one)) ?? name));
    for (const { name } of necessaryCookies) {
      this.#add(name, { name, as: 'necessary', scripts: [], gates: [], isExpected: true });
    }
    const ofScripts = scripts.flatMap((script) => script.cookies.map(({ name }) => ({ name, script })));
    for (const [name, declared] of Map.groupBy(ofScripts, (one) => one.name)) {
      const among = declared.map(({ script }) => script);
      this.#add(name, {
        name,
        as: 'script',
        scripts: [...new Set(among.map((script) => script.name))],
        gates: among.map(({ rule, provider }) => ({ rule, provider })),
        isExpected: among.some(({ environments }) => environments.includes(environment)),
      });
    }
  }

  /** Those that the site should have, if it is used: all except the engine's own. */
  get expected(): readonly DeclaredCookie[] {
    const patterns = this.#patterns.map(({ cookie }) => cookie);
    return [...this.#exact.values(), ...patterns].filter(({ isExpected }) => isExpected);
  }

  /** The declaration that a name belongs to. */
  of(name: string): DeclaredCookie | undefined {
    const exact = this.#exact.get(name);
    return exact ?? this.#patterns.find(({ fits }) => fits.test(name))?.cookie;
  }

  /** How a cookie is noted; null for the name of none. */
  noted(sent: string): NotedName | null {
    const known = this.#remembered.get(sent);
    if (known !== undefined) return known;
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    const isName = sent.length <= LONGEST_NAME && COOKIE_NAME.test(sent);
    const declared = isName ? this.of(sent) : undefined;
    const noted = isName ? { name: declared?.name ?? shortened(sent), declared } : null;
    this.#remembered.set(sent, noted);
    return noted;
  }

  #add(name: string, cookie: DeclaredCookie): void {
    if (isPattern(name)) this.#patterns.push({ fits: patternOf(name), cookie });
    else if (!this.#exact.has(name)) this.#exact.set(name, cookie);
  }
}
