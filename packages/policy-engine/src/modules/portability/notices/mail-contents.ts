/** The mails about access requests. */
import { type MailDefinitions, step } from '../../../platform/mail/content.ts';
import { reasonedMail } from '../../requests/index.ts';

/** The data of each mail of the module. */
export interface OwnMails {
  /** To the administrators: somebody requests their data. */
  readonly portability_requested: {
    readonly requestId: string;
    readonly userId: string;
    readonly dueAt: string;
    /** Whether it was confirmed automatically (`portability.autoConfirm`). Default: false. */
    readonly isConfirmed?: boolean;
    readonly path: string;
  };
  /** To the user: the request was confirmed, and the export is being created. */
  readonly portability_progress: { readonly requestId: string; readonly path: string };
  /** To the user: the export can be downloaded. */
  readonly portability_completed: {
    readonly requestId: string;
    readonly expireAt: string | null;
    readonly path: string;
  };
  /** To the user: the request was denied, and why. */
  readonly portability_denied: { readonly requestId: string; readonly reason: string; readonly path: string };
  /** To the user: the deadline was extended, and why (GDPR Art. 12(3)). */
  readonly portability_extended: {
    readonly requestId: string;
    readonly reason: string;
    readonly dueAt: string;
    readonly path: string;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  portability_requested: {
    about: 'to the administrators: a new access request',
    write({ userId, dueAt, isConfirmed = false, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.portability_requested.subject'),
        reason: t('mail.reason.admin'),
        paragraphs: [
          isConfirmed
            ? t('mail.portability_requested.confirmed')
            : t('mail.portability_requested.text', { due: context.day(dueAt) }),
        ],
        facts: [
          { label: t('mail.user'), value: userId },
          { label: t('mail.due'), value: context.day(dueAt) },
        ],
        ...step(context, t('mail.portability_requested.action'), path),
      };
    },
  },
  portability_progress: {
    about: 'to the user: the request was confirmed',
    write({ path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.portability_progress.subject'),
        reason: t('mail.reason.asked'),
        paragraphs: [t('mail.portability_progress.text')],
        ...step(context, t('mail.portability_progress.action'), path),
      };
    },
  },
  portability_completed: {
    about: 'to the user: the export is ready for download',
    write({ expireAt, path }, context) {
      const { t } = context.language;
      const until = expireAt === null ? [] : [t('mail.portability_completed.until', { until: context.day(expireAt) })];
      return {
        subject: t('mail.portability_completed.subject'),
        reason: t('mail.reason.asked'),
        paragraphs: [t('mail.portability_completed.text'), ...until],
        ...step(context, t('mail.portability_completed.action'), path),
      };
    },
    leadsToExport: true,
  },
  portability_denied: {
    about: 'to the user: the request was denied',
    write({ reason, path }, context) {
      const { t } = context.language;
      return reasonedMail(context, {
        subject: t('mail.portability_denied.subject'),
        why: t('mail.reason.asked'),
        text: t('mail.portability_denied.text'),
        reason,
        path,
      });
    },
  },
  portability_extended: {
    about: 'to the user: the deadline for a response was extended',
    write({ reason, dueAt, path }, context) {
      const { t } = context.language;
      return reasonedMail(context, {
        subject: t('mail.portability_extended.subject'),
        why: t('mail.reason.asked'),
        text: t('mail.portability_extended.text', { due: context.day(dueAt) }),
        reason,
        path,
      });
    },
  },
};
