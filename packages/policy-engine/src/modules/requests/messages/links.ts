/**
 * Links to the messages of one request for somebody without an account session: they name the request, its person and their end,
 * and are signed. Only people whose request was entered by an administrator get one; everybody else signs in.
 */
import { createHmac } from 'node:crypto';
import { storedSecret } from '../../../platform/database/connection/secret.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { isSameText } from '../../../platform/same-text.ts';

/** Days for which a link works after its mail is sent. */
export const LINK_DAYS = 30;

/** Name of the key in the table of secrets. */
const KEY = 'message-links';

/** What a link is valid for. */
export interface LinkedThread {
  readonly kind: string;
  readonly requestId: string;
  readonly userId: string;
}

/** What a link contains, as in its query. */
export interface LinkQuery {
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}

/** What signing needs. */
export interface MessageLinksOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** The host's key, `attachments.linkSecret`; null: one is generated and kept in the database. */
  readonly secret: string | null;
  readonly now: () => Date;
}

/** Creates links, and checks them. */
export class MessageLinks {
  readonly #options: MessageLinksOptions;

  constructor(options: MessageLinksOptions) {
    this.#options = options;
  }

  /** A link that works from now on for {@link LINK_DAYS}. */
  async make(thread: LinkedThread): Promise<LinkQuery> {
    const expires = Math.floor(this.#options.now().getTime() / 1000) + LINK_DAYS * 86_400;
    return { expires, signature: await this.#sign(thread, expires) };
  }

  /** Whether a link is for this thread, and works still. */
  async isValid(thread: LinkedThread, { expires, signature }: LinkQuery): Promise<boolean> {
    if (!Number.isSafeInteger(expires) || expires * 1000 <= this.#options.now().getTime()) return false;
    return isSameText(await this.#sign(thread, expires), signature);
  }

  async #sign({ kind, requestId, userId }: LinkedThread, expires: number): Promise<string> {
    const { database, naming, secret, now } = this.#options;
    const key = secret ?? (await storedSecret(database, naming, KEY, now()));
    const content = JSON.stringify(['policy-engine/messages/1', kind, requestId, userId, expires]);
    return createHmac('sha256', key).update(content).digest('base64url');
  }
}
