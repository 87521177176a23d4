/** Composition root: the only file that sees every room. */
import { actingAs } from './audit/actor.ts';
import { auditRoom } from './audit/routes.ts';
import { Audit } from './audit/service.ts';
import { type AnyClass, Behaviour, type WithPolicies } from './behaviour/behaviour.ts';
import type { PolicyUser } from './behaviour/policy-user.ts';
import { userIdOf } from './behaviour/user-resource.ts';
import { type Finding, worded } from './check/finding.ts';
import { checkRoom } from './check/routes.ts';
import { CheckService } from './check/service.ts';
import type { PolicyEngineOptions } from './config.ts';
import { requireOptions } from './config.ts';
import { consentsRoom } from './consents/routes.ts';
import { ConsentService } from './consents/service.ts';
import type { Attributes, SignUpEvidence } from './consents/sign-up.ts';
import { SignUp } from './consents/sign-up.ts';
import { migrate } from './database/migrate.ts';
import type { NamingOptions } from './database/names.ts';
import type { Database } from './database/port.ts';
import type { GuardSettings } from './guard/guard.ts';
import { homeRoom } from './home/routes.ts';
import { networkOf } from './ledger/circumstances.ts';
import { createLedger } from './ledger/create.ts';
import { ledgerRoom } from './ledger/routes.ts';
import type { Ledger } from './ledger/service.ts';
import { limitWrites } from './limits/limits.ts';
import type { LifecycleEvent } from './rules.ts';
import { Rules } from './rules.ts';
import { checkScripts } from './scripts/declaration.ts';
import { ScriptService } from './scripts/service.ts';
import { termsRoom } from './terms/routes.ts';
import { TermsService } from './terms/service.ts';
import { Visit } from './visit.ts';
import { Cookies } from './web/cookies.ts';
import type { OpenApiDocument, Web } from './web/create-web.ts';
import { createWeb } from './web/create-web.ts';
import type { CurrentUser, HostEnv } from './web/host-env.ts';
import type { FieldError } from './web/http-error.ts';
import { acceptedLanguages, createLanguages } from './web/i18n.ts';
import { normalizeMount } from './web/mount.ts';
import type { WebLogger } from './web/options.ts';

/** How acceptance is checked with the host's own form. */
export interface CheckOptions {
  /** Languages for the sentences, best first. Default: the engine's default locale. */
  readonly locales?: readonly string[];
  /** The user who is updated: what they accepted before need not be accepted again. */
  readonly userId?: string;
  /** The host's record of that user, for the conditions of the rules. */
  readonly record?: unknown;
}

/** An engine, to be mounted by a host. */
export interface PolicyEngine<RuleName extends string = string> {
  /** Mount path, as in `/policies`. */
  readonly basePath: string;
  /** The database it was given. */
  readonly database: Database;
  /** Answers any request below the mount path; never rejects. This is the whole engine: hosts are thin files over it. */
  fetch(request: Request, env?: HostEnv): Promise<Response>;
  /**
   * Says what is missing for compliance: rules, texts, consents that are not free, and what keeps the engine from working.
   *
   * @param options.locales languages for the sentences, best first
   */
  check(options?: { readonly locales?: readonly string[] }): Promise<Finding[]>;
  /** Creates or updates the engine's tables. @returns names of the migrations that ran */
  migrate(): Promise<string[]>;
  /** The OpenAPI 3.1 document of every route. */
  openApiDocument(): OpenApiDocument;
  /**
   * One request of the host's own pages: what its visitor has consented to, and the scripts that follow from it. Asks the
   * database at most once, and only when something is asked for.
   */
  visit(request: Request, env?: HostEnv): Visit;
  /**
   * What keeps the host from creating or updating a user with these attributes (spec: `validates_on`): an error per
   * field `policy_rule_<name>`, none when all is well.
   */
  checkPolicies(event: LifecycleEvent, attributes: Attributes, options?: CheckOptions): Promise<FieldError[]>;
  /**
   * The text of a rule that is in force, as HTML that is safe in any page of the host's: headings from `h2`, no raw HTML.
   *
   * @throws {PolicyEngineError} 404 `missing_term` while the rule has no text in force, 404 `not_found` for an unknown rule
   */
  renderTerm(rule: string): Promise<string>;
  /**
   * Stores what these attributes decide, in the transaction that writes the user.
   *
   * @param evidence the request behind it, for the ledger
   *
   * @example
   * ```ts
   * await engine.database.transaction(async (transaction) => {
   *   await transaction.execute('insert into users (id, email) values (?, ?)', [id, email]);
   *   await engine.recordPolicies(transaction, id, request.body.user);
   * });
   * ```
   */
  recordPolicies(
    transaction: Database,
    userId: string,
    attributes: Attributes,
    evidence?: SignUpEvidence,
  ): Promise<void>;
  /** Proof of every decision: seal, verify, receipts, erasure. */
  readonly ledger: Ledger;
  /**
   * Does now and then what has to be done in the background: sealing the ledger. Several processes may do so at once. Never
   * keeps a process alive.
   */
  start(): void;
  /** Ends what `start` began, and waits for what is under way. */
  stop(): Promise<void>;
  /**
   * A class like `base` whose instances know what they have accepted. What a user object knows it keeps until it decides
   * itself: load users anew for each request.
   *
   * Where `currentUser` of the configuration uses the class in turn, write the type that it returns.
   *
   * @example
   * ```ts
   * class User extends engine.withPolicies(Model) {}
   * if (!(await user.hasConsentedPrivacyTerms())) await user.acceptPolicyFrom('privacy_terms');
   * ```
   */
  withPolicies<Base extends AnyClass>(base: Base): WithPolicies<Base, RuleName>;
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
  policiesOf(user: object, request?: Request): PolicyUser<RuleName>;
}

const defaultLogger: WebLogger = {
  error(message, { error, ...details }) {
    console.error(message, details, error);
  },
};

/**
 * Makes an engine.
 *
 * @example
 * ```ts
 * const engine = createPolicyEngine({
 *   database: pgDatabase(pool),
 *   rules: [{ name: 'cookie', sessionless: true }, { name: 'age', blocking: true, validatesOn: ['create'] }],
 *   currentUser: (request, { incoming }) => incoming.user && { id: String(incoming.user.id), record: incoming.user },
 *   isAdminMethod: (user) => user.record.admin,
 * });
 * await engine.migrate();
 * app.use('/policies', policyEngine(engine));
 * ```
 * @throws {PolicyEngineError} `configuration_invalid`, naming what is missing or contradicts itself
 */
export function createPolicyEngine<RuleName extends string>(
  options: PolicyEngineOptions<RuleName>,
): PolicyEngine<RuleName> {
  requireOptions(options);
  const { database, defaultLocale = 'en', logger = defaultLogger, now = () => new Date() } = options;
  const naming: NamingOptions = {
    ...(options.tablePrefix !== undefined && { tablePrefix: options.tablePrefix }),
    ...(options.schema !== undefined && { schema: options.schema }),
  };
  const rules = new Rules(options.rules);
  const declared = checkScripts(options.scripts ?? [], new Set(rules.all.map(({ name }) => name)));
  const environment = options.environment ?? (process.env['NODE_ENV'] || 'development');
  const scripts = new ScriptService(declared, environment);
  const audit = new Audit({ database, naming, now });
  const terms = new TermsService({ database, naming, rules, now, defaultLocale, audit });
  const ledger = createLedger({ ...options, naming, now, logger });
  const consents = new ConsentService({ database, naming, rules, terms, scripts, ledger, logger, now });
  const signUp = new SignUp(rules, terms, consents);
  const behaviour = new Behaviour<RuleName>({ consents, terms, rules, idOf: userIdOf(options.userResource) });
  const chooseLanguage = createLanguages(options.texts, defaultLocale);
  const { isAdminMethod } = options;
  const checks = new CheckService({
    database,
    naming,
    terms,
    configuration: {
      rules: rules.all,
      scripts: declared,
      hasLedgerKey: options.ledgerKey !== undefined,
      hasAdmin: isAdminMethod !== undefined,
      hasLogin: options.loginUrl !== undefined,
      hasEnvironment: Boolean(options.environment ?? process.env['NODE_ENV']),
    },
  });
  const guard: GuardSettings = {
    basePath: normalizeMount(options.mountPath ?? '/policies'),
    doors: [options.loginUrl, options.logoutUrl].filter((door) => door !== undefined),
    language: (accepted) => chooseLanguage(acceptedLanguages(accepted)),
  };

  const web: Web = createWeb({
    basePath: options.mountPath ?? '/policies',
    rooms: [
      homeRoom({ rules, openApi: () => ({ ...web.openApiDocument() }) }),
      termsRoom({ terms, rules }),
      consentsRoom({ consents, terms, rules }),
      ledgerRoom({ ledger, rules, ruleOf: async (call, id) => (await consents.standing(call, id)).rule.name }),
      checkRoom(checks),
      auditRoom(audit),
    ],
    currentUser: options.currentUser,
    ...(isAdminMethod && { isAdmin: isAdminMethod }),
    ...(options.publicOrigins && { publicOrigins: options.publicOrigins }),
    ...(options.userLanguage && { userLanguage: options.userLanguage }),
    ...(options.texts && { texts: options.texts }),
    ...(options.appearance && { appearance: options.appearance }),
    ...(options.loginUrl !== undefined && { loginUrl: options.loginUrl }),
    ...(options.logoutUrl !== undefined && { logoutUrl: options.logoutUrl }),
    beforeWrite: limitWrites(options.writeLimit),
    aroundWrite: ({ user, ip, requestId }, next) =>
      actingAs({ id: user?.id ?? null, requestId, ip: networkOf(ip) }, next),
    defaultLocale,
    logger,
  });

  return {
    basePath: web.basePath,
    database,
    fetch: (request, env) => web.fetch(request, env),
    check: async ({ locales = [] } = {}) => {
      const language = chooseLanguage([...locales, defaultLocale]);
      return (await checks.run()).map((found) => worded(found, language));
    },
    migrate: () => migrate(database, naming),
    openApiDocument: () => web.openApiDocument(),
    visit(request, env = {}) {
      const cookies = new Cookies(request.headers.get('cookie'));
      let user: Promise<CurrentUser | null> | undefined;
      const userOnce = () => (user ??= (async () => options.currentUser(request, env))());
      return new Visit({ request, ip: env.ip, cookies, consents, scripts, guard, user: userOnce });
    },
    checkPolicies: (event, attributes, { locales = [], userId, record } = {}) =>
      signUp.check(event, attributes, { language: chooseLanguage([...locales, defaultLocale]), userId, record }),
    renderTerm: async (rule) => terms.html(await terms.currentOf(rule)),
    recordPolicies: (transaction, userId, attributes, evidence) =>
      signUp.record(transaction, userId, attributes, evidence),
    ledger,
    start: () => ledger.start(),
    stop: () => ledger.stop(),
    withPolicies: (base) => behaviour.withPolicies(base),
    policiesOf: (user, request) => behaviour.policiesOf(user, request ?? null),
  };
}
