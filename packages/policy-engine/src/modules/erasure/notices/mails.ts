/** The mails about an erasure. Each mail is put into the outbox in the transaction of its event. */
import type { Database } from '../../../platform/database/port.ts';
import type { ComposedMail, Mail } from '../../../platform/mail/mail.ts';
import { notifyPerson } from '../../requests/index.ts';
import type { ErasureNotices } from './notices.ts';
import type { ErasureReceipt } from '../plan/receipt.ts';
import type { ErasureRequest } from '../requests/request.ts';
import { paths } from '../views/pages.ts';

/** The message about a reasoned action on a request, as the person gets it. @param dueAt the new deadline, if it changes */
export function reasonedMailOf(
  message: 'erasure_denied' | 'erasure_held' | 'erasure_extended',
  { id, locale, dueAt: due }: ErasureRequest,
  reason: string,
  dueAt: string = due,
): ComposedMail {
  const data = { requestId: id, reason, path: paths.mine };
  return message === 'erasure_extended' ? { message, data: { ...data, dueAt }, locale } : { message, data, locale };
}

/** The mails about erasure requests. */
export class ErasureMails implements ErasureNotices {
  readonly #mail: Mail;
  readonly #now: () => Date;

  constructor(mail: Mail, now: () => Date) {
    this.#mail = mail;
    this.#now = now;
  }

  identify(transaction: Database, request: ErasureRequest, minutes: number): Promise<void> {
    const { id, linksAsked: link } = request;
    // The token is added when it is sent.
    const data = { requestId: id, link, minutes, path: paths.identity };
    return notifyPerson(this.#mail, transaction, 'erasure_identify', request, data, String(link));
  }

  async created(transaction: Database, request: ErasureRequest): Promise<void> {
    const { id, userId, dueAt } = request;
    const data = { requestId: id, userId: userId ?? '–', dueAt, path: paths.one(id) };
    const key = `erasure_requested:${id}`;
    await this.#mail.send({ message: 'erasure_requested', to: 'admin', data, key }, transaction);
    const graceUntil = this.#later(request.graceUntil);
    const received = { requestId: id, dueAt, graceUntil, path: paths.mine };
    await notifyPerson(this.#mail, transaction, 'erasure_received', request, received);
  }

  confirmed(transaction: Database, request: ErasureRequest): Promise<void> {
    const { id, state, graceUntil } = request;
    const beginsAt = state === 'running' ? null : this.#later(graceUntil);
    const data = { requestId: id, beginsAt, path: paths.mine };
    return notifyPerson(this.#mail, transaction, 'erasure_confirmed', request, data, this.#again());
  }

  denied(transaction: Database, request: ErasureRequest & { readonly reason: string }): Promise<void> {
    const data = { requestId: request.id, reason: request.reason, path: paths.mine };
    return notifyPerson(this.#mail, transaction, 'erasure_denied', request, data, this.#again());
  }

  held(transaction: Database, request: ErasureRequest & { readonly holdReason: string }): Promise<void> {
    const data = { requestId: request.id, reason: request.holdReason, path: paths.mine };
    return notifyPerson(this.#mail, transaction, 'erasure_held', request, data, this.#again());
  }

  released(transaction: Database, request: ErasureRequest): Promise<void> {
    const data = { requestId: request.id, path: paths.mine };
    return notifyPerson(this.#mail, transaction, 'erasure_released', request, data, this.#again());
  }

  extended(transaction: Database, request: ErasureRequest & { readonly extensionReason: string }): Promise<void> {
    const { id, extensionReason: reason, dueAt } = request;
    return notifyPerson(this.#mail, transaction, 'erasure_extended', request, {
      requestId: id,
      reason,
      dueAt,
      path: paths.mine,
    });
  }

  cancelled(transaction: Database, request: ErasureRequest): Promise<void> {
    const data = { requestId: request.id, path: paths.mine };
    return notifyPerson(this.#mail, transaction, 'erasure_cancelled', request, data);
  }

  async reopened(transaction: Database, { id, dueAt }: ErasureRequest): Promise<void> {
    const data = { requestId: id, dueAt, path: paths.one(id) };
    const key = `erasure_reopened:${id}:${this.#again()}`;
    await this.#mail.send({ message: 'erasure_reopened', to: 'admin', data, key }, transaction);
  }

  async completed(
    transaction: Database,
    { id, locale, receipt }: ErasureRequest & { readonly receipt: ErasureReceipt },
    to: string | null,
  ): Promise<void> {
    const data = { requestId: id, receipt, path: '/' };
    const admin = { ...data, path: paths.one(id) };
    const key = `erasure_receipt:${id}`;
    await this.#mail.send({ message: 'erasure_receipt', to: 'admin', data: admin, key }, transaction);
    if (to === null) return;
    const mail = { to: { address: to }, data, key: `erasure_completed:${id}`, ...(locale !== null && { locale }) };
    await this.#mail.send({ message: 'erasure_completed', ...mail }, transaction);
  }

  /** A time in the future. */
  #later(time: string | null): string | null {
    return time !== null && time > this.#now().toISOString() ? time : null;
  }

  /** A hold may be set and ended more than once, and a denied request reopened: the person is notified each time. */
  #again(): string {
    return this.#now().toISOString();
  }
}
