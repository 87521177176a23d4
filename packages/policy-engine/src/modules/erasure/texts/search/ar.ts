import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'حُذفت بياناتك بقدر ما أمكننا التحقق',
  'erasure.mine.step.unsearched': 'انتهى الحذف. لم يمكن البحث عن بيانات متبقية في جميع الأماكن.',
  'erasure.left.unsearched': 'لم يمكن البحث عن بيانات متبقية في بعض الأماكن. تُعرض هذه الأماكن على مشغّل هذا الموقع.',
  'erasure.absence.undeclared': 'غير مذكورة في أي قاعدة بيانات شخصية',
  'erasure.absence.undeclared_advice':
    'لا يُمحى شيء من الجداول التي لا قاعدة لها. يمكن للمطوّر إضافة قاعدة لها أو استثناؤها مع ذكر السبب (dataMap.exempt).',
  'erasure.absence.nothing_searched': 'لم يُعثر على شيء حيث أمكن البحث. يرد أدناه ما لم يجر البحث فيه.',
  'erasure.absence.left_out': 'كلمات لم يجر البحث عنها لأنها قصيرة جدًا أو شائعة جدًا: {words}.',
  'erasure.absence.elsewhere': 'لم يجر البحث فيها لأنها قد تعود إلى تطبيقات أخرى: {names}',
  'erasure.absence.not.excluded': 'مستثنى في الإعدادات',
  'erasure.absence.not.permission': 'لا يملك المحرّك إذن القراءة',
  'erasure.absence.not.filtered': 'جرى البحث فيه، لكن أمان الصفوف في قاعدة البيانات قد يخفي صفوفًا',
  'erasure.absence.not.time': 'استغرقت القراءة وقتًا طويلًا أو كان الجدول مقفلًا',
  'erasure.absence.not.size': 'القيم أطول أو أكثر من أن تُقارن كاملة',
  'erasure.absence.not.index': 'فهرس نص كامل لا يمكن قراءة نصه',
  'erasure.absence.not.failed': 'أبلغت قاعدة البيانات عن خطأ',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'جداول بلا قاعدة',
  'erasure.undeclared.searched':
    'جرى البحث في جداول لا تذكرها أي قاعدة. عدد الأعمدة: {columns}، عدد الجداول: {tables}. سيجري البحث فيها مرة أخرى بعد المحو.',
  'erasure.undeclared.found': 'توجد بيانات تحدد هوية الشخص في جداول لا تذكرها أي قاعدة. لن يزيلها المحو.',
  'erasure.undeclared.nothing': 'لم يُعثر في هذه الجداول على شيء يحدد هوية الشخص.',
  'mail.erasure_receipt.unsearched': 'أماكن لم يمكن البحث فيها كاملة: {count}. تذكرها صفحة الطلب.',
  'check.erasure_undeclared':
    'جداول فيها نصوص ولا تذكرها أي قاعدة: {subject}. يجري البحث فيها بعد المحو، لكن لا يُمحى منها شيء.',
  'check.erasure_undeclared.name': 'الجداول التي فيها نصوص مذكورة في قواعد',
  'check.erasure_undeclared.advice':
    'أضف قاعدة لكل جدول فيه بيانات شخصية، واستثنِ الجداول الأخرى مع ذكر السبب (dataMap.exempt).',
  'check.erasure_unsearched': 'لا يجري البحث فيه بعد المحو: {subject}.',
  'check.erasure_unsearched.name': 'عمليات البحث بعد المحو كاملة',
  'check.erasure_unsearched.advice':
    'اسمح للمحرّك بقراءة هذه الجداول، أو ابحث فيها بنفسك. لاستثناء جدول مع ذكر السبب، اجعل search تساوي false في dataMap.exempt.',
};
