/** Sends the mails in the outbox, one per job. */
import { reasonOf } from '../../errors/errors.ts';
import { atOnce } from '../answered.ts';
import { localeOfUser, type UserResource, userWithId } from '../users/resource.ts';
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/statements/queries.ts';
import { timeText } from '../database/statements/times.ts';
import { FinalFailure, type RunningJob } from '../jobs/job.ts';
import type { WebLogger } from '../logger.ts';
import { type Address, readAddress } from './address.ts';
import type { Composer } from './composer.ts';
import type { CompleteMail, MailRecipient, RecordMail } from './mail.ts';
import type { MailData, MailName } from './messages.ts';
import { type MailOptions, type MailTransport, openTransport } from './transport.ts';

/** What delivery needs. */
export interface DeliveryOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly composer: Composer;
  readonly mail: MailOptions;
  readonly from: string;
  readonly inbox: string | (() => string | Promise<string>) | undefined;
  readonly users: UserResource;
  readonly now: () => Date;
  readonly logger: WebLogger;
}

/** Days for which sent mails are remembered, so that they aren't sent again. */
const REMEMBERED = 90;

interface Reader {
  readonly address: Address;
  readonly locale: string | null;
}

/** A mail that is over. */
interface EndedMail {
  readonly id: string;
  readonly message: MailName;
  /** JSON, as in the outbox. */
  readonly data: string;
}

/** The sender of one engine's mail. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #completing = new Map<MailName, (data: never) => Promise<MailData[MailName] | null>>();
  readonly #recording = new Map<MailName, RecordMail<never>>();
  #transport: Promise<MailTransport> | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** See {@link Mail.completeWhenSent}. */
  completeWhenSent<Name extends MailName>(message: Name, complete: CompleteMail<Name>): void {
    this.#completing.set(message, complete);
  }

  /** See {@link Mail.recordWhenEnded}. */
  recordWhenEnded<Name extends MailName>(message: Name, record: RecordMail<Name>): void {
    this.#recording.set(message, record);
  }

  /**
   * Sends the mail of a job. If the process dies between the server's acceptance and the update of the row, the mail is
   * sent again with the same Message-ID.
   */
  async deliver(job: RunningJob<{ mail: string; message: string }>): Promise<void> {
    const { database, composer, logger } = this.#options;
    const id = job.payload.mail;
    const row = await this.#queries(database)
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (row === undefined || row.recipient === null || row.data === null) return;
    const ended = { id, message: row.message as MailName, data: row.data };
    const recipient = JSON.parse(row.recipient) as MailRecipient;
    const reader = await this.#reader(recipient);
    if (reader === null) {
      logger.error('a mail was dropped: it has no recipient', { mail: id, message: row.message });
      return this.#end(job, ended, 'dropped');
    }
    const data = await this.#told(row.message as MailName, row.data);
    if (data === null) return this.#end(job, ended, 'dropped');
    const wishes = [row.locale, reader.locale].filter((locale) => locale !== null);
    const words = await composer.compose(row.message as MailName, data, wishes);
    const transport = await (this.#transport ??= openTransport(this.#options.mail));
    // Not after another process has started it.
    await job.heartbeat();
    await this.#send(transport, reader.address, words, id);
    await this.#end(job, ended, 'sent');
  }

  /** The data of a mail; null if it must not be sent any more. */
  async #told(message: MailName, stored: string): Promise<MailData[MailName] | null> {
    // The outbox stores the data under the mail's name, so it has that mail's type.
    const data: unknown = JSON.parse(stored);
    const complete = this.#completing.get(message);
    return complete === undefined ? (data as MailData[MailName]) : complete(data as never);
  }

  /** Deletes old sent mails and those that could not be sent: recipients are not kept longer than needed. */
  async purge(): Promise<void> {
    const { database, now } = this.#options;
    const before = timeText(new Date(now().getTime() - REMEMBERED * 86_400_000));
    await this.#queries(database)
      .deleteFrom('mails')
      .where('created_at', '<', before)
      .where((where) => where.or([where('sent_at', '<', before), where('state', '=', 'waiting')]))
      .execute();
  }

  async #send(
    transport: MailTransport,
    to: Address,
    words: { readonly subject: string; readonly text: string; readonly html: string },
    id: string,
  ): Promise<void> {
    const from = readAddress(this.#options.from) ?? { name: '', address: this.#options.from };
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    try {
      await transport.sendMail({
        from,
        to,
        ...words,
        messageId: `<${id}@${domain}>`,
        // Keeps automatic responders from answering (RFC 3834 §5).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isRefusedForGood(error) ? new FinalFailure(reasonOf(error), { cause: error }) : error;
    }
  }

  async #reader(recipient: MailRecipient): Promise<Reader | null> {
    const { inbox, users } = this.#options;
    if (recipient === 'admin') return readerOf(typeof inbox === 'function' ? await asked(inbox) : inbox, null);
    if ('address' in recipient) return readerOf(recipient.address, null);
    const user = await userWithId(users, recipient.user);
    if (user === null) return null;
    const address: unknown = users.email ? atOnce(users.email(user)) : Reflect.get(user, 'email');
    return readerOf(address, localeOfUser(users, user));
  }

  /** The recipient is erased once the mail is sent. */
  async #end(job: RunningJob, { id, message, data }: EndedMail, state: 'sent' | 'dropped'): Promise<void> {
    const { database, now } = this.#options;
    const record = this.#recording.get(message);
    const at = now();
    await database.transaction(
      async (transaction) => {
        await this.#queries(transaction)
          .updateTable('mails')
          .set({ state, recipient: null, data: null, sent_at: at })
          .where('id', '=', id)
          .execute();
        await record?.(transaction, JSON.parse(data) as never, { state, at });
        await job.complete(transaction);
      },
      { isolation: 'read committed' },
    );
  }

  #queries(database: Database) {
    return createQueries(database, this.#options.naming);
  }
}

/** @throws {TypeError} if the host's function returns anything else: unlike an address that is stored, it may be right next time */
async function asked(inbox: () => unknown): Promise<unknown> {
  const address = await inbox();
  if (address !== undefined && address !== null && address !== '' && readAddress(address) === null)
    throw new TypeError('adminEmailInbox did not return an email address');
  return address;
}

function readerOf(address: unknown, locale: string | null): Reader | null {
  if (address === undefined || address === null || address === '') return null;
  const read = readAddress(address);
  if (read === null) throw new FinalFailure('The address of the recipient is not an email address.');
  return { address: read, locale };
}

/** Whether the server rejected this mail permanently (RFC 5321 §4.2.1: 5yz), and not the engine as its client. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
