import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'nav.audit': 'سجل التدقيق',
  'audit.title': 'سجل التدقيق',
  'audit.lead': 'جميع إجراءات مديري الموقع: من فعل ماذا، ومتى. لا يمكن تغيير المدخلات.',
  'audit.all': 'الكل',
  'audit.none': 'لا توجد مدخلات',
  'audit.none_text': 'لا توجد مدخلات تطابق عامل التصفية هذا.',
  'audit.empty_text': 'سيظهر هنا كل إجراء يقوم به مدير الموقع.',
  'audit.action': 'الإجراء',
  'audit.actor': 'مدير الموقع',
  'audit.rule': 'السياسة',
  'audit.host': 'الموقع نفسه',
  'audit.at': 'الوقت',
  'audit.network': 'عنوان الشبكة',
};
