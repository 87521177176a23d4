/** The requests for a copy of the data that a person made, with the copies: their part of an erasure. */
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { OwnErasureStep } from '../erasure/own-step.ts';
import type { PortabilityService } from './service.ts';

/** Requests for a copy, open ones as well, and the files that were made for them. */
export function portabilityErasure({
  requests,
  storage,
}: {
  readonly requests: Pick<PortabilityService, 'register' | 'erase'>;
  readonly storage: Pick<AttachmentStorage, 'delete'>;
}): OwnErasureStep {
  return {
    name: 'portability',
    label: 'erasure.own.portability',
    action: 'delete',
    count: async ({ userId }) => (await requests.register.ofUser(userId)).length,
    async erase({ userId }, { record, signal }) {
      for (const { id, file } of await requests.register.ofUser(userId)) {
        signal.throwIfAborted();
        // The file first: a row that is gone leads to no file. What unfinished attempts have left, a job deletes.
        if (file !== null) await storage.delete(file.name);
        await record((transaction) => requests.erase(transaction, id));
      }
    },
  };
}
