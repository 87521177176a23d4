import { type Cookies, isDeletable } from '../../../platform/web/request/cookies.ts';
import { type ConsentMode, consentModeOf, type ConsentModeOptions, type ConsentType } from './consent-mode.ts';
import { hostOfRequest } from '../../../platform/network/cookie-domain.ts';
import { cookieDomains, foldersOf } from './cookie-places.ts';
import { allStored, type Script, type StoredNames, storedNames } from './declaration.ts';
import { type Gate, gateOf } from './gate.ts';
import type { VendorChoice } from '../../rules/index.ts';
import { namesMeant } from './patterns.ts';
import type { SignalName } from './signals/index.ts';
import { consentSnippet } from './snippet.ts';
import { attributeText } from './tags.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';

/** A place a cookie may be in, for the browser to clear. */
export interface CookieIdentity {
  /** May be a pattern, `_ga_*`. */
  readonly name: string;
  /** Null: the host alone. */
  readonly domain: string | null;
  readonly path: string;
}

/** The data that the scripts of a rule and a vendor leave in a browser. */
export interface Traces extends StoredNames {
  readonly rule: string;
  /** See `gateOf`: of a vendor, or of the rule itself. */
  readonly gate: string;
  readonly cookies: readonly CookieIdentity[];
}

/** How tags are told what was accepted. */
export interface Telling {
  readonly consentMode: Required<ConsentModeOptions>;
  readonly signals: readonly SignalName[];
  /** The option `unprovedCookies`. */
  readonly unproved: 'count' | 'ignore';
}

/** Where cookies are deleted: the request and its response. */
export interface Forgetting {
  readonly cookies: Cookies;
  readonly request: Request | null;
  /** Path of the page they decide from, if another page sends the request. */
  readonly page?: string | undefined;
}

/**
 * Bytes of `Set-Cookie` up to which a response also deletes cookies in guessed places; the client looks there, too. A proxy with
 * buffers of 4 kB, the default of nginx, rejects a response with longer headers.
 */
const ROOM_FOR_GUESSES = 3200;

/** Renders scripts for visitors who consented, and removes their traces for visitors who did not. */
export class ScriptService {
  /** Scripts of this environment. */
  readonly active: readonly Script[];
  readonly #scripts: readonly Script[];
  readonly #environment: string;
  readonly #telling: Telling;
  /** Names by rule. */
  readonly #vendors: ReadonlyMap<string, readonly string[]>;
  /** Those of the last request. */
  #tracesAt: { readonly host: ReturnType<typeof hostOfRequest>; readonly traces: readonly Traces[] } | undefined;

  /**
   * @throws {PolicyEngineError} `configuration_invalid` for a script of this environment that cannot be made inactive until consent
   */
  constructor(scripts: readonly Script[], environment: string, telling: Telling) {
    this.#scripts = scripts;
    this.active = scripts.filter(({ environments }) => environments.includes(environment));
    this.#environment = environment;
    this.#telling = telling;
    const named = this.active.filter(({ provider }) => provider !== '');
    this.#vendors = new Map(
      [...Map.groupBy(named, ({ rule }) => rule)].map(([rule, mine]) => [
        rule,
        [...new Set(mine.map(({ provider }) => provider))],
      ]),
    );
    for (const [index, { template, environments }] of scripts.entries()) {
      const fault = environments.includes(environment) ? template.fault(this.#context('')) : null;
      if (fault !== null) throw new PolicyEngineError('configuration_invalid', `scripts[${index}].script: ${fault}`);
    }
  }

  /** Whether nothing is rendered at all. */
  get isEmpty(): boolean {
    return this.active.length === 0;
  }

  /** Whether a script of any environment needs a rule. */
  governs(rule: string): boolean {
    return this.#scripts.some((script) => script.rule === rule);
  }

  /** The scripts of a vendor of a rule, if one of them has a posture of its own; none otherwise. */
  withPosture(rule: string, vendor: string): readonly Script[] {
    const mine = this.active.filter((script) => script.rule === rule && script.provider === vendor);
    return mine.some(({ byLaw, purpose }) => byLaw !== undefined || purpose !== undefined) ? mine : [];
  }

  /** Names of the vendors of a rule, in the order they were declared. */
  vendorsOf(rule: string): readonly string[] {
    return this.#vendors.get(rule) ?? [];
  }

  /**
   * HTML of the scripts of this environment whose rule was accepted (spec: P-render-scripts). Google's tags get their
   * permissions first, with or without consent.
   */
  render(hasConsented: (gate: Gate) => boolean, nonce: string): string {
    const context = this.#context(nonce);
    const accepted = this.active.filter(hasConsented);
    const html = accepted.map(({ template }) => template.live(context));
    return [...this.#snippet(hasConsented, context.nonce), ...html].join('\n');
  }

  /**
   * The same tags, inactive, for pages that are the same for everybody: the client activates those with consent.
   *
   * @param isMissing whether tags are not in the page yet
   */
  renderBlocked(nonce: string, isMissing: (gate: Gate) => boolean = () => true): string {
    const context = this.#context(nonce);
    const html = this.active.filter(isMissing).map((script) => script.template.blocked(context, script));
    return [...this.#snippet(null, context.nonce), ...html].join('\n');
  }

  /** The tags without consent, inactive, for a page that already contains the others. */
  renderWaiting(hasConsented: (gate: Gate) => boolean, nonce: string): string {
    const context = this.#context(nonce);
    const waiting = this.active.filter((script) => !hasConsented(script));
    return waiting.map((script) => script.template.blocked(context, script)).join('\n');
  }

  /** What to pass to Google's tags; null if no script of this environment needs it. */
  consentMode(hasConsented: (gate: Gate) => boolean): ConsentMode | null {
    return consentModeOf(this.#consentTypes(), hasConsented);
  }

  /**
   * Deletes the cookies of a rejected rule's scripts, except the permanent ones (spec: P-script-rejection). A cookie is deleted whether
   * or not this request carried it: one for another path or subdomain is not sent. Patterns match the cookies that were sent; the
   * client looks for the others, see `traces`.
   *
   * @param vendors those whose cookies are deleted; null for all of the rule
   */
  forget(rule: string, { cookies, request, page }: Forgetting, vendors: VendorChoice | null = null): void {
    const scripts = this.#leaving(rule).filter(({ provider }) => vendors?.refused.includes(provider) ?? true);
    const present = cookies.names().filter(isDeletable);
    const places = tracesOf({ rule, gate: rule }, scripts, hostOfRequest(request)).cookies.flatMap((place) =>
      namesMeant(place.name, present).map((name) => ({ name, domain: place.domain, path: place.path })),
    );
    for (const place of places) remove(cookies, place);
    const folders = new Set([page, request?.headers.get('referer')].flatMap(foldersOf));
    const everywhere = places.filter(({ path }) => path === '/');
    const guesses = [...folders].flatMap((path) => everywhere.map(({ name, domain }) => ({ name, domain, path })));
    // A cookie that was sent has been deleted where it was found; one that was not sent can only be in a folder, most likely of the
    // host alone, where a script that names neither puts it.
    const came = new Set(cookies.names());
    const rank = ({ name, domain }: { readonly name: string; readonly domain: string | null }) =>
      Number(came.has(name)) * 2 + Number(domain !== null);
    const likely = guesses.toSorted((one, other) => rank(one) - rank(other));
    for (const guess of likely) {
      if (headerBytes(cookies) > ROOM_FOR_GUESSES) return;
      remove(cookies, guess);
    }
  }

  /** What is cleared on rejection, by rule and vendor: only if scripts leave something. */
  traces(request: Request | null): readonly Traces[] {
    const host = hostOfRequest(request);
    // They are in every page; a site has one host, as a rule.
    if (this.#tracesAt?.host !== host) this.#tracesAt = { host, traces: this.#tracesOn(host) };
    return this.#tracesAt.traces;
  }

  #tracesOn(host: ReturnType<typeof hostOfRequest>): Traces[] {
    const rules = new Set(this.#scripts.map(({ rule }) => rule));
    return [...rules]
      .flatMap((rule) => {
        const known = this.vendorsOf(rule);
        // A vendor of another environment only cannot be chosen.
        const byVendor = Map.groupBy(this.#leaving(rule), ({ provider }) => (known.includes(provider) ? provider : ''));
        return [...byVendor].map(([vendor, scripts]) => tracesOf({ rule, gate: gateOf(rule, vendor) }, scripts, host));
      })
      .filter((traces) => traces.cookies.length + allStored(traces).length > 0);
  }

  /** Scripts of a rule whose cookies and stored keys are deleted when it is rejected. */
  #leaving(rule: string): readonly Script[] {
    return this.#scripts.filter((script) => script.rule === rule && !script.permanent);
  }

  #context(nonce: string) {
    return { nonce: attributeText(nonce), environment: this.#environment };
  }

  /** @param hasConsented null for a page that is the same for everybody */
  #snippet(hasConsented: ((gate: Gate) => boolean) | null, nonce: string): string[] {
    const mode = this.consentMode(hasConsented ?? (() => false));
    if (mode === null || this.signals.length === 0) return [];
    const { consentMode: options, unproved } = this.#telling;
    // Where only recorded decisions count, a page cannot tell them.
    const readsCookies = hasConsented === null && unproved === 'count' ? this.#consentTypes() : null;
    return [consentSnippet({ mode, signals: this.signals, options, nonce, readsCookies })];
  }

  /** Gates that grant a consent type, all of them, as pages write them. Nothing grants a type without gates. */
  gatesByType(): Readonly<Record<string, readonly string[]>> {
    const declared = this.#consentTypes();
    return Object.fromEntries(
      Object.keys(this.consentMode(() => false) ?? {}).map((type) => [
        type,
        [...new Set(declared.get(type as ConsentType)?.map(({ rule, provider }) => gateOf(rule, provider)))],
      ]),
    );
  }

  /** Names of the signals that tags are told by; none if no script declares a consent type. */
  get signals(): readonly SignalName[] {
    return this.active.some(({ consentMode }) => consentMode.length > 0) ? this.#telling.signals : [];
  }

  #consentTypes(): ReadonlyMap<ConsentType, readonly Gate[]> {
    const types = new Map<ConsentType, Gate[]>();
    for (const script of this.active) {
      for (const type of script.consentMode) types.set(type, [...(types.get(type) ?? []), script]);
    }
    return types;
  }
}

function tracesOf(of: Pick<Traces, 'rule' | 'gate'>, scripts: readonly Script[], host: string | null): Traces {
  const kept = new Set<string>();
  const cookies = scripts.flatMap((script) =>
    script.cookies.flatMap(({ name, domain, path }) =>
      cookieDomains(domain, host)
        .flatMap((place) => [...new Set([path, '/'])].map((at) => ({ name, domain: place, path: at })))
        .filter((place) => isNew(kept, JSON.stringify(place))),
    ),
  );
  return { ...of, cookies, ...storedNames(scripts) };
}

function remove(cookies: Cookies, { name, domain, path }: CookieIdentity): void {
  cookies.delete(name, domain === null ? { path } : { domain, path });
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function headerBytes(cookies: Cookies): number {
  return cookies.changes().reduce((sum, line) => sum + 'set-cookie: \r\n'.length + line.length, 0);
}
