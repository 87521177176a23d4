/** Reads the timeline from the tables, but only texts that are not known yet. */
import type { TermStamp, TermStore } from '../store.ts';
import type { PublishedTerm, PublishedTranslation, TermTranslation } from '../term.ts';
import { Timeline } from './timeline.ts';

/**
 * @param options.known - a timeline whose texts are reused if the rows are unchanged
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

/** Null if a scheduled version was cancelled between the queries. */
async function withTexts(
  store: TermStore,
  stamps: readonly TermStamp[],
  known: Timeline | undefined,
): Promise<PublishedTerm[] | null> {
  const missing = stamps.filter((stamp) => known?.termOf(stamp) === undefined);
  const ids = missing.map(({ id }) => id);
  const texts = ids.length === 0 ? null : await store.texts(ids);
  const translated = missing.filter(({ translations }) => translations.length > 0).map(({ id }) => id);
  const translations = await store.translations.of(translated);
  const terms: PublishedTerm[] = [];
  for (const stamp of stamps) {
    const from = known?.termOf(stamp);
    if (from !== undefined) {
      terms.push({ ...stamp, markdown: from.markdown, translations: from.translations });
      continue;
    }
    const read = texts?.get(stamp.id);
    const inOthers = withTranslations(stamp, translations.get(stamp.id) ?? []);
    if (read?.hash !== stamp.hash || inOthers === null) return null;
    terms.push({ ...stamp, markdown: read.markdown, translations: inOthers });
  }
  return terms;
}

function withTranslations(
  { translations }: TermStamp,
  read: readonly TermTranslation[],
): PublishedTranslation[] | null {
  const found: PublishedTranslation[] = [];
  for (const stamp of translations) {
    const text = read.find(({ locale, hash }) => locale === stamp.locale && hash === stamp.hash);
    if (text === undefined) return null;
    found.push({ ...stamp, markdown: text.markdown });
  }
  return found;
}
