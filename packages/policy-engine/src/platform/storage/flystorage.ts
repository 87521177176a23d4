/** Attachments in any storage of flystorage: S3, Google Cloud Storage, Azure. */
import { Readable } from 'node:stream';
import { requireAttachmentName } from './name.ts';
import { within } from './range.ts';
import type { AttachmentStorage } from './storage.ts';

/** The part of a `FileStorage` of flystorage that is used. */
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

/** Options of a `FileStorage`. */
export interface FlystorageAttachmentsOptions {
  /** Prefix of the names of attachments, as in `exports/`. Default: none. */
  readonly prefix?: string;
  /**
   * Whether downloads are redirected to a URL of the storage, which the browser must be able to reach. Default: true.
   */
  readonly temporaryUrls?: boolean;
}

/**
 * Stores attachments with flystorage. An object store shows a file only when it is completely uploaded; for a folder
 * use `localAttachments`.
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
      // Only an error of the stream reliably ends a transfer; not every adapter checks the signal.
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
