/** The interface of mail for modules. */
import type { Database } from '../database/port.ts';
import type { MailData, MailName } from './messages.ts';
import type { MailWords } from './templates.ts';

/**
 * Recipient of a mail: the administrators' inbox, a user of the host, or an address for a person who is no longer a
 * user.
 */
export type MailRecipient = 'admin' | { readonly user: string } | { readonly address: string };

/** A mail to be sent. */
export interface NewMail<Name extends MailName = MailName> {
  readonly message: Name;
  readonly to: MailRecipient;
  readonly data: MailData[Name];
  /** A mail of a key is sent only once; for example `portability_completed:<id>`. */
  readonly key: string;
  /** BCP 47 tag. Default: the user's by `userResource.locale`, else the engine's default. */
  readonly locale?: string;
}

/** A mail as somebody would read it; see {@link Mail.compose}. */
export type ComposedMail = {
  readonly [Name in MailName]: {
    readonly message: Name;
    readonly data: MailData[Name];
    readonly locale?: string | null;
  };
}[MailName];

/** See {@link Mail.completeWhenSent}. */
export type CompleteMail<Name extends MailName = MailName> = (data: MailData[Name]) => Promise<MailData[Name] | null>;

/** See {@link Mail.recordWhenEnded}. */
export type RecordMail<Name extends MailName = MailName> = (
  transaction: Database,
  data: MailData[Name],
  ended: { readonly state: 'sent' | 'dropped'; readonly at: Date },
) => Promise<void>;

/** Mail of the engine. */
export interface Mail {
  /**
   * Adds data to mails of a name at each attempt to send them, for values that are not stored, such as a link that
   * works once.
   *
   * @param complete creates the data of the mail from what is in the outbox; null if it must not be sent any more
   */
  completeWhenSent<Name extends MailName>(message: Name, complete: CompleteMail<Name>): void;
  /**
   * Records that mails of a name were handed to the mail server, or dropped because there is nobody to send them to, in the
   * transaction that ends them: the outbox forgets sent mails after 90 days.
   *
   * @param record gets the data that is in the outbox
   */
  recordWhenEnded<Name extends MailName>(message: Name, record: RecordMail<Name>): void;
  /**
   * Adds a mail to the outbox, in the transaction that it reports on; a job sends it after the commit. Does nothing if
   * the host has not configured mail.
   */
  send<Name extends MailName>(mail: NewMail<Name>, transaction: Database): Promise<void>;
  /** Subject and text of a mail as it would be sent; stores and sends nothing. */
  compose(mail: ComposedMail): Promise<MailWords>;
  /** The host's IDs of the users whom mails of the outbox are for, by ID of the mail; those for others are left out. */
  usersOf(database: Database, mails: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The job that sends a mail; its payload has the ID of the mail as `mail`. */
export const MAIL_JOB = 'mail';
