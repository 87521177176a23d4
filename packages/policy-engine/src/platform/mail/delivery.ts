/** Sends what is in the outbox, one mail a job. */
import { reasonOf } from '../../errors.ts';
import { localeOfUser, type UserResource } from '../users/resource.ts';
import type { Naming } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/queries.ts';
import { timeText } from '../database/times.ts';
import { FinalFailure, type RunningJob } from '../jobs/job.ts';
import type { WebLogger } from '../logger.ts';
import { type Address, readAddress } from './address.ts';
import type { Composer } from './composer.ts';
import type { CompleteMail, MailRecipient } from './mail.ts';
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

/** Days for which it is known that a mail was sent, so that it isn't sent again. */
const REMEMBERED = 90;

interface Reader {
  readonly address: Address;
  readonly locale: string | null;
}

/** The sender of one engine's mail. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #completing = new Map<MailName, (data: never) => Promise<MailData[MailName] | null>>();
  #transport: Promise<MailTransport> | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** See {@link Mail.completeWhenSent}. */
  completeWhenSent<Name extends MailName>(message: Name, complete: CompleteMail<Name>): void {
    this.#completing.set(message, complete);
  }

  /**
   * Sends the mail of a job. Between the server's yes and the row that says so lies a moment in which the process can die;
   * then it is sent again under the same Message-ID.
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
    const recipient = JSON.parse(row.recipient) as MailRecipient;
    const reader = await this.#reader(recipient);
    if (reader === null) {
      logger.error('a mail was dropped: it has no recipient', { mail: id, message: row.message });
      return this.#end(job, id, 'dropped');
    }
    const data = await this.#told(row.message as MailName, row.data);
    if (data === null) return this.#end(job, id, 'dropped');
    const wishes = [row.locale, reader.locale].filter((locale) => locale !== null);
    const words = await composer.compose(row.message as MailName, data, wishes);
    const transport = await (this.#transport ??= openTransport(this.#options.mail));
    // Not after another process has begun it.
    await job.heartbeat();
    await this.#send(transport, reader.address, words, id);
    await this.#end(job, id, 'sent');
  }

  /** What a mail is told; null if it is not to be sent any more. */
  async #told(message: MailName, stored: string): Promise<MailData[MailName] | null> {
    // What was put into the outbox under a name is what the name's mail is told.
    const data: unknown = JSON.parse(stored);
    const complete = this.#completing.get(message);
    return complete === undefined ? (data as MailData[MailName]) : complete(data as never);
  }

  /** Forgets what was sent long ago, and what could never be sent: who it was for is nobody's business any more. */
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
        // Keeps absence notices from answering (RFC 3834 §5).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isRefusedForGood(error) ? new FinalFailure(reasonOf(error), { cause: error }) : error;
    }
  }

  async #reader(recipient: MailRecipient): Promise<Reader | null> {
    const { inbox, users } = this.#options;
    if (recipient === 'admin') return readerOf(typeof inbox === 'function' ? await inbox() : inbox, null);
    if ('address' in recipient) return readerOf(recipient.address, null);
    const user: unknown = await users.find?.(recipient.user);
    if (typeof user !== 'object' || user === null) return null;
    const address: unknown = users.email ? users.email(user) : Reflect.get(user, 'email');
    return readerOf(address, localeOfUser(users, user));
  }

  /** Who got what is erased once it is done. */
  async #end(job: RunningJob, id: string, state: 'sent' | 'dropped'): Promise<void> {
    const { database, now } = this.#options;
    await database.transaction(
      async (transaction) => {
        await this.#queries(transaction)
          .updateTable('mails')
          .set({ state, recipient: null, data: null, sent_at: now() })
          .where('id', '=', id)
          .execute();
        await job.complete(transaction);
      },
      { isolation: 'read committed' },
    );
  }

  #queries(database: Database) {
    return createQueries(database, this.#options.naming);
  }
}

function readerOf(address: unknown, locale: string | null): Reader | null {
  if (address === undefined || address === null || address === '') return null;
  const read = readAddress(address);
  if (read === null) throw new FinalFailure('The address of the recipient is not an email address.');
  return { address: read, locale };
}

/** Whether the server said that it will never take this mail (RFC 5321 §4.2.1: 5yz), and not only that it doesn't know us. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
