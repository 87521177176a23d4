/** Responds with a stored file: as an attachment that no browser runs, with ranges, or from the storage's own URL. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { refusals } from '../../errors/refusals.ts';
import { safeFileName } from './file-name.ts';
import { rangeOf } from './range.ts';
import type { AttachmentStorage } from './storage.ts';

/** A file to deliver. */
export interface DeliveredFile {
  /** Its name in the storage; never reused for other content. */
  readonly name: string;
  /** The file name of the download. */
  readonly fileName: string;
  readonly contentType: string;
}

/**
 * Responds with a file. Who may have it was checked before.
 *
 * @throws {PolicyEngineError} 404 for a missing file
 */
export async function respondWithFile(
  request: Request,
  { name, contentType, fileName }: DeliveredFile,
  { storage, now }: { readonly storage: AttachmentStorage; readonly now: () => Date },
): Promise<Response> {
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
