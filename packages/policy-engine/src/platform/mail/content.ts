/** What a mail says, before it is text and HTML. */
import type { Language } from '../i18n/language.ts';
import type { MailData, MailName } from './messages.ts';

/** A line of a short table. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a mail says. */
export interface MailContent {
  /** Also the heading. */
  readonly subject: string;
  /** Why the reader gets it, in a sentence: stands first, after the sender's name. */
  readonly reason: string;
  readonly paragraphs: readonly string[];
  /** Somebody's words, set apart. */
  readonly quote?: string;
  readonly facts?: readonly Fact[];
  /** The one next step. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Said instead of the button where the engine doesn't know its own address. */
  readonly withoutButton?: string;
}

/** What a message is written with. */
export interface MailContext {
  readonly language: Language;
  /** The host's name. */
  readonly sender: string;
  /** Full URL of a path below the mount path; null where the engine doesn't know its own origin. */
  readonly url: (path: string) => string | null;
  /** A day in the reader's language, by the host's clocks. */
  readonly day: (time: string) => string;
}

type Write<Name extends MailName> = (data: MailData[Name], context: MailContext) => MailContent;

/** The button to a path, or the sentence that stands in for it. */
function step(
  { url, language, sender }: MailContext,
  label: string,
  path: string,
): Pick<MailContent, 'button' | 'withoutButton'> {
  const href = url(path);
  return href === null ? { withoutButton: language.t('mail.sign_in', { sender }) } : { button: { label, url: href } };
}

/** How each mail is written, unless the host has words of its own. */
export const contents: { readonly [Name in MailName]: Write<Name> } = {
  portability_requested({ userId, dueAt, isConfirmed = false, path }, context) {
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
  portability_progress({ path }, context) {
    const { t } = context.language;
    return {
      subject: t('mail.portability_progress.subject'),
      reason: t('mail.reason.asked'),
      paragraphs: [t('mail.portability_progress.text')],
      ...step(context, t('mail.portability_progress.action'), path),
    };
  },
  portability_completed({ expireAt, path }, context) {
    const { t } = context.language;
    const until = expireAt === null ? [] : [t('mail.portability_completed.until', { until: context.day(expireAt) })];
    return {
      subject: t('mail.portability_completed.subject'),
      reason: t('mail.reason.asked'),
      paragraphs: [t('mail.portability_completed.text'), ...until],
      ...step(context, t('mail.portability_completed.action'), path),
    };
  },
  portability_denied({ reason, path }, context) {
    const { t } = context.language;
    return {
      subject: t('mail.portability_denied.subject'),
      reason: t('mail.reason.asked'),
      paragraphs: [t('mail.portability_denied.text'), t('mail.complaint')],
      quote: reason,
      ...step(context, t('mail.see_request'), path),
    };
  },
  portability_extended({ reason, dueAt, path }, context) {
    const { t } = context.language;
    return {
      subject: t('mail.portability_extended.subject'),
      reason: t('mail.reason.asked'),
      paragraphs: [t('mail.portability_extended.text', { due: context.day(dueAt) }), t('mail.complaint')],
      quote: reason,
      ...step(context, t('mail.see_request'), path),
    };
  },
  requests_overdue({ requests, total = requests.length, path }, context) {
    const { t } = context.language;
    return {
      subject: t('mail.requests_overdue.subject', { count: total }),
      reason: t('mail.reason.admin'),
      paragraphs: [t('mail.requests_overdue.text')],
      facts: requests.map(({ userId, dueAt }) => ({
        label: t('mail.requests_overdue.user', { user: userId }),
        value: t('mail.requests_overdue.since', { due: context.day(dueAt) }),
      })),
      ...step(context, t('mail.requests_overdue.action'), path),
    };
  },
  ledger_digest({ head, events, path }, context) {
    const { t } = context.language;
    const facts = [
      { label: t('mail.ledger_digest.events'), value: String(events) },
      { label: t('mail.ledger_digest.head'), value: String(head.sequence) },
      { label: t('mail.ledger_digest.at'), value: head.at },
      { label: t('mail.ledger_digest.hash'), value: head.hash },
      { label: t('mail.ledger_digest.signature'), value: head.signature ?? t('mail.ledger_digest.unsigned') },
      ...(head.keyId === null ? [] : [{ label: t('mail.ledger_digest.key'), value: head.keyId }]),
    ];
    return {
      subject: t('mail.ledger_digest.subject', { head: head.sequence }),
      reason: t('mail.reason.admin'),
      paragraphs: [
        t('mail.ledger_digest.text'),
        t('mail.ledger_digest.how', { hash: head.hash }),
        t('mail.ledger_digest.rewritten'),
      ],
      facts,
      ...step(context, t('mail.ledger_digest.action'), path),
    };
  },
};
