/** Puts the room together. */
import type { Audit } from '../audit/service.ts';
import type { UserResource } from '../people/user-resource.ts';
import type { ConsentService } from '../consent/service.ts';
import type { NamingOptions } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { PolicyEngineError } from '../../errors.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { Ledger } from '../proof/service.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { extrasOf } from './extras.ts';
import { RequestMails } from './mails.ts';
import { RequestService } from './service.ts';
import { checkPortability, type PortabilityOptions } from './settings.ts';
import { RequestStore } from './store.ts';
import { ExportWorker, type ExportWorkerOptions } from './worker.ts';

/** What the room is made of. */
export interface RequestsOptions {
  readonly database: Database;
  readonly naming: NamingOptions;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly consents: ConsentService;
  readonly ledger: Ledger;
  readonly storage: AttachmentStorage;
  readonly legacyAttachments: boolean;
  readonly hasLegacyFolder: boolean;
  readonly exporter: ExportWorkerOptions['exporter'];
  readonly portability: PortabilityOptions | undefined;
  /** Whether anything is declared that people can take along. */
  readonly hasRules: boolean;
  /** IANA name of the zone whose days count for deadlines. */
  readonly timeZone: string;
  readonly userResource: UserResource | undefined;
  readonly language: (wishes: readonly string[]) => Language;
  readonly defaultLocale: string;
  readonly now: () => Date;
}

/** The service, with its jobs defined. @throws {PolicyEngineError} `configuration_invalid` */
export function createRequests(options: RequestsOptions): RequestService {
  const { naming, mail, consents, ledger, userResource, language, portability, timeZone, hasRules, ...parts } = options;
  const lacking = userResource?.find === undefined ? 'userResource.find' : hasRules ? null : 'portabilityRules';
  const { autoConfirm, keepDays } = checkPortability(portability);
  const store = new RequestStore(naming, timeZone);
  const mails = new RequestMails(mail);
  const requests = new RequestService({ ...parts, store, mails, autoConfirm, timeZone, lacking });
  const worker = new ExportWorker({
    ...parts,
    store,
    mails,
    keepDays,
    findUser: async (id) => {
      if (userResource?.find === undefined) {
        throw new PolicyEngineError(
          'configuration_invalid',
          'userResource.find: exports need a way to find their user',
        );
      }
      return userResource.find(id);
    },
    extras: (userId, user, locale) =>
      extrasOf({ consents, ledger, requests, language: (wish) => language([wish]) }, { userId, user, locale }),
  });
  worker.define(options.jobs);
  return requests;
}

/** What the host calls a user: the e-mail address, else the property `name`; null where it says neither. */
export async function nameOfUser(resource: UserResource | undefined, id: string): Promise<string | null> {
  const user: unknown = await resource?.find?.(id);
  if (typeof user !== 'object' || user === null) return null;
  const email: unknown = resource?.email ? resource.email(user) : Reflect.get(user, 'email');
  const names: readonly unknown[] = [email, Reflect.get(user, 'name')];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}
