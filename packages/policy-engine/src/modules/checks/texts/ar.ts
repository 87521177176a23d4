import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'nav.check': 'الامتثال',
  'check.title': 'فحص الامتثال',
  'check.lead': 'يقارن المحرك إعداداته ونصوصه بمتطلبات القانون.',
  'check.passed': 'الفحوص الناجحة: {passed} من {all}',
  'check.article': 'GDPR {article}',
  'check.none': 'لا توجد ملاحظات',
  'check.none_text': 'كل متطلب يستطيع المحرك فحصه مستوفى.',
  'check.severity.error': 'غير مستوفى',
  'check.severity.warning': 'تحذير',
  'check.yours': 'لمديري الموقع',
  'check.developer': 'للمطورين',
  'check.to_do': 'يحتاج إلى اهتمام',
  'check.to_do.count': 'الملاحظات: {count}',
  'check.to_do.all': 'عرض جميع الملاحظات',
  'check.migrations_pending': 'عمليات ترحيل قاعدة البيانات قيد الانتظار: {subject}.',
  'check.migrations_pending.advice':
    'يرجى تشغيل npx policy-engine migrate، أو تنفيذ \u2066await engine.migrate()\u2069 عند بدء التشغيل؛ ويعرض migrate --status قائمة بها.',
  'check.schema_newer': 'تم ترحيل قاعدة البيانات بإصدار أحدث من المحرك: {subject}.',
  'check.schema_newer.advice': 'يرجى تشغيل ذلك الإصدار أو إصدار أحدث.',
  'check.no_mail': 'لا يمكن إرسال أي بريد إلكتروني، لذلك لا يتلقى الأشخاص إشعارات بشأن طلباتهم.',
  'check.no_mail.advice': 'يرجى ضبط \u2066mail: { transport }\u2069 وfromEmail.',
  'check.mail_incomplete': 'لم يُضبط «{subject}»، لذلك تفتقر بعض رسائل البريد الإلكتروني إلى مستلم أو إلى رابط صالح.',
  'check.mail_incomplete.advice': 'يرجى ضبط {subject}.',
  'check.no_admin': 'لا يملك أحد صلاحية الوصول إلى الإدارة، لذلك لا يمكن كتابة نصوص السياسات.',
  'check.no_admin.advice': 'يرجى ضبط isAdminMethod.',
  'check.no_client_address': 'لا يمرر المضيف عناوين العملاء، لذلك يشترك جميع الزوار في حد واحد لعمليات الكتابة.',
  'check.no_client_address.advice': 'يرجى تركيب المحرك بواسطة محوّل، أو تمرير العنوان إلى engine.fetch في env.ip.',
  'check.to_do.more': 'المزيد: {count}',
};
