/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { FieldError } from '../../errors/errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { HostEnv } from '../../platform/host-env.ts';
import type { LifecycleEvent } from '../rules/index.ts';
import type { GpcOptions, GpcResource } from './banner/gpc-resource.ts';
import type { BannerOptions } from './banner/hidden-from.ts';
import type { CentreSection } from './centre/views/section.ts';
import type { ConsentContext } from './context/consent-context.ts';
import type { PageCaching } from './context/page-caching.ts';
import type { ImportFileOptions, ImportReport, ImportRows } from './import/source.ts';
import type { NecessaryCookieOptions } from './necessary/declaration.ts';
import type { consentOptions } from './options.ts';
import type { RegionReport } from './regions/finding.ts';
import type { RecordedPolicies } from './sign-up/recorded-policies.ts';
import type { ConsentModeOptions } from './scripts/consent-mode.ts';
import type { ScriptOptions } from './scripts/declaration.ts';
import type { SignalName } from './scripts/signals/index.ts';
import type { ConsentService } from './service.ts';
import type { ToolOptions } from './tools/declaration.ts';
import type {
  Attributes,
  PolicyAttribute,
  PolicyText,
  SignUpEvidence,
  ValidatePoliciesOptions,
} from './sign-up/sign-up.ts';

export type { Adoptable } from './visitors/adoption.ts';
export type { CentreSection } from './centre/views/section.ts';
export { stateOf } from './decisions/held.ts';
export { type ConsentStatus, isObstructing, isPending, stateHere, statusOn } from './decisions/status.ts';
export { isConsent } from './decisions/gpc.ts';
export { type NecessaryCookie, necessaryCookieJson, type StorageKind, storageKinds } from './necessary/declaration.ts';
export { allStored, type Script } from './scripts/declaration.ts';
export type { RegionReport, RegionText } from './regions/finding.ts';
export type { ConsentService } from './service.ts';
export type { ImportedDecision } from './import/row.ts';
export { DecisionImport } from './import/service.ts';
export type { Visitor } from './visitors/visitor.ts';

type Shapes = typeof consentOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly consent: ConsentService;
  }
  interface Hooks {
    /** A part of the privacy centre, the page for a person. */
    readonly centreSections: readonly CentreSection[];
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** Scripts of third parties, with their cookies. Default: none. */
    readonly scripts?: readonly ScriptOptions[];
    /** The host's own cookies that need no consent: session, basket, CSRF token, load balancer. Default: none. */
    readonly necessaryCookies?: readonly NecessaryCookieOptions[];
    /** How Google's tags behave without consent, if a script declares `consentMode`. */
    readonly consentMode?: ConsentModeOptions;
    /**
     * Whose tags are told the types that scripts declare in `consentMode`: `google`, `microsoft-uet` (Microsoft Advertising),
     * `microsoft-clarity`. Default: `['google']`.
     */
    readonly consentSignals?: readonly SignalName[];
    /**
     * Consent tools that the site used before. What a visitor decided with one, as its cookie says, counts until they decide again, and
     * never longer than it did there. Default: none.
     */
    readonly otherConsentTools?: readonly ToolOptions[];
    /** What the site states about Global Privacy Control in `/.well-known/gpc.json`. */
    readonly gpc?: GpcOptions;
    /** Who sees the consent banner, and where. */
    readonly banner?: BannerOptions;
    /**
     * Whether the names of cookies in requests are counted, without values and without who sent them, to compare them with
     * the declared ones. Default: true.
     */
    readonly cookieInventory?: boolean;
    /**
     * Who says whether caches may keep pages with a decision of their visitor. `private`: the adapters of hosts send them with
     * `Cache-Control: private, no-cache`, whatever the host lets shared caches do. `host`: the host’s own header counts, if it sets one;
     * for caches that keep the pages of each visitor apart. Default: `private`.
     */
    readonly pageCaching?: PageCaching;
    /**
     * Region of the sender of a request, as `fr` or `us-ca`, for the postures of rules and scripts; it is recorded with decisions. Null, or a
     * region without facts: everything is opt-in. Default: not known.
     *
     * @example
     * ```ts
     * const region = (request: Request) => request.headers.get('x-region');
     * ```
     */
    readonly region?: (request: Request) => string | null;
    /** Decides which scripts render. Default: `NODE_ENV`, else `development`. */
    readonly environment?: string;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * The consent context of one request of the host's own pages: what its visitor has consented to, and the resulting
     * scripts. Queries the database at most once, and only when needed.
     */
    consentContext(request: Request, env?: HostEnv): ConsentContext<RuleName>;
    /**
     * The errors that prevent the host from creating or updating a user with these attributes (spec: P-rule-validates-on): one
     * per field `policy_rule_<name>`, empty if valid: `required`, `missing_term`, or `text_changed` for an accepted text that is no longer the
     * one in force, if the form says which one it showed (`policy_version_<name>`). Fields without a rule are ignored; outside of production they are
     * logged.
     *
     * @throws {PolicyEngineError} `form_missing` for attributes that are not an object, as without a body parser
     */
    validatePolicies(
      event: LifecycleEvent,
      attributes: Attributes,
      options?: ValidatePoliciesOptions,
    ): Promise<FieldError[]>;
    /**
     * Names of the form fields and attributes of a user that `recordPolicies` reads, in the order of the rules: `policy_rule_<name>` decides
     * on a rule; `policy_version_<name>` is the version of its text that was shown.
     */
    readonly policyAttributes: ReadonlyArray<PolicyAttribute<RuleName>>;
    /**
     * The texts in force, in the order of the rules: a form of the host shows a link to each, a box unless it is a notice, and a hidden field
     * `policy_version_<rule>` with its version. The versions are stored in the ledger with the decisions of `recordPolicies`, and a text
     * that has changed since the form was shown is not accepted.
     *
     * @param options.locale BCP 47 tag of the labels. Default: the engine's default locale
     */
    policyTexts(options?: { readonly locale?: string }): Promise<readonly PolicyText<RuleName>[]>;
    /**
     * Stores the decisions in these attributes, in the transaction that writes the user. Fields without a rule are
     * ignored; outside of production they are logged.
     *
     * @throws {PolicyEngineError} `form_missing` for attributes that are not an object, as without a body parser; 409 `text_changed` for an
     * accepted text that is no longer in force, see {@link validatePolicies}
     * @param evidence the request behind it, for the ledger
     *
     * @example
     * ```ts
     * const recorded = await engine.database.transaction(async (transaction) => {
     *   await transaction.execute('insert into users (id, email) values (?, ?)', [id, email]);
     *   return engine.recordPolicies(transaction, id, request.body.user);
     * });
     * for (const cookie of await recorded.afterCommit()) response.append('Set-Cookie', cookie);
     * ```
     */
    recordPolicies(
      transaction: Database,
      userId: string,
      attributes: Attributes,
      evidence?: SignUpEvidence,
    ): Promise<RecordedPolicies>;
    /**
     * Imports decisions of another system: each becomes an event of the ledger (`how: import`), and the last one of a
     * person on a rule their current decision, unless they have decided later. Streams; running it again changes nothing,
     * and completes a run that was interrupted.
     *
     * @param from path of a CSV or NDJSON file, or rows: `user_id`, `rule`, `version` or `term_id`, `decision`, `at`, `locale`
     * @throws {PolicyEngineError} `import_refused` if a row is invalid, or older than the text it names (see
     * `undatedTexts`), before anything is written
     * @example
     * ```ts
     * const { imported, known } = await engine.importDecisions('decisions.csv', { dryRun: true });
     * ```
     */
    importDecisions(from: string | ImportRows, options?: ImportFileOptions): Promise<ImportReport>;
    /**
     * The resource `/.well-known/gpc.json`, by which a site states that it honours Global Privacy Control. It is at the
     * root of the site, outside of the mount path: the host routes that path to the engine, which answers with this.
     *
     * @param lastUpdate day of the site's last statement about it, `2026-11-21`. Default: `gpc.lastUpdate` of the
     * configuration
     * @example
     * ```ts
     * app.use('/.well-known/gpc.json', policyEngine(engine));
     * ```
     */
    gpcResource(lastUpdate?: string): GpcResource;
    /**
     * What the law of a place asks for on a day, as far as the engine knows it, and this configuration does not do. In English. The guide
     * “Regions” lists the facts behind it, each with its text; it is no legal advice.
     *
     * @param region ISO 3166 in lower case: a country (`fr`), a state or province (`us-ca`), or `eu`
     * @param options.at UTC, `2027-01-01`. Default: today
     * @throws {PolicyEngineError} `invalid_input` for a region without facts, with the list of regions, and for what is not a day
     * @example
     * ```ts
     * const { findings } = engine.checkRegion('us-ca', { at: '2027-01-01' });
     * ```
     */
    checkRegion(region: string, options?: { readonly at?: string }): RegionReport;
  }
}
