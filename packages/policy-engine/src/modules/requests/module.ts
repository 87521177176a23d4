import { defineModule, type Module } from '../../kernel/module.ts';
import { checkOverdue } from './checks.ts';
import { RequestDesk } from './desk.ts';
import { mails, type OwnMails } from './notices/mail-contents.ts';
import { discardJob } from './messages/discard.ts';
import { completedMail } from './messages/mailed-link.ts';
import { MessageLinks } from './messages/links.ts';
import { exportedRequests } from './own-data.ts';
import { overdueReminder } from './deadlines/reminder.ts';
import { deskRoutes } from './routes/index.ts';
import { deskMigrations } from './tables.ts';
import { listPath } from '../../platform/web/index.ts';
import { WriteLimiter } from '../../platform/web/limits/write-limiter.ts';
import { TEMPLATES } from './routes/paths.ts';
import { texts } from './texts/texts.generated.ts';
import { requestEvents } from './notices/webhook-events.ts';

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
    request_registered: true;
    request_noted: true;
    request_message_sent: true;
    request_assigned: true;
    request_reopened: true;
    request_note_deleted: true;
    request_template_saved: true;
    request_template_deleted: true;
  }
}

const DAY = 24 * 60 * 60_000;
/** Messages that a person may write about one request in a day, per process: each is a mail to the administrators. */
const MESSAGES_A_DAY = 20;

/** What all requests of people share, whatever their kind: deadlines, lists, reasons, the reminder of overdue ones. */
export const requestsModule: Module<'requests'> = defineModule({
  id: 'requests',
  needs: ['audit', 'preferences', 'webhooks'],
  migrations: deskMigrations,
  // The template was changed after it was opened.
  errors: {
    request_template_changed: { status: 409 },
    request_reopen_refused: { status: 409 },
    message_link_ended: { status: 410 },
  },
  texts,
  mails,
  actions: [
    'request_registered',
    'request_noted',
    'request_message_sent',
    'request_assigned',
    'request_reopened',
    'request_note_deleted',
    'request_template_saved',
    'request_template_deleted',
  ],
  findings: { requests_overdue: { severity: 'error', article: 'Art. 12(3)' } },
  create(context) {
    const { database, naming, mail, now, language, hooks, logger, options } = context;
    const { storage, secret } = options.attachments;
    const { userResource: users } = options;
    const kinds = () => hooks('requestKind');
    const audit = context.service('audit');
    const written = new WriteLimiter(MESSAGES_A_DAY, () => now().getTime(), DAY);
    const desk = new RequestDesk({
      ...context,
      users,
      kinds,
      audit,
      undo: context.service('preferences').undo,
      webhooks: context.service('webhooks'),
      storage,
      countMessage: (id) => written.take(id),
      canMail: context.hasMail && users.find !== undefined,
    });
    const links = new MessageLinks({ database, naming, secret, now });
    mail.completeWhenSent('request_message', (data) => completedMail({ desk, links, audit }, data));
    return {
      service: desk,
      routes: [
        deskRoutes({
          desk,
          logger,
          storage,
          links,
          now,
          locales: [...new Set([...Object.keys(texts), ...Object.keys(options.texts ?? {})])],
        }),
      ],
      jobs: [overdueReminder({ database, mail, desk, now }), discardJob({ database, naming, storage })],
      checks: [checkOverdue(desk)],
      hooks: {
        ownData: ({ userId, locale }) =>
          exportedRequests({ kinds: kinds(), messages: desk.messages, storage }, userId, language([locale])),
        erasureSteps: [desk.notes.erasureStep(), desk.messages.erasureStep()],
        undoable: desk.templates.undoable((locale) => listPath(TEMPLATES, { locale })),
        webhookEvents: requestEvents,
      },
    };
  },
});
