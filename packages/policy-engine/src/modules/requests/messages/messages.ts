/**
 * Stores messages about requests of all kinds, with their files. They are deleted with their request, and erased with the person.
 */
import { Readable } from 'node:stream';
import type { AdminAction } from '../../../kernel/module.ts';
import type { OwnErasureStep } from '../../../kernel/erasure-step.ts';
import { personRowsStep } from '../../../kernel/person-rows.ts';
import { actorNow } from '../../../platform/actor.ts';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import type { Jobs } from '../../../platform/jobs/job.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { Audit } from '../../audit/index.ts';
import type { WebhookService } from '../../webhooks/index.ts';
import { notifyPerson } from '../notices/mails.ts';
import type { KindRequest, RequestKind } from '../register/kind.ts';
import type { PersonRequest } from '../register/request.ts';
import { MESSAGES, messagesPath } from '../routes/paths.ts';
import { type DiscardFiles, DISCARD_FILES } from './discard.ts';
import { fileNameOf, mediaTypeOf, type Message, type NewFile, type NewMessage, storedNameOf } from './message.ts';

/** Newest messages that are read for a request. */
const MOST = 500;
/** Milliseconds after which files without a message belong to an attempt that ended. */
const SETTLED = 15 * 60_000;

/** What it needs. */
export interface MessagesOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record' | 'about'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mail: Mail;
  /** Whether people can be mailed. */
  readonly canMail: boolean;
  readonly webhooks: Pick<WebhookService, 'emit'>;
  readonly storage: Pick<AttachmentStorage, 'put' | 'delete'>;
  /** Counts the messages of a person about a request: returns 0, or the seconds until another one is accepted. */
  readonly countMessage: (requestId: string) => number;
  readonly now: () => Date;
}

interface StoredFile {
  readonly content: Buffer;
  readonly name: string;
  readonly stored: string;
}

/** Messages on requests of all kinds. */
export class Messages {
  readonly #options: MessagesOptions;

  constructor(options: MessagesOptions) {
    this.#options = options;
    options.mail.recordWhenEnded('request_message', async (transaction, { messageId }, { state, at }) => {
      await this.#queries(transaction)
        .updateTable('request_messages')
        .set({ mail_state: state, mailed_at: at })
        .where('id', '=', messageId)
        .execute();
    });
  }

  /** The messages on a request, the oldest first; of very many, the newest. */
  async of(requestId: string): Promise<Message[]> {
    const rows = await this.#queries()
      .selectFrom('request_messages')
      .select(['id', 'sender', 'author', 'body', 'mail_state', 'mailed_at', 'created_at'])
      .where('request_id', '=', requestId)
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute();
    const files = await this.#queries()
      .selectFrom('request_files')
      .select(['id', 'message_id', 'file_name', 'bytes'])
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute();
    return rows.toReversed().map((row) => ({
      id: row.id,
      from: row.sender === 'person' ? 'person' : 'administrator',
      author: row.author,
      body: row.body,
      createdAt: row.created_at,
      // Written by this class, and by the outbox.
      mail: row.mail_state === null ? null : { state: row.mail_state as 'waiting', at: row.mailed_at },
      files: files
        .filter(({ message_id: of }) => of === row.id)
        .map(({ id, file_name: name, bytes }) => ({ id, name, bytes: countOf(bytes) })),
    }));
  }

  /** A file of a request, as it is delivered. @throws {PolicyEngineError} 404 */
  async file(
    requestId: string,
    id: string,
  ): Promise<{ readonly name: string; readonly fileName: string; readonly contentType: string }> {
    const row = await this.#queries()
      .selectFrom('request_files')
      .select(['file_name', 'stored_name'])
      .where('id', '=', id)
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    if (row === undefined) throw refusals.notFound();
    const contentType = mediaTypeOf(row.file_name) ?? 'application/octet-stream';
    return { name: row.stored_name, fileName: row.file_name, contentType };
  }

  /** Whether messages may be written: not if the person is being erased, or was. */
  takes({ kind, request }: KindRequest): boolean {
    return request.userId !== null && kind.takesNotes(request);
  }

  /**
   * Writes a message, and tells the other side of it by mail. The files were checked before.
   *
   * @throws {PolicyEngineError} 404; 409 `request_closed` if the person was erased, or is being erased; 429 for too many messages of
   *   a person in a day
   */
  async write({ kind, request: { id } }: KindRequest, message: NewMessage): Promise<void> {
    const { database } = this.#options;
    if (message.from === 'person') this.#count(id);
    const files = await this.#store(id, message.files);
    await database.transaction(async (transaction) => {
      // Locked, so that no erasure starts in between.
      const request = await kind.tables.lock(transaction, id);
      if (request === undefined) throw refusals.notFound();
      if (!this.takes({ kind, request })) throw refusals.conflict('request_closed', 'requests.messages.over');
      await this.#insert(transaction, { kind, request }, message, files);
    });
  }

  /** Writes the person of a locked request a message, in the transaction of what it reports on. */
  append(transaction: Database, found: KindRequest, body: string): Promise<void> {
    return this.#insert(transaction, found, { from: 'administrator', body, files: [] }, []);
  }

  /** Deletes the messages on a request that is deleted, in the same transaction; a job deletes their files. */
  async forget(transaction: Database, requestId: string): Promise<void> {
    const queries = this.#queries(transaction);
    const files = await queries
      .selectFrom('request_files')
      .select('stored_name')
      .where('request_id', '=', requestId)
      .execute();
    await queries.deleteFrom('request_files').where('request_id', '=', requestId).execute();
    await queries.deleteFrom('request_messages').where('request_id', '=', requestId).execute();
    const names = files.map(({ stored_name: name }) => name);
    if (names.length > 0) await this.#discard(transaction, names);
  }

  /** Moves the messages of an account to the one that it is merged into. */
  async move(transaction: Database, from: string, into: string): Promise<void> {
    for (const table of ['request_messages', 'request_files', 'request_notes'] as const) {
      await this.#queries(transaction).updateTable(table).set({ user_id: into }).where('user_id', '=', from).execute();
    }
  }

  /** The messages about a person with their files, as a step of their erasure. */
  erasureStep(): OwnErasureStep {
    const { storage } = this.#options;
    const step = personRowsStep(
      { table: 'request_messages', column: 'user_id', label: 'requests.messages.erasure' },
      this.#options,
    );
    return {
      ...step,
      erase: async (person, run) => {
        const files = await this.#queries()
          .selectFrom('request_files')
          .select(['id', 'stored_name'])
          .where('user_id', '=', person.userId)
          .execute();
        for (const { id, stored_name: name } of files) {
          run.signal.throwIfAborted();
          // The file first: without its row, it could not be found.
          await storage.delete(name);
          await run.record(async (transaction) => {
            await this.#queries(transaction).deleteFrom('request_files').where('id', '=', id).execute();
            return 0;
          });
        }
        await step.erase(person, run);
      },
    };
  }

  #count(requestId: string): void {
    const seconds = this.#options.countMessage(requestId);
    if (seconds > 0) throw refusals.tooManyRequests(seconds);
  }

  /** Stores the files first. If the message is not written after all, a job deletes them. */
  async #store(requestId: string, files: readonly NewFile[]): Promise<StoredFile[]> {
    const { database, storage, now } = this.#options;
    const stored = files.map(({ name, content }) => {
      return { content, name: fileNameOf(name), stored: storedNameOf(requestId) };
    });
    if (stored.length === 0) return [];
    const later = new Date(now().getTime() + SETTLED);
    await database.transaction((transaction) =>
      this.#discard(
        transaction,
        stored.map(({ stored: name }) => name),
        later,
      ),
    );
    for (const { content, name, stored: place } of stored) {
      await storage.put(place, Readable.from([content]), { contentType: mediaTypeOf(name) ?? '' });
    }
    return stored;
  }

  async #discard(transaction: Database, names: readonly string[], runAt?: Date): Promise<void> {
    const payload: DiscardFiles = { files: names };
    await this.#options.jobs.enqueue({ name: DISCARD_FILES, payload, ...(runAt && { runAt }) }, transaction);
  }

  async #insert(
    transaction: Database,
    { kind, request }: { readonly kind: RequestKind; readonly request: PersonRequest },
    { from, body }: NewMessage,
    files: readonly StoredFile[],
  ): Promise<void> {
    const { canMail, now } = this.#options;
    const [queries, at, id] = [this.#queries(transaction), now(), createId()];
    const shared = { request_id: request.id, user_id: request.userId ?? '', created_at: at };
    const isMailed = from === 'administrator' && canMail;
    await queries
      .insertInto('request_messages')
      .values({
        ...shared,
        id,
        request_kind: kind.name,
        sender: from,
        author: from === 'person' ? null : actorNow().id,
        body,
        mail_state: isMailed ? 'waiting' : null,
        mailed_at: null,
      })
      .execute();
    for (const { name, stored, content } of files) {
      const row = { ...shared, id: createId(), message_id: id, file_name: name, stored_name: stored };
      await queries
        .insertInto('request_files')
        .values({ ...row, bytes: content.length })
        .execute();
    }
    await this.#tell(transaction, { kind, request }, { id, from, files: files.length });
  }

  /** The mail to the other side, the audit log, and webhooks. None of them has the text. */
  async #tell(
    transaction: Database,
    { kind, request }: { readonly kind: RequestKind; readonly request: PersonRequest },
    message: { readonly id: string; readonly from: 'administrator' | 'person'; readonly files: number },
  ): Promise<void> {
    const { mail, audit, webhooks } = this.#options;
    const { id, userId } = request;
    const about = { kind: kind.name, requestId: id, messageId: message.id };
    if (message.from === 'administrator') {
      const data = { ...about, path: messagesPath(MESSAGES, kind.name, id), expiresAt: null };
      await notifyPerson(mail, transaction, 'request_message', request, data, message.id);
      const action: AdminAction = 'request_message_sent';
      await audit.record(transaction, { action, rule: null, subject: id });
    } else {
      const data = { ...about, userId: userId ?? '', path: kind.pages.paths.one(id) };
      const key = `request_answered:${id}:${message.id}`;
      await mail.send({ message: 'request_answered', to: 'admin', data, key }, transaction);
    }
    await webhooks.emit(transaction, {
      type: 'policy-engine.request.message_written',
      subject: id,
      data: {
        request_id: id,
        kind: kind.name,
        user_id: userId ?? '',
        message_id: message.id,
        from: message.from,
        files: message.files,
      },
    });
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
