import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'nav.check': 'Uyum',
  'check.title': 'Uyum denetimi',
  'check.lead': 'Motor, ayarlarını ve metinlerini yasanın istedikleriyle karşılaştırır.',
  'check.passed': 'Geçilen denetimler: {passed} / {all}',
  'check.article': 'GDPR {article}',
  'check.none': 'Bulgu yok',
  'check.none_text': 'Motorun bildiği bütün yükümlülükler yerine getirilmiş.',
  'check.severity.error': 'Karşılanmıyor',
  'check.severity.warning': 'Uyarı',
  'check.yours': 'Yöneticiler için',
  'check.developer': 'Geliştiriciler için',
  'check.to_do': 'İlgi bekleyenler',
  'check.to_do.count': 'Bulgu: {count}',
  'check.to_do.all': 'Hepsini gör',
  'check.migrations_pending': 'Veritabanında eksik olan değişiklik sayısı: {subject}.',
  'check.migrations_pending.advice':
    'npx policy-engine migrate komutunu veya başlangıçta await engine.migrate() çalıştırın; migrate --status bunları listeler.',
  'check.schema_newer': 'Veritabanını motorun daha yeni bir sürümü geçirdi: {subject}.',
  'check.schema_newer.advice': 'O sürümü ya da daha yenisini çalıştırın.',
  'check.no_mail': 'E-posta gönderilemiyor; kimse talebinin ne olduğunu öğrenemiyor.',
  'check.no_mail.advice': 'mail: { transport } ve fromEmail seçeneklerini belirtin.',
  'check.mail_incomplete':
    'E-posta gönderiliyor ama “{subject}” eksik: bazı iletiler kimseye ulaşmıyor ya da hiçbir yere götürmüyor.',
  'check.mail_incomplete.advice': '{subject} seçeneğini belirtin.',
  'check.no_admin': 'Yönetimi kimse kullanamıyor; hiçbir metin yazılamaz.',
  'check.no_admin.advice': 'isAdminMethod belirtin.',
  'check.no_client_address':
    'Ana uygulama istemci adreslerini bildirmiyor; yazan tüm ziyaretçiler için tek bir sınır geçerli.',
  'check.no_client_address.advice':
    'Motoru bir bağdaştırıcıyla bağlayın ya da adresi engine.fetch’e env.ip olarak verin.',
  'check.to_do.more': 'Daha fazlası: {count}',
};
