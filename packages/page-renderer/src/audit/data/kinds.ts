/** The kinds of findings of an audit: all judgements of a page, and what only several pages show. */
import type { Severity } from '../../judgements/evidence/judgement.ts';
import { JUDGEMENTS } from '../../judgements/judgements.ts';

/** A kind; its name is that of its page in `docs/judgements`. */
export interface FindingKind {
  readonly name: string;
  readonly severity: Severity;
}

/** Names of what only several pages show. */
export type AcrossPages =
  | 'broken-links'
  | 'canonicals-disagree'
  | 'duplicate-titles'
  | 'duplicate-descriptions'
  | 'orphan';

/** What only several pages show. */
export const ACROSS_PAGES: ReadonlyArray<FindingKind & { readonly name: AcrossPages }> = [
  { name: 'broken-links', severity: 'error' },
  { name: 'canonicals-disagree', severity: 'warning' },
  { name: 'duplicate-titles', severity: 'warning' },
  { name: 'duplicate-descriptions', severity: 'note' },
  { name: 'orphan', severity: 'warning' },
];

/** The severities, the most severe first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** All kinds, the most severe first. */
export const FINDING_KINDS: readonly FindingKind[] = [...JUDGEMENTS, ...ACROSS_PAGES]
  .map(({ name, severity }) => ({ name, severity }))
  .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));

/** The severity of a kind. */
export function severityOf(kind: string): Severity {
  return FINDING_KINDS.find(({ name }) => name === kind)?.severity ?? 'note';
}
