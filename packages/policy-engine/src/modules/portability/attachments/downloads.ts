/** Delivers attachments: signed links with an expiry, ranges, and the storage's own URL if it has one. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { storedSecret } from '../../../platform/database/connection/secret.ts';
import { refusals } from '../../../errors/refusals.ts';
import { isSignature, LINK_KEY, type LinkedAttachment, signatureOf } from './link-key.ts';
import { safeFileName } from '../../../platform/storage/file-name.ts';
import { rangeOf } from '../../../platform/storage/range.ts';
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
export interface DownloadedAttachment extends LinkedAttachment {
  /** Its name in the storage; never reused for other content. */
  readonly name: string;
  /** The file name of the download. */
  readonly fileName: string;
  readonly contentType: string;
}

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
    const { name, contentType, fileName } = attachment;
    const size = await storage.size(name);
    if (size === null) throw refusals.notFound();
    const contentDisposition = dispositionOf(fileName);
    // Long enough to start a download, too short to be passed on.
    const expiresAt = new Date(now().getTime() + 60_000);
    const url = await storage.temporaryUrl?.(name, { expiresAt, contentType, contentDisposition });
    if (url !== undefined && url !== null)
      return new Response(null, { status: 302, headers: headersOf({ location: url }) });

    const etag = `"${createHash('sha256').update(`${name}\n${size}`).digest('base64url').slice(0, 22)}"`;
    const headers = headersOf({
      'accept-ranges': 'bytes',
      'content-disposition': contentDisposition,
      'content-type': contentType,
      etag,
    });
    // Ranges apply to GET only (RFC 9110 §14.2).
    const mayBePart = request.method === 'GET' && isCurrent(request.headers.get('if-range'), etag);
    const range = mayBePart ? rangeOf(request.headers.get('range'), size) : null;
    if (range === 'unsatisfiable') {
      headers.set('content-range', `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    headers.set('content-length', String(range === null ? size : range.end - range.start + 1));
    if (range !== null) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
    const status = range === null ? 200 : 206;
    if (request.method === 'HEAD') return new Response(null, { status, headers });
    const stream = await storage.get(name, range ?? undefined);
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers });
  }
}

/** Without `If-Range` a range always applies; with it, only while the file is unchanged (RFC 9110 §13.1.5). */
function isCurrent(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange.trim() === etag;
}

function headersOf(more: Readonly<Record<string, string>>): Headers {
  return new Headers({
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...more,
  });
}

/** `Content-Disposition` (RFC 6266) with a name that cannot be a device, a folder or a header. */
export function dispositionOf(fileName: string): string {
  const name = safeFileName(fileName, 'download');
  const ascii = name.replaceAll(/[^\u0020-\u007e]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
