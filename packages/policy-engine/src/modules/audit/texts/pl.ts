import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'nav.audit': 'Dziennik audytu',
  'audit.title': 'Dziennik audytu',
  'audit.lead': 'Wszystkie działania administratorów serwisu: kto, co i kiedy zrobił. Wpisów nie można zmieniać.',
  'audit.all': 'Wszystkie',
  'audit.none': 'Brak wpisów',
  'audit.none_text': 'Żaden wpis nie odpowiada temu filtrowi.',
  'audit.empty_text': 'Tutaj pojawi się każde działanie administratora.',
  'audit.action': 'Działanie',
  'audit.actor': 'Administrator serwisu',
  'audit.rule': 'Polityka',
  'audit.host': 'Sam serwis',
  'audit.at': 'Czas',
  'audit.network': 'Adres sieciowy',
};
