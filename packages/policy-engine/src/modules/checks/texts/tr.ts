import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'check.title': 'Uyum denetimi',
  'check.lead': 'Motor, yapılandırmasını ve metinlerini yasanın gereklilikleriyle karşılaştırır.',
  'check.passed': 'Geçilen denetimler: {passed} / {all}',
  'check.passed.show': 'Geçilenleri göster',
  'check.passed.text':
    'Bu denetimler bir şey bulmadı: gereklilik karşılanıyor ya da bu site ilgili özelliği kullanmıyor.',
  'check.article': 'GDPR {article}',
  'check.article.eprivacy': 'ePrivacy Direktifi {article}',
  'check.none': 'Bulgu yok',
  'check.none_text': 'Motorun denetleyebildiği tüm gereklilikler karşılanıyor.',
  'check.severity.error': 'Karşılanmıyor',
  'check.severity.warning': 'Uyarı',
  'check.yours': 'Yöneticiler için',
  'check.to_do': 'İlgilenilmesi gerekenler',
  'check.to_do.count': 'Bulgular: {count}',
  'check.to_do.all': 'Tüm bulguları görüntüle',
  'check.migrations_pending': 'Bekleyen veritabanı geçişleri: {subject}.',
  'check.migrations_pending.name': 'Veritabanı geçişleri',
  'check.migrations_pending.advice':
    'npx --offline policy-engine migrate komutunu çalıştırın veya başlangıçta await engine.migrate() çağırın; migrate --status bunları listeler.',
  'check.schema_newer': 'Veritabanı, motorun daha yeni bir sürümüyle geçirilmiş: {subject}.',
  'check.schema_newer.name': 'Motorun ve veritabanının sürümü',
  'check.schema_newer.advice': 'O sürümü veya daha yenisini çalıştırın.',
  'check.no_mail': 'E-posta gönderilemiyor, bu nedenle kişilere talepleri hakkında bildirim yapılmıyor.',
  'check.no_mail.name': 'Kişilere e-posta',
  'check.no_mail.advice': 'mail: { transport } ve fromEmail seçeneklerini ayarlayın.',
  'check.mail_incomplete':
    '“{subject}” ayarlanmamış, bu nedenle bazı e-postaların alıcısı veya çalışan bağlantısı yok.',
  'check.mail_incomplete.name': 'E-posta ayarları',
  'check.mail_incomplete.advice': '{subject} seçeneğini ayarlayın.',
  'check.no_admin': 'Yönetime erişimi olan kimse yok, bu nedenle politika metinleri yazılamıyor.',
  'check.no_admin.name': 'Yönetime erişim',
  'check.no_admin.advice': 'isAdminMethod seçeneğini ayarlayın.',
  'check.no_client_address':
    'Ana uygulama istemci adreslerini iletmiyor, bu nedenle tüm ziyaretçiler tek bir yazma sınırını paylaşıyor.',
  'check.no_client_address.name': 'İstemci adresleri',
  'check.no_client_address.advice':
    'Motoru bir bağdaştırıcıyla bağlayın veya adresi engine.fetch işlevine env.ip olarak iletin.',
};
