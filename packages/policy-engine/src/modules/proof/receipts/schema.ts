/** The schema of a receipt, for the API's description and for reading receipts of any origin. */
import { z } from '@hono/zod-openapi';
import { decisionChannels, eventKinds } from '../ledger/event.ts';
import { hasMembersOfItsKind, isExistingTime, type LeafJson } from '../ledger/leaf-json.ts';

/** Proof of one event. Hashes and salts are 64 hexadecimal digits. `docs/ledger-format.md` describes each member. */
export interface Receipt {
  format: 'policy-engine/receipt/2';
  event: LeafJson;
  /** What was committed to; null after an erasure. */
  openings: {
    subject: { user: string | null; visitor: string | null; salt: string };
    circumstances: {
      ip: string | null;
      locale: string | null;
      user_agent: string | null;
      /** What was shown for the decision, as canonical JSON; absent if unknown. */
      shown?: string | undefined;
      salt: string;
    };
  } | null;
  /**
   * The tombstone: the host's signature that it erased the values of the commitments, as the line of a signed note.
   * Null unless erased, and until the sealer has signed.
   */
  erasure: string | null;
  /** The text of the decision; null for an event without one, and if it does not exist as it was published. */
  text: { hash: string; words: string } | null;
  /**
   * `c2sp.org/tlog-proof@v1` against the smallest checkpoint that covers the event and that enough witnesses cosigned;
   * if there is none, against the smallest that covers it. Null until sealed.
   */
  proof: string | null;
  /** Whether that checkpoint has cosignatures: signature lines with a name other than the log's. */
  cosigned: boolean;
  /** The suspicion the event was sealed under, and its own proof; null for none. */
  suspicion: { event: LeafJson; proof: string } | null;
  /** Whether the same person decided on the same rule again; null while pending, and once erased. */
  later: {
    exists: boolean;
    /** The checkpoint up to which later decisions were looked for. */
    size: number;
    /** The host's signature over both, as the line of a signed note. */
    signature: string;
  } | null;
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .refine(isExistingTime);
const text = z.string().nullable();
const count = z.int().min(0);

export const LeafSchema: z.ZodType<LeafJson, LeafJson> = z
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
    adopted: Hash.optional().openapi({ description: 'Only in an adoption: leaf of the visitor’s event taken over' }),
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
  .refine(hasMembersOfItsKind)
  .openapi('LedgerLeaf');

export const ReceiptSchema: z.ZodType<Receipt, Receipt> = z
  .strictObject({
    format: z.literal('policy-engine/receipt/2'),
    event: LeafSchema,
    openings: z
      .strictObject({
        subject: z.strictObject({ user: text, visitor: text, salt: Hash }),
        circumstances: z.strictObject({
          ip: text,
          locale: text,
          user_agent: text,
          shown: z.string().optional().openapi({ description: 'What was shown to decide on, canonical JSON' }),
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
