import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'requests.mine.title': 'Mis datos',
  'requests.mine.lead':
    'Puede solicitar una copia de todos los datos que guardamos sobre usted. Es gratuita y no tiene que indicar ningún motivo.',
  'requests.ask.title': 'Cómo funciona',
  'requests.ask.again': 'Solicitar una copia nueva',
  'requests.ask.step1': 'Usted solicita sus datos con un clic.',
  'requests.ask.step2': 'Revisamos su solicitud y preparamos sus datos en el plazo de un mes.',
  'requests.ask.step3':
    'Descarga un solo archivo. Descomprímalo y abra «index.html» para leer sus datos y buscar en ellos en su propio ordenador.',
  'requests.ask.verb': 'Solicitar mis datos',
  'requests.mine.pending': 'Hemos recibido su solicitud',
  'requests.mine.pending_text': 'La revisaremos y después prepararemos sus datos. No tiene que hacer nada.',
  'requests.mine.told': 'Le enviaremos un correo cuando sus datos estén listos.',
  'requests.mine.untold': 'Vuelva a esta página: sus datos estarán disponibles aquí.',
  'requests.mine.progress': 'Estamos preparando sus datos',
  'requests.mine.progress_text': 'Puede salir de esta página.',
  'requests.mine.failed': 'Estamos preparando sus datos',
  'requests.mine.failed_text': 'Algo ha fallado por nuestra parte y lo solucionaremos. No tiene que hacer nada.',
  'requests.mine.completed': 'Sus datos están listos',
  'requests.mine.completed_text':
    'Descomprima el archivo y abra «index.html». Guárdelo en un lugar seguro: contiene todos sus datos.',
  'requests.mine.denied': 'Su solicitud ha sido denegada',
  'requests.mine.denied_text':
    'Lea el motivo abajo. Puede reclamar ante una autoridad de protección de datos o acudir a los tribunales.',
  'requests.mine.expired': 'Su copia ha caducado',
  'requests.mine.expired_text': 'Puede solicitar otra en cualquier momento.',
  'requests.size': 'Tamaño',
  'requests.expires': 'Disponible hasta',
  'requests.download': 'Descargar mis datos',
  'requests.withdraw': 'Retirar la solicitud',
  'requests.delete_copy': 'Eliminar esta copia',
  'requests.withdraw.title': '¿Retirar su solicitud?',
  'requests.withdraw.text': 'Dejaremos de tramitarla. Puede hacer una nueva solicitud en cualquier momento.',
  'requests.delete_copy.title': '¿Eliminar esta solicitud?',
  'requests.delete_copy.text':
    'La copia se elimina, si todavía existe, y la solicitud se quita de esta página. Sus datos en sí no se ven afectados.',
  'requests.rights_text':
    'Tiene derecho a obtener una copia de sus datos (RGPD, art. 15) y a recibir los datos que nos facilitó en un formato de lectura mecánica (art. 20). Respondemos en el plazo de un mes desde la recepción de su solicitud. Si es compleja, podemos prorrogarlo otros dos meses y le diremos por qué dentro del primer mes (art. 12.3). Si denegamos su solicitud, le diremos por qué y puede reclamar ante una autoridad de protección de datos.',
  'requests.progress': 'Progreso',
  'requests.progress.waiting': 'Empezará pronto.',
  'requests.progress.worker':
    'A la espera de un proceso de trabajo. Si esto no cambia, no hay ninguno en marcha: pida a su desarrollador que inicie uno con engine.start() o policy-engine work.',
  'requests.mine.not_here':
    'Todavía no hay una copia de sus datos disponible en esta página. Aun así tiene derecho a ella: póngase en contacto con nosotros.',
  'requests.progress.rows': '{rows} registros, {files} archivos y {size} hasta ahora',
  'requests.progress.of': '{rows} de unos {expected} registros, {files} archivos y {size} hasta ahora',
  'requests.state.progress': 'En curso',
  'requests.state.expired': 'Caducada',
  'requests.kind': 'Copia de mis datos',
  'requests.all.title': 'Solicitudes de acceso',
  'requests.all.lead': 'Solicitudes de una copia de datos personales. Debe responder a cada una en el plazo de un mes.',
  'requests.all.none': 'Todavía no hay solicitudes',
  'requests.all.none_text': 'Las solicitudes de una copia de datos aparecerán aquí.',
  'requests.filter.progress': 'En curso',
  'requests.filter.expired': 'Caducadas',
  'requests.one.title': 'Solicitud de acceso de {person}',
  'requests.delete': 'Eliminar',
  'requests.error': 'La exportación ha fallado y no se reintentará automáticamente. Error:',
  'requests.error_retrying': 'El último intento ha fallado. Se reintentará automáticamente. Error:',
  'requests.confirm.verb': 'Confirmar y crear la copia',
  'requests.confirm.title': '¿Confirmar esta solicitud?',
  'requests.confirm.text': 'Se crea una exportación de los datos de {person}. Solo esa persona puede descargarla.',
  'requests.deny.title': '¿Denegar esta solicitud?',
  'requests.deny.text':
    '{person} recibe el motivo y se le informa de que puede reclamar ante una autoridad de protección de datos.',
  'requests.deny.hint':
    'Use un lenguaje sencillo, en el idioma de la persona. La denegación necesita un fundamento jurídico: por ejemplo, que no se puede comprobar quién hizo la solicitud o que las solicitudes son excesivas (RGPD, art. 12, apartados 4, 5 y 6).',
  'requests.extend.title': '¿Ampliar el plazo dos meses?',
  'requests.extend.text':
    '{person} recibe el motivo y la nueva fecha límite. El plazo se puede ampliar una vez, dentro del primer mes.',
  'requests.extend.hint':
    'Use un lenguaje sencillo, en el idioma de la persona. La ley permite la ampliación para solicitudes complejas o numerosas (RGPD, art. 12.3).',
  'requests.delete.title': '¿Eliminar esta solicitud?',
  'requests.delete.text':
    'La solicitud de {person} se elimina junto con su exportación. La persona puede hacer una nueva solicitud.',
  'notice.request_created': 'Hemos recibido su solicitud.',
  'notice.request_deleted': 'Eliminada.',
  'notice.request_confirmed': 'Confirmada. La exportación ha empezado.',
  'notice.request_denied': 'Denegada. Se comunicará el motivo a la persona.',
  'notice.request_extended': 'Plazo ampliado. Se comunicará el motivo a la persona.',
  'notice.request_retried': 'Se está reintentando la exportación.',
  'error.request_open': 'Ya tiene una solicitud pendiente; todavía no puede crear otra.',
  'error.export_impossible':
    'No se puede crear la exportación: la opción «{option}» no está configurada. Pida a su desarrollador que la configure. La solicitud sigue abierta.',
  'error.user_gone':
    'El usuario que hizo esta solicitud ya no existe, así que no se puede crear una copia. Deniegue o elimine la solicitud.',
  'error.request_not_failed': 'Solo se puede reintentar una exportación fallida.',
  'error.export_gone': 'Esta copia ya no está disponible. Solicite una nueva.',
  'audit.action.request_confirmed': 'Solicitud de acceso confirmada',
  'audit.action.request_denied': 'Solicitud de acceso denegada',
  'audit.action.request_extended': 'Plazo ampliado',
  'audit.action.request_retried': 'Exportación reintentada',
  'audit.action.request_deleted': 'Solicitud de acceso eliminada',
  'mail.reason.asked': 'recibe este correo porque solicitó una copia de sus datos.',
  'mail.portability_requested.subject': 'Nueva solicitud de una copia de datos',
  'mail.portability_requested.text':
    'Confirme la solicitud, o deniéguela con un motivo, a más tardar el {due}. La ley concede un mes.',
  'mail.portability_requested.confirmed':
    'La solicitud se confirmó automáticamente y la exportación se está creando. No tiene que hacer nada.',
  'mail.portability_requested.action': 'Ver la solicitud',
  'mail.portability_progress.subject': 'Estamos preparando sus datos',
  'mail.portability_progress.text':
    'Su solicitud ha sido confirmada. Le enviaremos un correo cuando pueda descargar sus datos. No tiene que hacer nada.',
  'mail.portability_progress.action': 'Ver el progreso',
  'mail.portability_completed.subject': 'Sus datos están listos',
  'mail.portability_completed.text':
    'Ya puede descargar una copia de sus datos. Solo usted puede abrirla, después de iniciar sesión.',
  'mail.portability_completed.until': 'Puede descargarla hasta el {until}. Después se eliminará la copia.',
  'mail.portability_completed.action': 'Descargar mis datos',
  'mail.portability_denied.subject': 'Su solicitud de datos ha sido denegada',
  'mail.portability_denied.text':
    'Hemos revisado su solicitud de una copia de sus datos y no podemos atenderla. El motivo:',
  'mail.portability_extended.subject': 'Su solicitud de datos tardará más',
  'mail.portability_extended.text':
    'Necesitamos más tiempo para preparar la copia de sus datos. Estará lista a más tardar el {due}. El motivo:',
  'check.no_user_lookup':
    'Las exportaciones y los correos no pueden encontrar a la persona a la que se destinan, así que todas las solicitudes de acceso fallan.',
  'check.no_user_lookup.advice': 'Configure userResource.find.',
  'check.no_portability_rule':
    'Ninguna regla define qué datos se pueden exportar, así que nadie puede solicitar aquí sus datos.',
  'check.no_portability_rule.advice': 'Configure portabilityRules.',
  'jobs.name.portability-export': 'Exportación de los datos de una persona',
  'jobs.name.portability-discard': 'Eliminación de una exportación',
  'jobs.name.portability-purge': 'Eliminación de exportaciones caducadas',
  'requests.retry.title': '¿Reintentar esta exportación?',
  'requests.retry.text': 'La exportación de los datos de {person} vuelve a empezar desde el principio.',
  'requests.timeline.copied': 'Copia lista',
  'requests.kind.portability': 'Solicitud de acceso',
  'requests.bulk.confirm.portability': 'se crea una exportación de los datos. Solo la persona puede descargarla.',
  'requests.centre.title': 'Obtener una copia de sus datos',
  'requests.centre.more': 'Solicitudes anteriores y sus derechos',
  'requests.mine.step.begun': 'Empezamos a preparar sus datos.',
  'requests.mine.step.completed': 'Sus datos están listos.',
  'requests.mine.step.denied': 'Denegamos la solicitud y le dijimos por qué.',
  'requests.mine.step.expired': 'Se eliminó la copia.',
  'requests.mine.next.pending': 'Revisamos su solicitud.',
  'requests.mine.next.progress': 'Podrá descargar sus datos aquí.',
  'requests.mine.next.completed': 'Se elimina la copia.',
};
