import type { UserResource } from '../users/resource.ts';
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import type { Jobs } from '../jobs/job.ts';
import type { Language } from '../i18n/language.ts';
import type { Appearance } from '../appearance.ts';
import type { WebLogger } from '../logger.ts';
import type { MailDefinitions } from './content.ts';
import { Composer, type CustomizeLink } from './composer.ts';
import { Delivery } from './delivery.ts';
import { MailService } from './service.ts';
import type { MailWriters } from './templates.ts';
import type { MailOptions } from './transport.ts';

/** The host's mail options, with what the engine adds. */
export interface MailConfiguration {
  /** How each mail is written. */
  readonly definitions: Partial<MailDefinitions>;
  readonly database: Database;
  readonly naming: Naming;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly logger: WebLogger;
  readonly language: (wishes: readonly string[]) => Language;
  /** Mount path of the engine. */
  readonly basePath: () => string;
  readonly mail?: MailOptions | undefined;
  readonly mailerTemplates?: MailWriters;
  readonly fromEmail?: string | undefined;
  readonly adminEmailInbox?: string | (() => string | Promise<string>) | undefined;
  readonly userResource?: UserResource;
  readonly publicOrigins?: readonly string[];
  readonly appearance?: Appearance;
  readonly timeZone: string;
  readonly exporter?: { readonly customizeLink?: CustomizeLink | undefined };
}

export function createMail(configuration: MailConfiguration): MailService {
  const { database, naming, jobs, now, logger, language, basePath, mail, fromEmail } = configuration;
  const composer = new Composer({
    definitions: configuration.definitions,
    language,
    name: configuration.appearance?.name ?? null,
    origin: configuration.publicOrigins?.[0] ?? null,
    basePath,
    templates: configuration.mailerTemplates ?? {},
    timeZone: configuration.timeZone,
    customizeLink: configuration.exporter?.customizeLink,
  });
  const delivery =
    mail === undefined || fromEmail === undefined
      ? null
      : new Delivery({
          database,
          naming,
          composer,
          mail,
          from: fromEmail,
          inbox: configuration.adminEmailInbox,
          users: configuration.userResource ?? {},
          now,
          logger,
        });
  return new MailService({ naming, jobs, delivery, now, composer });
}

/** Checks for options without which some mails can't be sent, or have no working links. */
export function lackingForMail({
  adminEmailInbox,
  publicOrigins,
}: Pick<MailConfiguration, 'adminEmailInbox' | 'publicOrigins'>): string[] {
  const given = {
    adminEmailInbox: adminEmailInbox !== undefined,
    publicOrigins: publicOrigins !== undefined && publicOrigins.length > 0,
  };
  return Object.entries(given).flatMap(([option, isGiven]) => (isGiven ? [] : [option]));
}
