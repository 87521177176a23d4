/** Mail: adds it to the outbox, and has a job send it. */
import { createId } from '../database/statements/ids.ts';
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/statements/queries.ts';
import { isUniqueViolation } from '../database/connection/sql-errors.ts';
import { daily, type Jobs } from '../jobs/job.ts';
import type { Composer } from './composer.ts';
import type { Delivery } from './delivery.ts';
import {
  type CompleteMail,
  type ComposedMail,
  type Mail,
  MAIL_JOB,
  type MailRecipient,
  type NewMail,
  type RecordMail,
} from './mail.ts';
import type { MailName } from './messages.ts';
import type { MailWords } from './templates.ts';

/** What the service needs. */
export interface MailServiceOptions {
  readonly naming: Naming;
  readonly jobs: Jobs;
  /** Null if the host has configured no mail. */
  readonly delivery: Delivery | null;
  readonly now: () => Date;
  readonly composer: Composer;
}

/** With pauses of up to an hour, a mail server may be unavailable for a day and a half. */
const MAIL_ATTEMPTS = 60;

/** Mail of one engine. */
export class MailService implements Mail {
  readonly #options: MailServiceOptions;

  constructor(options: MailServiceOptions) {
    this.#options = options;
    const { jobs, delivery } = options;
    if (delivery === null) return;
    jobs.define<{ mail: string; message: string }>(MAIL_JOB, (job) => delivery.deliver(job), {
      maxAttempts: MAIL_ATTEMPTS,
      concurrency: 3,
      timeLimitSeconds: 180,
    });
    jobs.every('mail_purge', daily(3), () => delivery.purge());
  }

  /** Whether the host has configured mail. */
  get isConfigured(): boolean {
    return this.#options.delivery !== null;
  }

  completeWhenSent<Name extends MailName>(message: Name, complete: CompleteMail<Name>): void {
    this.#options.delivery?.completeWhenSent(message, complete);
  }

  recordWhenEnded<Name extends MailName>(message: Name, record: RecordMail<Name>): void {
    this.#options.delivery?.recordWhenEnded(message, record);
  }

  async compose({ message, data, locale }: ComposedMail): Promise<MailWords> {
    return this.#options.composer.compose(message, data, typeof locale === 'string' ? [locale] : []);
  }

  async usersOf(database: Database, mails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (mails.length === 0) return new Map();
    const rows = await createQueries(database, this.#options.naming)
      .selectFrom('mails')
      .select(['id', 'recipient'])
      .where('id', 'in', mails)
      .execute();
    return new Map(
      rows.flatMap(({ id, recipient }) => {
        const to = recipient === null ? null : (JSON.parse(recipient) as MailRecipient);
        return typeof to === 'object' && to !== null && 'user' in to ? [[id, to.user] as const] : [];
      }),
    );
  }

  async send<Name extends MailName>(mail: NewMail<Name>, transaction: Database): Promise<void> {
    const { naming, jobs, delivery, now } = this.#options;
    if (delivery === null) return;
    const row = {
      id: createId(),
      unique_key: mail.key,
      message: mail.message,
      state: 'waiting',
      recipient: JSON.stringify(mail.to),
      data: JSON.stringify(mail.data),
      locale: mail.locale ?? null,
      created_at: now(),
    };
    try {
      await transaction.transaction(
        async (inner) => {
          await createQueries(inner, naming).insertInto('mails').values(row).execute();
          await jobs.enqueue({ name: MAIL_JOB, payload: { mail: row.id, message: mail.message } }, inner);
        },
        { isolation: 'read committed' },
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
}
