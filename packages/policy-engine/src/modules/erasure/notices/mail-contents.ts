/** The mails about erasure requests. */
import {
  type Fact,
  type MailContent,
  type MailContext,
  type MailDefinitions,
  step,
} from '../../../platform/mail/content.ts';
import type { TextKey } from '../../../platform/i18n/language.ts';
import { reasonedMail } from '../../requests/index.ts';
import { linkTime } from '../identity/link-time.ts';
import {
  completedKey,
  type ErasureReceipt,
  hasRemains,
  isPartlySearched,
  locationsLeft,
  locationsUnsearched,
} from '../plan/receipt.ts';

/** A mail that contains somebody's reason. */
interface WithReason {
  readonly requestId: string;
  readonly reason: string;
  readonly path: string;
}

/** The data of each mail of the module. */
export interface OwnMails {
  /** To the user: a link to verify their identity. */
  readonly erasure_identify: {
    readonly requestId: string;
    /** Number of the requested link; the last one counts. */
    readonly link: number;
    /** For how long it works. */
    readonly minutes: number;
    /** The token is added only when the mail is sent. */
    readonly path: string;
  };
  /** To the administrators: a search after the erasure found data of the person again. */
  readonly erasure_reopened: {
    readonly requestId: string;
    readonly dueAt: string;
    readonly path: string;
  };
  /** To the administrators: somebody requests erasure. */
  readonly erasure_requested: {
    readonly requestId: string;
    readonly userId: string;
    readonly dueAt: string;
    readonly path: string;
  };
  /** To the user: the request was received, and until when it can be withdrawn. */
  readonly erasure_received: {
    readonly requestId: string;
    readonly dueAt: string;
    /** Null without a grace period. */
    readonly graceUntil: string | null;
    readonly path: string;
  };
  /** To the user: the request was confirmed. */
  readonly erasure_confirmed: {
    readonly requestId: string;
    /** When it starts; null: now. */
    readonly beginsAt: string | null;
    readonly path: string;
  };
  /** To the user: the request was denied, and why. */
  readonly erasure_denied: WithReason;
  /** To the user: the request is on hold for a legal reason. */
  readonly erasure_held: WithReason;
  /** To the user: the hold has ended. */
  readonly erasure_released: { readonly requestId: string; readonly path: string };
  /** To the user: the deadline was extended, and why (GDPR Art. 12(3)). */
  readonly erasure_extended: WithReason & { readonly dueAt: string };
  /** To the user: the request was withdrawn. */
  readonly erasure_cancelled: { readonly requestId: string; readonly path: string };
  /**
   * To the person who was erased: the receipt. They no longer have a page of their own, so the path is the public one.
   */
  readonly erasure_completed: { readonly requestId: string; readonly receipt: ErasureReceipt; readonly path: string };
  /** To the administrators: the receipt. */
  readonly erasure_receipt: { readonly requestId: string; readonly receipt: ErasureReceipt; readonly path: string };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  erasure_identify: {
    about: 'to the user: a link that verifies their identity before the request is processed',
    write({ minutes, path }, context) {
      const { t, locale } = context.language;
      return {
        subject: t('mail.erasure_identify.subject'),
        reason: t('mail.erasure_identify.reason'),
        paragraphs: [
          t('mail.erasure_identify.text', { time: linkTime(locale, minutes) }),
          t('mail.erasure_identify.nothing_yet'),
          t('mail.erasure_identify.not_you'),
        ],
        ...step(context, t('mail.erasure_identify.action'), path),
      };
    },
  },
  erasure_requested: {
    about: 'to the administrators: a new erasure request',
    write({ userId, dueAt, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.erasure_requested.subject'),
        reason: t('mail.reason.admin'),
        paragraphs: [t('mail.erasure_requested.text', { due: context.day(dueAt) })],
        facts: [
          { label: t('mail.user'), value: userId },
          { label: t('mail.due'), value: context.day(dueAt) },
        ],
        ...step(context, t('mail.erasure_requested.action'), path),
      };
    },
  },
  erasure_received: {
    about: 'to the user: the erasure request was received',
    write({ dueAt, graceUntil, path }, context) {
      const { t } = context.language;
      const grace = graceUntil === null ? [] : [t('mail.erasure_received.grace', { until: context.day(graceUntil) })];
      return {
        subject: t('mail.erasure_received.subject'),
        reason: t('mail.reason.erasure'),
        paragraphs: [
          t('mail.erasure_received.text', { due: context.day(dueAt) }),
          ...grace,
          t('mail.erasure_received.not_you'),
        ],
        ...step(context, t('mail.see_request'), path),
      };
    },
  },
  erasure_confirmed: {
    about: 'to the user: the erasure request was confirmed',
    write({ beginsAt, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.erasure_confirmed.subject'),
        reason: t('mail.reason.erasure'),
        paragraphs: [
          beginsAt === null
            ? t('mail.erasure_confirmed.now')
            : t('mail.erasure_confirmed.later', { at: context.day(beginsAt) }),
        ],
        ...(beginsAt !== null && step(context, t('mail.see_request'), path)),
      };
    },
  },
  erasure_denied: {
    about: 'to the user: the erasure request was denied',
    write: (data, context) => reasoned(context, 'mail.erasure_denied.subject', 'mail.erasure_denied.text', data),
  },
  erasure_held: {
    about: 'to the user: the data is kept for a legal reason for now',
    write: (data, context) => reasoned(context, 'mail.erasure_held.subject', 'mail.erasure_held.text', data),
  },
  erasure_released: {
    about: 'to the user: the legal reason for keeping the data no longer applies',
    write: ({ path }, context) => told(context, 'mail.erasure_released.subject', 'mail.erasure_released.text', path),
  },
  erasure_extended: {
    about: 'to the user: the deadline for a response was extended',
    write({ dueAt, ...data }, context) {
      const due = context.day(dueAt);
      return reasoned(context, 'mail.erasure_extended.subject', 'mail.erasure_extended.text', data, { due });
    },
  },
  erasure_cancelled: {
    about: 'to the user: the erasure request was withdrawn',
    write: ({ path }, context) => told(context, 'mail.erasure_cancelled.subject', 'mail.erasure_cancelled.text', path),
  },
  erasure_completed: {
    about: 'to the erased person: what was deleted, what is kept and why',
    write({ receipt, path }, context) {
      const { t } = context.language;
      return {
        subject: t(completedKey(receipt)),
        reason: t('mail.reason.erasure'),
        paragraphs: [
          t('mail.erasure_completed.text', { at: context.day(receipt.completedAt) }),
          ...(hasRemains(receipt) ? [t('erasure.left.found')] : []),
          ...(isPartlySearched(receipt) ? [t('erasure.left.unsearched')] : []),
          ...about(receipt, context),
          t('mail.erasure_completed.last'),
        ],
        facts: factsOf(receipt, context),
        ...step(context, t('mail.erasure_completed.action'), path),
      };
    },
  },
  erasure_reopened: {
    about: 'to the administrators: a search after an erasure found data of the person again',
    write({ requestId, dueAt, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.erasure_reopened.subject'),
        reason: t('mail.reason.admin'),
        paragraphs: [t('mail.erasure_reopened.text', { id: requestId, due: context.day(dueAt) })],
        ...step(context, t('mail.erasure_requested.action'), path),
      };
    },
  },
  erasure_receipt: {
    about: 'to the administrators: the result of an erasure',
    write({ requestId, receipt, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.erasure_receipt.subject'),
        reason: t('mail.reason.admin'),
        paragraphs: [
          t('mail.erasure_receipt.text', { id: requestId, at: context.day(receipt.completedAt) }),
          ...about(receipt, context),
          ...found(receipt, context),
          toldIn(receipt, context),
        ],
        facts: factsOf(receipt, context),
        ...step(context, t('mail.erasure_receipt.action'), path),
      };
    },
  },
};

function told(context: MailContext, subject: TextKey, text: TextKey, path: string): MailContent {
  const { t, text: wordsOf } = context.language;
  return {
    subject: wordsOf(subject),
    reason: t('mail.reason.erasure'),
    paragraphs: [wordsOf(text)],
    ...step(context, t('mail.see_request'), path),
  };
}

function reasoned(
  context: MailContext,
  subject: TextKey,
  text: TextKey,
  { reason, path }: Pick<WithReason, 'reason' | 'path'>,
  params: Readonly<Record<string, string>> = {},
): MailContent {
  const { t, text: wordsOf } = context.language;
  return reasonedMail(context, {
    subject: wordsOf(subject),
    why: t('mail.reason.erasure'),
    text: wordsOf(text, params),
    reason,
    path,
  });
}

/** Until when backups contain the data, if the host has declared it. */
function about({ backupsUntil }: ErasureReceipt, { language, day }: MailContext): string[] {
  return backupsUntil === null ? [] : [language.t('erasure.receipt.backups', { until: day(backupsUntil) })];
}

/** For administrators: data of the person was found where no rule keeps it, or something could not be searched. */
function found({ absence }: ErasureReceipt, { language }: MailContext): string[] {
  if (absence === null) return [];
  const [count, unsearched] = [locationsLeft(absence), locationsUnsearched(absence)];
  return [
    ...(count === 0 ? [] : [language.t('mail.erasure_receipt.found', { count })]),
    ...(unsearched === 0 ? [] : [language.t('mail.erasure_receipt.unsearched', { count: unsearched })]),
  ];
}

/** For administrators: what is reported to whom, and what is left for them to report (Art. 19). */
function toldIn({ told: webhooks }: ErasureReceipt, { language: { t, locale } }: MailContext): string {
  if (webhooks.length === 0) return t('erasure.told.none');
  const names = webhooks.map(({ webhook }) => webhook);
  return t('mail.erasure_receipt.told', { webhooks: new Intl.ListFormat(locale).format(names) });
}

/** What happened to each kind of data. */
function factsOf({ entries }: ErasureReceipt, { language, day }: MailContext): Fact[] {
  const { t } = language;
  return entries.map(({ label, action, rows, reason, until }) => {
    const what = t(`erasure.done.${action}`);
    const parts = [
      rows === null ? what : t('erasure.done.rows', { what, rows: rows.toLocaleString(language.formatLocale) }),
      ...(until === null ? [] : [t('erasure.until', { until: day(until) })]),
      ...(reason === null ? [] : [reason]),
    ];
    return { label, value: parts.join(' · ') };
  });
}
