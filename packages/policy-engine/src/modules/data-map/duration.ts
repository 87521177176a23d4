/** Periods and what follows from them, in words. */
import type { Language } from '../../platform/i18n/language.ts';
import { localText } from '../export/host-function.ts';
import type { Period } from './declaration.ts';
import type { DataRule } from './rule.ts';

const UNITS = ['year', 'month', 'day'] as const;

/** `10 years, 6 months` */
export function periodInWords({ years, months, days }: Required<Period>, locale: string): string {
  const parts = [years, months, days].flatMap((value, index) => {
    const unit = UNITS[index]!;
    return value === 0
      ? []
      : [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)];
  });
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}

/** How long the data of a rule is kept; undefined where nothing is declared. */
export function retentionInWords({ retention, erasure }: DataRule, { t, locale }: Language): string | undefined {
  const words = localText(retention?.words, locale);
  if (words !== undefined) return words;
  const schedule = retention?.schedule;
  if (schedule?.age !== undefined) {
    const period = periodInWords(schedule.age.after, locale);
    const params = { period, column: schedule.age.from };
    return schedule.action.action === 'delete'
      ? t('data_map.deleted_after', params)
      : t('data_map.changed_after', params);
  }
  if (erasure?.action !== 'keep') return undefined;
  const { period, from } = erasure.until;
  return t('data_map.kept_for', {
    period: periodInWords(period, locale),
    column: from,
    ground: localText(erasure.ground, locale) ?? '',
  });
}
