/** Events as records: their members, leaf hashes and commitments, as in docs/ledger-format.md. */
import { vendorsIn } from '../../../../platform/vendor-choice.ts';
import { canonical, type Plain } from '../../ledger/canonical.ts';
import type { LedgerLeaf } from '../../ledger/event.ts';
import {
  decisionChannels,
  type EventKind,
  eventKinds,
  ledgerPostures,
  type LedgerPosture,
  LONGEST_FACT,
  MOST_MONTHS,
  suspicionReasons,
} from '../../ledger/kinds.ts';
import { bytesOfHex, hexOf, joined, utf8 } from '../../log/bytes.ts';
import type { Cryptography } from '../../log/crypto.ts';
import { isObject, type Json, Refused } from './json.ts';
import {
  atLeast,
  between,
  exactly,
  type Member,
  oneOf,
  orNull,
  sha256Text,
  text,
  textUpTo,
  time,
  uuid,
} from './shapes.ts';

/** The leaf, with the names that are hashed. */
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
  /** The subject's next number, from 1; absent in events about nobody, and in those of the previous format. */
  number?: number | undefined;
  /** Only where the browser sent Global Privacy Control. */
  gpc?: 'honoured' | 'overridden' | undefined;
  /** Only if vendors were offered individually: which ones, and which of them were rejected, as canonical JSON. */
  vendors?: string | undefined;
  /** Only in an adoption: leaf hash of the event that was taken over, of a visitor or a merged account. */
  adopted?: string | undefined;
  /** Only in an adoption: when the decision that it takes over was made. Absent in adoptions of before. */
  decided_at?: string | undefined;
  /** Calendar months that a decision counts, 1 to 120; absent without limit. */
  months?: number | undefined;
  /** Which posture applied at the decision; absent if the host named no region. */
  posture?: LedgerPosture | undefined;
  /** The dated fact of law behind the posture; absent where it is a default of the engine. */
  fact?: string | undefined;
  /** Only in judgements and events of the sealer, as are the next three. */
  about?: string | undefined;
  about_hash?: string | undefined;
  reason?: string | undefined;
  about_count?: number | undefined;
}

// A new kind is a word in `kinds.ts` and here; a new member is a line in LEAF.
const DECISIONS: readonly EventKind[] = ['decision', 'adoption'];
const OF_SOMEBODY: ReadonlySet<EventKind> = new Set([...DECISIONS, 'merge'] as const);
const ABOUT_AN_EVENT: readonly EventKind[] = ['suspicion', 'judgement'];
const ABOUT_A_HASH: readonly EventKind[] = [...ABOUT_AN_EVENT, 'takeover', 'administration', 'publication'];
const WITHOUT_TEXT: readonly EventKind[] = [...ABOUT_AN_EVENT, 'takeover', 'administration', 'merge'];
const WITHOUT_DECISION: readonly EventKind[] = [...WITHOUT_TEXT, 'publication'];

const LEAF: readonly Member[] = [
  { name: 'id', check: uuid },
  { name: 'kind', check: oneOf(...eventKinds) },
  { name: 'rule', check: text, nullIn: WITHOUT_TEXT },
  { name: 'version', check: atLeast(1), nullIn: WITHOUT_TEXT },
  { name: 'text_hash', check: sha256Text, nullIn: WITHOUT_TEXT },
  { name: 'decision', check: oneOf('accepted', 'rejected'), nullIn: WITHOUT_DECISION },
  { name: 'at', check: time },
  { name: 'how', check: oneOf(...decisionChannels, 'sealer') },
  { name: 'subject_commitment', check: sha256Text },
  { name: 'circumstances_commitment', check: sha256Text },
  { name: 'number', check: atLeast(1), kinds: DECISIONS, isOptional: true },
  { name: 'number', check: atLeast(1), kinds: ['merge'] },
  { name: 'gpc', check: oneOf('honoured', 'overridden'), kinds: DECISIONS, isOptional: true },
  {
    name: 'vendors',
    check: (value) => typeof value === 'string' && vendorsIn(value) !== null,
    kinds: DECISIONS,
    isOptional: true,
  },
  { name: 'adopted', check: sha256Text, kinds: ['adoption'] },
  { name: 'decided_at', check: time, kinds: ['adoption'], isOptional: true },
  { name: 'months', check: between(1, MOST_MONTHS), kinds: DECISIONS, isOptional: true },
  { name: 'posture', check: oneOf(...ledgerPostures), kinds: DECISIONS, isOptional: true },
  { name: 'fact', check: textUpTo(LONGEST_FACT), kinds: DECISIONS, isOptional: true },
  { name: 'about', check: uuid, kinds: [...ABOUT_AN_EVENT, 'publication', 'administration'] },
  { name: 'about_hash', check: sha256Text, kinds: ABOUT_A_HASH },
  { name: 'reason', check: oneOf(...suspicionReasons), kinds: ['suspicion'] },
  { name: 'reason', check: oneOf('counts', 'void'), kinds: ['judgement'] },
  { name: 'reason', check: oneOf('restored'), kinds: ['takeover'], isOptional: true },
  { name: 'about_count', check: atLeast(0), kinds: ['takeover'] },
];

export const SUBJECT: readonly Member[] = [
  { name: 'into', check: text, kinds: ['merge'] },
  { name: 'user', check: orNull(text) },
  { name: 'visitor', check: orNull(text) },
  { name: 'salt', check: sha256Text },
];
export const CIRCUMSTANCES: readonly Member[] = [
  { name: 'ip', check: orNull(text) },
  { name: 'locale', check: orNull(text) },
  { name: 'region', check: text, isOptional: true },
  { name: 'user_agent', check: orNull(text) },
  { name: 'shown', check: text, isOptional: true },
  { name: 'salt', check: sha256Text },
];

/** Whether an event concerns a person: the sealer's events and judgements do not. */
export const isAboutSomebody = ({ kind }: LeafJson): boolean => OF_SOMEBODY.has(kind);

/** Whether an event is a decision, or takes one over. */
export const isDecision = ({ kind }: LeafJson): boolean => DECISIONS.includes(kind);

/** @throws {Refused} unless a value is a record of a known kind */
export function eventOf(value: Json | undefined, what: string): LeafJson {
  const kind = isObject(value) ? eventKinds.find((one) => one === value['kind']) : undefined;
  if (kind === undefined) throw new Refused(`${what}.kind`);
  const event = exactly(value, LEAF, what, kind) as unknown as LeafJson;
  if (event.vendors !== undefined && event.decision !== 'accepted') throw new Refused(`${what}.vendors`);
  if (event.fact !== undefined && event.posture === undefined) throw new Refused(`${what}.fact`);
  return event;
}

const bytesOf = (record: object): Uint8Array => utf8(canonical(record as Plain));

/** The hash of an event in the tree. */
export function hashOfEvent(event: LeafJson, { sha256 }: Cryptography): Uint8Array {
  return sha256(joined([0], bytesOf(event)));
}

/** The commitment that an opening opens: its salt is the key, its other members are the record. */
export function commitmentTo(opening: { readonly salt: string }, { hmacSha256 }: Cryptography): string {
  const { salt, ...record } = opening;
  return hexOf(hmacSha256(bytesOfHex(salt), bytesOf(record)));
}
