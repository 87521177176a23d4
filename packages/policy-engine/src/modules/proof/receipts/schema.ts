/** The schema of a receipt, for the API's description. Receipts are read by `check/form.ts`. */
import { z } from '@hono/zod-openapi';
import { decisionChannels, eventKinds, ledgerPostures, LONGEST_FACT, MOST_MONTHS } from '../ledger/kinds.ts';
import type { Receipt } from './check/form.ts';
import type { LeafJson } from './check/records.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const text = z.string().nullable();
const count = z.int().min(0);

const LeafSchema: z.ZodType<LeafJson, LeafJson> = z
  .strictObject({
    id: Id,
    kind: z.enum(eventKinds),
    rule: text,
    version: z.int().min(1).nullable(),
    text_hash: Hash.nullable().openapi({ description: 'SHA-256 of the text that was decided on, or published' }),
    decision: z.enum(['accepted', 'rejected']).nullable(),
    at: Time,
    how: z.enum([...decisionChannels, 'sealer']),
    subject_commitment: Hash,
    circumstances_commitment: Hash,
    number: z
      .int()
      .min(1)
      .optional()
      .openapi({ description: 'The subject’s next number, from 1; absent in events about nobody' }),
    gpc: z
      .enum(['honoured', 'overridden'])
      .optional()
      .openapi({ description: 'Only where the browser sent Global Privacy Control' }),
    vendors: z.string().optional().openapi({
      description:
        'Only where vendors were offered one by one: `{"offered":[…],"refused":[…]}` as canonical JSON; the others of the list are accepted',
    }),
    adopted: Hash.optional().openapi({
      description: 'Only in an adoption: leaf of the event taken over, of a visitor or a merged account',
    }),
    decided_at: Time.optional().openapi({
      description: 'Only in an adoption: when the decision that it takes over was made',
    }),
    months: z.int().min(1).max(MOST_MONTHS).optional().openapi({
      description:
        'Calendar months that the decision counts: of an acceptance until it is asked again, of a refusal in which nobody is asked again; absent without limit',
    }),
    posture: z.enum(ledgerPostures).optional().openapi({
      description: 'Which posture applied at the decision; absent if the host named no region',
    }),
    fact: z.string().min(1).max(LONGEST_FACT).optional().openapi({
      description: 'The dated fact of law behind the posture; absent where it is a default of the engine',
    }),
    about: Id.optional().openapi({
      description: 'Id of the suspected event, the published text, the entry of the log',
    }),
    about_hash: Hash.optional().openapi({
      description: 'Leaf hash of the suspected event, or commitment to the record',
    }),
    reason: z.string().optional().openapi({
      description: 'Of a suspicion: why; of a judgement: `counts` or `void`; of a takeover: `restored` after a backup',
    }),
    about_count: count.optional().openapi({ description: 'Of a takeover: how many events' }),
  })
  .openapi('LedgerLeaf');

export const ReceiptSchema: z.ZodType<Receipt, Receipt> = z
  .strictObject({
    format: z.literal('policy-engine/receipt/2'),
    event: LeafSchema,
    openings: z
      .strictObject({
        subject: z.strictObject({
          user: text,
          visitor: text,
          into: z.string().optional().openapi({ description: 'Of a merge: the account that this one was merged into' }),
          salt: Hash,
        }),
        circumstances: z.strictObject({
          ip: text,
          locale: text,
          user_agent: text,
          shown: z.string().optional().openapi({ description: 'What was shown to decide on, canonical JSON' }),
          region: z.string().optional().openapi({ description: 'Region of the person as the host named it: `us-ca`' }),
          salt: Hash,
        }),
      })
      .nullable()
      .openapi({ description: 'What was committed to; null after an erasure' }),
    erasure: text.openapi({ description: 'Signed statement that the person was erased; null if not' }),
    text: z
      .strictObject({ hash: Hash, words: z.string() })
      .nullable()
      .openapi({ description: 'The text decided on; null if there is none, or if it differs from what was published' }),
    proof: text.openapi({ description: '`c2sp.org/tlog-proof@v1`; null until sealed' }),
    cosigned: z.boolean().openapi({ description: 'Whether the checkpoint of the proof has cosignatures of witnesses' }),
    suspicion: z
      .strictObject({ event: LeafSchema, proof: z.string() })
      .nullable()
      .openapi({ description: 'The flag of the event, with its own proof' }),
    later: z
      .strictObject({ exists: z.boolean(), size: z.int().min(1), signature: z.string() })
      .nullable()
      .openapi({
        description: 'Whether there is a later event of the same person and rule, up to the checkpoint of a size',
      }),
  })
  .openapi('Receipt');
