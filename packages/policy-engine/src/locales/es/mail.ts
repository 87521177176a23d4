import type { TextsLike } from '../catalogue.ts';
import type { mail as english } from '../en/mail.ts';

export const mail: TextsLike<typeof english> = {
  'mail.reason.asked': 'recibe este mensaje porque pidió una copia de sus datos.',
  'mail.reason.admin': 'recibe este mensaje porque este es el buzón de privacidad.',
  'mail.sign_in': 'Inicie sesión en {sender} para continuar.',
  'mail.user': 'Usuario',
  'mail.due': 'Fecha límite de respuesta',
  'mail.see_request': 'Ver mi solicitud',
  'mail.complaint':
    'Si no está de acuerdo, puede reclamar ante una autoridad de protección de datos o acudir a los tribunales. También puede responder a este mensaje.',
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
  'mail.requests_overdue.subject': 'Solicitudes de datos fuera de plazo: {count}',
  'mail.requests_overdue.text': 'El plazo legal de estas solicitudes ha terminado. Respóndalas hoy mismo.',
  'mail.requests_overdue.user': 'Solicitud del usuario {user}',
  'mail.requests_overdue.since': 'Venció el {due}',
  'mail.requests_overdue.action': 'Responderlas',
  'mail.ledger_digest.subject': 'Registro de decisiones: cabecera {head}',
  'mail.ledger_digest.text':
    'Conserve este mensaje. Lo que las personas han decidido queda encadenado hasta la cabecera de abajo; si alguien reescribiera la base de datos, esta cabecera dejaría de coincidir.',
  'mail.ledger_digest.how': 'Para comprobarlo: policy-engine ledger verify --head {hash}',
  'mail.ledger_digest.rewritten':
    'Si la base de datos se reescribió o se recortó, la comprobación muestra «noted_head_missing» y falla. Un número menor que en un mensaje anterior significa lo mismo.',
  'mail.ledger_digest.events': 'Decisiones anotadas',
  'mail.ledger_digest.head': 'Última cabecera',
  'mail.ledger_digest.at': 'Sellada el (UTC)',
  'mail.ledger_digest.hash': 'Hash de la cabecera',
  'mail.ledger_digest.signature': 'Firma (Ed25519)',
  'mail.ledger_digest.unsigned': 'ninguna',
  'mail.ledger_digest.key': 'Clave',
  'mail.ledger_digest.action': 'Abrir el registro',
};
