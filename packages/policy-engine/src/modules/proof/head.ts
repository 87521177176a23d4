/** Heads: each closes a batch of events, names the head before it, and is signed with the host's key. */
import { sign, verify } from 'node:crypto';
import { type TimeText, timeText } from '../../platform/database/times.ts';
import { canonical, sha256 } from './hashes.ts';
import type { PublicLedgerKey, SecretLedgerKey } from './keys.ts';

/** What is hashed and signed. */
export interface HeadContent {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** Hash of the head before; 64 zeros for the first. */
  readonly previous: string;
  /** Place of the first event of the batch, from 0. */
  readonly first: number;
  /** Events in the batch: the width of its tree. */
  readonly size: number;
  /** Root of the batch's Merkle tree (RFC 6962 §2.1). */
  readonly root: string;
  readonly at: TimeText;
  /** See {@link PublicLedgerKey}; null for a head that is not signed. */
  readonly keyId: string | null;
}

/** A head of the ledger. Noted elsewhere, its hash betrays any later change of what it covers. */
export interface LedgerHead extends HeadContent {
  /** SHA-256 of the content. */
  readonly hash: string;
  /** Ed25519 (RFC 8032) over the content, base64; null without a key. */
  readonly signature: string | null;
}

/** A head as a flat record. The name of the format keeps its signature from passing for one of anything else. */
export function headRecord(head: HeadContent): HeadRecord {
  return {
    format: FORMAT,
    sequence: head.sequence,
    previous: head.previous,
    first: head.first,
    size: head.size,
    root: head.root,
    at: head.at,
    key: head.keyId,
  };
}

/** What is hashed and signed, as it stands in a receipt. */
export type HeadRecord = {
  readonly format: typeof FORMAT;
  readonly sequence: number;
  readonly previous: string;
  readonly first: number;
  readonly size: number;
  readonly root: string;
  readonly at: string;
  readonly key: string | null;
};

const FORMAT = 'policy-engine/ledger-head/1';

function headBytes(head: HeadContent): Buffer {
  return canonical(headRecord(head));
}

/** Hash of a head's content. */
export function headHash(head: HeadContent): string {
  return sha256(headBytes(head));
}

/** Makes a head, signed if there is a key. */
export function makeHead(
  content: Omit<HeadContent, 'at' | 'keyId'> & { readonly at: Date },
  key: SecretLedgerKey | null,
): LedgerHead {
  const head: HeadContent = { ...content, at: timeText(content.at), keyId: key?.id ?? null };
  const signature = key === null ? null : sign(null, headBytes(head), key.secret).toString('base64');
  return { ...head, hash: headHash(head), signature };
}

/** Whether a head's signature was made with a key. */
export function isSignedBy(head: LedgerHead, key: PublicLedgerKey): boolean {
  if (head.signature === null || head.keyId !== key.id) return false;
  const signature = Buffer.from(head.signature, 'base64');
  // Base64 is read leniently: other characters of the column could be changed unseen.
  if (signature.toString('base64') !== head.signature) return false;
  return verify(null, headBytes(head), key.key, signature);
}
