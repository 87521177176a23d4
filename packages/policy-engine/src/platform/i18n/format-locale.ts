/** The locale of dates and numbers: the language of the texts in the region of the reader. */

/** Locales with data, by the tag that asks for one. */
const served = new Map<string, string>();

/** Anybody can send any tag, so that only this many are kept. */
const MOST_KEPT = 2000;

/** The closest locale that has data of its own: `en-GB` for `en-GB`, but `de` for `de-US`. */
function servedBy(tag: string): string {
  const known = served.get(tag);
  if (known !== undefined) return known;
  const { locale } = new Intl.NumberFormat(tag).resolvedOptions();
  if (served.size < MOST_KEPT) served.set(tag, locale);
  return locale;
}

function localeIn(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/**
 * The locale that dates and numbers of a page are written in. A page in English shows `15/11/2026` to a reader from Britain,
 * and to a reader from Germany who chose English.
 *
 * @param locale - language of the texts; if it names a region, that region stays
 * @param wishes - BCP 47 tags of the reader, best first: the region of the first tag in this language, otherwise of the
 *   first tag with a region
 */
export function formatLocaleOf(locale: string, wishes: readonly string[]): string {
  const own = new Intl.Locale(locale);
  if (own.region !== undefined) return locale;
  const regional = wishes.map(localeIn).filter((wish) => wish?.region !== undefined);
  const { region } = regional.find((wish) => wish?.language === own.language) ?? regional[0] ?? {};
  if (region === undefined) return locale;
  return servedBy(new Intl.Locale(locale, { region }).toString());
}
