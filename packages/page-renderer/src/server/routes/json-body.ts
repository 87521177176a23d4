import type { z } from 'zod';
import { RendererError } from '../../kernel/errors.ts';
import type { AppContext } from '../context/context.ts';

/** The bytes of a body. @param most maximum size in bytes @throws {RendererError} `body-too-large` */
export async function readBytes(c: AppContext, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new RendererError('body-too-large', `The body is larger than ${most / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON of a body.
 *
 * @param example an example of what is expected, for messages
 * @throws {RendererError} `invalid-body`, naming each wrong property
 */
export function parseJson<T>(bytes: Uint8Array, schema: z.ZodType<T>, example: string): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RendererError('invalid-body', `The body is not JSON; send, for example, ${example}`);
  }
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const problems = error.issues
    .slice(0, 5)
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new RendererError('invalid-body', `${problems.join('; ')}. Send, for example, ${example}`);
}
