/** Who is notified of what, and when. Each mail is put into the outbox in the transaction of its event. */
import type { Database } from '../../../platform/database/port.ts';
import type { ComposedMail, Mail } from '../../../platform/mail/mail.ts';
import type { MailData } from '../../../platform/mail/messages.ts';
import { notifyPerson } from '../../requests/index.ts';
import type { PortabilityRequest } from '../requests/request.ts';
import { paths } from '../views/pages.ts';

/** The message that a request is denied. */
export function denialOf({ id, locale }: PortabilityRequest, reason: string): ComposedMail {
  return { message: 'portability_denied', data: { requestId: id, reason, path: paths.mine }, locale };
}

/** The message that a request takes longer. @param dueAt the new deadline */
export function extensionMailOf({ id, locale }: PortabilityRequest, reason: string, dueAt: string): ComposedMail {
  return { message: 'portability_extended', data: { requestId: id, reason, dueAt, path: paths.mine }, locale };
}

type Told = 'portability_progress' | 'portability_completed' | 'portability_denied' | 'portability_extended';

/** The mails about access requests. */
export class PortabilityMails {
  readonly #mail: Mail;
  readonly #now: () => Date;

  constructor(mail: Mail, now: () => Date) {
    this.#mail = mail;
    this.#now = now;
  }

  /** Tells the administrators that somebody requests their data. @param isConfirmed whether no action is needed */
  async created(transaction: Database, request: PortabilityRequest, isConfirmed: boolean): Promise<void> {
    const { id, userId, dueAt } = request;
    const data = { requestId: id, userId, dueAt, isConfirmed, path: paths.one(id) };
    const key = `portability_requested:${id}`;
    await this.#mail.send({ message: 'portability_requested', to: 'admin', data, key }, transaction);
  }

  /** Tells a person that their export is being created. */
  confirmed(transaction: Database, request: PortabilityRequest): Promise<void> {
    return this.#tell(transaction, 'portability_progress', request, { requestId: request.id, path: paths.mine });
  }

  /** Tells a person that their export can be downloaded. */
  completed(transaction: Database, request: PortabilityRequest): Promise<void> {
    const { id, expireAt } = request;
    return this.#tell(transaction, 'portability_completed', request, { requestId: id, expireAt, path: paths.mine });
  }

  denied(transaction: Database, request: PortabilityRequest & { readonly reason: string }): Promise<void> {
    const { id, reason } = request;
    return this.#tell(transaction, 'portability_denied', request, { requestId: id, reason, path: paths.mine });
  }

  extended(transaction: Database, request: PortabilityRequest & { readonly extensionReason: string }): Promise<void> {
    const { id, extensionReason: reason, dueAt } = request;
    return this.#tell(transaction, 'portability_extended', request, { requestId: id, reason, dueAt, path: paths.mine });
  }

  #tell<Message extends Told>(
    transaction: Database,
    message: Message,
    request: PortabilityRequest,
    data: MailData[Message],
  ): Promise<void> {
    // A request that is reopened may be confirmed, completed or denied again.
    return notifyPerson(this.#mail, transaction, message, request, data, this.#now().toISOString());
  }
}
