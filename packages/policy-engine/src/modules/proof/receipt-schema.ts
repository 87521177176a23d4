/** What a receipt looks like, for the API's description and for reading receipts that come from anywhere. */
import { z } from '@hono/zod-openapi';
import { decisionChannels, type EventKind, eventKinds, type LedgerLeaf } from './event.ts';

/** The leaf, under the names by which it is hashed. */
export interface LeafJson {
  id: string;
  kind: EventKind;
  rule: string | null;
  version: number | null;
  text_hash: string | null;
  decision: 'accepted' | 'rejected' | null;
  at: string;
  how: LedgerLeaf['how'];
  subject_commitment: string;
  circumstances_commitment: string;
  /** Only where the browser sent Global Privacy Control. */
  gpc?: 'honoured' | 'overridden' | undefined;
  /** Only in an adoption: leaf hash of the visitor's event that was taken over. */
  adopted?: string | undefined;
  /** Only in events of the sealer, as are the next three. */
  about?: string | undefined;
  about_hash?: string | undefined;
  reason?: string | undefined;
  about_count?: number | undefined;
}

/** Proof of one event. Hashes and salts are 64 hexadecimal digits. `docs/ledger-format.md` describes each member. */
export interface Receipt {
  format: 'policy-engine/receipt/2';
  event: LeafJson;
  /** What the commitments stand for; null once erased. */
  openings: {
    subject: { user: string | null; visitor: string | null; salt: string };
    circumstances: {
      ip: string | null;
      locale: string | null;
      user_agent: string | null;
      /** What was shown to decide on, as canonical JSON; absent where nobody said. */
      shown?: string | undefined;
      salt: string;
    };
  } | null;
  /** The text decided on; null for an event without one, and where it is not there as it was published. */
  text: { hash: string; words: string } | null;
  /** `c2sp.org/tlog-proof@v1` against the smallest checkpoint that covers the event; null until sealed. */
  proof: string | null;
  /** Whether witnesses cosigned that checkpoint. */
  cosigned: false;
  /** The mark the event was sealed under, and its own proof; null for none. */
  suspicion: { event: LeafJson; proof: string } | null;
  /** Whether the same person decided on the same rule again; null while pending, and once erased. */
  later: {
    exists: boolean;
    /** Up to which checkpoint that was looked for. */
    size: number;
    /** The host's signature over both, as the line of a signed note. */
    signature: string;
  } | null;
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const text = z.string().nullable();
const count = z.int().min(0);

export const LeafSchema: z.ZodType<LeafJson, LeafJson> = z
  .strictObject({
    id: z.string(),
    kind: z.enum(eventKinds),
    rule: text,
    version: z.int().nullable(),
    text_hash: Hash.nullable().openapi({ description: 'SHA-256 of the text that was decided on' }),
    decision: z.enum(['accepted', 'rejected']).nullable(),
    at: Time,
    how: z.enum([...decisionChannels, 'sealer']),
    subject_commitment: Hash,
    circumstances_commitment: Hash,
    gpc: z
      .enum(['honoured', 'overridden'])
      .optional()
      .openapi({ description: 'Only where the browser sent Global Privacy Control' }),
    adopted: Hash.optional().openapi({ description: 'Only in an adoption: leaf of the visitor’s event taken over' }),
    about: z.string().optional().openapi({ description: 'Of a suspicion: id of the suspected event' }),
    about_hash: Hash.optional().openapi({ description: 'Of a suspicion: leaf hash of the suspected event' }),
    reason: z.string().optional().openapi({ description: 'Of a suspicion: why' }),
    about_count: count.optional().openapi({ description: 'Of a takeover: how many events' }),
  })
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
      .openapi({ description: 'What the commitments stand for; null once erased' }),
    text: z
      .strictObject({ hash: Hash, words: z.string() })
      .nullable()
      .openapi({ description: 'The text decided on; null where there is none, or not as it was published' }),
    proof: text.openapi({ description: '`c2sp.org/tlog-proof@v1`; null until sealed' }),
    cosigned: z.literal(false).openapi({ description: 'Whether witnesses cosigned the checkpoint of the proof' }),
    suspicion: z
      .strictObject({ event: LeafSchema, proof: z.string() })
      .nullable()
      .openapi({ description: 'The mark that the event was sealed under, with its own proof' }),
    later: z
      .strictObject({ exists: z.boolean(), size: count, signature: z.string() })
      .nullable()
      .openapi({ description: 'Whether a later event of the person and rule exists, up to the checkpoint of a size' }),
  })
  .openapi('Receipt');
