/** The mail about the ledger. */
import { type MailDefinitions, step } from '../../platform/mail/content.ts';

/** A head of the ledger, as a mail tells it. */
interface NotedHead {
  readonly sequence: number;
  readonly hash: string;
  readonly signature: string | null;
  readonly keyId: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What each mail of the module is told. */
export interface OwnMails {
  /** To the administrators, once a day: the newest head of the ledger, to be kept where the database can't reach. */
  readonly ledger_digest: {
    readonly head: NotedHead;
    /** How many events it covers, with the heads before it. */
    readonly events: number;
    readonly path: string;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  ledger_digest: {
    about: 'to the administrators: the newest head of the ledger',
    write({ head, events, path }, context) {
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
  },
};
