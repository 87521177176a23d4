/** The mail about a new version of a policy. */
import { type MailDefinitions, step } from '../../platform/mail/content.ts';

/** The data of the module's mail. */
export interface OwnMails {
  /** To a user who decided on an earlier version: there is a new one to decide on. */
  readonly policy_changed: {
    /** Name of the policy by BCP 47 tag. */
    readonly labels: Readonly<Record<string, string>>;
    /** What changed, in the author's words. */
    readonly note: string | null;
    readonly path: string;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  policy_changed: {
    about: 'to a user who decided on an earlier version: a policy has a new one',
    write({ labels, note, path }, context) {
      const { t, locale } = context.language;
      const label = labels[locale] ?? labels['en'] ?? Object.values(labels)[0] ?? '';
      // A subject has one line.
      const policy = label.replace(/\s+/g, ' ');
      return {
        subject: t('mail.policy_changed.subject', { policy }),
        reason: t('mail.reason.policy_changed'),
        paragraphs: [t('mail.policy_changed.text', { policy })],
        ...(note !== null && { quote: note }),
        ...step(context, t('mail.policy_changed.action'), path),
      };
    },
  },
};
