/** The erasure step of access requests: a person's requests with their exports. */
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';
import type { PortabilityService } from './service.ts';

/** Access requests, including open ones, and their files. */
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
        // The file first: without its row, a file could not be found. A job deletes what unfinished attempts have left.
        if (file !== null) await storage.delete(file.name);
        await record((transaction) => requests.erase(transaction, id));
      }
    },
  };
}
