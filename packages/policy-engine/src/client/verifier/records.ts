/** Events as records: their members, leaf hashes and commitments. */
import { type Bytes, bytesOfHex, hexOf, hmacSha256, joined, sha256, utf8 } from './bytes.ts';
import { isObject, type Json, type JsonObject, Refused } from './json.ts';
import { atLeast, exactly, type Member, oneOf, orNull, sha256Text, text, time, uuid } from './shapes.ts';
import { vendorsText } from './vendors.ts';

// A new kind is a word here; a new member is a line in LEAF.
const DECISIONS = ['decision', 'adoption'];
const ABOUT_AN_EVENT = ['suspicion', 'judgement'];
const MADE_OF_A_ROW = ['publication', 'administration'];
const WITHOUT_TEXT = [...ABOUT_AN_EVENT, 'takeover', 'administration'];
const WITHOUT_DECISION = [...WITHOUT_TEXT, 'publication'];
const KINDS = [...DECISIONS, ...WITHOUT_DECISION];
const REASONS = ['changed', 'identity_changed', 'identity_missing', 'not_appended_here', 'not_erased_here'];
const HOW = ['panel', 'banner', 'api', 'sign-up', 'import', 'import-undated', 'gpc', 'host', 'adopted', 'sealer'];

const LEAF: readonly Member[] = [
  { name: 'id', check: uuid },
  { name: 'kind', check: oneOf(...KINDS) },
  { name: 'rule', check: text, nullIn: WITHOUT_TEXT },
  { name: 'version', check: atLeast(1), nullIn: WITHOUT_TEXT },
  { name: 'text_hash', check: sha256Text, nullIn: WITHOUT_TEXT },
  { name: 'decision', check: oneOf('accepted', 'rejected'), nullIn: WITHOUT_DECISION },
  { name: 'at', check: time },
  { name: 'how', check: oneOf(...HOW) },
  { name: 'subject_commitment', check: sha256Text },
  { name: 'circumstances_commitment', check: sha256Text },
  { name: 'number', check: atLeast(1), kinds: DECISIONS, isOptional: true },
  { name: 'gpc', check: oneOf('honoured', 'overridden'), kinds: DECISIONS, isOptional: true },
  { name: 'vendors', check: vendorsText, kinds: DECISIONS, isOptional: true },
  { name: 'adopted', check: sha256Text, kinds: ['adoption'] },
  { name: 'about', check: uuid, kinds: [...ABOUT_AN_EVENT, ...MADE_OF_A_ROW] },
  { name: 'about_hash', check: sha256Text, kinds: WITHOUT_DECISION },
  { name: 'reason', check: oneOf(...REASONS), kinds: ['suspicion'] },
  { name: 'reason', check: oneOf('counts', 'void'), kinds: ['judgement'] },
  { name: 'reason', check: oneOf('restored'), kinds: ['takeover'], isOptional: true },
  { name: 'about_count', check: atLeast(0), kinds: ['takeover'] },
];

export const SUBJECT: readonly Member[] = [
  { name: 'user', check: orNull(text) },
  { name: 'visitor', check: orNull(text) },
  { name: 'salt', check: sha256Text },
];
export const CIRCUMSTANCES: readonly Member[] = [
  { name: 'ip', check: orNull(text) },
  { name: 'locale', check: orNull(text) },
  { name: 'user_agent', check: orNull(text) },
  { name: 'shown', check: text, isOptional: true },
  { name: 'salt', check: sha256Text },
];

/** The record of an event. */
export interface Event extends JsonObject {
  readonly id: string;
  readonly kind: string;
  readonly rule: string | null;
  readonly version: number | null;
  readonly text_hash: string | null;
  readonly decision: string | null;
  readonly at: string;
  readonly how: string;
  readonly subject_commitment: string;
  readonly circumstances_commitment: string;
  readonly number?: number;
  readonly gpc?: string;
  readonly vendors?: string;
  readonly adopted?: string;
  readonly about?: string;
  readonly about_hash?: string;
  readonly reason?: string;
}

/** Whether an event concerns a person: the sealer's events and judgements do not. */
export const isAboutSomebody = ({ kind }: Event): boolean => DECISIONS.includes(kind);

/** The opening of a commitment. */
export interface Opening extends JsonObject {
  readonly salt: string;
}

/** @throws {Refused} unless a value is a record of a known kind */
export function eventOf(value: Json | undefined, what: string): Event {
  const kind = isObject(value) ? value['kind'] : undefined;
  if (typeof kind !== 'string' || !KINDS.includes(kind)) throw new Refused(`${what}.kind`);
  const event = exactly(value, LEAF, what, kind) as Event;
  if (event.vendors !== undefined && event.decision !== 'accepted') throw new Refused(`${what}.vendors`);
  return event;
}

/** Canonical JSON (RFC 8785) of an object whose members are text, whole numbers or null. */
function canonical(record: JsonObject): Bytes {
  const names = Object.keys(record).toSorted();
  return utf8(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(record[name])}`).join(',')}}`);
}

export function leafHash(event: JsonObject): Promise<Bytes> {
  return sha256(joined([0], canonical(event)));
}

/** The commitment that an opening opens: its salt is the key, its other members are the record. */
export async function commitmentTo({ salt, ...record }: Opening): Promise<string> {
  return hexOf(await hmacSha256(bytesOfHex(salt), canonical(record)));
}
