/** The mail about a new version of a policy. */
import { type MailDefinitions, step } from '../../../platform/mail/content.ts';

/** The data of the module's mail. */
export interface OwnMails {
  /** To a user who decided on an earlier version that there is a new one to decide on; to known users, that a notice changed. */
  readonly policy_changed: {
    /** Name of the policy by BCP 47 tag. */
    readonly labels: Readonly<Record<string, string>>;
    /** What changed, in the author's words. */
    readonly note: string | null;
    readonly path: string;
    /** Whether it is information that nobody decides on. Default: false. */
    readonly isNotice?: boolean;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  policy_changed: {
    about: 'to a user who decided on an earlier version: a policy has a new one; to known users: a notice has',
    write({ labels, note, path, isNotice = false }, context) {
      const { t, locale } = context.language;
      const label = labels[locale] ?? labels['en'] ?? Object.values(labels)[0] ?? '';
      // A subject has one line.
      const policy = label.replace(/\s+/g, ' ');
      return {
        subject: t('mail.policy_changed.subject', { policy }),
        reason: t(isNotice ? 'mail.reason.notice_changed' : 'mail.reason.policy_changed'),
        paragraphs: [t(isNotice ? 'mail.notice_changed.text' : 'mail.policy_changed.text', { policy })],
        ...(note !== null && { quote: note }),
        ...step(context, t(isNotice ? 'mail.notice_changed.action' : 'mail.policy_changed.action'), path),
      };
    },
  },
};
