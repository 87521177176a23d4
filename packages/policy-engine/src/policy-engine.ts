/** The interface of an engine for its host. */
import type { EngineMembers } from './module.ts';
import type { AnyClass, WithPolicies } from './modules/people/user-helpers.ts';
import type { PolicyUser } from './modules/people/policy-user.ts';
import type { CheckFinding } from './modules/checks/finding.ts';
import type { GpcResource } from './modules/consent/banner/gpc-resource.ts';
import type { ImportFileOptions, ImportReport, ImportRows } from './modules/consent/import/source.ts';
import type { RecordedPolicies } from './modules/consent/recorded-policies.ts';
import type { Attributes, PolicyAttribute, PolicyText, SignUpEvidence } from './modules/consent/sign-up.ts';
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

/** How the host's own form is validated. */
export interface ValidatePoliciesOptions {
  /** Languages for the sentences, best first. Default: the engine's default locale. */
  readonly locales?: readonly string[];
  /** The user who is updated: policies that they accepted before need not be accepted again. */
  readonly userId?: string;
  /** The host's record of that user, for the conditions of the rules. */
  readonly record?: unknown;
  /**
   * The transaction that writes the user, if it has begun: what they accepted before is read in it. Without it the
   * check takes a second connection, and a pool whose connections all wait for a second one waits forever.
   */
  readonly transaction?: Database;
}

/** An engine, to be mounted by a host. */
export interface PolicyEngine<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
> extends EngineMembers {
  /**
   * Mount path, as in `/policies`: the option `mountPath`, otherwise the path from the host's adapter, otherwise
   * `/policies`.
   */
  readonly basePath: string;
  /**
   * For host adapters: how to get the path at which the host mounts the engine. `mountPath` of the configuration takes
   * precedence.
   */
  readonly mountedAt: (path: () => string | null) => void;
  /** For host adapters: the option of the same name; undefined if the host's own setting counts. */
  readonly trustProxy: TrustProxy | undefined;
  /** The database it was given. */
  readonly database: Database;
  /**
   * Answers any request below the mount path; never rejects. This is the whole engine: host adapters are thin files on
   * top of it. With the option `trustProxy`, `env.ip` may be the address of the nearest proxy.
   */
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
  /**
   * Reports what is missing for compliance: rules, texts, consents that are not freely given, and anything that
   * prevents the engine from working.
   *
   * @param options.locales languages for the sentences, best first
   */
  check(options?: { readonly locales?: readonly string[] }): Promise<CheckFinding[]>;
  /** Creates or updates the engine's tables. @returns names of the migrations that ran */
  migrate(): Promise<string[]>;
  /** The OpenAPI 3.1 document of every route. */
  openApiDocument(): OpenApiDocument;
  /**
   * The consent context of one request of the host's own pages: what its visitor has consented to, and the resulting
   * scripts. Queries the database at most once, and only when needed.
   */
  consentContext(request: Request, env?: HostEnv): ConsentContext<RuleName>;
  /**
   * The errors that prevent the host from creating or updating a user with these attributes (spec: `validates_on`): one
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
   * ID of a user object of the host, read with `userResource.id`.
   *
   * @throws {PolicyEngineError} `configuration_invalid` for an object without one; `user_id_refused` for one that is too long
   */
  userIdOf(user: object): string;
  /**
   * The texts in force, in the order of the rules: a form of the host shows a link to each, a box unless it is a notice, and a hidden field
   * `policy_version_<rule>` with its version. The versions are stored in the ledger with the decisions of `recordPolicies`, and a text
   * that has changed since the form was shown is not accepted.
   *
   * @param options.locale BCP 47 tag of the labels. Default: the engine's default locale
   */
  policyTexts(options?: { readonly locale?: string }): Promise<readonly PolicyText<RuleName>[]>;
  /**
   * The text of a rule that is in force, as HTML that is safe in any page of the host: headings from `h2`, no raw HTML.
   *
   * @param options.locale the reader's language, a BCP 47 tag: the best matching translation (`fr-CA`, otherwise `fr`),
   * otherwise the text in the engine's default locale. Pass the same tag as evidence to `recordPolicies`.
   * @throws {PolicyEngineError} 404 `missing_term` while the rule has no text in force, 404 `not_found` for an unknown rule
   */
  renderTerm(rule: RuleName, options?: { readonly locale?: string | readonly string[] }): Promise<string>;
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
  /** Proof of every decision: seal, verify, receipts, erasure. */
  readonly ledger: Ledger;
  /** Background jobs, and which of them failed. */
  readonly jobs: Pick<Jobs, 'failed' | 'retry' | 'discard' | 'health' | 'runDue'>;
  /** Creates exports; access requests use it, and the host may use it, too. */
  readonly exporter: Exporter;
  /**
   * Starts the background jobs: exports, mail, sealing the ledger. Several processes may run them at once. Never keeps
   * a process alive.
   *
   * @param options.jobs false leaves jobs to other processes, such as `policy-engine work`. Default: true
   */
  start(options?: { readonly jobs?: boolean }): void;
  /** Stops what `start` started, and waits for jobs in progress. */
  stop(): Promise<void>;
  /**
   * A class like `base` whose instances have helpers for their decisions. A user object caches them until it decides
   * itself: load users again for each request.
   *
   * If `currentUser` of the configuration uses the class, declare its return type.
   *
   * @example
   * ```ts
   * class User extends engine.withPolicies(Model) {}
   * if (!(await user.hasConsentedPrivacyTerms())) await user.acceptPolicyFrom('privacy_terms');
   * ```
   */
  withPolicies<Base extends AnyClass>(base: Base): WithPolicies<Base, RuleName, Portable>;
  /**
   * The same helpers for a user object of any kind.
   *
   * @param request the request that it refers to: its cookies apply if the user has decided nothing
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
