/** An event of the ledger: its plain members, the members that it only commits to, and its leaf. */
import { createHmac, type KeyObject } from 'node:crypto';
import { createId } from '../../../platform/database/statements/ids.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { randomHex } from '../../../platform/random.ts';
import { canonical, type Plain } from './canonical.ts';
import { commitment } from './hashes.ts';
import { type DecisionChannel, type EventKind, eventKinds, type LedgerPosture } from './kinds.ts';
import { leafHashHex } from '../log/index.ts';

export { type DecisionChannel, decisionChannels, type EventKind, eventKinds, type LedgerPosture } from './kinds.ts';

/** Names of {@link eventGroups}, the default first. */
export const eventGroupNames = ['decisions', 'flags', 'publications', 'administration', 'takeovers', 'all'] as const;
/** One of {@link eventGroupNames}. */
export type EventGroup = (typeof eventGroupNames)[number];
/**
 * Kinds that administrators view together; in a list of everything, events about nobody would hide the decisions of
 * people. A copy of a decision from a browser to an account (`adoption`) is in `all` only: nobody decided again, so that the list of
 * decisions has as many as the statistics count.
 */
export const eventGroups: Readonly<Record<EventGroup, readonly EventKind[]>> = {
  decisions: ['decision'],
  flags: ['suspicion', 'judgement'],
  publications: ['publication'],
  administration: ['administration', 'merge'],
  takeovers: ['takeover'],
  all: eventKinds,
};

/** The public part of an event: nothing in it identifies a person. */
export interface LedgerFacts {
  readonly id: string;
  /**
   * `adoption`: an account takes over a decision of a visitor, or of an account that was merged into it; `merge`: the last
   * event of an account, which names the one that it was merged into; `judgement`: an administrator says whether an
   * event that was flagged counts. Of the sealer: `suspicion` of an event, `takeover` of a ledger in another format or
   * of one that ended with a restored backup, `publication` of a text, and `administration`, an entry of the audit log.
   */
  readonly kind: EventKind;
  /**
   * The subject's next number, from 1 without gaps, assigned in the transaction that appends. Null and not part of the
   * leaf for events about nobody and for those of the previous format.
   */
  readonly number: number | null;
  /**
   * Rule, version and text hash are null in judgements and in events of the sealer except publications; the decision is
   * null in all of them.
   */
  readonly rule: string | null;
  readonly version: number | null;
  /** SHA-256 of the text that was decided on, or published, hexadecimal. */
  readonly textHash: string | null;
  readonly decision: 'accepted' | 'rejected' | null;
  readonly at: TimeText;
  readonly how: DecisionChannel | 'sealer';
  /**
   * How it relates to Global Privacy Control, if the browser sent it: a rejection honours it, an acceptance overrides
   * it. Null and not part of the leaf without the signal.
   */
  readonly gpc: 'honoured' | 'overridden' | null;
  /**
   * Which vendors of the purpose were offered individually and which were rejected, see `vendor-choice.ts`; only if a
   * decision accepts the purpose. Null and not part of the leaf for a decision about the purpose as a whole.
   */
  readonly vendors: string | null;
  /**
   * Leaf hash of the event that an adoption takes over, of a visitor or of a merged account. Null and not part of the leaf for any other event.
   */
  readonly adopted: string | null;
  /** Of an adoption, when the decision that it takes over was made. Null and not part of the leaf for any other event. */
  readonly decidedAt: TimeText | null;
  /**
   * Calendar months that the decision counts by the rule as it was then, 1 to 120: an acceptance is valid for them, after a refusal
   * nobody is asked again in them. Null and not part of the leaf for a decision without limit.
   */
  readonly months: number | null;
  /** Which posture applied when the person decided. Null and not part of the leaf if the host named no region. */
  readonly posture: LedgerPosture | null;
  /** The dated fact of law behind the posture: `UK U4 2026-02-05`. Null and not part of the leaf where it is a default of ours. */
  readonly fact: string | null;
  /**
   * The subject of a judgement or of an event of the sealer. Null and not part of the leaf in decisions and adoptions.
   */
  readonly refers: LedgerReference | null;
}

/** The subject of a judgement or of an event of the sealer. Members that are null are not part of the leaf. */
export interface LedgerReference {
  /** ID of the suspected or judged event, of the published text, or of the entry of the log. */
  readonly event: string | null;
  /**
   * Leaf hash of that event; in a takeover the hash of the last head, or of the last known checkpoint's text; otherwise
   * what `publications.ts` and `administration.ts` commit to. Hexadecimal.
   */
  readonly hash: string | null;
  /**
   * The reason of a suspicion; in a judgement `counts` or `void`; in a takeover `restored`, if the previous ledger
   * ended with a restored backup.
   */
  readonly reason: string | null;
  /** How many events were taken over. */
  readonly count: number | null;
}

/** The leaf of the tree: facts, and commitments to the rest. */
export interface LedgerLeaf extends LedgerFacts {
  /** See {@link subjectCommitment}. */
  readonly subjectCommitment: string;
  /** See {@link circumstancesCommitment}. */
  readonly circumstancesCommitment: string;
}

/** Whom an event is about. */
export interface LedgerSubject {
  /** The host's ID of the account; null for a visitor without one. */
  readonly userId: string | null;
  /** Random ID of the visitor's cookie; null for an account. An adoption has both. */
  readonly visitorId: string | null;
  /** Of a `merge`: the account that this one was merged into. Absent in all other events. */
  readonly into?: string | null | undefined;
}

/** The circumstances of an event, as far as they identify a person. */
export interface Circumstances {
  /** BCP 47 tag of the page that was shown. */
  readonly locale: string | null;
  readonly userAgent: string | null;
  /** The network, not the address: IPv4 /24, IPv6 /48. */
  readonly ip: string | null;
  /** What was shown for the decision, as canonical JSON; null and not part of the commitment if unknown. */
  readonly shown?: string | null | undefined;
  /** Region of the person, as the host named it: `us-ca`, `fr`; null and not part of the commitment if unknown. */
  readonly region?: string | null | undefined;
}

/** What opens the commitments of an event. It can be erased. */
export interface LedgerIdentity extends LedgerSubject, Circumstances {
  readonly subjectSalt: string;
  readonly circumstancesSalt: string;
}

/** An event to be appended. */
export interface NewEvent {
  readonly leaf: LedgerLeaf;
  /** Hash of the leaf. */
  readonly hash: string;
  readonly identity: LedgerIdentity;
}

/** Facts that are null by default. */
type OptionalFact = 'gpc' | 'vendors' | 'adopted' | 'months' | 'posture' | 'fact' | 'refers';

/** An event before it has an ID and salts. */
export interface EventDraft extends Omit<LedgerFacts, 'id' | 'number' | 'at' | 'decidedAt' | OptionalFact> {
  readonly at: Date;
  /** Default: null. */
  readonly gpc?: LedgerFacts['gpc'];
  /** Default: null. */
  readonly vendors?: LedgerFacts['vendors'];
  /** Default: null. */
  readonly adopted?: string | null;
  /** Default: null. */
  readonly decidedAt?: Date | null;
  /** Default: null. */
  readonly months?: number | null;
  /** Default: null. */
  readonly posture?: LedgerFacts['posture'];
  /** Default: null. */
  readonly fact?: string | null;
  /** Default: null. */
  readonly refers?: LedgerReference;
  readonly subject: LedgerSubject;
  readonly circumstances: Circumstances;
}

const newSalt = (): string => randomHex(32);

/** Commitment to who decided. */
export function subjectCommitment({ userId, visitorId, into = null }: LedgerSubject, salt: string): string {
  return commitment(salt, { ...(into !== null && { into }), user: userId, visitor: visitorId });
}

/** Commitment to language, browser, network, region and what was shown. */
export function circumstancesCommitment(circumstances: Circumstances, salt: string): string {
  const { locale, userAgent, ip, shown = null, region = null } = circumstances;
  const known = { ...(region !== null && { region }), ...(shown !== null && { shown }) };
  return commitment(salt, { ip, locale, ...known, user_agent: userAgent });
}

/**
 * The second salt of an event that this host appends: looks random without the key, and thereby authenticates
 * everything the event says as the host's. It includes the first salt, which is random and erased with the identity, so
 * that after an erasure not even the host can find out by trial who it was.
 */
function markedSalt(
  key: KeyObject,
  facts: LedgerFacts & Pick<LedgerLeaf, 'subjectCommitment'>,
  marked: Marked,
): string {
  const { subjectSalt, locale, userAgent, ip, shown = null, region = null } = marked;
  const record = leafRecord({ ...facts, circumstancesCommitment: '' });
  const place = region !== null && { region };
  const said = { ...record, subject_salt: subjectSalt, locale, user_agent: userAgent, ip, shown, ...place };
  return createHmac('sha256', key).update(canonical(said)).digest('hex');
}

type Marked = Circumstances & { readonly subjectSalt: string };

/** Whether a host with this key appended an event, and nothing in it has changed since. */
export function isMarked(key: KeyObject, leaf: LedgerLeaf, identity: LedgerIdentity): boolean {
  return markedSalt(key, leaf, identity) === identity.circumstancesSalt;
}

const NO_OPTIONAL_FACTS: Pick<LedgerFacts, OptionalFact> = {
  gpc: null,
  vendors: null,
  adopted: null,
  months: null,
  posture: null,
  fact: null,
  refers: null,
};

/** How an event is created. */
export interface EventMaking {
  /** Authenticates it as the host's own; without it, whoever can write to the database can append. Default: none. */
  readonly key?: KeyObject | null;
  /** Default: null, for an event about nobody. */
  readonly number?: number | null;
}

/** Creates an event: id, fresh salts, commitments, leaf. */
export function newEvent(draft: EventDraft, { key = null, number = null }: EventMaking = {}): NewEvent {
  const id = createId();
  const { at, decidedAt = null, subject, circumstances, ...rest } = draft;
  const subjectSalt = newSalt();
  const who = subjectCommitment(subject, subjectSalt);
  const times = { at: timeText(at), decidedAt: decidedAt && timeText(decidedAt) };
  const facts = { ...NO_OPTIONAL_FACTS, ...rest, ...times, number, id, subjectCommitment: who };
  const circumstancesSalt = key === null ? newSalt() : markedSalt(key, facts, { ...circumstances, subjectSalt });
  const leaf: LedgerLeaf = {
    ...facts,
    circumstancesCommitment: circumstancesCommitment(circumstances, circumstancesSalt),
  };
  return { leaf, hash: hashOfLeaf(leaf), identity: { ...subject, ...circumstances, subjectSalt, circumstancesSalt } };
}

/**
 * What a host stores in the place of an identity that it erases, until the sealer creates a tombstone from it. Before
 * the event is sealed, it also confirms the origin of the event. Without a key there is nothing to authenticate it with.
 */
export function erasureMark(key: KeyObject | null, leafHash: string): string {
  return key === null ? '' : createHmac('sha256', key).update(`erased ${leafHash}`).digest('hex');
}

/** The leaf as a flat record, under the names of its columns. */
export function leafRecord(leaf: LedgerLeaf): Plain {
  const { event = null, hash = null, reason = null, count = null } = leaf.refers ?? {};
  return {
    id: leaf.id,
    kind: leaf.kind,
    rule: leaf.rule,
    version: leaf.version,
    text_hash: leaf.textHash,
    decision: leaf.decision,
    at: leaf.at,
    how: leaf.how,
    subject_commitment: leaf.subjectCommitment,
    circumstances_commitment: leaf.circumstancesCommitment,
    // Entries that are older than the field keep their hash.
    ...(leaf.number !== null && { number: leaf.number }),
    ...(leaf.gpc !== null && { gpc: leaf.gpc }),
    ...(leaf.vendors !== null && { vendors: leaf.vendors }),
    ...(leaf.adopted !== null && { adopted: leaf.adopted }),
    ...(leaf.decidedAt !== null && { decided_at: leaf.decidedAt }),
    ...(leaf.months !== null && { months: leaf.months }),
    ...(leaf.posture !== null && { posture: leaf.posture }),
    ...(leaf.fact !== null && { fact: leaf.fact }),
    ...(event !== null && { about: event }),
    ...(hash !== null && { about_hash: hash }),
    ...(reason !== null && { reason }),
    ...(count !== null && { about_count: count }),
  };
}

/** Hash of a leaf in the tree, hexadecimal. */
export function hashOfLeaf(leaf: LedgerLeaf): string {
  return leafHashHex(canonical(leafRecord(leaf)));
}

/**
 * The hash that enters the tree: the one stored with the event, correct or not, since a suspicion before it names that
 * one. A stored value that is not a hash would prevent everything after it from being sealed; then the hash is
 * computed.
 */
export function treeHash({ leaf, hash }: { readonly leaf: LedgerLeaf; readonly hash: string }): Buffer {
  return Buffer.from(/^[0-9a-f]{64}$/.test(hash) ? hash : hashOfLeaf(leaf), 'hex');
}

/** The names of the commitments that an identity does not open. */
export function unopened(leaf: LedgerLeaf, identity: LedgerIdentity): ('subject' | 'circumstances')[] {
  const groups: ('subject' | 'circumstances')[] = [];
  if (subjectCommitment(identity, identity.subjectSalt) !== leaf.subjectCommitment) groups.push('subject');
  if (circumstancesCommitment(identity, identity.circumstancesSalt) !== leaf.circumstancesCommitment) {
    groups.push('circumstances');
  }
  return groups;
}
