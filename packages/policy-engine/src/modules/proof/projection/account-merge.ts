/**
 * Merges an account into another: one person had two. The last event of the first names the second; of its decisions the second takes
 * over those that count. A rejection wins, whichever account it was made in, and whenever.
 */
import { refusals } from '../../../errors/refusals.ts';
import type { Database } from '../../../platform/database/port.ts';
import { vendorsIn, vendorsText } from '../../../platform/vendor-choice.ts';
import { EventAppender } from '../ledger/append.ts';
import { unknownCircumstances } from '../ledger/circumstances.ts';
import { type EventDraft, type NewEvent, treeHash } from '../ledger/event.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { EventStore } from '../ledger/store.ts';
import type { NotifyDecisions } from '../webhook-events.ts';
import { type EffectiveDecision, effectiveDecisions } from './effective-decision.ts';
import { Projector, type ProjectorOptions } from './projector.ts';
import { RecordStore } from './record-store.ts';
import { SubjectStore } from './subject-store.ts';
import { UserTermStore } from './user-term-store.ts';

/** Which account is merged into which. */
export interface Merge {
  readonly from: string;
  readonly into: string;
  /** Who did it. */
  readonly how: 'panel' | 'host';
}

/** What a merge has changed. */
export interface MergedAccount {
  /** False if it had been merged into the same account before. */
  readonly isNew: boolean;
  /** The rules on which the other account has another decision since. */
  readonly rules: readonly string[];
}

/** What merging needs. */
export interface MergingOptions extends ProjectorOptions {
  readonly eventOf: (draft: EventDraft, number: number) => NewEvent;
  readonly tell: NotifyDecisions | null;
  readonly now: () => Date;
}

/** What the two accounts decided on a policy, and what counts when they are one. Null for no decision. */
export interface MergeOutcome {
  readonly rule: string;
  readonly from: EffectiveDecision['decision'] | null;
  readonly into: EffectiveDecision['decision'] | null;
  readonly after: EffectiveDecision['decision'];
}

/**
 * What counts after a merge, for every policy that one of the two accounts decided on.
 *
 * @throws {PolicyEngineError} 409 `account_merged` if one of them was merged before
 */
export async function mergeOutcomes(
  { from, into }: Pick<Merge, 'from' | 'into'>,
  { database, naming }: Pick<ProjectorOptions, 'naming'> & { readonly database: Database },
): Promise<readonly MergeOutcome[]> {
  const subjects = new SubjectStore(database, naming);
  for (const id of [from, into]) {
    if ((await subjects.mergedInto(id)) !== null) throw accountMerged();
  }
  const [decided, present] = await decisionsOf([from, into], database, naming);
  return [...new Set([...decided.keys(), ...present.keys()])].flatMap((rule) => {
    const [one, other] = [decided.get(rule), present.get(rule)];
    // What is taken over of two equal decisions changes the version or the vendors alone.
    const after = one !== undefined && outcomeOf(one, other) !== null ? one.decision : other?.decision;
    return after === undefined ? [] : [{ rule, from: one?.decision ?? null, into: other?.decision ?? null, after }];
  });
}

/** A decision that the other account takes over. */
interface Outcome {
  /** The event whose text and decision it repeats. */
  readonly repeats: string;
  readonly vendors: string | null;
}

/**
 * Merges accounts, in a transaction.
 *
 * @throws {PolicyEngineError} 409 `account_merged` if one of them was merged into a third one
 */
export async function mergeAccounts(
  transaction: Database,
  { from, into, how }: Merge,
  options: MergingOptions,
): Promise<MergedAccount> {
  const { naming, eventOf, tell, now } = options;
  const subjects = new SubjectStore(transaction, naming);
  const locked = await subjects.lockAny([from, into]);
  const [first, second] = [locked.get(from), locked.get(into)];
  if (first?.mergedInto === into) return { isNew: false, rules: [] };
  if ((first?.mergedInto ?? null) !== null || (second?.mergedInto ?? null) !== null) {
    throw accountMerged();
  }
  const [decided, present] = await decisionsOf([from, into], transaction, naming);
  const store = new EventStore(transaction, naming);
  const appender = new EventAppender(naming);
  const nobody = { rule: null, version: null, textHash: null, decision: null };
  const shared = { at: now(), circumstances: unknownCircumstances };
  const subject = { userId: from, visitorId: null, into };
  const merge = eventOf({ kind: 'merge', ...nobody, how, ...shared, subject }, (first?.last ?? 0) + 1);
  await appender.append(transaction, merge);
  const adoptions: NewEvent[] = [];
  for (const [rule, decision] of decided) {
    const outcome = outcomeOf(decision, present.get(rule));
    if (outcome === null) continue;
    const events = await store.named([decision.id, outcome.repeats]);
    const adopted = treeHash(found(events, decision.id)).toString('hex');
    const { leaf } = found(events, outcome.repeats);
    const { version, textHash, months, posture, fact } = leaf;
    const decidedAt = new Date(leaf.decidedAt ?? leaf.at);
    const said = { rule, version, textHash, decision: leaf.decision, vendors: outcome.vendors };
    const made = { decidedAt, months, posture, fact };
    const adopter = { userId: into, visitorId: null };
    const draft = { kind: 'adoption', how: 'adopted', ...said, ...made, adopted, ...shared, subject: adopter } as const;
    const event = eventOf(draft, (second?.last ?? 0) + adoptions.length + 1);
    await appender.append(transaction, event);
    adoptions.push(event);
  }
  await subjects.merge(from, into, (first?.last ?? 0) + 1);
  if (adoptions.length > 0) await subjects.advanceAccount(into, (second?.last ?? 0) + adoptions.length);
  await new UserTermStore(naming).erase(transaction, from);
  const projector = new Projector(options);
  const rules = adoptions.flatMap(({ leaf }) => leaf.rule ?? []);
  for (const rule of rules) await projector.project(transaction, into, rule);
  if (adoptions.length > 0) await tell?.(transaction, adoptions);
  return { isNew: true, rules };
}

type Decisions = ReadonlyMap<string, EffectiveDecision>;

/** The current decisions of two accounts, by rule. */
async function decisionsOf(
  accounts: readonly [string, string],
  database: Database,
  naming: ProjectorOptions['naming'],
): Promise<readonly [Decisions, Decisions]> {
  const records = await new RecordStore(database, naming).ofAccounts(accounts);
  const [first, second] = accounts;
  return [effectiveDecisions(records.get(first) ?? []), effectiveDecisions(records.get(second) ?? [])];
}

const accountMerged = (): Error => refusals.conflict('account_merged', 'ledger.error.account_merged');

function found(events: readonly StoredEvent[], id: string): StoredEvent {
  const event = events.find(({ leaf }) => leaf.id === id);
  if (event === undefined) throw new Error(`the event ${id} is gone`);
  return event;
}

/** What the second account takes over; null if its own decision stays. */
function outcomeOf(from: EffectiveDecision, into: EffectiveDecision | undefined): Outcome | null {
  const whole = { repeats: from.id, vendors: from.vendors };
  if (into === undefined) return whole;
  if (from.decision !== into.decision) return from.decision === 'rejected' ? whole : null;
  const isNewer = (from.version ?? 0) > (into.version ?? 0);
  if (from.decision === 'rejected') return isNewer ? whole : null;
  // A vendor that was refused in one account is refused.
  const vendors = bothVendors(from.vendors, into.vendors);
  if (isNewer) return { repeats: from.id, vendors };
  return vendors === into.vendors ? null : { repeats: into.id, vendors };
}

function bothVendors(one: string | null, other: string | null): string | null {
  const [first, second] = [vendorsIn(one), vendorsIn(other)];
  if (first === null || second === null) return one ?? other;
  return vendorsText({
    offered: [...first.offered, ...second.offered],
    refused: [...first.refused, ...second.refused],
  });
}
