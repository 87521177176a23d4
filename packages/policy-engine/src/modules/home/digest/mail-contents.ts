/** The weekly digest. */
import { type MailDefinitions, step } from '../../../platform/mail/content.ts';

/** The data of the module's mail. */
export interface OwnMails {
  /** To an administrator who wants it, once a week. */
  readonly weekly_digest: {
    /** Open requests: past their deadline, due in the next seven days, all. */
    readonly overdue: number;
    readonly week: number;
    readonly open: number;
    /** Background jobs and messages to other systems that are not tried again by themselves. */
    readonly failed: number;
    /** Requirements that are not met, and warnings, of the compliance check. */
    readonly errors: number;
    readonly warnings: number;
    /** Decisions of the last seven days on each policy that had any; the label by locale. */
    readonly policies: ReadonlyArray<{
      readonly labels: Readonly<Record<string, string>>;
      readonly accepted: number;
      readonly rejected: number;
    }>;
    readonly path: string;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  weekly_digest: {
    about: 'to administrators who want it, once a week: what is due, what failed, and how people decided',
    write({ overdue, week, open, failed, errors, warnings, policies, path }, context) {
      const { t, locale } = context.language;
      const number = (count: number) => count.toLocaleString(locale);
      const facts = [
        ['home.overdue', overdue],
        ['home.week', week],
        ['numbers.requests_open', open],
        ['home.failures', failed],
        ['home.errors', errors],
        ['home.warnings', warnings],
      ] as const;
      return {
        subject: t('mail.weekly_digest.subject', { overdue: number(overdue), week: number(week) }),
        reason: t('mail.weekly_digest.reason'),
        paragraphs: [t('mail.weekly_digest.text')],
        facts: [
          ...facts.map(([label, count]) => ({ label: t(label), value: number(count) })),
          ...policies.map(({ labels, accepted, rejected }) => ({
            label: labels[locale] ?? Object.values(labels)[0] ?? '',
            value: t('mail.weekly_digest.decisions', { accepted: number(accepted), rejected: number(rejected) }),
          })),
        ],
        ...step(context, t('mail.weekly_digest.action'), path),
      };
    },
  },
};
