/** The mail about the ledger. */
import { type MailDefinitions, step } from '../../platform/mail/content.ts';

/** The data of each mail of the module. */
export interface OwnMails {
  /**
   * To the administrators, once a day: the newest checkpoint of the ledger, to be kept out of reach of the database.
   */
  readonly ledger_digest: {
    /** How many events it covers. */
    readonly size: number;
    /** The signed note. */
    readonly note: string;
    /**
     * The newest checkpoint cosigned by enough witnesses, with their names and times; null for none, absent without
     * witnesses.
     */
    readonly cosigned?: { readonly size: number; readonly by: readonly string[] } | null;
    readonly path: string;
  };
}

export const mails: Pick<MailDefinitions, keyof OwnMails> = {
  ledger_digest: {
    about: 'to the administrators: the newest checkpoint of the ledger',
    write({ size, note, cosigned, path }, context) {
      const { t } = context.language;
      return {
        subject: t('mail.ledger_digest.subject', { size }),
        reason: t('mail.reason.admin'),
        paragraphs: [t('mail.ledger_digest.text'), t('mail.ledger_digest.how'), t('mail.ledger_digest.rewritten')],
        quote: note.trimEnd(),
        facts: [
          { label: t('mail.ledger_digest.events'), value: String(size) },
          ...(cosigned === undefined
            ? []
            : [
                {
                  label: t('mail.ledger_digest.cosigned'),
                  value:
                    cosigned === null
                      ? t('mail.ledger_digest.uncosigned')
                      : `${cosigned.size}: ${cosigned.by.join(', ')}`,
                },
              ]),
        ],
        ...step(context, t('mail.ledger_digest.action'), path),
      };
    },
  },
};
