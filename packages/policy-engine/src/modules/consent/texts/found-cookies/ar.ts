import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'nav.found_cookies': 'ملفات تعريف الارتباط المكتشفة',
  'found_cookies.title': 'ملفات تعريف الارتباط المكتشفة',
  'found_cookies.lead':
    'ملفات تعريف الارتباط التي ترسلها المتصفحات فعلًا، مقارنةً بالملفات المعلنة. تُخزَّن الأسماء فقط: لا القيم ولا هوية المرسل.',
  'found_cookies.off': 'لم تعد الأسماء تُجمع: عُطّل ذلك في الإعدادات.',
  'found_cookies.none': 'لا توجد أسماء لملفات تعريف الارتباط بعد',
  'found_cookies.none_text': 'تظهر هنا عندما تزور موقعكم متصفحات لديها ملفات تعريف ارتباط.',
  'found_cookies.since': 'بدأ الجمع في',
  'found_cookies.requests_all': 'الطلبات التي تحتوي على ملفات تعريف ارتباط: {count}',
  'found_cookies.limits':
    'لا يمكن رؤية ملفات النطاقات الأخرى ولا ملفات المسارات التي لا تشملها هذه الطلبات. عدد الأيام التي يُنسى بعدها الاسم إذا لم يظهر: {days}.',
  'found_cookies.before_consent': 'مكتشفة قبل الموافقة',
  'found_cookies.before_consent_text':
    'تحتاج هذه الملفات إلى موافقة، لكن متصفحات لم تُمنح فيها الموافقة أرسلتها. يرجى أن يُطلب من المطور التحقق مما إذا كانت الصفحات تحمّل نصًا برمجيًا لا ينتظر الموافقة.',
  'found_cookies.undeclared': 'مكتشفة وغير معلنة',
  'found_cookies.undeclared_text':
    'يرجى أن يُطلب من المطور الإعلان عن كل منها مع النص البرمجي الذي ينشئه كي يُحذف بعد الرفض، أو كملف ضروري للغاية إذا كان لا يحتاج إلى موافقة.',
  'found_cookies.rare':
    'أسماء غير معلنة في أقل من {least} طلبات، غير مدرجة لأن أي شخص يمكنه إرسال أسماء مختلقة: {count}',
  'found_cookies.declared': 'مكتشفة ومعلنة',
  'found_cookies.declared_text': 'هذه الملفات مدرجة في إعلان ملفات تعريف الارتباط.',
  'found_cookies.not_found': 'معلنة ولم تُكتشف',
  'found_cookies.not_found_text':
    'لم يحتوِ أي طلب على هذه الملفات. ربما لم يعد النص البرمجي ينشئها، أو أن لها نطاقًا أو مسارًا آخر.',
  'found_cookies.by': 'جهة الإعلان',
  'found_cookies.by_engine': 'المحرك',
  'found_cookies.by_site': 'الموقع (ضروري للغاية)',
  'found_cookies.requests': 'الطلبات',
  'found_cookies.first': 'أول ظهور',
  'found_cookies.last': 'آخر ظهور',
  'found_cookies.without': 'دون موافقة',
  'found_cookies.of': '{count} من {all} من الطلبات',
  'found_cookies.last_without': 'آخر ظهور دون موافقة',
  'check.cookies_found_before_consent': 'ترسل متصفحات دون موافقة ملفات تعريف ارتباط تحتاج إليها: {subject}.',
  'check.cookies_found_before_consent.name': 'لا ملفات تعريف ارتباط قبل الموافقة',
  'check.cookies_found_before_consent.advice':
    'يرجى التحقق مما إذا كان في صفحاتكم، خارج renderScripts، وسم ينشئها. تعرض صفحة «ملفات تعريف الارتباط المكتشفة» عدد المرات والوقت.',
  'check.cookies_found_undeclared': 'ترسل المتصفحات ملفات تعريف ارتباط غير معلنة: {subject}.',
  'check.cookies_found_undeclared.name': 'ملفات تعريف الارتباط في المتصفحات معلنة',
  'check.cookies_found_undeclared.advice':
    'يرجى الإعلان عنها مع النص البرمجي الذي ينشئها، أو ضمن necessaryCookies إذا كانت لا تحتاج إلى موافقة. تعرضها صفحة «ملفات تعريف الارتباط المكتشفة».',
};
