/** What an engine can do for its host. */
import type { EngineMembers } from './module.ts';
import type { AnyClass, WithPolicies } from './modules/people/user-helpers.ts';
import type { PolicyUser } from './modules/people/policy-user.ts';
import type { CheckFinding } from './modules/checks/finding.ts';
import type { GpcResource } from './modules/consent/banner/gpc-resource.ts';
import type { ImportFileOptions, ImportReport, ImportRows } from './modules/consent/import/source.ts';
import type { RecordedPolicies } from './modules/consent/recorded-policies.ts';
import type { Attributes, SignUpEvidence } from './modules/consent/sign-up.ts';
import type { Database } from './platform/database/port.ts';
import type { Jobs } from './platform/jobs/job.ts';
import type { Ledger } from './modules/proof/ledger.ts';
import type { Exporter } from './modules/export/exporter.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import type { LifecycleEvent } from './modules/rules/rules.ts';
import type { ConsentContext } from './modules/consent/context/consent-context.ts';
import type { OpenApiDocument } from './platform/web/create-web.ts';
import type { HostEnv } from './platform/host-env.ts';
import type { TrustProxy } from './platform/network/trust-proxy.ts';
import type { FieldError } from './errors.ts';

/** How acceptance is checked with the host's own form. */
export interface ValidatePoliciesOptions {
  /** Languages for the sentences, best first. Default: the engine's default locale. */
  readonly locales?: readonly string[];
  /** The user who is updated: what they accepted before need not be accepted again. */
  readonly userId?: string;
  /** The host's record of that user, for the conditions of the rules. */
  readonly record?: unknown;
  /**
   * The transaction that writes the user, if it has begun: what they accepted before is read in it. Without it the check takes
   * a second connection, and a pool whose connections all wait for a second one waits for ever.
   */
  readonly transaction?: Database;
}

/** An engine, to be mounted by a host. */
export interface PolicyEngine<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
> extends EngineMembers {
  /** Mount path, as in `/policies`: the option `mountPath`, else what the host's adapter told, else `/policies`. */
  readonly basePath: string;
  /** For host adapters: how to learn the path the host mounts the engine at. `mountPath` of the configuration wins. */
  readonly mountedAt: (path: () => string | null) => void;
  /** For host adapters: whose `X-Forwarded-*` count, where the host has no setting for it. */
  readonly trustProxy: TrustProxy;
  /** The database it was given. */
  readonly database: Database;
  /** Answers any request below the mount path; never rejects. This is the whole engine: hosts are thin files over it. */
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
  /**
   * Says what is missing for compliance: rules, texts, consents that are not free, and what keeps the engine from working.
   *
   * @param options.locales languages for the sentences, best first
   */
  check(options?: { readonly locales?: readonly string[] }): Promise<CheckFinding[]>;
  /** Creates or updates the engine's tables. @returns names of the migrations that ran */
  migrate(): Promise<string[]>;
  /** The OpenAPI 3.1 document of every route. */
  openApiDocument(): OpenApiDocument;
  /**
   * The consent context of one request of the host's own pages: what its visitor has consented to, and the scripts that
   * follow from it. Asks the database at most once, and only when something is asked for.
   */
  consentContext(request: Request, env?: HostEnv): ConsentContext<RuleName>;
  /**
   * What keeps the host from creating or updating a user with these attributes (spec: `validates_on`): an error per
   * field `policy_rule_<name>`, none when all is well. Fields that are no rule's decide nothing; outside of production the
   * logger is told of them.
   *
   * @throws {PolicyEngineError} `form_missing` for attributes that are no object, as without a body parser
   */
  validatePolicies(
    event: LifecycleEvent,
    attributes: Attributes,
    options?: ValidatePoliciesOptions,
  ): Promise<FieldError[]>;
  /** Names of the attributes of a user, and fields of a form, that decide on the rules: `policy_rule_<name>`, in their order. */
  readonly policyAttributes: readonly `policy_rule_${RuleName}`[];
  /**
   * Id of a user object of the host's, as `userResource.id` says.
   *
   * @throws {PolicyEngineError} `configuration_invalid` for an object without one; `user_id_refused` for one that is too long
   */
  userIdOf(user: object): string;
  /**
   * The text of a rule that is in force, as HTML that is safe in any page of the host's: headings from `h2`, no raw HTML.
   *
   * @param options.locale the reader's language, a BCP 47 tag: the translation that fits best (`fr-CA`, else `fr`), else the
   * text in the engine's default locale. Hand the same tag on as evidence to `recordPolicies`.
   * @throws {PolicyEngineError} 404 `missing_term` while the rule has no text in force, 404 `not_found` for an unknown rule
   */
  renderTerm(rule: RuleName, options?: { readonly locale?: string | readonly string[] }): Promise<string>;
  /**
   * Stores what these attributes decide, in the transaction that writes the user. Fields that are no rule's decide nothing;
   * outside of production the logger is told of them.
   *
   * @throws {PolicyEngineError} `form_missing` for attributes that are no object, as without a body parser
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
   * Takes over decisions of an older system: each becomes an event of the ledger (`how: import`), and the last one of a
   * person on a rule their current decision, unless they have decided later than that. Streams; running it again
   * changes nothing, and completes a run that was cut off.
   *
   * @param from path of a CSV or NDJSON file, or rows: `user_id`, `rule`, `version` or `term_id`, `decision`, `at`, `locale`
   * @throws {PolicyEngineError} `import_refused` if a row can't be taken, before anything is written
   * @example
   * ```ts
   * const { imported, known } = await engine.importDecisions('decisions.csv', { dryRun: true });
   * ```
   */
  importDecisions(from: string | ImportRows, options?: ImportFileOptions): Promise<ImportReport>;
  /**
   * The resource `/.well-known/gpc.json`, by which a site says that it honours Global Privacy Control. It is at the
   * root of the site, outside of the mount path: the host leads that path to the engine, which answers with this.
   *
   * @param lastUpdate day of the site's last statement on it, `2026-11-21`. Default: `gpc.lastUpdate` of the configuration
   * @example
   * ```ts
   * app.use('/.well-known/gpc.json', policyEngine(engine));
   * ```
   */
  gpcResource(lastUpdate?: string): GpcResource;
  /** Proof of every decision: seal, verify, receipts, erasure. */
  readonly ledger: Ledger;
  /** Background jobs, and what of it has failed. */
  readonly jobs: Pick<Jobs, 'failed' | 'retry' | 'discard' | 'health' | 'runDue'>;
  /** Makes exports; requests for portability use it, and a host may. */
  readonly exporter: Exporter;
  /**
   * Does what has to be done in the background: jobs, mail, sealing the ledger. Several processes may do so at once. Never
   * keeps a process alive.
   *
   * @param options.jobs false leaves jobs to other processes, as `policy-engine work` is one. Default: true
   */
  start(options?: { readonly jobs?: boolean }): void;
  /** Ends what `start` began, and waits for what is in progress. */
  stop(): Promise<void>;
  /**
   * A class like `base` whose instances know what they have accepted. What a user object knows it keeps until it
   * decides itself: load users again for each request.
   *
   * Where `currentUser` of the configuration uses the class in turn, write the type that it returns.
   *
   * @example
   * ```ts
   * class User extends engine.withPolicies(Model) {}
   * if (!(await user.hasConsentedPrivacyTerms())) await user.acceptPolicyFrom('privacy_terms');
   * ```
   */
  withPolicies<Base extends AnyClass>(base: Base): WithPolicies<Base, RuleName, Portable>;
  /**
   * The same helpers beside a user object of any kind.
   *
   * @param request the request it is about: its cookies count where the user has decided nothing
   *
   * @example
   * ```ts
   * const policies = engine.policiesOf(row, request);
   * await policies.rejectAllPolicies();
   * for (const cookie of policies.policyCookies()) response.append('Set-Cookie', cookie);
   * ```
   */
  policiesOf(user: object, request?: Request): PolicyUser<RuleName, Portable>;
}
