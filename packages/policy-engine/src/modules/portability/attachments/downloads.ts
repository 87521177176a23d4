/** Delivers attachments: signed links with an expiry, ranges, and the storage's own URL if it has one. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { storedSecret } from '../../../platform/database/connection/secret.ts';
import { refusals } from '../../../errors/refusals.ts';
import { isSignature, LINK_KEY, type LinkedAttachment, signatureOf } from './link-key.ts';
import { type DeliveredFile, respondWithFile } from '../../../platform/storage/respond.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';

/** What the service needs. */
export interface DownloadsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly storage: AttachmentStorage;
  /** The host's key; null: one is generated and kept in the database. */
  readonly secret: string | null;
  /** Minutes for which a link works. */
  readonly expirationLink: number;
  readonly now: () => Date;
}

/** An attachment to deliver. */
export interface DownloadedAttachment extends LinkedAttachment, DeliveredFile {}

/** Links to attachments, and the responses to them. */
export class Downloads {
  readonly #options: DownloadsOptions;
  #key: string | undefined;

  constructor(options: DownloadsOptions) {
    this.#options = options;
    if (options.secret !== null) this.#key = options.secret;
  }

  /** Reads the key, once. Must be awaited before the first `query`. */
  async ready(): Promise<void> {
    const { database, naming, now } = this.#options;
    this.#key ??= await storedSecret(database, naming, LINK_KEY, now());
  }

  /**
   * The query that makes the path of a download a temporary link: `?expires=…&signature=…`.
   *
   * @throws {Error} before `ready`
   */
  query(linked: LinkedAttachment): string {
    if (this.#key === undefined) throw new Error('Await ready() before making links to attachments.');
    const { expirationLink, now } = this.#options;
    const expires = Math.floor(now().getTime() / 1000) + expirationLink * 60;
    return `?expires=${expires}&signature=${signatureOf(this.#key, linked, expires)}`;
  }

  /** Whether a request has a valid link to this attachment. */
  async isLink(request: Request, { requestId, userId }: LinkedAttachment): Promise<boolean> {
    await this.ready();
    const { searchParams } = new URL(request.url);
    const expires = Number(searchParams.get('expires') ?? Number.NaN);
    const signature = searchParams.get('signature') ?? '';
    const isInTime = Number.isSafeInteger(expires) && expires * 1000 > this.#options.now().getTime();
    return isInTime && isSignature(this.#key ?? '', { requestId, userId }, expires, signature);
  }

  /**
   * Responds to a link. The route must check that the user of the attachment is signed in: neither the link nor the session is
   * sufficient alone.
   *
   * @throws {PolicyEngineError} 404 for an invalid or expired link, and for a missing attachment
   */
  async respond(request: Request, attachment: DownloadedAttachment): Promise<Response> {
    if (!(await this.isLink(request, attachment))) throw refusals.notFound();
    const { storage, now } = this.#options;
    return respondWithFile(request, attachment, { storage, now });
  }
}
