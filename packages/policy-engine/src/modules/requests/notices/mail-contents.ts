/** The mail about requests of all kinds, and what the mails of a kind share. */
import { type MailContent, type MailContext, type MailDefinitions, step } from '../../../platform/mail/content.ts';

/** Which message a mail is about. */
interface AboutMessage {
  /** The kind of the request, such as `portability`. */
  readonly kind: string;
  readonly requestId: string;
  readonly messageId: string;
  readonly path: string;
}

/** The data of the module's mail. */
export interface OwnMails {
  /** To the person: a message about their request. */
  readonly request_message: AboutMessage & {
    /** Last moment of a link that works without an account session; null for one that needs it. Added when the mail is sent. */
    readonly expiresAt: string | null;
  };
  /** To the administrators: a message of the person. */
  readonly request_answered: AboutMessage & { readonly userId: string };
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
  request_message: {
    about: 'to the person: there is a message about their request; the text is only on the page',
    write(data, context) {
      const { t } = context.language;
      const { expiresAt } = data;
      return {
        subject: t('mail.request_message.subject'),
        reason: t('mail.reason.request'),
        paragraphs: [
          t('mail.request_message.text'),
          ...(expiresAt === null ? [] : [t('mail.request_message.link', { until: context.day(expiresAt) })]),
        ],
        ...step(context, t('mail.request_message.action'), data.path),
      };
    },
  },
  request_answered: {
    about: 'to the administrators: a person wrote a message about their request',
    write({ userId, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.request_answered.subject'),
        reason: t('mail.reason.admin'),
        paragraphs: [t('mail.request_answered.text')],
        facts: [{ label: t('mail.user'), value: userId }],
        ...step(context, t('mail.request_answered.action'), path),
      };
    },
  },
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
