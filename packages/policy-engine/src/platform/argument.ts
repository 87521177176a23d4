/** Arguments that the host's own code passes to functions of the engine. */
import type { z } from 'zod';
import { PolicyEngineError } from '../errors/errors.ts';

/** An argument as parsed by its schema. @throws {PolicyEngineError} `invalid_input`, naming each invalid field */
export function checkedArgument<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, code, message }) => {
    return { field: path.join('.'), code, detail: message };
  });
  const sentences = errors.map(({ field, detail }) => (field === '' ? detail : `${field}: ${detail}`));
  throw new PolicyEngineError('invalid_input', sentences.join('; '), { errors });
}
