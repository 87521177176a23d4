import type { TextsLike } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: TextsLike<typeof english> = {
  'nav.audit': 'Günlük',
  'audit.title': 'Yöneticilerin yaptıkları',
  'audit.lead': 'Yöneticilerin yaptığı her değişiklik, kimin ne zaman yaptığıyla. Burada hiçbir şey değiştirilemez.',
  'audit.filter': 'Yalnızca şunu göster',
  'audit.all': 'Hepsini göster',
  'audit.none': 'Gösterilecek bir şey yok',
  'audit.none_text': 'Böyle bir değişiklik yapılmadı.',
  'audit.action': 'Değişiklik',
  'audit.actor': 'Kim',
  'audit.host': 'Uygulama',
  'audit.at': 'Ne zaman',
  'audit.network': 'Ağ',
  'audit.action.term_created': 'Taslak yazıldı',
  'audit.action.term_changed': 'Taslak değiştirildi',
  'audit.action.term_published': 'Yayımlandı',
  'audit.action.term_scheduled': 'Zamanlandı',
  'audit.action.term_taken_back': 'Geri alındı',
  'audit.action.term_deleted': 'Taslak silindi',
  'audit.action.translation_written': 'Çeviri yazıldı',
  'audit.action.translation_removed': 'Çeviri kaldırıldı',
  'audit.action.translation_added_late': 'Yayımdan sonra çeviri eklendi',
  'audit.action.decisions_imported': 'Başka bir sistemin kararları aktarıldı',
  'audit.action.ledger_erased': 'Kişi kayıttan silindi',
  'audit.action.ledger_suspected': 'Kayıt: kaynağı bilinmeyen bir girdi mühürlendi',
};
