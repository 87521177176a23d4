/** Events as JSON: the members of each kind, as in docs/ledger-format.md. */
import type { EventKind, LedgerLeaf } from './event.ts';
import { suspicionReasons } from '../seal/suspicion.ts';
import { vendorsIn } from '../../rules/index.ts';

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
  /** Only in an adoption: leaf hash of the visitor's event that was taken over. */
  adopted?: string | undefined;
  /** Only in judgements and events of the sealer, as are the next three. */
  about?: string | undefined;
  about_hash?: string | undefined;
  reason?: string | undefined;
  about_count?: number | undefined;
}

type Member = 'number' | 'gpc' | 'vendors' | 'adopted' | 'about' | 'about_hash' | 'reason' | 'about_count';

/** The members that events of a kind have besides those of all events. */
interface KindMembers {
  readonly has: readonly Member[];
  /** Optional members. Default: none. */
  readonly may?: readonly Member[];
  /** Values of `reason`. Default: none. */
  readonly reasons?: readonly string[];
}

const MADE_OF_A_ROW: KindMembers = { has: ['about', 'about_hash'] };

const MEMBERS: Readonly<Record<EventKind, KindMembers>> = {
  decision: { has: [], may: ['number', 'gpc', 'vendors'] },
  adoption: { has: ['adopted'], may: ['number', 'gpc', 'vendors'] },
  judgement: { has: ['about', 'about_hash', 'reason'], reasons: ['counts', 'void'] },
  suspicion: { has: ['about', 'about_hash', 'reason'], reasons: suspicionReasons },
  takeover: { has: ['about_hash', 'about_count'], may: ['reason'], reasons: ['restored'] },
  publication: MADE_OF_A_ROW,
  administration: MADE_OF_A_ROW,
};
const OF_SOME_KINDS: readonly Member[] = [
  'number',
  'gpc',
  'vendors',
  'adopted',
  'about',
  'about_hash',
  'reason',
  'about_count',
];
const WITH_DECISION: ReadonlySet<EventKind> = new Set(['decision', 'adoption'] as const);
const WITH_TEXT: ReadonlySet<EventKind> = new Set(['decision', 'adoption', 'publication'] as const);

/** Whether an event has exactly the members of its kind, and null exactly where the kind requires it. */
export function hasMembersOfItsKind(leaf: LeafJson): boolean {
  const { kind, rule, version, text_hash: textHash, decision, reason, vendors } = leaf;
  const { has, may = [], reasons = [] } = MEMBERS[kind];
  return (
    OF_SOME_KINDS.every((name) => (leaf[name] === undefined ? !has.includes(name) : [...has, ...may].includes(name))) &&
    (reason === undefined || reasons.includes(reason)) &&
    (vendors === undefined || (decision === 'accepted' && vendorsIn(vendors) !== null)) &&
    [rule, version, textHash].every((value) => (value !== null) === WITH_TEXT.has(kind)) &&
    (decision !== null) === WITH_DECISION.has(kind)
  );
}

/** Whether a time exists in the calendar: `Date` reads 30 February as a day in March. */
export function isExistingTime(at: string): boolean {
  const date = new Date(at);
  return !Number.isNaN(date.getTime()) && date.toISOString() === at;
}
