/** Attachments wherever flystorage can write: S3, Google Cloud Storage, Azure. */
import { Readable } from 'node:stream';
import { requireAttachmentName } from './name.ts';
import { within } from './range.ts';
import type { AttachmentStorage } from './storage.ts';

/** What is needed of a `FileStorage` of flystorage. */
export interface FlystorageLike {
  write(path: string, contents: Readable, options?: { mimeType?: string; abortSignal?: AbortSignal }): Promise<void>;
  read(path: string): Promise<Readable>;
  fileExists(path: string): Promise<boolean>;
  fileSize(path: string): Promise<number>;
  deleteFile(path: string): Promise<void>;
  temporaryUrl(
    path: string,
    options: { expiresAt: Date; responseHeaders?: { [header: string]: string } },
  ): Promise<string>;
}

/** How a `FileStorage` is used. */
export interface FlystorageAttachmentsOptions {
  /** Put before the names of attachments, as in `exports/`. Default: nothing. */
  readonly prefix?: string;
  /** Whether downloads are led to a URL of the storage's own; the browser has to reach it. Default: true. */
  readonly temporaryUrls?: boolean;
}

/**
 * Stores attachments by way of flystorage. An object store shows a file only when all of it has been taken; for a folder use
 * `localAttachments`.
 *
 * @example
 * ```ts
 * const files = new FileStorage(new AwsS3StorageAdapter(s3, { bucket: 'exports' }));
 * createPolicyEngine({ …, attachments: { storage: flystorageAttachments(files) } });
 * ```
 */
export function flystorageAttachments(
  files: FlystorageLike,
  { prefix = '', temporaryUrls = true }: FlystorageAttachmentsOptions = {},
): AttachmentStorage {
  const at = (name: string) => prefix + requireAttachmentName(name);
  const size = async (name: string) => ((await files.fileExists(at(name))) ? files.fileSize(at(name)) : null);
  return {
    async put(name, content, { contentType, signal }) {
      signal?.throwIfAborted();
      // Only a stream that breaks is sure to end a transfer; not every adapter looks at the signal.
      const breakOff = () => content.destroy(signal?.reason as Error);
      signal?.addEventListener('abort', breakOff, { once: true });
      try {
        await files.write(at(name), content, { mimeType: contentType, ...(signal && { abortSignal: signal }) });
        signal?.throwIfAborted();
      } finally {
        signal?.removeEventListener('abort', breakOff);
      }
    },
    async get(name, range) {
      const whole = await files.read(at(name));
      // The library reads from the beginning only.
      return range === undefined ? whole : Readable.from(within(whole, range), { objectMode: false });
    },
    size,
    async delete(name) {
      if ((await size(name)) !== null) await files.deleteFile(at(name));
    },
    ...(temporaryUrls && {
      temporaryUrl: (name, { expiresAt, contentType, contentDisposition }) =>
        files.temporaryUrl(at(name), {
          expiresAt,
          responseHeaders: { 'Content-Type': contentType, 'Content-Disposition': contentDisposition },
        }),
    }),
  };
}
