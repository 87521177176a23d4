import { PolicyEngineError } from '../../errors/errors.ts';
import { defineModule, type Module, type ModuleContext } from '../../kernel/module.ts';
import { legacyAttachmentsHaveAFolder, portabilityOptions } from './options.ts';
import { localeOfUser, timeZoneOfUser, userIdOf, userWithId } from '../../platform/users/resource.ts';
import type { ExportExtras } from '../export/index.ts';
import { Downloads } from './attachments/downloads.ts';
import { engineRequests } from './requests/engine-requests.ts';
import { portabilityErasure } from './erasure-step.ts';
import { storedExports } from './attachments/stored-files.ts';
import { bothWays } from './attachments/legacy.ts';
import { portabilitySubjects } from './requests/log-subjects.ts';
import { mails, type OwnMails } from './notices/mail-contents.ts';
import { PortabilityMails } from './notices/mails.ts';
import type { DataSubject } from './data-subject.ts';
import { kindOfRequest } from './requests/kind.ts';
import { previewer } from './preview.ts';
import { portabilityRoutes } from './routes/index.ts';
import type { PortabilityRoutesOptions } from './routes/shared.ts';
import { copySection } from './routes/own.ts';
import { PortabilityService } from './service.ts';
import { PortabilityStore } from './requests/store.ts';
import { portabilityMigrations } from './tables.ts';
import { texts } from './texts/texts.generated.ts';
import { RequestTakeovers } from './requests/taken-over.ts';
import { ExportWorker, storedName } from './worker.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../platform/mail/messages.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface MailData extends OwnMails {}
}
declare module '../../kernel/module.ts' {
  interface AdminActions {
    request_confirmed: true;
    request_denied: true;
    request_extended: true;
    request_retried: true;
    request_deleted: true;
  }
}

/** Access requests, and their execution. */
export const portabilityModule: Module<'portability'> = defineModule({
  id: 'portability',
  options: portabilityOptions,
  relations: [legacyAttachmentsHaveAFolder],
  needs: ['audit', 'export', 'requests', 'webhooks'],
  migrations: portabilityMigrations,
  texts,
  mails,
  actions: ['request_confirmed', 'request_denied', 'request_extended', 'request_retried', 'request_deleted'],
  findings: {
    no_user_lookup: {
      severity: 'error',
      article: 'Art. 15, 20',
      fix: { options: 'userResource: { find: (id) => users.find(id) },', about: 'userResource' },
    },
    no_portability_rule: {
      severity: 'warning',
      article: 'Art. 15, 20',
      fix: {
        options: `portabilityRules: [{ name: 'account', member: (user) => ({ email: user.email }) }],`,
        about: 'portabilityRules',
      },
    },
  },
  create(context) {
    const { options, database, naming, hasMail, now, language } = context;
    const { userResource, legacyAttachments } = options;
    const { autoConfirm, keepDays } = options.portability;
    const { storage: usual, expirationLink, secret } = options.attachments;
    const storage = bothWays(usual, options.exporter.path);
    const store = new PortabilityStore(naming, context.timeZone);
    const mails = new PortabilityMails(context.mail, context.now);
    const lacking = lackingFor(context);
    const [audit, webhooks] = [context.service('audit'), context.service('webhooks')];
    const shared = { ...context, audit, webhooks, store, mails };
    const desk = context.service('requests');
    const requests = new PortabilityService({
      ...shared,
      autoConfirm,
      takeovers: new RequestTakeovers({
        ...context,
        store,
        storage,
        keepDays,
        nameOf: (id) => storedName(id, { attempt: 1, isLegacy: legacyAttachments }),
      }),
      lacking,
      forget: (transaction, id) => desk.forget(transaction, id),
      write: (transaction, request, body) => desk.write(transaction, { kind: 'portability', request, body }),
      isGone: (id) => isGone(context, id),
    });
    const worker = new ExportWorker({
      ...shared,
      storage,
      legacyAttachments,
      hasLegacyFolder: options.exporter.path !== undefined,
      exporter: context.service('export'),
      keepDays,
      findUser: (id) => findUser(context, id),
      timeZoneOf: (user) => timeZoneOfUser(userResource, user),
      ownData: (person) => allOf(context, person),
    });
    const forRoutes: PortabilityRoutesOptions = {
      requests,
      desk,
      downloads: new Downloads({ database, naming, storage, expirationLink, secret, now }),
      hasMail,
      now,
      preview: previewer({
        findUser: (id) => findUser(context, id),
        ownData: (person) => allOf(context, person),
        exporter: context.service('export'),
        logger: context.logger,
      }),
    };
    const kind = kindOfRequest(forRoutes, store);
    return {
      service: requests,
      routes: [portabilityRoutes(forRoutes, kind)],
      jobs: worker.jobs(),
      checks: [
        {
          run: () => [
            ...(userResource.find === undefined ? [{ code: 'no_user_lookup', subject: null }] : []),
            ...(context.service('export').rules.length === 0 ? [{ code: 'no_portability_rule', subject: null }] : []),
          ],
        },
      ],
      members: {
        requests: engineRequests({
          requests,
          idOf: userIdOf(userResource),
          localeOf: (user) => localeOfUser(userResource, user),
          supported: (wishes) => language(wishes).locale,
        }),
      },
      hooks: {
        centreSections: [copySection(forRoutes)],
        requestKind: kind,
        erasureSteps: portabilityErasure({ requests, storage }),
        storedFiles: storedExports({ database, store, storage }),
        logSubjects: portabilitySubjects(database, naming),
      },
    };
  },
});

/** The missing option without which no export can be created. */
function lackingFor(context: ModuleContext): 'userResource.find' | 'portabilityRules' | null {
  if (context.options.userResource.find === undefined) return 'userResource.find';
  return context.service('export').rules.length > 0 ? null : 'portabilityRules';
}

/** Whether the host reports that there is no such user. A failed lookup proves nothing: the export looks again. */
async function isGone({ options }: ModuleContext, id: string): Promise<boolean> {
  const { userResource } = options;
  if (userResource.find === undefined) return false;
  try {
    return (await userWithId(userResource, id)) === null;
  } catch {
    return false;
  }
}

/** The host's record of a user. @throws {PolicyEngineError} `configuration_invalid` if the host has not configured a lookup */
async function findUser({ options }: ModuleContext, id: string): Promise<unknown> {
  const { userResource } = options;
  if (userResource.find !== undefined) return userWithId(userResource, id);
  throw new PolicyEngineError('configuration_invalid', 'userResource.find: exports need a way to find their user');
}

async function allOf(context: ModuleContext, person: DataSubject): Promise<ExportExtras> {
  const parts = await Promise.all(context.hooks('ownData').map((ownData) => ownData(person)));
  return Object.assign({ consents: [], decisions: [], texts: [], requests: [] }, ...parts);
}
