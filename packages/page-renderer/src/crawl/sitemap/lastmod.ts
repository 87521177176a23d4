/** `lastmod` of sitemaps: W3C Datetime (https://www.w3.org/TR/NOTE-datetime), and what sites write instead. */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const W3C = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/** The period in which a page was modified, in milliseconds since 1970; undefined for something else than a date. */
export function periodOf(lastmod: string): { from: number; to: number } | undefined {
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = W3C.exec(lastmod.trim()) ?? [];
  if (year === undefined) return undefined;
  if (hour !== undefined) {
    const offset = zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
    const from = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
    return Number.isNaN(from) ? undefined : { from, to: from };
  }
  const first = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)] as const;
  const from = Date.UTC(...first);
  const to = Date.UTC(
    first[0] + (month === undefined ? 1 : 0),
    first[1] + (month !== undefined && day === undefined ? 1 : 0),
    first[2] + (day === undefined ? 0 : 1),
  );
  return { from, to };
}

/**
 * The time at which the render of a result must have begun for the result to be used. A date without a time is a whole day: a
 * result of that day is used for an hour, because the page may have changed after it. A date in the future is not believed.
 *
 * @param now milliseconds since 1970
 */
export function newerThan(lastmod: string | undefined, now: number): number {
  const period = lastmod === undefined ? undefined : periodOf(lastmod);
  if (!period || period.from > now) return 0;
  // A month or a year says too little.
  if (period.to > now && period.to - period.from > DAY) return period.from;
  return period.to <= now ? period.to : Math.max(period.from, now - HOUR);
}
