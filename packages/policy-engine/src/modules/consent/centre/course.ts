/** What a person agreed to or rejected, and what changed in these texts since, as one course of events. */
import type { StoredEvent } from '../../proof/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { TermsService } from '../../terms/index.ts';

/** An entry of the course: a decision of the person, or a version of a text that came into force. */
export type CourseEntry = { readonly rule: Rule; readonly at: string } & (
  | { readonly kind: 'decision'; readonly event: StoredEvent }
  | { readonly kind: 'version'; readonly version: number; readonly note: string | null }
);

/** What the course is made of. */
export interface CourseSources {
  readonly terms: Pick<TermsService, 'versionsWithin'>;
  readonly now: Date;
}

/** A rule that the person sees, with their events, newest first. */
export interface RuleWithHistory {
  readonly rule: Rule;
  readonly history: readonly StoredEvent[];
  /** The text in force, with its author's note. */
  readonly term: { readonly version: number; readonly note: string | null };
}

/** Versions that are read. */
const MOST_VERSIONS = 100;

/**
 * The newest first. Versions are those that came into force after the first decision of the person: of texts that they decided on, and of
 * notices. One query; none for a person without decisions.
 */
export async function courseOf(rules: readonly RuleWithHistory[], sources: CourseSources): Promise<CourseEntry[]> {
  const decisions = rules.flatMap(({ rule, history }) =>
    history
      .filter(({ leaf }) => leaf.decision !== null)
      .map((event): CourseEntry => ({ kind: 'decision', rule, at: event.leaf.at, event })),
  );
  const first = decisions.map(({ at }) => at).toSorted()[0];
  if (first === undefined) return [];
  const known = new Map(rules.map((one) => [one.rule.name, one]));
  const until = sources.now;
  const stamps = await sources.terms.versionsWithin({ from: new Date(first), until, limit: MOST_VERSIONS });
  const versions = stamps.flatMap(({ rule: name, version, publishedAt }): CourseEntry[] => {
    const one = known.get(name);
    const since = one?.rule.notice ? first : one?.history.at(-1)?.leaf.at;
    if (one === undefined || since === undefined || publishedAt < since) return [];
    const note = version === one.term.version ? one.term.note : null;
    return [{ kind: 'version', rule: one.rule, at: publishedAt, version, note }];
  });
  return [...decisions, ...versions].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
