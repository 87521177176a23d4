/** Public routes to compare with saved checkpoints: checkpoints, and proofs that one continues another. */
import { z } from '@hono/zod-openapi';
import type { Routes } from '../../../../platform/web/index.ts';
import { httpErrors, wholeNumberIn } from '../../../../platform/web/index.ts';
import type { LedgerService } from '../../service.ts';

/** A proof as the API has it. */
export interface ConsistencyJson {
  from: number;
  to: number;
  proof: string[];
}

const ConsistencySchema: z.ZodType<ConsistencyJson, ConsistencyJson> = z
  .object({
    from: z.int(),
    to: z.int(),
    proof: z.array(z.string()).openapi({ description: 'Hashes in base64 (RFC 9162 §2.1.4), at most 63' }),
  })
  .openapi('LedgerConsistency');

/** The largest place that fits the column. */
const MOST = 2 ** 31 - 1;
const size = wholeNumberIn(0, MOST);

/** The public routes of the log. No data is about a person. */
export function logRoutes(ledger: LedgerService): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: '/ledger/checkpoint',
      id: 'ledgerCheckpoint',
      summary: 'The newest signed checkpoint of the ledger, or the one of a given size',
      description: 'A signed note (C2SP tlog-checkpoint): name of the log, number of events, root of their tree.',
      tags: ['Ledger'],
      access: 'public',
      query: z.object({ size: size.optional() }),
      answer: { description: 'The checkpoint' },
      otherResponses: { 200: { description: 'The checkpoint', content: { 'text/plain': { schema: z.string() } } } },
      errors: [404],
      handle: async ({ query }) => {
        const checkpoint = await ledger.checkpoint(query.size);
        if (checkpoint === null) throw httpErrors.notFound();
        const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
        return new Response(checkpoint.note, { headers });
      },
    });
    app.route({
      method: 'get',
      path: '/ledger/consistency',
      id: 'ledgerConsistency',
      summary: 'Proof that the ledger of one size continues the ledger of a smaller size',
      tags: ['Ledger'],
      access: 'public',
      query: z.object({ from: size, to: size }),
      answer: { description: 'The proof', json: ConsistencySchema },
      errors: [404],
      handle: async ({ query: { from, to } }) => {
        const proof = await ledger.consistency(from, to);
        if (proof === null) throw httpErrors.notFound();
        return { json: { from, to, proof } };
      },
    });
  };
}
