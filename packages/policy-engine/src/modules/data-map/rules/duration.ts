/** Periods and their descriptions. */
import { isolatedIn, type Language } from '../../../platform/i18n/language.ts';
import { unitText } from '../../../platform/i18n/unit-text.ts';
import { nameAsWords } from '../../../platform/options/words.ts';
import { localText } from '../../export/index.ts';
import type { Period } from './declaration.ts';
import type { DataRule, RetentionSchedule } from './rule.ts';

const UNITS = ['year', 'month', 'day'] as const;

/** `10 years, 6 months` */
export function periodInWords({ years, months, days }: Required<Period>, locale: string): string {
  const parts = [years, months, days].flatMap((value, index) => {
    const unit = UNITS[index]!;
    return value === 0 ? [] : [unitText(locale, value, unit)];
  });
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}

/** The retention of a rule as text; undefined if nothing is declared. */
export function retentionInWords({ retention, erasure }: DataRule, language: Language): string | undefined {
  const { t, locale } = language;
  const words = localText(retention?.words, locale);
  if (words !== undefined) return words;
  const schedule = retention?.schedule;
  if (schedule?.age !== undefined) {
    const period = periodInWords(schedule.age.after, locale);
    const params = { period, column: nameAsWords(schedule.age.from) };
    const isDeleted = schedule.action.action === 'delete';
    const after = t(isDeleted ? 'data_map.deleted_after' : 'data_map.changed_after', params);
    return Object.keys(schedule.where).length === 0
      ? after
      : t('data_map.only_where', { after, conditions: conditionsInWords(schedule, language) });
  }
  if (erasure?.action !== 'keep') return undefined;
  const { period, from } = erasure.until;
  return t('data_map.kept_for', {
    period: periodInWords(period, locale),
    column: isolatedIn(language, nameAsWords(from)),
    ground: isolatedIn(language, localText(erasure.ground, locale) ?? ''),
  });
}

/** `“guest” is “true” and “seen_by” is empty` */
function conditionsInWords({ where }: RetentionSchedule, { t, locale }: Language): string {
  const conditions = Object.entries(where).map(([column, value]) =>
    value === null
      ? t('data_map.is_empty', { column: nameAsWords(column) })
      : t('data_map.is', { column: nameAsWords(column), value: String(value) }),
  );
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(conditions);
}
