/** Composition root: the only file that sees every room. */
import { actingAs } from './modules/audit/actor.ts';
import { auditRoom } from './modules/audit/routes.tsx';
import { Audit } from './modules/audit/service.ts';
import { Behaviour } from './modules/people/behaviour.ts';
import { userIdOf } from './modules/people/user-resource.ts';
import { worded } from './modules/checks/finding.ts';
import { checkRoom } from './modules/checks/routes.tsx';
import { CheckService } from './modules/checks/service.ts';
import { toDoBox } from './modules/checks/views.tsx';
import { figuresRoom } from './modules/consent/figures/figures-route.ts';
import { bannerRoom } from './modules/consent/banner/fragment-route.ts';
import { choiceRoom } from './modules/consent/banner/routes.ts';
import { ChoiceService } from './modules/consent/banner/service.ts';
import { GPC_PATH, gpcResource } from './modules/consent/banner/gpc-resource.ts';
import type { PolicyEngineOptions } from './config.ts';
import { requireOptions } from './config.ts';
import { consentsRoom } from './modules/consent/routes.ts';
import { DecisionImport } from './modules/consent/import/service.ts';
import { importFrom } from './modules/consent/import/source.ts';
import { ConsentService } from './modules/consent/service.ts';
import { SignUp } from './modules/consent/sign-up.ts';
import { migrate } from './platform/database/migrate.ts';
import type { GuardSettings } from './modules/consent/context/require-policies.ts';
import { homeRoom } from './modules/home/routes.tsx';
import { embeddedJobs } from './platform/jobs/embedded.ts';
import { jobsRoom } from './modules/jobs/routes.tsx';
import { JobService } from './platform/jobs/service.ts';
import { networkOf } from './modules/proof/circumstances.ts';
import { createLedger } from './modules/proof/create.ts';
import { mailLedgerDigest } from './modules/proof/digest.ts';
import { ledgerRoom } from './modules/proof/routes.ts';
import { limitWrites } from './platform/web/limits/limits.ts';
import { Downloads } from './modules/requests/attachments/downloads.ts';
import { checkAttachments } from './modules/requests/attachments/settings.ts';
import { Exporter } from './modules/export/exporter.ts';
import { checkPortabilityRules, type PortabilityRuleOptions } from './modules/export/rule.ts';
import { checkExporter } from './modules/export/settings.ts';
import { createMail, lackingForMail } from './platform/mail/create.ts';
import { createRequests, nameOfUser } from './modules/requests/create.ts';
import { bothWays } from './modules/requests/legacy.ts';
import { requestsRoom } from './modules/requests/routes.ts';
import { Rules } from './modules/rules/rules.ts';
import { checkScripts } from './modules/consent/scripts/declaration.ts';
import { ScriptService } from './modules/consent/scripts/service.ts';
import { textFor } from './modules/terms/languages.ts';
import { termsRoom } from './modules/terms/routes.ts';
import { TermsService } from './modules/terms/service.ts';
import { Visit } from './modules/consent/context/visit.ts';
import { Cookies } from './platform/web/cookies.ts';
import type { Web } from './platform/web/create-web.ts';
import { createWeb } from './platform/web/create-web.ts';
import type { CurrentUser } from './platform/web/host-env.ts';
import { knownUser } from './platform/web/known-user.ts';
import { acceptedLanguages, createLanguages } from './platform/web/i18n.ts';
import { normalizeMount } from './platform/web/mount.ts';
import type { WebLogger } from './platform/web/options.ts';
import type { PolicyEngine } from './policy-engine.ts';
import { engineNaming } from './schema.ts';

const defaultLogger: WebLogger = {
  error(message, { error, ...details }) {
    const known = Object.keys(details).length > 0 ? [details] : [];
    console.error(message, ...known, ...(error === undefined ? [] : [error]));
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
 *   currentUser: async (request) => {
 *     const user = await userOf(request.headers.get('cookie'));
 *     return user ? { id: user.id, record: user } : null;
 *   },
 *   isAdminMethod: (user) => user.record.isAdmin,
 * });
 * await engine.migrate();
 * app.use('/policies', policyEngine(engine));
 * ```
 * @throws {PolicyEngineError} `configuration_invalid`, naming what is missing or contradicts itself
 */
export function createPolicyEngine<
  RuleName extends string,
  const Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
  UserRecord = unknown,
>(options: PolicyEngineOptions<RuleName, Portable, UserRecord>): PolicyEngine<RuleName, Portable> {
  requireOptions(options);
  const { database, defaultLocale = 'en', logger = defaultLogger, now = () => new Date() } = options;
  const naming = engineNaming(database.dialect, {
    ...(options.tablePrefix !== undefined && { tablePrefix: options.tablePrefix }),
    ...(options.schema !== undefined && { schema: options.schema }),
    ...(options.userIdType !== undefined && { userIdType: options.userIdType }),
  });
  const rules = new Rules(options.rules);
  const declared = checkScripts(options.scripts ?? [], new Set(rules.all.map(({ name }) => name)));
  const environment = options.environment ?? (process.env['NODE_ENV'] || 'development');
  const scripts = new ScriptService(declared, environment, options.consentMode);
  const jobs = new JobService({ database, naming, queue: options.jobs ?? embeddedJobs(), logger, now });
  const audit = new Audit({ database, naming, now });
  const terms = new TermsService({ database, naming, rules, now, defaultLocale, audit });
  const ledger = createLedger({ ...options, naming, now, logger, audit });
  const consents = new ConsentService({ database, naming, rules, terms, scripts, ledger, logger, now });
  const decisionImport = new DecisionImport({ database, naming, rules, terms, ledger, audit, now });
  // In production these are mostly the inventions of strangers.
  const signUp = new SignUp({ rules, terms, consents, logger: environment === 'production' ? null : logger });
  const portabilityRules = checkPortabilityRules(options.portabilityRules ?? []);
  const behaviour = new Behaviour<RuleName, Portable>({
    consents,
    terms,
    rules,
    idOf: userIdOf(options.userResource),
    portability: { rules: portabilityRules, mayRequest: (id) => requests.mayCreate(id), locale: defaultLocale },
  });
  const chooseLanguage = createLanguages(options.texts, defaultLocale);
  const exporter = new Exporter({
    rules: portabilityRules,
    settings: checkExporter(options.exporter),
    brand: options.appearance?.name,
    language: (wishes) => chooseLanguage([...wishes, defaultLocale]),
    now,
  });
  const basePath = normalizeMount(options.mountPath ?? '/policies');
  const mail = createMail({ ...options, basePath, naming, jobs, now, logger, language: chooseLanguage });
  if (mail.isConfigured && options.mail?.ledgerDigest !== false)
    mailLedgerDigest({ ledger, mail, jobs, database, now });
  const { storage: usual, expirationLink, secret } = checkAttachments(options.attachments);
  const legacyFolder = options.exporter?.path;
  const storage = bothWays(usual, legacyFolder);
  const downloads = new Downloads({ database, naming, storage, expirationLink, secret, now });
  const requests = createRequests({
    database,
    naming,
    jobs,
    mail,
    audit,
    consents,
    ledger,
    storage,
    legacyAttachments: options.legacyAttachments === true,
    hasLegacyFolder: legacyFolder !== undefined,
    exporter,
    portability: options.portability,
    hasRules: portabilityRules.length > 0,
    timeZone: options.timeZone ?? 'UTC',
    userResource: options.userResource,
    language: chooseLanguage,
    defaultLocale,
    now,
  });
  const asActor = <T>(writer: { user: CurrentUser | null; ip: string | undefined; requestId: string }, next: () => T) =>
    actingAs({ id: writer.user?.id ?? null, requestId: writer.requestId, ip: networkOf(writer.ip) }, next);
  // Both are given what `currentUser` of the same configuration returns.
  const { isAdminMethod, userLanguage }: PolicyEngineOptions = options;
  const currentUser = knownUser(options.currentUser);
  const checks = new CheckService({
    database,
    naming,
    terms,
    jobs,
    configuration: {
      rules: rules.all,
      scripts: declared,
      hasLedgerKey: options.ledgerKey !== undefined,
      hasAdmin: isAdminMethod !== undefined,
      hasMail: mail.isConfigured,
      hasUserLookup: options.userResource?.find !== undefined,
      hasPortabilityRules: portabilityRules.length > 0,
      mailLacks: mail.isConfigured ? lackingForMail(options) : [],
      hasLogin: options.loginUrl !== undefined,
      hasEnvironment: Boolean(options.environment ?? process.env['NODE_ENV']),
    },
  });
  const labelOf = (name: string, locale: string) => rules.find(name)?.label(locale);
  const choice = new ChoiceService(consents, scripts);
  const guard: GuardSettings = {
    basePath,
    doors: [options.loginUrl, options.logoutUrl].filter((door) => door !== undefined),
    language: (accepted) => chooseLanguage(acceptedLanguages(accepted)),
  };

  const statement = (lastUpdate = options.gpc?.lastUpdate) =>
    gpcResource(
      rules.all.filter((rule) => consents.isConsent(rule)),
      lastUpdate,
    );
  // A wrong day is refused here, not in front of a visitor.
  statement();

  let openApi: Record<string, unknown> | undefined;
  const web: Web = createWeb({
    basePath,
    siteDocuments: new Map([[GPC_PATH, () => statement()]]),
    rooms: [
      homeRoom({ rules, current: () => terms.current(), openApi: () => (openApi ??= { ...web.openApiDocument() }) }),
      termsRoom({
        terms,
        rules,
        timeZone: options.timeZone ?? 'UTC',
        toDo: async (view) => toDoBox(view, await checks.run(), labelOf),
      }),
      consentsRoom({ consents, terms, rules }),
      figuresRoom({ ledger, rules, now }),
      requestsRoom({
        requests,
        downloads,
        hasMail: mail.isConfigured,
        nameOf: (id) => nameOfUser(options.userResource, id),
        actingAs: ({ user, env, id }, next) => asActor({ user, ip: env.ip, requestId: id }, next),
        now,
      }),
      choiceRoom({ choice, scripts, rules }),
      bannerRoom({ choice }),
      ledgerRoom({ ledger, rules, ruleOf: async (call, id) => (await consents.standing(call, id)).rule.name }),
      checkRoom(checks, labelOf),
      jobsRoom({ jobs, audit, database }),
      auditRoom(audit),
    ],
    currentUser,
    ...(isAdminMethod && { isAdmin: isAdminMethod }),
    ...(options.publicOrigins && { publicOrigins: options.publicOrigins }),
    ...(userLanguage && { userLanguage }),
    ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
    ...(options.texts && { texts: options.texts }),
    ...(options.appearance && { appearance: options.appearance }),
    ...(options.loginUrl !== undefined && { loginUrl: options.loginUrl }),
    ...(options.logoutUrl !== undefined && { logoutUrl: options.logoutUrl }),
    beforeWrite: limitWrites(options.writeLimit),
    aroundWrite: asActor,
    defaultLocale,
    logger,
  });

  return {
    basePath: web.basePath,
    database,
    fetch: web.fetch,
    check: async ({ locales = [] } = {}) => {
      const language = chooseLanguage([...locales, defaultLocale]);
      return (await checks.run()).map((found) => worded(found, language));
    },
    migrate: () => migrate(database, naming, now),
    openApiDocument: () => web.openApiDocument(),
    visit(request, env = {}) {
      const cookies = new Cookies(request.headers.get('cookie'));
      let user: Promise<CurrentUser | null> | undefined;
      const userOnce = () => (user ??= currentUser(request, env));
      const language = async () => {
        const wish = await userLanguage?.(request, await userOnce());
        return chooseLanguage(wish ? [wish] : acceptedLanguages(request.headers.get('accept-language')));
      };
      const mount = env.mountPath === undefined ? web.basePath : normalizeMount(env.mountPath);
      const href = (path: string) => mount + path;
      return new Visit({ request, env, cookies, consents, scripts, choice, guard, language, href, user: userOnce });
    },
    checkPolicies: (event, attributes, { locales = [], userId, record } = {}) =>
      signUp.check(event, attributes, { language: chooseLanguage([...locales, defaultLocale]), userId, record }),
    renderTerm: async (rule, { locale = [] } = {}) =>
      terms.html(textFor(await terms.currentOf(rule), typeof locale === 'string' ? [locale] : locale)),
    recordPolicies: (transaction, userId, attributes, evidence) =>
      signUp.record(transaction, userId, attributes, evidence),
    importDecisions: (from, importing) => importFrom(decisionImport, from, importing),
    gpcResource: statement,
    ledger,
    jobs,
    start({ jobs: doesJobs = true } = {}) {
      if (doesJobs) jobs.start();
      ledger.start();
    },
    stop: async () => {
      await Promise.all([jobs.stop(), ledger.stop()]);
    },
    exporter,
    withPolicies: (base) => behaviour.withPolicies(base),
    policiesOf: (user, request) => behaviour.policiesOf(user, request ?? null),
  };
}
