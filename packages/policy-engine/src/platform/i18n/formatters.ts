/** Formatters of `Intl`, kept: creating one takes longer than drawing a row of a table. */

/** Kept formatters of a kind. Locales come from requests, so that there may be many. */
const MOST = 500;

function kept<Options extends object, Formatter>(
  create: (locale: string, options: Options | undefined) => Formatter,
): (locale: string, options?: Options) => Formatter {
  const known = new Map<string, Formatter>();
  return (locale, options) => {
    const key = options === undefined ? locale : `${locale} ${JSON.stringify(options)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = create(locale, options);
    if (known.size >= MOST) known.clear();
    known.set(key, made);
    return made;
  };
}

/** Formats numbers. @param locale BCP 47 tag */
export const numberFormat: (locale: string, options?: Intl.NumberFormatOptions) => Intl.NumberFormat = kept(
  (locale, options) => new Intl.NumberFormat(locale, options),
);

/** Formats dates. @param locale BCP 47 tag */
export const dateFormat: (locale: string, options?: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat = kept(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);

/** Finds the plural category of numbers. @param locale BCP 47 tag */
export const pluralRules: (locale: string, options?: Intl.PluralRulesOptions) => Intl.PluralRules = kept(
  (locale, options) => new Intl.PluralRules(locale, options),
);
