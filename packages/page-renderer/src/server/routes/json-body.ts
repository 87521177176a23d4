import type { z } from 'zod';
import { RendererError } from '../../kernel/errors.ts';

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
