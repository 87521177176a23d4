import type { Adoptable as AdoptableDecision } from '../visitors/adoption.ts';
import type { ConsentService } from '../service.ts';
import type { Visitor } from '../visitors/visitor.ts';
import { HostVisitor } from './host-visitor.ts';
import type { ConsentStatus } from '../decisions/status.ts';
import type { ConsentState } from '../../rules/index.ts';
import { isObstructing, isOpen, isPending, stateHere, statusOn } from '../decisions/status.ts';
import {
  type PendingPoliciesResponse,
  pendingPoliciesResponse,
  type RequirePoliciesOptions,
  type RequirePoliciesSettings,
} from './require-policies.ts';
import { bannerWithAssets, decisionsIn, type RenderBannerOptions } from '../banner/banner.tsx';
import type { BannerRecords } from '../banner/records.ts';
import { choicesLink } from '../opt-out/pill.tsx';
import { consentSettingsJson } from '../banner/representation.ts';
import type { Devices } from '../devices/devices.ts';
import type { FoundCookiesService } from '../found-cookies/service.ts';
import { isAhead } from './ahead.ts';
import { PRIVATE } from './page-caching.ts';
import type { ConsentSnapshot } from './snapshot.ts';
import type { LookIn } from '../../appearance/index.ts';
import type { ConsentSettingsService } from '../banner/service.ts';
import type { ConsentMode } from '../scripts/consent-mode.ts';
import type { Gate } from '../scripts/gate.ts';
import type { ScriptService } from '../scripts/service.ts';
import { isAllowed } from '../decisions/vendors.ts';
import type { Cookies } from '../../../platform/web/request/cookies.ts';
import type { CurrentUser } from '../../../platform/users/current-user.ts';
import type { HostEnv } from '../../../platform/host-env.ts';
import { acceptedLanguages, type Language } from '../../../platform/i18n/language.ts';
import { localPath } from '../../../platform/web/index.ts';

interface ConsentContextOptions {
  readonly request: Request;
  readonly env: HostEnv;
  readonly requirePolicies: RequirePoliciesSettings;
  readonly cookies: Cookies;
  readonly consents: ConsentService;
  readonly scripts: ScriptService;
  readonly consentSettings: ConsentSettingsService;
  /** Language of the texts for this visitor. */
  readonly language: () => Promise<Language>;
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
  readonly look: LookIn;
  readonly foundCookies: FoundCookiesService;
  readonly records: BannerRecords;
  /** Whether a rule sells data. */
  readonly sells: boolean;
  readonly devices: Pick<Devices, 'isUntold'>;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
  readonly user: () => Promise<CurrentUser | null>;
  /**
   * Tells the host's adapter that the page contains a decision of the visitor.
   *
   * @param isActive whether it contains tags that are active, unless it is loaded ahead of time
   */
  readonly rendered: (isActive: () => boolean) => void;
}

/** How scripts are rendered. */
export interface RenderScriptsOptions {
  readonly nonce?: string;
  readonly mode?: 'consented' | 'blocked';
}

/** One request of the host's own pages, with the decisions of its visitor. Everything is queried at most once. */
export interface ConsentContext<RuleName extends string = string> {
  /**
   * Whether what needs the rule may run for the visitor, signed in or not: they have accepted its text in force, or need no consent first
   * where they are (`RuleOptions.posture`) and have not objected.
   *
   * @param vendor `provider` of a script of the rule: whether the rule is accepted with this vendor, too
   * @throws {PolicyEngineError} `not_found` for a name that no rule has
   */
  hasConsented(rule: RuleName, vendor?: string): Promise<boolean>;
  /**
   * What the visitor decided on the rule's text in force; `passive` for nothing yet.
   *
   * @throws {PolicyEngineError} `not_found` for a name that no rule has
   */
  stateOf(rule: RuleName): Promise<ConsentState>;
  /** Names of the rules that can be asked about now: they have a text in force, and nothing was decided on it. */
  undecidedPolicies(): Promise<string[]>;
  /** Names of the rules that are undecided, and of the blocking ones that are rejected. */
  pendingPolicies(): Promise<string[]>;
  /** Names of the blocking rules that must be accepted to continue: they have a text in force, and are undecided or rejected. */
  pendingBlockingPolicies(): Promise<string[]>;
  /**
   * The response for a signed-in visitor with pending blocking policies: a redirect to the acceptance page, or a
   * problem document for a program. Null if the request may continue. `requirePolicies` of the host adapters uses this.
   */
  requirePolicies(options?: RequirePoliciesOptions): Promise<PendingPoliciesResponse | null>;
  /**
   * HTML of the scripts the visitor consented to, for the page's head, before your own tags; without consent only the
   * defaults of Google Consent Mode, if a script declares it (spec: P-render-scripts). A page that a browser loads ahead of time
   * (`Sec-Purpose: prefetch`, `prefetch;prerender`) gets them as in `blocked` mode: the client activates them when somebody looks at it.
   *
   * @param options.nonce the page's Content-Security-Policy nonce; script, style and stylesheet tags without one get it
   * @param options.mode `blocked`: all tags, inactive until the client activates them, for a page that is the same for
   * everybody (cached by a CDN) or a single-page application. Does not query the database. Default: `consented`
   */
  renderScripts(options?: RenderScriptsOptions): Promise<string>;
  /**
   * What to pass to Google's tags (Consent Mode v2), for a page that configures them itself; `renderScripts` does so
   * automatically. Null if no script declares `consentMode`.
   */
  consentMode(): Promise<ConsentMode | null>;
  /**
   * HTML of the consent banner for the end of the page's body, with its style sheet and script: a plain form, which
   * works without JavaScript. It is followed by the scripts without consent, inactive until the visitor consents,
   * unless `renderScripts` has added them to the page in `blocked` mode. The HTML is specific to this visitor: a page
   * that is cached by a CDN uses the script alone. Empty if there is nothing to consent to, for renderers
   * (`banner.hideFrom`) and for bots (`banner.isBot`): then the page contains nothing that needs consent. Its script
   * moves the banner after the page's skip link, so that keyboard users reach it first; the link that opens it again
   * stays where the element is.
   *
   * @example
   * ```ts
   * const head = await consent.renderScripts({ nonce });
   * const endOfBody = await consent.renderBanner({ nonce });
   * ```
   */
  renderBanner(options?: RenderBannerOptions): Promise<string>;
  /**
   * HTML of the link “Your Privacy Choices” with its icon, for the header or footer of every page of a site that sells or shares data (a
   * rule with `sells`). The same for everybody: it is in the language of the page, and the page stays cacheable. Empty if no rule sells data.
   *
   * @param options.locale BCP 47 tag of the page's language. Default: that of the request, as the browser prefers it
   */
  renderPrivacyChoicesLink(options?: { readonly locale?: string }): Promise<string>;
  /**
   * The initial state for the components of `policy-engine/react`, `/vue` and `/svelte`, so that the first HTML is
   * correct: pass it to `<ConsentProvider snapshot>`, `createConsent({ snapshot })` or
   * `setConsent(() => ({ snapshot }))`. It is specific to this visitor: send such a page with
   * `Cache-Control: no-store`.
   *
   * @example
   * ```ts
   * const snapshot = await consentContextOf(engine, request).consentSnapshot();
   * ```
   */
  consentSnapshot(): Promise<ConsentSnapshot>;
  /**
   * Decisions made in this browser without an account, on rules that the signed-in account has not decided: ask whether
   * to take them over. Empty for visitors.
   */
  adoptableDecisions(): Promise<AdoptableDecision[]>;
  /**
   * Takes over such a decision for the signed-in account, when its owner asks for it. Append `policyCookies()` to the response: the
   * browser becomes a new visitor, and its decisions are removed when the account signs out.
   *
   * @throws {PolicyEngineError} 409 `nothing_to_adopt` if this browser's visitor has no event on the text in force that no account
   * has claimed; 405 in a read-only request; 403 `cross_site_request` in one from another site
   */
  adoptVisitorDecision(rule: RuleName): Promise<void>;
  /** `Set-Cookie` values that result from the calls so far. Append them to the response. */
  policyCookies(): string[];
  /**
   * Headers of the page that result from the calls so far: `Cache-Control: private, no-cache` once a decision of the visitor was asked for,
   * so that no shared cache shows the page to somebody else; nothing for a page that is the same for everybody. Host adapters set them
   * themselves once something was rendered; set them where there is no adapter, and for pages that depend on `hasConsented` alone.
   *
   * @example
   * ```ts
   * const html = page(await consent.renderScripts(), await consent.renderBanner());
   * response.set(consent.responseHeaders());
   * ```
   */
  responseHeaders(): Record<string, string>;
}

/** A consent context that queries the database only when it is used. */
export class LazyConsentContext<RuleName extends string = string> implements ConsentContext<RuleName> {
  readonly #options: ConsentContextOptions;
  #statuses: Promise<readonly ConsentStatus[]> | undefined;
  /** Whether the page contains a decision of the visitor. */
  #isPersonal = false;
  /** Whether the adapter knows that something of it is in the page. */
  #isRendered = false;
  /** Whether its tags are active, unless it is loaded ahead of time. */
  #isActive = false;
  /** An adoption loads the statuses again. */
  #isNoted = false;
  /** Where the tags without consent are: they must be in a page only once, or they would run twice. */
  #blockedIn: 'scripts' | 'banner' | undefined;

  constructor(options: ConsentContextOptions) {
    this.#options = options;
  }

  async hasConsented(rule: RuleName, vendor = ''): Promise<boolean> {
    const status = statusOn(rule, await this.#all());
    return isAllowed({ runs: status.outcome.runs, vendors: status.vendors }, vendor);
  }

  async stateOf(rule: RuleName): Promise<ConsentState> {
    return stateHere(statusOn(rule, await this.#all()));
  }

  async undecidedPolicies(): Promise<string[]> {
    const undecided = (await this.#all()).filter((status) => status.term !== null && isOpen(status));
    return undecided.map(({ rule }) => rule.name);
  }

  async pendingPolicies(): Promise<string[]> {
    return (await this.#all()).filter(isPending).map(({ rule }) => rule.name);
  }

  async pendingBlockingPolicies(): Promise<string[]> {
    return (await this.#all()).filter(isObstructing).map(({ rule }) => rule.name);
  }

  async requirePolicies(options: RequirePoliciesOptions = {}): Promise<PendingPoliciesResponse | null> {
    const { request, requirePolicies, user } = this.#options;
    const { method, headers, url } = request;
    const pending = async () => {
      // Visitors without an account are never asked.
      if ((await user()) === null) return [];
      // The answer is the host's page, or a response with headers of its own.
      return (await this.#once()).filter(isObstructing).map(({ rule }) => rule.name);
    };
    return pendingPoliciesResponse(requirePolicies, options, { method, headers, url: new URL(url), pending });
  }

  async renderScripts({ nonce = '', mode = 'consented' }: RenderScriptsOptions = {}): Promise<string> {
    const { scripts } = this.#options;
    if (scripts.isEmpty) return '';
    if (mode !== 'blocked') {
      this.#isActive = true;
      // A tag that is active would run in a page that nobody looks at yet.
      if (!isAhead(this.#options.request)) return this.#inPage(scripts.render(await this.#consented(), nonce));
      this.#inPage(null);
    }
    if (this.#blockedIn === 'banner') return this.#inPage(scripts.renderBlocked(nonce, await this.#consented()));
    this.#blockedIn = 'scripts';
    return scripts.renderBlocked(nonce);
  }

  async consentMode(): Promise<ConsentMode | null> {
    const mode = this.#options.scripts.consentMode(await this.#consented());
    return mode === null ? null : this.#inPage(mode);
  }

  async renderBanner(options: RenderBannerOptions = {}): Promise<string> {
    const { request, cookies, consentSettings, scripts, chooseLanguage, href, look, records } = this.#options;
    const asking = await this.#asking();
    if (consentSettings.isHiddenFrom(asking)) return '';
    const isRecorded = await consentSettings.recordSignal(asking, await this.#all());
    if (isRecorded) this.#statuses = undefined;
    const now = consentSettings.fromStatuses(asking, await this.#all());
    // The host may not send the cookies of it: the script of the page gets them with its own request.
    const found = isRecorded ? { ...now, gpc: { ...now.gpc, unrecorded: true } } : now;
    const { pathname, search } = new URL(request.url);
    const returnTo = localPath(options.returnTo, pathname + search);
    const language = options.locale === undefined ? await this.#options.language() : chooseLanguage([options.locale]);
    const wishes = acceptedLanguages(request.headers.get('accept-language'));
    const isUntold = await this.#options.devices.isUntold(asking, found);
    const isSignedIn = asking.user !== null;
    const drawn = { language, wishes, chooseLanguage, href, look: await look(language.locale), records };
    const banner = await bannerWithAssets(
      { settings: found, cookies, isSignedIn, isUntold, ...drawn },
      { ...options, returnTo },
    );
    if (banner === '') return '';
    this.#inPage(banner);
    const consented = await this.#consented();
    if (this.#blockedIn === 'scripts') return banner;
    this.#blockedIn = 'banner';
    return [scripts.renderWaiting(consented, options.nonce ?? ''), banner].join('\n');
  }

  async renderPrivacyChoicesLink({ locale }: { readonly locale?: string } = {}): Promise<string> {
    const { sells, chooseLanguage, href } = this.#options;
    if (!sells) return '';
    const language = locale === undefined ? await this.#options.language() : chooseLanguage([locale]);
    return choicesLink({ language, href });
  }

  async consentSnapshot(): Promise<ConsentSnapshot> {
    const { cookies, consentSettings, language, href } = this.#options;
    const settings = consentSettings.fromStatuses(await this.#asking(), await this.#all());
    const { locale } = await language();
    // A snapshot is JSON: it must not contain `undefined`, which some frameworks reject.
    const state = JSON.parse(JSON.stringify(consentSettingsJson(settings, locale, href))) as ConsentSnapshot['state'];
    return this.#inPage({ mount: href(''), seen: decisionsIn(cookies), state });
  }

  async adoptableDecisions(): Promise<AdoptableDecision[]> {
    this.#isPersonal = true;
    return this.#options.consents.adoptions.of(await this.#asking());
  }

  async adoptVisitorDecision(rule: RuleName): Promise<void> {
    const { consents, language } = this.#options;
    const { locale } = await language();
    await consents.adoptions.adopt(await this.#asking(locale), rule);
    this.#statuses = undefined;
  }

  policyCookies(): string[] {
    return this.#options.cookies.changes();
  }

  responseHeaders(): Record<string, string> {
    return this.#isPersonal ? { 'cache-control': PRIVATE } : {};
  }

  /** Something with a decision of the visitor, for the page. */
  #inPage<Rendered>(rendered: Rendered): Rendered {
    if (!this.#isRendered) this.#options.rendered(() => this.#isActive);
    this.#isRendered = true;
    return rendered;
  }

  async #consented(): Promise<(gate: Gate) => boolean> {
    return allowedBy(await this.#all());
  }

  #all(): Promise<readonly ConsentStatus[]> {
    this.#isPersonal = true;
    return this.#once();
  }

  #once(): Promise<readonly ConsentStatus[]> {
    this.#statuses ??= this.#load();
    return this.#statuses;
  }

  async #load(): Promise<readonly ConsentStatus[]> {
    const { consents, cookies, foundCookies } = this.#options;
    const asking = await this.#asking();
    const statuses = await consents.statuses(asking);
    if (!this.#isNoted) {
      this.#isNoted = true;
      foundCookies.note({ cookies, isSignedIn: asking.user !== null, isAllowed: allowedBy(statuses) });
    }
    return statuses;
  }

  async #asking(locale?: string): Promise<Visitor> {
    const { request, env, cookies, user } = this.#options;
    return new HostVisitor({ user: await user(), cookies, request, env, locale });
  }
}

/** What the visitor consented to. */
function allowedBy(all: readonly ConsentStatus[]): (gate: Gate) => boolean {
  const statuses = new Map(all.map((status) => [status.rule.name, status]));
  return ({ rule, provider }) => {
    const status = statuses.get(rule);
    return status !== undefined && isAllowed({ runs: status.outcome.runs, vendors: status.vendors }, provider);
  };
}
