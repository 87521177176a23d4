/** What a host says about attachments. */
import path from 'node:path';
import { invalidConfiguration } from '../../../configuration-checks.ts';
import { localAttachments } from '../../../platform/storage/local.ts';
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

const SHORTEST_SECRET = 32;
const YEAR = 365 * 24 * 60;

/** @throws {PolicyEngineError} `configuration_invalid` */
export function checkAttachments(options: AttachmentsOptions = {}): AttachmentsSettings {
  const { storage, expirationLink = 60, linkSecret } = options;
  for (const method of ['put', 'get', 'size', 'delete'] as const) {
    if (storage !== undefined && typeof storage[method] !== 'function') {
      throw invalidConfiguration(`attachments.storage: has no function ${method}`);
    }
  }
  if (!Number.isSafeInteger(expirationLink) || expirationLink < 1 || expirationLink > YEAR) {
    throw invalidConfiguration(`attachments.expirationLink: whole minutes from 1 to ${YEAR}, not ${expirationLink}`);
  }
  if (linkSecret !== undefined && (typeof linkSecret !== 'string' || linkSecret.length < SHORTEST_SECRET)) {
    throw invalidConfiguration(`attachments.linkSecret: text of at least ${SHORTEST_SECRET} characters`);
  }
  return {
    storage: storage ?? localAttachments(path.resolve('exports')),
    expirationLink,
    secret: linkSecret ?? null,
  };
}
