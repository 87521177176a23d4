/** A person's requests of all kinds with their messages, for their export. Administrators' notes are not among it. */
import { buffer } from 'node:stream/consumers';
import type { Language } from '../../platform/i18n/language.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { ExportedMessage, ExportExtras, ExportedRequest } from '../export/index.ts';
import type { Messages } from './messages/messages.ts';
import type { RequestKind } from './register/kind.ts';

/** Where requests and their messages are stored. */
export interface ExportedRequestsOptions {
  readonly kinds: readonly RequestKind[];
  readonly messages: Pick<Messages, 'of' | 'file'>;
  readonly storage: Pick<AttachmentStorage, 'size' | 'get'>;
}

/** The newest first. */
export async function exportedRequests(
  { kinds, messages, storage }: ExportedRequestsOptions,
  userId: string,
  language: Language,
): Promise<Pick<ExportExtras, 'requests'>> {
  const found: ExportedRequest[] = [];
  for (const kind of kinds) found.push(...(await kind.exported(userId, language)));
  const read = async (requestId: string, id: string) => {
    const { name } = await messages.file(requestId, id);
    return (await storage.size(name)) === null ? null : buffer(await storage.get(name));
  };
  const written = async (requestId: string): Promise<ExportedMessage[]> =>
    (await messages.of(requestId)).map(({ from, createdAt: at, body, files }) => ({
      from,
      at,
      body,
      files: files.map(({ id, name }) => ({ id, name, read: () => read(requestId, id) })),
    }));
  const requests: ExportedRequest[] = [];
  for (const request of found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))) {
    const own = await written(request.id);
    requests.push(own.length === 0 ? request : { ...request, messages: own });
  }
  return { requests };
}
