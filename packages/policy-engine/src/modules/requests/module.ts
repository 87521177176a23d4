import { defineModule, type Module } from '../../module.ts';
import type { RequestKind } from './kind.ts';
import { mails, type OwnMails } from './mail-contents.ts';
import { exportedRequests } from './own-data.ts';
import { overdueReminder } from './reminder.ts';
import { texts } from './texts/index.ts';
import { requestEvents } from './webhook-events.ts';

type Texts = typeof texts.en;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../platform/mail/messages.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface MailData extends OwnMails {}
}
declare module '../../module.ts' {
  interface Hooks {
    /** A kind of request: what all kinds share reads it through this. */
    readonly requestKind: RequestKind;
  }
}

/** What requests of people have in common, whatever they ask for: deadlines, lists, reasons, the reminder of what is late. */
export const requestsModule: Module<'requests'> = defineModule({
  id: 'requests',
  texts,
  mails,
  create({ database, mail, now, language, hooks }) {
    const kinds = () => hooks('requestKind');
    return {
      jobs: [overdueReminder({ database, mail, kinds, now })],
      hooks: {
        ownData: ({ userId, locale }) => exportedRequests(kinds(), userId, language([locale])),
        webhookEvents: requestEvents,
      },
    };
  },
});
