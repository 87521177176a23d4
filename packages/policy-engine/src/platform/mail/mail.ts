/** What modules know of mail. */
import type { Database } from '../database/port.ts';
import type { MailData, MailName } from './messages.ts';

/** Whom a mail is for: the administrators' inbox, a user of the host, or an address for somebody who is no user any more. */
export type MailRecipient = 'admin' | { readonly user: string } | { readonly address: string };

/** A mail to be sent. */
export interface NewMail<Name extends MailName = MailName> {
  readonly message: Name;
  readonly to: MailRecipient;
  readonly data: MailData[Name];
  /** A mail of a key is sent once, whatever happens; for example `portability_completed:<id>`. */
  readonly key: string;
  /** BCP 47 tag. Default: the user's by `userResource.locale`, else the engine's default. */
  readonly locale?: string;
}

/** See {@link Mail.completeWhenSent}. */
export type CompleteMail<Name extends MailName = MailName> = (data: MailData[Name]) => Promise<MailData[Name] | null>;

/** Mail of the engine. */
export interface Mail {
  /**
   * Has mails of a name told only at each attempt to send them what is stored nowhere, such as a link that works once.
   *
   * @param complete makes what the mail is told from what is in the outbox; null if it is not to be sent any more
   */
  completeWhenSent<Name extends MailName>(message: Name, complete: CompleteMail<Name>): void;
  /**
   * Puts a mail into the outbox, in the transaction of what it tells; a job sends it after the commit. Does nothing where
   * the host has configured no mail.
   */
  send<Name extends MailName>(mail: NewMail<Name>, transaction: Database): Promise<void>;
}
