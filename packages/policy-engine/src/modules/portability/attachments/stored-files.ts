/** The finished exports that can still be downloaded, to be searched after an erasure. */
import type { FileLocation } from '../../erasure/index.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import type { PortabilityStore } from '../requests/store.ts';

/** What finding exports needs. */
export interface StoredExportsOptions {
  readonly database: Database;
  readonly store: Pick<PortabilityStore, 'files'>;
  readonly storage: Pick<AttachmentStorage, 'get' | 'size'>;
}

/** All exports of all people. */
export function storedExports({ database, store, storage }: StoredExportsOptions): FileLocation {
  return {
    name: 'attachments.storage',
    list: () => store.files(database),
    read: async (name) => ((await storage.size(name)) === null ? null : storage.get(name)),
  };
}
