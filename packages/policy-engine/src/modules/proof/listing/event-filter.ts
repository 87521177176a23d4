/** Filters of the administrators' list of events, as parts that an index has in the order of the list. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import { type EventGroup, type EventKind, eventGroups, type LedgerFacts } from '../ledger/event.ts';

/** Accounts, and at most one visitor. */
export interface EventSubjects {
  /** The host's IDs of the accounts. */
  readonly userIds: readonly string[];
  readonly visitorId?: string | undefined;
}

/** Decisions with an opt-out signal. */
export const gpcFilters = ['any', 'honoured', 'overridden'] as const;
/** One of {@link gpcFilters}. */
export type GpcFilter = (typeof gpcFilters)[number];

/** The {@link EventFilter.language} of decisions whose language is no longer known, or never was. */
export const UNKNOWN_LANGUAGE = 'unknown';

/** Which events to list. */
export interface EventFilter {
  readonly kind: EventGroup;
  readonly rule?: string | undefined;
  /** Number of the text that they are about. */
  readonly version?: number | undefined;
  readonly decision?: 'accepted' | 'rejected' | undefined;
  /** With an opt-out signal of the browser: any, or one that was honoured or overridden. Default: with or without. */
  readonly gpc?: GpcFilter | undefined;
  /** Whom the events are about. Default: anybody. */
  readonly subjects?: EventSubjects | undefined;
  /** Language of the page as the decision names it (BCP 47 tag), or {@link UNKNOWN_LANGUAGE}. */
  readonly language?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

/** Events that have some values in common. An omitted value may be anything. */
export interface EventPart {
  readonly kind?: EventKind;
  readonly rule?: string;
  readonly version?: number;
  /** `any`: any decision, but not null. */
  readonly decision?: LedgerFacts['decision'] | 'any';
}

const DECISIONS = ['accepted', 'rejected'] as const;
/**
 * A filter as disjoint parts, each a prefix of an index that continues with the time: the newest of millions are found
 * without reading those that do not match. Publications are few, and have no index with the version.
 *
 * @param rulesWith names of all rules with a decision; read only if the filter has a decision or a version, and no rule
 */
export async function partsOf(
  filter: EventFilter,
  rulesWith: (decision: string) => Promise<readonly string[]>,
): Promise<EventPart[]> {
  const { version, kind, rule } = filter;
  if (version === undefined) return partsOfAnyVersion(filter, rulesWith);
  // Other kinds have no version.
  if (kind === 'publications') return filter.decision === undefined ? [publishedAs(version, rule)] : [];
  if (kind !== 'all' && kind !== 'decisions') return [];
  const decisions = filter.decision === undefined ? DECISIONS : [filter.decision];
  const parts = decisions.map(async (decision) => {
    const rules = rule === undefined ? await rulesWith(decision) : [rule];
    return rules.map((one) => withKind(kind, { rule: one, version, decision }));
  });
  const decided = (await Promise.all(parts)).flat();
  return kind === 'all' && filter.decision === undefined ? [...decided, publishedAs(version, rule)] : decided;
}

async function partsOfAnyVersion(
  { kind, rule, decision, language, subjects }: EventFilter,
  rulesWith: (decision: string) => Promise<readonly string[]>,
): Promise<EventPart[]> {
  if (kind !== 'all' && kind !== 'decisions') {
    // Other kinds have no decision, and only publications have a rule.
    if (decision !== undefined) return [];
    if (rule !== undefined) return kind === 'publications' ? [published(rule)] : [];
    return eventGroups[kind].map((one) => ({ kind: one, decision: null }));
  }
  if (decision !== undefined) {
    // A rule that nobody decided on in the language would be read to its end, to find nothing: all rules are read together, by time.
    if (rule === undefined && language !== undefined && subjects === undefined) return [withKind(kind, { decision })];
    const named = rule === undefined ? await rulesWith(decision) : [rule];
    return named.map((one) => withKind(kind, { rule: one, decision }));
  }
  if (rule === undefined) return [kind === 'all' ? {} : { kind: 'decision', decision: 'any' }];
  const decided = DECISIONS.map((one) => withKind(kind, { rule, decision: one }));
  return kind === 'all' ? [...decided, published(rule)] : decided;
}

/** Only decisions themselves, and not their copies; no index has the kind of events with a decision, since nearly all are of this one. */
const withKind = (group: EventGroup, part: EventPart): EventPart =>
  group === 'decisions' ? Object.assign(part, { kind: 'decision' }) : part;

const published = (rule: string): EventPart => ({ kind: 'publication', rule, decision: null });

function publishedAs(version: number, rule: string | undefined): EventPart {
  return { ...(rule !== undefined && { rule }), kind: 'publication', version, decision: null };
}

/** The SQL condition for a part, within the period of a filter, which also has an index with the signal. */
export function matching(
  { kind, rule, version, decision }: EventPart,
  { from, until, gpc }: Pick<EventFilter, 'from' | 'until' | 'gpc'>,
): Expression<SqlBool> {
  const where = expressionBuilder<Pick<Tables, 'ledger_events'>, 'ledger_events'>();
  return where.and([
    ...(kind === undefined ? [] : [where('ledger_events.kind', '=', kind)]),
    ...(rule === undefined ? [] : [where('ledger_events.rule', '=', rule)]),
    ...(version === undefined ? [] : [where('ledger_events.version', '=', version)]),
    ...(decision === null ? [where('ledger_events.decision', 'is', null)] : []),
    ...(decision === 'any' ? [where('ledger_events.decision', 'is not', null)] : []),
    ...(decision === 'accepted' || decision === 'rejected' ? [isDecided(decision, rule)] : []),
    ...(gpc === 'any' ? [where('ledger_events.gpc', 'is not', null)] : []),
    ...(gpc === 'honoured' || gpc === 'overridden' ? [where('ledger_events.gpc', '=', gpc)] : []),
    ...(from === undefined ? [] : [where('ledger_events.at', '>=', timeText(from))]),
    ...(until === undefined ? [] : [where('ledger_events.at', '<', timeText(until))]),
  ]);
}

/** Of one rule by the index of its decisions; of all rules by the others that it is not, since that index would have to be sorted. */
function isDecided(decision: (typeof DECISIONS)[number], rule: string | undefined): Expression<SqlBool> {
  const where = expressionBuilder<Pick<Tables, 'ledger_events'>, 'ledger_events'>();
  if (rule !== undefined) return where('ledger_events.decision', '=', decision);
  // Not equal to null is unknown, so that events without a decision are left out.
  return where.and(
    DECISIONS.filter((one) => one !== decision).map((one) => where('ledger_events.decision', '!=', one)),
  );
}
