/** What a host says about attachments. */
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';

/** Where exports lie, and how they are fetched. */
export interface AttachmentsOptions {
  /** `flystorageAttachments(…)`, `localAttachments(folder)`, or an object of the host's own. Default: `exports` in the folder the process runs in. */
  readonly storage?: AttachmentStorage;
  /** Minutes for which a download link works. Default: 60. */
  readonly expirationLink?: number;
  /** Key that signs download links, 32 characters or more. Default: one is made and kept in the database. */
  readonly linkSecret?: string;
}

/** The options with their defaults filled in. */
export interface AttachmentsSettings {
  readonly storage: AttachmentStorage;
  readonly expirationLink: number;
  readonly secret: string | null;
}
