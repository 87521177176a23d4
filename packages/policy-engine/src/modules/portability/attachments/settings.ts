/** How a host configures attachments. */
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';

/** Where exports are stored, and how they are downloaded. */
export interface AttachmentsOptions {
  /**
   * `flystorageAttachments(…)`, `localAttachments(folder)`, or an object of the host. Default: `exports` in the process's working
   * directory.
   */
  readonly storage?: AttachmentStorage;
  /** Minutes for which a download link works. Default: 60. */
  readonly expirationLink?: number;
  /** Key that signs download links, 32 characters or more. Default: one is generated and kept in the database. */
  readonly linkSecret?: string;
}

/** The options with their defaults filled in. */
export interface AttachmentsSettings {
  readonly storage: AttachmentStorage;
  readonly expirationLink: number;
  readonly secret: string | null;
}
