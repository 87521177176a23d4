/** What a receipt looks like, for the API's description and for reading receipts that come from anywhere. */
import { z } from '@hono/zod-openapi';
import { type DecisionChannel, decisionChannels, type EventKind, eventKinds } from './event.ts';
import type { HeadRecord } from './head.ts';

/** The leaf, under the names by which it is hashed. */
export interface LeafJson {
  id: string;
  kind: EventKind;
  rule: string | null;
  version: number | null;
  text_hash: string | null;
  decision: 'accepted' | 'rejected' | null;
  at: string;
  how: DecisionChannel;
  subject_commitment: string;
  circumstances_commitment: string;
  /** Only where the browser sent Global Privacy Control. */
  gpc?: 'honoured' | 'overridden' | undefined;
  /** Only in an adoption: leaf hash of the visitor's event that was taken over. */
  adopted?: string | undefined;
}

/** Proof of one event. Hashes and salts are 64 hexadecimal digits. */
export interface Receipt {
  format: 'policy-engine/receipt/1';
  state: 'pending' | 'sealed';
  leaf: LeafJson;
  /** SHA-256 of 0x00 and the leaf as canonical JSON (RFC 6962 §2.1, RFC 8785). */
  leaf_hash: string;
  /** What the commitments stand for; null once erased. */
  opened: {
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
  /** Way from the leaf to the root of its batch; null until sealed. */
  proof: { position: number; index: number; size: number; path: string[] } | null;
  head: HeadRecord | null;
  head_hash: string | null;
  /** Ed25519 over the head as canonical JSON, base64; null without a key. */
  signature: string | null;
  /** SPKI in PEM. Trust it only if it is known from elsewhere. */
  public_key: string | null;
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().nullable();
const count = z.int().min(0);

export const LeafSchema: z.ZodType<LeafJson, LeafJson> = z
  .object({
    id: z.string(),
    kind: z.enum(eventKinds),
    rule: text,
    version: z.int().nullable(),
    text_hash: Hash.nullable().openapi({ description: 'SHA-256 of the text that was decided on' }),
    decision: z.enum(['accepted', 'rejected']).nullable(),
    at: z.string(),
    how: z.enum(decisionChannels),
    subject_commitment: Hash,
    circumstances_commitment: Hash,
    gpc: z
      .enum(['honoured', 'overridden'])
      .optional()
      .openapi({ description: 'Only where the browser sent Global Privacy Control' }),
    adopted: Hash.optional().openapi({ description: 'Only in an adoption: leaf of the visitor’s event taken over' }),
  })
  .openapi('LedgerLeaf');

export const ReceiptSchema: z.ZodType<Receipt, Receipt> = z
  .object({
    format: z.literal('policy-engine/receipt/1'),
    state: z.enum(['pending', 'sealed']),
    leaf: LeafSchema,
    leaf_hash: Hash.openapi({ description: 'SHA-256 of 0x00 and the leaf as canonical JSON (RFC 6962, RFC 8785)' }),
    opened: z
      .object({
        subject: z.object({ user: text, visitor: text, salt: Hash }),
        circumstances: z.object({
          ip: text,
          locale: text,
          user_agent: text,
          shown: z.string().optional().openapi({ description: 'What was shown to decide on, canonical JSON' }),
          salt: Hash,
        }),
      })
      .nullable()
      .openapi({ description: 'What the commitments stand for; null once erased' }),
    proof: z
      .object({ position: count, index: count, size: count, path: z.array(Hash).max(64) })
      .nullable()
      .openapi({ description: 'RFC 6962 inclusion proof in the batch; null until sealed' }),
    head: z
      .object({
        format: z.literal('policy-engine/ledger-head/1'),
        sequence: count,
        previous: Hash,
        first: count,
        size: count,
        root: Hash,
        at: z.string(),
        key: Hash.nullable(),
      })
      .nullable(),
    head_hash: Hash.nullable(),
    signature: text.openapi({ description: 'Ed25519 over the head as canonical JSON, base64' }),
    public_key: text.openapi({ description: 'SPKI in PEM; trust it only if it is known from elsewhere' }),
  })
  .openapi('Receipt');
