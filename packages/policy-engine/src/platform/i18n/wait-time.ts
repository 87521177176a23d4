/** How long to wait, in words. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up: in seconds below two minutes, in minutes below two hours, in hours otherwise. @param locale BCP 47 tag */
export function waitTime(locale: string, seconds: number): string {
  const [unit, length] =
    seconds < 2 * MINUTE
      ? (['second', 1] as const)
      : seconds < 2 * HOUR
        ? (['minute', MINUTE] as const)
        : (['hour', HOUR] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / length),
  );
}
