/** Composition root: creates the platform services that modules use, and combines the modules. */
import { createModules, type Declarations, declarationsOf, membersOf, type SharedContext } from './kernel/compose.ts';
import { type PolicyEngineOptions, readConfiguration, settingsOf } from './config.ts';
import type { EngineMembers } from './kernel/members.ts';
import type { Module, ModuleParts, Setting } from './kernel/module.ts';
import type { Configuration } from './kernel/options.ts';
import * as ownModules from './modules.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import { actingAs } from './platform/actor.ts';
import { migrate } from './platform/database/migrations/migrate.ts';
import { asOutage } from './platform/database/connection/outage.ts';
import { resolveNaming } from './platform/database/schema/names.ts';
import type { JobHandler, JobOptions } from './platform/jobs/job.ts';
import { JobService } from './platform/jobs/service.ts';
import { createMail } from './platform/mail/create.ts';
import type { Web } from './platform/web/routing/create-web.ts';
import { createWeb } from './platform/web/routing/create-web.ts';
import { administratorCheck } from './platform/users/administrators.ts';
import { namesFrom } from './platform/users/names.ts';
import { wishedLanguage } from './platform/users/wished-language.ts';
import { knownUser } from './platform/web/request/known-user.ts';
import { createLanguages } from './platform/i18n/language.ts';
import { createWriteLimits, type WriteLimits } from './platform/web/limits/limits.ts';
import { isStartHeld } from './platform/held-start.ts';
import type { HostEnv } from './platform/host-env.ts';
import { asSentBehind } from './platform/web/request/as-sent.ts';
import { Mount } from './platform/web/routing/mount.ts';
import { networkOf } from './platform/web/request/network.ts';
import type { PolicyEngine } from './policy-engine.ts';

/**
 * Creates an engine.
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
 * @throws {PolicyEngineError} `configuration_invalid`, naming what is missing or contradictory
 */
export function createPolicyEngine<
  RuleName extends string,
  const Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
  UserRecord = unknown,
>(options: PolicyEngineOptions<RuleName, Portable, UserRecord>): PolicyEngine<RuleName, Portable> {
  // The type of the result restores what is inferred from the options.
  return composeEngine(options, Object.values(ownModules)) as unknown as PolicyEngine<RuleName, Portable>;
}

/** Creates an engine of modules. @throws {PolicyEngineError} `configuration_invalid` */
export function composeEngine(given: PolicyEngineOptions, modules: readonly Module[]): PolicyEngine {
  const options = withSafeLanguage(readConfiguration(given, modules));
  const declarations = declarationsOf(modules);
  const isEnvironmentGiven = Boolean(given.environment ?? process.env['NODE_ENV']);
  const platform: Platform = { ...platformOf(options, declarations, () => settingsOf(modules)), isEnvironmentGiven };
  const { database, naming, jobs, now } = platform;
  let openApi: Record<string, unknown> | undefined;
  const parts = createModules(modules, { ...platform, openApi: () => (openApi ??= { ...web.openApiDocument() }) });
  for (const { name, every, run, options: how } of parts.flatMap((one) => one.jobs ?? [])) {
    // Code that enqueues a job by name must provide the payload that the job reads.
    const handler = run as unknown as JobHandler;
    const jobOptions = how as JobOptions | undefined;
    if (every === undefined) jobs.define(name, handler, jobOptions);
    else jobs.every(name, every, handler, jobOptions);
  }
  const web: Web = webOf(options, platform, parts, declarations);
  const members = {
    mountedAt: web.mountedAt,
    trustProxy: options.trustProxy,
    database,
    fetch: (request: Request, env?: HostEnv) => {
      const sent = platform.asSent(request, env);
      return web.fetch(sent.request, sent.env);
    },
    migrate: () => migrate(database, naming, now),
    openApiDocument: () => web.openApiDocument(),
    start({ jobs: doesJobs = true } = {}) {
      if (isStartHeld()) return;
      if (doesJobs) jobs.start();
      for (const part of parts) part.start?.();
    },
    stop: async () => {
      await Promise.all([jobs.stop(), ...parts.map((part) => part.stop?.())]);
    },
    // The modules of the engine provide all of them.
    ...(membersOf(parts) as EngineMembers),
  };
  return Object.defineProperty(members, 'basePath', { get: () => web.basePath, enumerable: true }) as PolicyEngine;
}

function withSafeLanguage(options: Configuration): Configuration {
  const { userLanguage, logger } = options;
  return userLanguage === undefined ? options : { ...options, userLanguage: wishedLanguage(userLanguage, logger) };
}

/** What modules are built on. */
interface Platform extends Omit<SharedContext, 'openApi'> {
  readonly mount: Mount;
  readonly jobs: JobService;
  readonly limits: WriteLimits;
}

function platformOf(
  options: Configuration,
  { tables, mails, findings, actions, errors, catalogues }: Declarations,
  settings: () => readonly Setting[],
): Omit<Platform, 'isEnvironmentGiven'> {
  const { database, defaultLocale, logger, now, environment, timeZone } = options;
  const naming = resolveNaming(database.dialect, tables, {
    tablePrefix: options.tablePrefix,
    ...(options.schema !== undefined && { schema: options.schema }),
    userIdType: options.userIdType,
  });
  const language = createLanguages(options.texts, defaultLocale, catalogues);
  const mount = new Mount(options.mountPath, logger);
  const jobs = new JobService({ database, naming, queue: options.jobs, logger, now });
  const mail = createMail({
    ...options,
    definitions: mails,
    basePath: () => mount.path,
    naming,
    jobs,
    now,
    logger,
    language,
  });
  const limits = createWriteLimits({ perMinute: options.writeLimit, logger });
  return {
    options,
    limits,
    lacksClientAddress: () => limits.lacksAddress,
    database,
    naming,
    jobs,
    mail,
    hasMail: mail.isConfigured,
    now,
    logger,
    environment,
    defaultLocale,
    timeZone,
    language,
    currentUser: knownUser(options.currentUser),
    namesOfUsers: namesFrom(options.userResource, logger),
    namesOfAdmins: namesFrom(options.adminUserResource ?? options.userResource, logger),
    mount,
    mountPath: () => mount.path,
    asSent: asSentBehind(options.trustProxy),
    declared: { findings, actions, errors, settings },
  };
}

function webOf(
  options: Configuration,
  { mount, currentUser, namesOfUsers, defaultLocale, logger, limits }: Platform,
  parts: readonly ModuleParts[],
  { catalogues, errors }: Declarations,
): Web {
  const { isAdminMethod, adminUserResource, userLanguage, loginUrl, logoutUrl } = options;
  return createWeb({
    basePath: mount,
    catalogues,
    errorCodes: errors,
    routes: parts.flatMap((part) => part.routes ?? []),
    arrivals: parts.flatMap((part) => part.arrival ?? []),
    gates: parts.flatMap((part) => part.gate ?? []),
    siteDocuments: new Map(parts.flatMap((part) => Object.entries(part.siteDocuments ?? {}))),
    siteFacts: parts.find((part) => part.siteFacts !== undefined)?.siteFacts,
    savedViews: parts.find((part) => part.savedViews !== undefined)?.savedViews,
    currentUser,
    namesOfUsers,
    ...(isAdminMethod && { isAdmin: administratorCheck(isAdminMethod, adminUserResource) }),
    publicOrigins: options.publicOrigins,
    ...(userLanguage && { userLanguage }),
    timeZone: options.timeZone,
    texts: options.texts,
    appearance: options.appearance,
    ...(loginUrl !== undefined && { loginUrl }),
    ...(logoutUrl !== undefined && { logoutUrl }),
    limits,
    translateError: asOutage,
    aroundWrite: ({ user, ip, requestId }, next) =>
      actingAs({ id: user?.id ?? null, requestId, ip: networkOf(ip) }, next),
    defaultLocale,
    logger,
  });
}
