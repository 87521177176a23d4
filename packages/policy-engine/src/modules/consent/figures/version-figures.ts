/** The decisions on the versions of rules, by language. */
import type { VersionFigures } from '../../terms/index.ts';
import { summed } from './figures.ts';
import type { FiguresService } from './service.ts';

/** Of all time. @param only name of a rule; null for all */
export async function versionFigures(figures: FiguresService, only: string | null): Promise<VersionFigures[]> {
  const filter = only === null ? {} : { rule: only };
  const [counts = []] = await figures.count(filter, [['rule', 'version', 'locale', 'decision']]);
  const sums = summed(counts, ({ rule, version, locale }) => JSON.stringify([rule, version, locale]));
  return [...sums].map(([key, { accepted, rejected }]) => {
    const [rule, version, locale] = JSON.parse(key) as [string, number, string];
    return { rule, version, locale, accepted, rejected };
  });
}
