import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const ar: TextsLike<typeof en> = {
  'ledger.verifier.title': 'التحقق من إيصال',
  'ledger.verifier.lead':
    'تتحقق هذه الصفحة من إيصال داخل متصفحك، دون الاتصال بالموقع الذي أصدره. لا يُرسل أي شيء يتم إدخاله إلى أي مكان.',
  'ledger.verifier.noscript': 'تحتاج هذه الصفحة إلى JavaScript: يجري التحقق داخل متصفحك.',
  'ledger.verifier.unable':
    'لا يستطيع هذا المتصفح التحقق من التوقيعات هنا. يرجى فتح هذه الصفحة عبر HTTPS أو كملف محفوظ، في إصدار حديث من Chrome أو Edge أو Firefox أو Safari.',
  'ledger.verifier.receipt': 'الإيصال (JSON)',
  'ledger.verifier.receipt.hint': 'يرجى اختيار الملف، أو إفلاته في هذه الصفحة، أو لصق محتواه.',
  'ledger.verifier.file': 'اختيار ملف',
  'ledger.verifier.keys': 'مفاتيح سجل القرارات',
  'ledger.verifier.keys.hint':
    'مفتاح واحد في كل سطر، مثل \u2066shop.example/ledger+0a1b2c3d+AbCd…\u2069 يرجى الحصول عليها من مصدر غير الإيصال: من حيث ينشرها الموقع، أو ممن سجلها.',
  'ledger.verifier.noted': 'المقارنة بنقطة تحقق مسجلة في مكان آخر',
  'ledger.verifier.noted.checkpoint': 'نقطة التحقق المسجلة',
  'ledger.verifier.noted.checkpoint.hint':
    'من رسالة بريد إلكتروني إلى مديري الموقع أو ممن سجلها. يجب تضمين أسطر التوقيع.',
  'ledger.verifier.noted.consistency': 'إثبات الاتساق (JSON)',
  'ledger.verifier.noted.consistency.hint': 'لا حاجة إليه إلا إذا اختلف حجم نقطتي التحقق. يبين التحقق أي إثبات مطلوب.',
  'ledger.verifier.check': 'التحقق',
  'ledger.verifier.save': 'يمكن حفظ هذه الصفحة للتحقق من الإيصالات دون اتصال، حتى لو لم يعد الموقع موجودًا.',
  'ledger.verifier.save.action': 'حفظ الصفحة',
  'ledger.verifier.verdict.holds': 'الإيصال صالح',
  'ledger.verifier.verdict.holds.text':
    'يحتوي سجل القرارات الذي أُدخلت مفاتيحه على هذه المدخلة كما تظهر أدناه. ولم تتغير منذ ختمها.',
  'ledger.verifier.verdict.marked': 'الإيصال صالح، لكن المدخلة موسومة',
  'ledger.verifier.verdict.marked.text':
    'نجحت جميع الخطوات، لكنها لا تثبت إلا أن المدخلة خُتمت بوسم، لأن الموقع لم يتمكن من تأكيد مصدرها.',
  'ledger.verifier.verdict.pending': 'الإيصال قيد الانتظار ولا يثبت شيئًا بعد',
  'ledger.verifier.verdict.pending.text':
    'المدخلة غير مختومة: لا يشملها أي توقيع، لذلك كان يمكن لأي أحد كتابة المحتوى أدناه. يرجى تنزيل الإيصال مرة أخرى بعد دقيقة.',
  'ledger.verifier.verdict.refused': 'الإيصال غير صالح',
  'ledger.verifier.verdict.refused.text':
    'فشلت إحدى الخطوات، لذلك محتوى الإيصال غير مثبت ولا يُعرض. يرجى التأكد من اكتمال الملف ومن أن المفاتيح تخص سجل القرارات هذا.',
  'ledger.verifier.unchecked': 'لم يتم التحقق',
  'ledger.verifier.unchecked.receipt': 'يرجى إدخال إيصال أولًا.',
  'ledger.verifier.unchecked.keys':
    'يرجى إدخال مفتاح واحد على الأقل من مفاتيح سجل القرارات: لا يمكن إثبات شيء من دون مفتاح.',
  'ledger.verifier.unchecked.key': 'هذا السطر ليس مفتاحًا لسجل قرارات: {line}',
  'ledger.verifier.unchecked.large': 'هذا الملف أكبر من أن يكون إيصالًا.',
  'ledger.verifier.unchecked.unreadable': 'هذا الملف ليس نص UTF-8 صالحًا.',
  'ledger.verifier.steps': 'خطوات التحقق',
  'ledger.verifier.says': 'محتوى الإيصال',
  'ledger.verifier.kind': 'نوع المدخلة',
  'ledger.verifier.number': 'الرقم بين قرارات هذا الشخص',
  'ledger.verifier.visitor': 'الزائر',
  'ledger.verifier.state.holds': 'نجحت',
  'ledger.verifier.state.fails': 'فشلت',
  'ledger.verifier.state.open': 'لم يتم التحقق',
  'ledger.verifier.state.warns': 'ملاحظة',
  'ledger.verifier.step.form.holds': 'للإيصال صيغة معروفة، دون إضافة أو نقص أو تكرار.',
  'ledger.verifier.step.form.fails': 'ليست للإيصال صيغة معروفة، أو فيه شيء مضاف أو ناقص أو مكرر: {part}',
  'ledger.verifier.step.openings.holds': 'يطابق الشخص والملابسات الالتزامات التشفيرية في المدخلة.',
  'ledger.verifier.step.openings.fails': 'هذا لا يطابق الالتزامات التشفيرية في المدخلة: {part}',
  'ledger.verifier.step.witnesses.holds':
    'شارك {name} في توقيع نقطة التحقق: رآها هذا الشاهد في {time} ولم ير أي سجل قرارات متعارض معها.',
  'ledger.verifier.step.witnesses.open':
    'يذكر الإيصال أن شهودًا شاركوا في توقيع نقطة التحقق. لم يتم التحقق من ذلك: يرجى إدخال مفاتيحهم مع مفاتيح سجل القرارات.',
  'ledger.verifier.step.witnesses.fails': 'التوقيعات المشاركة المذكورة في الإيصال لا تطابق نقطة التحقق الخاصة به: {part}',
  'ledger.verifier.step.erasure.holds': 'وقّع الموقع أن بيانات الشخص مُحيت: لم يعد من الممكن عرض الهوية.',
  'ledger.verifier.step.erasure.fails':
    'لا يوجد بيان بمحو بيانات الشخص موقع بمفتاح تم إدخاله، أو أن الإيصال لا يزال يسمي الشخص: {part}',
  'ledger.verifier.step.text.holds': 'النص هو بالضبط النص الذي يتعلق به القرار.',
  'ledger.verifier.step.text.fails': 'النص ليس النص الذي يتعلق به القرار.',
  'ledger.verifier.step.text.open': 'لا يحتوي الإيصال على نص.',
  'ledger.verifier.step.checkpoint.holds': 'نقطة التحقق من {origin} (عدد المدخلات: {size}) موقعة بمفتاح تم إدخاله.',
  'ledger.verifier.step.checkpoint.fails': 'نقطة التحقق غير موقعة بمفتاح تم إدخاله، أو تم تغييرها: {part}',
  'ledger.verifier.step.checkpoint.open': 'لا تشمل المدخلة أي نقطة تحقق موقعة.',
  'ledger.verifier.step.place.holds': 'رقم المدخلة {index}، بدءًا من 0 (عدد المدخلات: {size}).',
  'ledger.verifier.step.place.fails': 'المدخلة غير مشمولة في نقطة التحقق: تم تغيير المدخلة أو نقطة التحقق.',
  'ledger.verifier.step.mark.warns': 'وُسمت المدخلة عند ختمها ({reason}) وهي غير صالحة إلى أن يراجعها مدير الموقع.',
  'ledger.verifier.step.mark.fails': 'وسم المدخلة غير صالح: {part}',
  'ledger.verifier.step.later.holds':
    'وقّع الموقع أن المدخلات الأولى (عددها: {size}) لا تحتوي على قرار لاحق من هذا الشخص بشأن هذه السياسة.',
  'ledger.verifier.step.later.warns':
    'وقّع الموقع أن المدخلات الأولى (عددها: {size}) تحتوي على قرار لاحق من هذا الشخص بشأن هذه السياسة: لا يبين هذا الإيصال قراره الحالي.',
  'ledger.verifier.step.later.open': 'لا يذكر الإيصال ما إذا كان هناك قرار لاحق.',
  'ledger.verifier.step.later.fails': 'البيان المتعلق بالقرارات اللاحقة غير موقع بمفتاح تم إدخاله: {part}',
  'ledger.verifier.step.noted.holds': 'نقطة التحقق المسجلة (عدد المدخلات: {size}) تنتمي إلى سجل القرارات نفسه.',
  'ledger.verifier.step.noted.open': 'لم تُدخل نقطة تحقق مسجلة، لذلك لم يتم التحقق من أن الجميع يرون سجل القرارات نفسه.',
  'ledger.verifier.step.noted.fails':
    'لا ينتمي الإيصال إلى سجل القرارات الخاص بنقطة التحقق المسجلة، أو أن إثبات الاتساق ليس الإثبات الصحيح. إذا كان الإثبات صحيحًا، فالموقع يحتفظ بسجلي قرارات: يرجى الاحتفاظ بكليهما كدليل. {part}',
  'ledger.verifier.step.consistency.open':
    'عدد المدخلات في نقطة التحقق المسجلة {noted}، وفي نقطة تحقق الإيصال {size}. يرجى إدخال رد الموقع على \u2066/ledger/consistency.json?from={from}&to={to}\u2069 كإثبات اتساق.',
};
