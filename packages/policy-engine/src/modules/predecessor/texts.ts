/**
 * The texts of gdpr_rails with the dates from which they are known. It changes a published text in place and keeps no copy, so what people
 * read before its last change is not known: a text counts from then, or from just before the next one was created, if that is earlier.
 */
import type { OldTerm } from './read.ts';

/** A published text. */
export interface DatedText {
  readonly rule: string;
  /** Counts the published texts of the rule from 1. */
  readonly version: number;
  readonly markdown: string;
  readonly publishedAt: Date;
}

/** The published texts by their IDs there, and the number of drafts. */
export function datedTexts(terms: readonly OldTerm[]): {
  readonly texts: Map<string, DatedText>;
  readonly drafts: number;
} {
  const published = terms.filter(({ isPublished }) => isPublished);
  const texts = new Map<string, DatedText>();
  for (const rule of new Set(published.map((term) => term.rule))) {
    const ofRule = published.filter((term) => term.rule === rule);
    let before = 0;
    for (const [index, { id, markdown, createdAt, updatedAt }] of ofRule.entries()) {
      const next = ofRule[index + 1]?.createdAt.getTime();
      const known = Math.min(updatedAt.getTime(), next === undefined ? Infinity : next - 1);
      // The order of the IDs counts there, whatever clocks have said; versions of a rule have different times.
      before = Math.max(createdAt.getTime(), known, before + 1);
      texts.set(id, { rule, version: index + 1, markdown, publishedAt: new Date(before) });
    }
  }
  return { texts, drafts: terms.length - published.length };
}
