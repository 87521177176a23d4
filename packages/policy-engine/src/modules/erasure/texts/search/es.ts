import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Sus datos se han suprimido, hasta donde hemos podido comprobar',
  'erasure.mine.step.unsearched':
    'La supresión ha terminado. No se pudieron examinar todos los lugares en busca de datos restantes.',
  'erasure.left.unsearched':
    'Algunos lugares no se pudieron examinar en busca de datos restantes. El responsable de este sitio ve cuáles son.',
  'erasure.absence.undeclared': 'En ninguna regla de datos',
  'erasure.absence.undeclared_advice':
    'De las tablas sin regla de datos no se suprime nada. Un desarrollador puede añadir una regla o excluirlas con un motivo (dataMap.exempt).',
  'erasure.absence.nothing_searched': 'No se encontró nada donde se pudo buscar. Abajo figura lo que no se examinó.',
  'erasure.absence.left_out': 'Palabras que no se buscaron por ser demasiado cortas o demasiado comunes: {words}.',
  'erasure.absence.elsewhere': 'No examinados, porque pueden pertenecer a otras aplicaciones: {names}',
  'erasure.absence.not.excluded': 'Excluido por la configuración',
  'erasure.absence.not.permission': 'El motor no tiene permiso de lectura',
  'erasure.absence.not.filtered': 'Examinado, pero la seguridad por filas de la base de datos puede ocultar filas',
  'erasure.absence.not.time': 'La lectura tardó demasiado o la tabla estaba bloqueada',
  'erasure.absence.not.size': 'Los valores son demasiado largos o demasiados para compararlos por completo',
  'erasure.absence.not.index': 'Índice de texto completo cuyo texto no se puede leer',
  'erasure.absence.not.failed': 'La base de datos comunicó un error',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tablas sin regla de datos',
  'erasure.undeclared.searched':
    'Se examinaron {columns} columnas de {tables} tablas que ninguna regla de datos nombra. Se examinarán de nuevo después de la supresión.',
  'erasure.undeclared.found':
    'Hay datos que identifican a la persona en tablas que ninguna regla de datos nombra. La supresión no los eliminará.',
  'erasure.undeclared.nothing': 'En estas tablas no se encontró nada que identifique a la persona.',
  'mail.erasure_receipt.unsearched':
    'Lugares que no se pudieron examinar por completo: {count}. La página de la solicitud los nombra.',
  'check.erasure_undeclared':
    'Tablas con texto que ninguna regla de datos nombra: {subject}. Se examinan después de una supresión, pero no se suprime nada en ellas.',
  'check.erasure_undeclared.name': 'Las tablas con texto están en reglas de datos',
  'check.erasure_undeclared.advice':
    'Añada una regla de datos para cada tabla con datos personales y excluya las demás con un motivo (dataMap.exempt).',
  'check.erasure_unsearched': 'No se examina después de una supresión: {subject}.',
  'check.erasure_unsearched.name': 'Las búsquedas después de las supresiones son completas',
  'check.erasure_unsearched.advice':
    'Permita que el motor lea estas tablas, o examínelas usted. Para excluir una tabla con un motivo, ponga search a false en dataMap.exempt.',
};
