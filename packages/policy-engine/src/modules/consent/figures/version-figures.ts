/** The decisions on the versions of a rule, by language. */
import type { VersionFigures } from '../../terms/index.ts';
import { summed } from './figures.ts';
import type { FiguresService } from './service.ts';

/** Of all time. */
export async function versionFigures(figures: FiguresService, rule: string): Promise<VersionFigures[]> {
  const [counts = []] = await figures.count({ rule }, [['version', 'locale', 'decision']]);
  const sums = summed(counts, ({ version, locale }) => JSON.stringify([version, locale]));
  return [...sums].map(([key, { accepted, rejected }]) => {
    const [version, locale] = JSON.parse(key) as [number, string];
    return { version, locale, accepted, rejected };
  });
}
