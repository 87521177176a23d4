/** Verifies the identity of a person by a link that is mailed to them. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Database } from '../../../platform/database/port.ts';
import { readAddress } from '../../../platform/mail/address.ts';
import type { MailData } from '../../../platform/mail/messages.ts';
import { addressOfUser, type UserResource, userWithId } from '../../../platform/users/resource.ts';
import { refusals } from '../../../errors/refusals.ts';
import { deadlineAfter, MONTHS, type RequestRegister } from '../../requests/index.ts';
import type { ErasureNotices } from '../notices/notices.ts';
import type { ReadErasureSettings } from '../options.ts';
import { awaitsIdentity, type ErasureRequest } from '../requests/request.ts';
import type { ErasureStore } from '../requests/store.ts';
import { paths } from '../views/pages.ts';
import type { IdentityLinks } from './links.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What it needs. */
export interface MailedIdentityOptions {
  readonly database: Database;
  readonly store: ErasureStore;
  readonly links: IdentityLinks;
  readonly register: Pick<RequestRegister<ErasureRequest>, 'count' | 'findOwn' | 'find' | 'lock'>;
  readonly notices: ErasureNotices;
  readonly users: UserResource;
  readonly settings: ReadErasureSettings;
  readonly timeZone: string;
  readonly now: () => Date;
}

/** A link that was opened, and whose request waits for it. */
export interface OpenedLink {
  readonly request: ErasureRequest;
  readonly expiresAt: string;
  /** The address of the mail, if the host still knows it. */
  readonly address: string | null;
}

/**
 * Links are created when their mail is sent, so that the time in the outbox does not reduce their validity, and no token is stored.
 * Each attempt to send creates one and keeps the earlier ones, since it is unknown which of them arrived; requesting a new link
 * ends them all.
 */
export class MailedIdentity {
  readonly #options: MailedIdentityOptions;

  constructor(options: MailedIdentityOptions) {
    this.#options = options;
  }

  /** @throws {PolicyEngineError} 422 `identity_unconfirmed` if the host knows no address of the person */
  async requireAddress(userId: string): Promise<void> {
    if ((await this.#addressOf(userId)) !== null) return;
    throw new PolicyEngineError('identity_unconfirmed', 'identity_unconfirmed: the user has no email address', {
      text: { key: 'erasure.error.no_address' },
    });
  }

  /**
   * Adds the link to its mail, at each attempt to send it. Null if a newer link was requested, or none is needed any more.
   */
  async complete(data: MailData['erasure_identify']): Promise<MailData['erasure_identify'] | null> {
    const { database, store, links, now } = this.#options;
    const expiresAt = new Date(now().getTime() + data.minutes * MINUTE);
    const token = await database.transaction(async (transaction) => {
      const request = await store.lock(transaction, data.requestId);
      const isWanted = request !== undefined && awaitsIdentity(request) && request.linksAsked === data.link;
      return isWanted ? links.make(transaction, data.requestId, expiresAt) : null;
    });
    if (token === null) return null;
    return { ...data, path: `${paths.identity}?token=${token}` };
  }

  /**
   * Mails a person a new link for their request; earlier links stop working.
   *
   * @throws {PolicyEngineError} 404; 409 `identity_not_awaited`; 429 for too many requests in a day
   */
  async renew(userId: string, id: string): Promise<ErasureRequest> {
    const { database, store, links, register, notices, settings, now } = this.#options;
    await register.findOwn(userId, id);
    register.count(userId);
    await this.requireAddress(userId);
    return database.transaction(async (transaction) => {
      const request = await register.lock(transaction, id);
      if (!awaitsIdentity(request))
        throw refusals.conflict('identity_not_awaited', 'erasure.error.identity_not_awaited');
      const linksAsked = request.linksAsked + 1;
      await links.end(transaction, id);
      await store.change(transaction, request, { links: linksAsked }, now());
      await notices.identify(transaction, { ...request, linksAsked }, settings.linkMinutes);
      return register.find(id, transaction);
    });
  }

  /** The request of a token; null for an invalid or expired link. Changes nothing. */
  async open(token: string): Promise<OpenedLink | null> {
    const { database, links, store, now } = this.#options;
    const link = await links.find(database, token, now());
    const request = link && (await store.find(database, link.requestId));
    if (link === undefined || request === undefined || !awaitsIdentity(request)) return null;
    const address = request.userId === null ? null : await this.#addressOf(request.userId);
    return { request, expiresAt: link.expiresAt, address };
  }

  /** Verifies the identity by a token, once. Null for an invalid or expired link. */
  async confirm(token: string): Promise<ErasureRequest | null> {
    const { database, links, store, register, notices, now } = this.#options;
    const link = await links.find(database, token, now());
    if (link === undefined) return null;
    return database.transaction(async (transaction) => {
      const request = await store.lock(transaction, link.requestId);
      // Again with the lock: of two concurrent requests, one finds that the link has ended.
      const isOpen = request !== undefined && awaitsIdentity(request);
      if (!isOpen || (await links.find(transaction, token, now())) === undefined) return null;
      await links.end(transaction, request.id);
      await store.change(transaction, request, this.#confirmed(request), now());
      const confirmed = await register.find(request.id, transaction);
      await notices.created(transaction, confirmed);
      return confirmed;
    });
  }

  /** The grace period and the month to respond start only now (Art. 12(3), 12(6)). */
  #confirmed({ dueAt }: ErasureRequest) {
    const { settings, timeZone, now } = this.#options;
    const at = now();
    const due = deadlineAfter(at, MONTHS, timeZone);
    const graceUntil = new Date(at.getTime() + settings.graceDays * DAY);
    return { identified_at: at, grace_until: graceUntil, due_at: due.toISOString() > dueAt ? due : dueAt };
  }

  async #addressOf(userId: string): Promise<string | null> {
    const { users } = this.#options;
    const address = addressOfUser(users, await userWithId(users, userId));
    return readAddress(address) === null ? null : address;
  }
}
