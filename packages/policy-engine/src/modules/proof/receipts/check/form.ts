/** The form of a receipt: JSON with exactly its members at each level. */
import { isObject, type Json } from './json.ts';
import { CIRCUMSTANCES, eventOf, type LeafJson, SUBJECT } from './records.ts';
import { atLeast, exactly, flag, type Member, object, oneOf, orNull, sha256Text, text } from './shapes.ts';

/** Proof of one event. Hashes and salts are 64 hexadecimal digits. `docs/ledger-format.md` describes each member. */
export interface Receipt {
  format: 'policy-engine/receipt/2';
  event: LeafJson;
  /** What was committed to; null after an erasure. */
  openings: {
    subject: { user: string | null; visitor: string | null; into?: string | undefined; salt: string };
    circumstances: {
      ip: string | null;
      locale: string | null;
      user_agent: string | null;
      /** What was shown for the decision, as canonical JSON; absent if unknown. */
      shown?: string | undefined;
      /** Region of the person as the host named it; absent if unknown. */
      region?: string | undefined;
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

const RECEIPT: readonly Member[] = [
  { name: 'format', check: oneOf('policy-engine/receipt/2') },
  { name: 'event', check: object },
  { name: 'openings', check: orNull(object) },
  { name: 'erasure', check: orNull(text) },
  { name: 'text', check: orNull(object) },
  { name: 'proof', check: orNull(text) },
  { name: 'cosigned', check: flag },
  { name: 'suspicion', check: orNull(object) },
  { name: 'later', check: orNull(object) },
];
const OPENINGS: readonly Member[] = [
  { name: 'subject', check: object },
  { name: 'circumstances', check: object },
];
const TEXT: readonly Member[] = [
  { name: 'hash', check: sha256Text },
  { name: 'words', check: text },
];
const SUSPICION: readonly Member[] = [
  { name: 'event', check: object },
  { name: 'proof', check: text },
];
const LATER: readonly Member[] = [
  { name: 'exists', check: flag },
  { name: 'size', check: atLeast(1) },
  { name: 'signature', check: text },
];

/** @throws {Refused} unless a value is a receipt */
export function receiptOf(value: Json): Receipt {
  const receipt = exactly(value, RECEIPT, 'receipt');
  const { event, openings, text: decided, suspicion, later } = receipt;
  eventOf(event, 'event');
  if (isObject(openings)) {
    exactly(openings, OPENINGS, 'openings');
    exactly(openings['subject'], SUBJECT, 'openings.subject', kindOf(event));
    exactly(openings['circumstances'], CIRCUMSTANCES, 'openings.circumstances');
  }
  if (isObject(decided)) exactly(decided, TEXT, 'text');
  if (isObject(suspicion)) {
    exactly(suspicion, SUSPICION, 'suspicion');
    eventOf(suspicion['event'], 'suspicion.event');
  }
  if (isObject(later)) exactly(later, LATER, 'later');
  return receipt as unknown as Receipt;
}

/** @param event an event whose form was checked */
function kindOf(event: Json | undefined): string {
  const kind = isObject(event) ? event['kind'] : undefined;
  return typeof kind === 'string' ? kind : '';
}
