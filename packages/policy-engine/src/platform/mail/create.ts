import type { UserResource } from '../../modules/people/user-resource.ts';
import { requireMail } from './transport.ts';
import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import type { Jobs } from '../jobs/job.ts';
import type { ExporterOptions } from '../../modules/export/settings.ts';
import type { Language } from '../i18n/language.ts';
import type { Appearance, WebLogger } from '../web/options.ts';
import { Composer } from './composer.ts';
import { Delivery } from './delivery.ts';
import { MailService } from './service.ts';
import type { MailTemplates } from './templates.ts';
import type { MailOptions } from './transport.ts';

/** What a host says about its mail, as it says it, with what the engine adds. */
export interface MailConfiguration {
  readonly database: Database;
  readonly naming: NamingOptions;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly logger: WebLogger;
  readonly language: (wishes: readonly string[]) => Language;
  /** Mount path of the engine. */
  readonly basePath: () => string;
  readonly mail?: MailOptions;
  readonly mailerTemplates?: MailTemplates;
  readonly fromEmail?: string;
  readonly adminEmailInbox?: string | (() => string | Promise<string>);
  readonly userResource?: UserResource;
  readonly publicOrigins?: readonly string[];
  readonly appearance?: Appearance;
  readonly timeZone?: string;
  readonly exporter?: Pick<ExporterOptions, 'customizeLink'>;
}

/** @throws {PolicyEngineError} `configuration_invalid` for a transport or template that can't be used */
export function createMail(configuration: MailConfiguration): MailService {
  const { database, naming, jobs, now, logger, language, basePath, mail, fromEmail } = configuration;
  requireMail(mail, fromEmail);
  const composer = new Composer({
    language,
    name: configuration.appearance?.name ?? null,
    origin: configuration.publicOrigins?.[0] ?? null,
    basePath,
    templates: configuration.mailerTemplates ?? {},
    timeZone: configuration.timeZone ?? 'UTC',
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
  return new MailService({ naming, jobs, delivery, now });
}

/** Options without which some mails can't be sent, or lead nowhere. */
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
