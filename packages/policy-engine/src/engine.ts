/** Composition root: the only file that sees every room. */
import { actingAs } from './modules/audit/actor.ts';
import { auditRoom } from './modules/audit/routes.tsx';
import { Audit } from './modules/audit/service.ts';
import { Behaviour } from './modules/people/behaviour.ts';
import { administratorCheck } from './modules/people/administrators.ts';
import { nameOfUser, userIdOf } from './modules/people/user-resource.ts';
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
import { readConfiguration } from './config.ts';
import { consentsRoom } from './modules/consent/routes.ts';
import { DecisionImport } from './modules/consent/import/service.ts';
import { importFrom } from './modules/consent/import/source.ts';
import { ConsentService } from './modules/consent/service.ts';
import { SignUp } from './modules/consent/sign-up.ts';
import { migrate } from './platform/database/migrate.ts';
import type { NamingOptions } from './platform/database/names.ts';
import type { GuardSettings } from './modules/consent/context/require-policies.ts';
import { homeRoom } from './modules/home/routes.tsx';
import { jobsRoom } from './modules/jobs/routes.tsx';
import { JobService } from './platform/jobs/service.ts';
import { networkOf } from './modules/proof/circumstances.ts';
import { createLedger } from './modules/proof/create.ts';
import { mailLedgerDigest } from './modules/proof/digest.ts';
import { ledgerRoom } from './modules/proof/routes.ts';
import { limitWrites } from './platform/web/limits/limits.ts';
import { Downloads } from './modules/requests/attachments/downloads.ts';
import { Exporter } from './modules/export/exporter.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import { createMail, lackingForMail } from './platform/mail/create.ts';
import { createRequests } from './modules/requests/create.ts';
import { bothWays } from './modules/requests/legacy.ts';
import { requestsRoom } from './modules/requests/routes.ts';
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
import type { PolicyEngine } from './policy-engine.ts';

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
  const configuration = readConfiguration(options);
  const { database, rules, scripts: declared, portabilityRules, environment } = configuration;
  const { defaultLocale, timeZone, mountPath: basePath, userResource, logger, now } = configuration;
  const administrators = configuration.adminUserResource ?? userResource;
  const naming: NamingOptions = {
    tablePrefix: configuration.tablePrefix,
    ...(configuration.schema !== undefined && { schema: configuration.schema }),
  };
  const scripts = new ScriptService(declared, environment, configuration.consentMode);
  const jobs = new JobService({ database, naming, queue: configuration.jobs, logger, now });
  const audit = new Audit({ database, naming, now });
  const terms = new TermsService({ database, naming, rules, now, defaultLocale, audit });
  const ledger = createLedger({ ...configuration, naming, audit });
  const consents = new ConsentService({ database, naming, rules, terms, scripts, ledger, logger, now });
  const decisionImport = new DecisionImport({ database, naming, rules, terms, ledger, audit, now });
  // In production these are mostly the inventions of strangers.
  const signUp = new SignUp({ rules, terms, consents, logger: environment === 'production' ? null : logger });
  const behaviour = new Behaviour<RuleName, Portable>({
    consents,
    terms,
    rules,
    idOf: userIdOf(userResource),
    portability: { rules: portabilityRules, mayRequest: (id) => requests.mayCreate(id), locale: defaultLocale },
  });
  const chooseLanguage = createLanguages(configuration.texts, defaultLocale);
  const exporter = new Exporter({
    rules: portabilityRules,
    settings: configuration.exporter,
    brand: configuration.appearance.name,
    language: (wishes) => chooseLanguage([...wishes, defaultLocale]),
    now,
  });
  const mail = createMail({ ...configuration, basePath, naming, jobs, language: chooseLanguage });
  if (mail.isConfigured && configuration.mail?.ledgerDigest) mailLedgerDigest({ ledger, mail, jobs, database, now });
  const { storage: usual, expirationLink, secret } = configuration.attachments;
  const legacyFolder = configuration.exporter.path;
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
    legacyAttachments: configuration.legacyAttachments,
    hasLegacyFolder: legacyFolder !== undefined,
    exporter,
    portability: configuration.portability,
    hasRules: portabilityRules.length > 0,
    timeZone,
    userResource,
    language: chooseLanguage,
    defaultLocale,
    now,
  });
  const asActor = <T>(writer: { user: CurrentUser | null; ip: string | undefined; requestId: string }, next: () => T) =>
    actingAs({ id: writer.user?.id ?? null, requestId: writer.requestId, ip: networkOf(writer.ip) }, next);
  const { isAdminMethod, userLanguage } = configuration;
  const currentUser = knownUser(configuration.currentUser);
  const checks = new CheckService({
    database,
    naming,
    terms,
    jobs,
    configuration: {
      rules: rules.all,
      scripts: declared,
      hasLedgerKey: configuration.ledgerKey !== undefined,
      hasAdmin: isAdminMethod !== undefined,
      hasMail: mail.isConfigured,
      hasUserLookup: userResource.find !== undefined,
      hasPortabilityRules: portabilityRules.length > 0,
      mailLacks: mail.isConfigured ? lackingForMail(configuration) : [],
      hasLogin: configuration.loginUrl !== undefined,
      hasEnvironment: Boolean(options.environment ?? process.env['NODE_ENV']),
    },
  });
  const labelOf = (name: string, locale: string) => rules.find(name)?.label(locale);
  const choice = new ChoiceService(consents, scripts);
  const guard: GuardSettings = {
    basePath,
    doors: [configuration.loginUrl, configuration.logoutUrl].filter((door) => door !== undefined),
    language: (accepted) => chooseLanguage(acceptedLanguages(accepted)),
  };

  const statement = (lastUpdate = configuration.gpc.lastUpdate) =>
    gpcResource(
      rules.all.filter((rule) => consents.isConsent(rule)),
      lastUpdate,
    );

  let openApi: Record<string, unknown> | undefined;
  const web: Web = createWeb({
    basePath,
    siteDocuments: new Map([[GPC_PATH, () => statement()]]),
    rooms: [
      homeRoom({ rules, current: () => terms.current(), openApi: () => (openApi ??= { ...web.openApiDocument() }) }),
      termsRoom({
        terms,
        rules,
        timeZone,
        toDo: async (view) => toDoBox(view, await checks.run(), labelOf),
      }),
      consentsRoom({ consents, terms, rules }),
      figuresRoom({ ledger, rules, now }),
      requestsRoom({
        requests,
        downloads,
        hasMail: mail.isConfigured,
        nameOf: (id) => nameOfUser(userResource, id),
        actingAs: ({ user, env, id }, next) => asActor({ user, ip: env.ip, requestId: id }, next),
        now,
      }),
      choiceRoom({ choice, scripts, rules }),
      bannerRoom({ choice }),
      ledgerRoom({ ledger, rules, ruleOf: async (call, id) => (await consents.standing(call, id)).rule.name }),
      checkRoom(checks, labelOf),
      jobsRoom({ jobs, audit, database }),
      auditRoom(audit, (id) => nameOfUser(administrators, id)),
    ],
    currentUser,
    ...(isAdminMethod && { isAdmin: administratorCheck(isAdminMethod, configuration.adminUserResource) }),
    publicOrigins: configuration.publicOrigins,
    ...(userLanguage && { userLanguage }),
    timeZone,
    texts: configuration.texts,
    appearance: configuration.appearance,
    ...(configuration.loginUrl !== undefined && { loginUrl: configuration.loginUrl }),
    ...(configuration.logoutUrl !== undefined && { logoutUrl: configuration.logoutUrl }),
    beforeWrite: limitWrites(configuration.writeLimit),
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
    migrate: () => migrate(database, naming),
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
