import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.privacy': 'Su privacidad',
  'centre.title': 'Su privacidad',
  'centre.lead':
    'Lo que se le pregunta, lo que ha decidido y lo que puede hacer con sus datos. Puede cambiar de opinión aquí en cualquier momento.',
  'centre.lead_visitor':
    'Usted decide qué se ejecuta en este navegador. Puede cambiar de opinión aquí en cualquier momento.',
  'choice.own.locale': 'Recuerda el idioma que eligió en el centro de privacidad. Solo se guarda cuando elige uno.',
  'centre.contents': 'En esta página',
  'centre.languages': 'Idioma de esta página',
  'centre.open': 'sin decidir: {count}',
  'centre.asked': 'Pendiente de su decisión',
  'centre.asked.browser': 'Aún sin decidir en este navegador:',
  'centre.decided': 'Lo que ha decidido',
  'centre.decided.none': 'Aún no ha decidido sobre ninguna política.',
  'centre.browser': 'En este navegador',
  'centre.sign_in': 'Inicie sesión para ver lo que decidió para su cuenta y para pedir sus datos.',
  'centre.record': 'Todo lo registrado, con justificantes',
  'centre.text_page': 'Página del texto',
  'centre.history': 'Historial: {count}',
  'centre.changes.accepted': 'Aceptó la versión {from}. Ahora rige la versión {to}, por eso se le pregunta de nuevo.',
  'centre.changes.rejected': 'Rechazó la versión {from}. Ahora rige la versión {to}, por eso se le pregunta de nuevo.',
  'centre.changes.show': 'Mostrar lo que cambió en el texto',
  'centre.changes.unknown': 'El texto anterior no está en este idioma, así que no se pueden mostrar sus cambios.',
  'centre.refuse': 'Si lo rechaza',
  'centre.refuse.blocking': 'No podrá continuar aquí hasta que lo acepte.',
  'centre.refuse.update': 'Los cambios de su cuenta no se podrán guardar hasta que lo acepte.',
  'centre.refuse.scripts': 'Esto no se ejecuta aquí: {scripts}.',
  'centre.refuse.cookies': 'Se indica a su navegador que borre sus cookies.',
  'centre.refuse.free': 'Puede continuar sin ello: es su libre elección.',
  'centre.refuse.past': 'Vale desde ahora, no para el pasado.',
  'centre.did.accepted': 'Ha aceptado {policy}.',
  'centre.did.rejected': 'Ha rechazado {policy}. Lo que había aceptado antes ya no cuenta.',
  'centre.did.run': 'Ahora puede ejecutarse aquí: {scripts}.',
  'centre.did.stopped': 'Desde la próxima página ya no se ejecuta aquí: {scripts}.',
  'centre.did.cookies': 'Se indicó a su navegador que borrara sus cookies.',
  'notice.accepted_all': 'Ha aceptado todo lo que requiere su consentimiento en este navegador.',
  'notice.rejected_all':
    'Ha rechazado todo lo que requiere su consentimiento en este navegador. Desde la próxima página no se ejecuta.',
};
