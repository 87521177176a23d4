import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.audit': 'Denetim günlüğü',
  'audit.title': 'Denetim günlüğü',
  'audit.lead': 'Yöneticilerin yaptığı her değişiklik, kimin ne zaman yaptığıyla. Burada hiçbir şey değiştirilemez.',
  'audit.all': 'Hepsi',
  'audit.none': 'Gösterilecek bir şey yok',
  'audit.none_text': 'Böyle bir değişiklik yapılmadı.',
  'audit.action': 'İşlem',
  'audit.actor': 'Kim',
  'audit.rule': 'Politika',
  'audit.host': 'Uygulama',
  'audit.at': 'Ne zaman',
  'audit.network': 'Ağ',
};
