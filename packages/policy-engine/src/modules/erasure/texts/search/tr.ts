import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Verileriniz, kontrol edebildiğimiz kadarıyla silindi',
  'erasure.mine.step.unsearched': 'Silme işlemi sona erdi. Her yerde kalan veri aranamadı.',
  'erasure.left.unsearched': 'Bazı yerlerde kalan veri aranamadı. Bu sitenin işletmecisi bu yerleri görür.',
  'erasure.absence.undeclared': 'Hiçbir veri kuralında yok',
  'erasure.absence.undeclared_advice':
    'Veri kuralı olmayan tablolardan hiçbir şey silinmez. Bir geliştirici bu tablolar için kural ekleyebilir veya gerekçesiyle muaf tutabilir (dataMap.exempt).',
  'erasure.absence.nothing_searched': 'Aranabilen yerlerde hiçbir şey bulunmadı. Aranmayanlar aşağıdadır.',
  'erasure.absence.left_out': 'Çok kısa veya çok yaygın olduğu için aranmayan sözcükler: {words}.',
  'erasure.absence.elsewhere': 'Başka uygulamalara ait olabileceği için aranmayanlar: {names}',
  'erasure.absence.not.excluded': 'Yapılandırmada hariç tutuldu',
  'erasure.absence.not.permission': 'Motorun okuma izni yok',
  'erasure.absence.not.filtered': 'Arandı, ancak veritabanının satır güvenliği bazı satırları gizleyebilir',
  'erasure.absence.not.time': 'Okuma çok uzun sürdü veya tablo kilitliydi',
  'erasure.absence.not.size': 'Değerler tam olarak karşılaştırılamayacak kadar uzun veya çok',
  'erasure.absence.not.index': 'Metni geri okunamayan tam metin dizini',
  'erasure.absence.not.failed': 'Veritabanı bir hata bildirdi',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Veri kuralı olmayan tablolar',
  'erasure.undeclared.searched':
    'Hiçbir veri kuralında yer almayan {tables} tablonun {columns} sütunu arandı. Silme işleminden sonra yeniden aranırlar.',
  'erasure.undeclared.found':
    'Kişinin kimliğini belirleyen veriler, hiçbir veri kuralında yer almayan tablolarda bulunuyor. Silme işlemi bunları kaldırmaz.',
  'erasure.undeclared.nothing': 'Bu tablolarda kişinin kimliğini belirleyen bir şey bulunmadı.',
  'mail.erasure_receipt.unsearched': 'Tam olarak aranamayan yerler: {count}. Talebin sayfası bunları gösterir.',
  'check.erasure_undeclared':
    'Metin içeren ve hiçbir veri kuralında yer almayan tablolar: {subject}. Silme işleminden sonra aranırlar, ancak içlerinden hiçbir şey silinmez.',
  'check.erasure_undeclared.name': 'Metin içeren tablolar veri kurallarında',
  'check.erasure_undeclared.advice':
    'Kişisel veri içeren her tablo için bir veri kuralı ekleyin, diğerlerini gerekçesiyle muaf tutun (dataMap.exempt).',
  'check.erasure_unsearched': 'Silme işleminden sonra aranmayanlar: {subject}.',
  'check.erasure_unsearched.name': 'Silme işlemlerinden sonraki aramalar eksiksiz',
  'check.erasure_unsearched.advice':
    'Motorun bu tabloları okumasına izin verin veya bunları kendiniz arayın. Bir tabloyu gerekçesiyle hariç tutmak için dataMap.exempt içinde search değerini false yapın.',
};
