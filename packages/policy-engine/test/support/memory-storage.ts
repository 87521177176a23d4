/** A storage of exports in memory. */
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { AttachmentStorage } from 'policy-engine/export';

export function memoryStorage(): AttachmentStorage {
  const files = new Map<string, Buffer>();
  return {
    put: async (name, content) => void files.set(name, await buffer(content)),
    get: async (name) => Readable.from(files.get(name) ?? []),
    size: async (name) => files.get(name)?.byteLength ?? null,
    delete: async (name) => void files.delete(name),
  };
}
