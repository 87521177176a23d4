/** A schema and the interface for hosts must match: each of these lines must not compile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { options } from '../../dist/platform/options/options.js';

interface Declared {
  readonly name: string;
  readonly count?: number;
}

const name = z.string();
const count = z.number().default(1);

test('the compiler compares a schema with its interface', () => {
  const schema: z.ZodType<{ name: string; count: number }, Declared> = options<Declared>()({ name, count });
  assert.deepEqual(schema.parse({ name: 'a' }), { name: 'a', count: 1 });
  const wrong = [
    // @ts-expect-error an option is missing
    options<Declared>()({ name }),
    // @ts-expect-error an option is not declared
    options<Declared>()({ name, count, other: z.string().optional() }),
    // @ts-expect-error an option has another type
    options<Declared>()({ name, count: z.string().optional() }),
    // @ts-expect-error an option takes more than is declared
    options<Declared>()({ name, count: z.union([z.number(), z.string()]).optional() }),
    // @ts-expect-error an option is not required
    options<Declared>()({ name: name.optional(), count }),
    // @ts-expect-error an option is required
    options<Declared>()({ name, count: z.number() }),
  ];
  assert.equal(wrong.length, 6);
});
