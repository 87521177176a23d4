import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.audit': 'Denetim günlüğü',
  'audit.title': 'Denetim günlüğü',
  'audit.lead': 'Yöneticilerin tüm işlemleri: kim, neyi, ne zaman yaptı. Kayıtlar değiştirilemez.',
  'audit.all': 'Tümü',
  'audit.none': 'Kayıt yok',
  'audit.none_text': 'Bu filtreye uyan kayıt yok.',
  'audit.empty_text': 'Bir yöneticinin her işlemi burada görünür.',
  'audit.action': 'İşlem',
  'audit.actor': 'Yönetici',
  'audit.rule': 'Politika',
  'audit.host': 'Sitenin kendisi',
  'audit.at': 'Zaman',
  'audit.network': 'Ağ adresi',
};
