/** The mail about requests of all kinds, and what the mails of a kind share. */
import { type MailContent, type MailContext, type MailDefinitions, step } from '../../../platform/mail/content.ts';

/** The data of the module's mail. */
export interface OwnMails {
  /** To the administrators, once a day: overdue requests. */
  readonly requests_overdue: {
    /** The longest overdue ones. */
    readonly requests: ReadonlyArray<{
      /** Their kind, such as `portability`. Default: `portability`. */
      readonly kind?: string;
      readonly id: string;
      readonly userId: string;
      readonly dueAt: string;
    }>;
    /** The total number. Default: the number of listed ones. */
    readonly total?: number;
    readonly path: string;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  requests_overdue: {
    about: 'to the administrators: requests past their deadline',
    write({ requests, total = requests.length, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.requests_overdue.subject', { count: total }),
        reason: t('mail.reason.admin'),
        paragraphs: [t('mail.requests_overdue.text')],
        facts: requests.map(({ kind, userId, dueAt }) => ({
          label: labelOf(context, kind, userId),
          value: t('mail.requests_overdue.since', { due: context.day(dueAt) }),
        })),
        ...step(context, t('mail.requests_overdue.action'), path),
      };
    },
  },
};

/** "Request of user 7", or the kind's own text `mail.requests_overdue.user.<kind>`. */
function labelOf({ language }: MailContext, kind: string | undefined, user: string): string {
  const own = `mail.requests_overdue.user.${kind}`;
  return language.isText(own) ? language.text(own, { user }) : language.t('mail.requests_overdue.user', { user });
}

/** A mail that tells the person somebody's reason, and where to complain (GDPR Art. 12(4)). */
export function reasonedMail(
  context: MailContext,
  {
    subject,
    why,
    text,
    reason,
    path,
  }: Pick<MailContent, 'subject'> & {
    /** Why they get the mail. */
    readonly why: string;
    readonly text: string;
    /** The administrator's words. */
    readonly reason: string;
    readonly path: string;
  },
): MailContent {
  const { t } = context.language;
  return {
    subject,
    reason: why,
    paragraphs: [text, t('mail.complaint')],
    quote: reason,
    ...step(context, t('mail.see_request'), path),
  };
}
