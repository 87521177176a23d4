/** Reads the timeline from the table, and of the texts only those that are not known yet. */
import type { TermStamp, TermStore } from './store.ts';
import type { PublishedTerm } from './term.ts';
import { Timeline } from './timeline.ts';

/**
 * @param options.known - a timeline whose texts are taken over where the rows are still the same
 */
export async function readTimeline(
  store: TermStore,
  rules: readonly string[],
  { at, known }: { readonly at: Date; readonly known: Timeline | undefined },
): Promise<Timeline> {
  for (;;) {
    const { stamps, askedSince } = await store.timeline(rules, at);
    const terms = await withTexts(store, stamps, known);
    if (terms !== null) return new Timeline({ terms, askedSince }, known);
  }
}

/** Null where a scheduled version was taken back between the two statements. */
async function withTexts(
  store: TermStore,
  stamps: readonly TermStamp[],
  known: Timeline | undefined,
): Promise<PublishedTerm[] | null> {
  const missing = stamps.filter((stamp) => known?.textOf(stamp) === undefined).map(({ id }) => id);
  const texts = missing.length === 0 ? null : await store.texts(missing);
  const terms: PublishedTerm[] = [];
  for (const stamp of stamps) {
    const read = texts?.get(stamp.id);
    const markdown = known?.textOf(stamp) ?? (read?.hash === stamp.hash ? read.markdown : undefined);
    if (markdown === undefined) return null;
    terms.push({ ...stamp, markdown });
  }
  return terms;
}
