import type { Language } from '../../../platform/i18n/language.ts';
import type { NotSearchedTable } from './receipt.ts';

/** Why a table was not searched, in words. */
export function notSearchedText(
  { t }: Pick<Language, 't'>,
  { reason, note }: Pick<NotSearchedTable, 'reason' | 'note'>,
): string {
  const words = t(`erasure.absence.not.${reason}`);
  return note === null ? words : t('erasure.absence.not.note', { reason: words, note });
}
