import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.requests': 'Solicitudes de datos',
  'requests.mine.title': 'Mis datos',
  'requests.mine.lead':
    'Puede obtener una copia de todo lo que guardamos sobre usted. Es gratis y no tiene que dar ningún motivo.',
  'requests.ask.title': 'Cómo funciona',
  'requests.ask.again': 'Pedir una copia nueva',
  'requests.ask.step1': 'Usted pide sus datos con un clic.',
  'requests.ask.step2': 'Revisamos la solicitud y reunimos sus datos, como mucho en un mes.',
  'requests.ask.step3':
    'Descarga un solo archivo. Descomprímalo, abra «index.html» y lea y busque en sus datos en su propio ordenador.',
  'requests.ask.verb': 'Pedir mis datos',
  'requests.mine.pending': 'Hemos recibido su solicitud',
  'requests.mine.pending_text': 'La revisaremos y empezaremos. No tiene que hacer nada.',
  'requests.mine.told': 'Le escribimos cuando sus datos estén listos.',
  'requests.mine.untold': 'Vuelva a mirar aquí: sus datos estarán en esta página.',
  'requests.mine.progress': 'Estamos reuniendo sus datos',
  'requests.mine.progress_text': 'Puede salir de esta página.',
  'requests.mine.failed': 'Estamos reuniendo sus datos',
  'requests.mine.failed_text': 'Algo ha fallado por nuestra parte y lo estamos mirando. No tiene que hacer nada.',
  'requests.mine.completed': 'Sus datos están listos',
  'requests.mine.completed_text':
    'Descomprima el archivo y abra «index.html». Guárdelo en un lugar seguro: contiene todo sobre usted.',
  'requests.mine.denied': 'Su solicitud fue rechazada',
  'requests.mine.denied_text':
    'Abajo puede leer por qué. Puede reclamar ante una autoridad de protección de datos o acudir a los tribunales.',
  'requests.mine.expired': 'Su copia ha caducado',
  'requests.mine.expired_text': 'Puede pedir otra cuando quiera.',
  'requests.size': 'Tamaño',
  'requests.expires': 'Disponible hasta',
  'requests.download': 'Descargar mis datos',
  'requests.withdraw': 'Retirar la solicitud',
  'requests.delete_copy': 'Eliminar esta copia',
  'requests.withdraw.title': '¿Retirar su solicitud?',
  'requests.withdraw.text': 'Dejamos de trabajar en ella. Puede volver a pedirla cuando quiera.',
  'requests.delete_copy.title': '¿Eliminar esta solicitud?',
  'requests.delete_copy.text':
    'La copia desaparece, si todavía existe, y la solicitud ya no figura aquí. Sus datos no cambian.',
  'requests.rights_text':
    'Tiene derecho a una copia de sus datos (RGPD, art. 15) y a llevarse, en un formato que lean los programas, lo que nos facilitó (art. 20). Respondemos en el plazo de un mes desde su solicitud. Si es compleja podemos tomarnos dos meses más, y le diremos por qué dentro del primero (art. 12.3). Si la rechazamos, le explicamos el motivo y puede reclamar ante una autoridad de protección de datos.',
  'requests.progress': 'Avance',
  'requests.progress.waiting': 'A punto de empezar.',
  'requests.progress.worker':
    'En espera de un proceso: todavía no ha empezado nada. Si sigue así, ningún proceso hace el trabajo en segundo plano. Su desarrollador inicia uno con engine.start() o policy-engine work.',
  'requests.mine.not_here':
    'En esta página aún no se puede preparar una copia de sus datos. Aun así tiene derecho a ella: escríbanos.',
  'requests.progress.rows': '{rows} entradas, {files} archivos y {size} hasta ahora',
  'requests.progress.of': '{rows} de unas {expected} entradas, {files} archivos y {size} hasta ahora',
  'requests.state.progress': 'En curso',
  'requests.state.expired': 'Caducada',
  'requests.kind': 'Copia de mis datos',
  'requests.all.title': 'Solicitudes de datos',
  'requests.all.lead': 'Personas que quieren una copia de sus datos. Hay que responder a cada una en un mes.',
  'requests.all.none': 'Todavía no hay solicitudes',
  'requests.all.none_text': 'Cuando alguien pida sus datos, la solicitud aparecerá aquí.',
  'requests.filter.progress': 'En curso',
  'requests.filter.expired': 'Caducadas',
  'requests.one.title': 'Solicitud de {person}',
  'requests.delete': 'Eliminar',
  'requests.error': 'La exportación ha fallado y no se reintenta sola. El mensaje fue:',
  'requests.error_retrying': 'El último intento ha fallado; se reintenta solo. El mensaje fue:',
  'requests.confirm.title': '¿Confirmar esta solicitud?',
  'requests.confirm.text': 'Se reúnen los datos de {person}, y solo esa persona puede descargarlos.',
  'requests.deny.title': '¿Rechazar esta solicitud?',
  'requests.deny.text': 'Se comunica el motivo a {person}, y que puede reclamar ante una autoridad.',
  'requests.deny.hint':
    'Con palabras sencillas, en el idioma de la persona. El rechazo debe estar fundado: por ejemplo, porque no se puede saber quién pregunta o porque las solicitudes se repiten sin fin (RGPD, art. 12, apartados 4, 5 y 6).',
  'requests.extend.title': '¿Tomarse dos meses más?',
  'requests.extend.text':
    'Se comunican el motivo y la nueva fecha a {person}. Solo se puede una vez, dentro del primer mes.',
  'requests.extend.hint':
    'Con palabras sencillas, en el idioma de la persona. La ley lo permite para solicitudes complejas o numerosas (RGPD, art. 12.3).',
  'requests.delete.title': '¿Eliminar esta solicitud?',
  'requests.delete.text':
    'La solicitud de {person} desaparece, con la exportación que se hizo. La persona puede volver a pedirla.',
  'notice.request_created': 'Hemos recibido su solicitud.',
  'notice.request_deleted': 'Eliminada.',
  'notice.request_confirmed': 'Confirmada. La exportación ha empezado.',
  'notice.request_denied': 'Rechazada. Se comunica el motivo a la persona.',
  'notice.request_extended': 'Plazo ampliado. Se comunica el motivo a la persona.',
  'notice.request_retried': 'Se vuelve a intentar.',
  'error.request_open': 'Ya tiene una solicitud pendiente; todavía no puede crear otra.',
  'error.export_impossible':
    'No se puede hacer ninguna copia: falta la opción «{option}». Debe configurarla su desarrollador. Mientras tanto, la solicitud espera.',
  'error.user_gone':
    'El usuario de esta solicitud ya no existe, por lo que no se puede hacer ninguna copia. Rechace la solicitud o elimínela.',
  'error.request_not_failed': 'Solo se puede reintentar una exportación que ha fallado.',
  'error.export_gone': 'Esta copia ya no existe. Pida una nueva.',
  'audit.action.request_confirmed': 'Solicitud de datos confirmada',
  'audit.action.request_denied': 'Solicitud de datos rechazada',
  'audit.action.request_extended': 'Plazo ampliado',
  'audit.action.request_retried': 'Exportación reintentada',
  'audit.action.request_deleted': 'Solicitud de datos eliminada',
  'mail.reason.asked': 'recibe este mensaje porque pidió una copia de sus datos.',
  'mail.portability_requested.subject': 'Alguien ha pedido una copia de sus datos',
  'mail.portability_requested.text':
    'Confirme la solicitud, o deniéguela indicando el motivo, a más tardar el {due}. La ley concede un mes.',
  'mail.portability_requested.confirmed':
    'Se confirmó al llegar y los datos se están reuniendo. No tiene que hacer nada.',
  'mail.portability_requested.action': 'Ver la solicitud',
  'mail.portability_progress.subject': 'Estamos reuniendo sus datos',
  'mail.portability_progress.text':
    'Su solicitud ha sido confirmada. Le escribiremos en cuanto pueda descargar sus datos; no tiene que hacer nada más.',
  'mail.portability_progress.action': 'Ver el progreso',
  'mail.portability_completed.subject': 'Sus datos están listos',
  'mail.portability_completed.text':
    'Ya puede descargar la copia de sus datos. Solo usted puede abrirla, una vez iniciada la sesión.',
  'mail.portability_completed.until': 'Puede descargarla hasta el {until}; después borraremos la copia.',
  'mail.portability_completed.action': 'Descargar mis datos',
  'mail.portability_denied.subject': 'No podemos atender su solicitud de datos',
  'mail.portability_denied.text':
    'Hemos estudiado su solicitud de una copia de sus datos y no podemos atenderla. El motivo:',
  'mail.portability_extended.subject': 'Su solicitud de datos tardará más',
  'mail.portability_extended.text':
    'Necesitamos más tiempo para preparar la copia de sus datos; estará lista, como muy tarde, el {due}. El motivo:',
  'check.no_user_lookup':
    'Ni las exportaciones ni los correos encuentran a su persona, así que toda solicitud de datos falla.',
  'check.no_user_lookup.advice': 'Configure userResource.find.',
  'check.no_portability_rule':
    'Ninguna regla dice qué datos puede llevarse cada persona, así que nadie puede pedirlos aquí.',
  'check.no_portability_rule.advice': 'Configure portabilityRules.',
  'jobs.name.portability-export': 'Copia de los datos de una persona',
  'jobs.name.portability-discard': 'Borrado de una copia',
  'jobs.name.portability-purge': 'Borrado de las copias caducadas',
  'requests.centre.title': 'Una copia de sus datos',
  'requests.centre.more': 'Solicitudes anteriores y sus derechos',
  'requests.mine.step.begun': 'Empezamos a reunir sus datos.',
  'requests.mine.step.completed': 'Sus datos están listos.',
  'requests.mine.step.denied': 'La rechazamos y le dijimos por qué.',
  'requests.mine.step.expired': 'La copia se retiró de aquí.',
  'requests.mine.next.pending': 'Miramos su solicitud y empezamos.',
  'requests.mine.next.progress': 'Podrá descargar sus datos aquí.',
  'requests.mine.next.completed': 'La copia se retira de aquí.',
};
