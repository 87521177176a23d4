import { RendererError } from '../../kernel/errors.ts';
import type { AppContext } from './context.ts';

/** The bytes of a body. @param most maximum size in bytes @param name what it is, for the message @throws {RendererError} `body-too-large` */
export async function readBytes(c: AppContext, most: number, name: 'body' | 'form' = 'body'): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new RendererError('body-too-large', `The ${name} is larger than ${most / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
