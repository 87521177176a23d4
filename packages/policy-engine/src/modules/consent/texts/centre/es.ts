import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.privacy': 'Su privacidad',
  'centre.title': 'Su privacidad',
  'centre.lead':
    'Sus decisiones, lo que espera su decisión y sus derechos sobre sus datos. Puede cambiar de opinión aquí en cualquier momento.',
  'centre.lead_visitor':
    'Usted decide qué se ejecuta en este navegador. Puede cambiar de opinión aquí en cualquier momento.',
  'choice.own.locale': 'Guarda el idioma que eligió en el centro de privacidad. Solo se guarda cuando elige uno.',
  'centre.contents': 'En esta página',
  'centre.languages': 'Idioma de esta página',
  'centre.open': 'sin decidir: {count}',
  'centre.asked': 'Pendiente de su decisión',
  'centre.asked.browser': 'En este navegador:',
  'centre.decided': 'Sus decisiones',
  'centre.decided.none': 'Aún no ha decidido sobre ninguna política.',
  'centre.unpublished': 'Todavía sin publicar:',
  'centre.browser': 'En este navegador',
  'centre.notices': 'Información para usted',
  'centre.notice_changed': 'Modificado',
  'centre.sign_in': 'Inicie sesión para ver las decisiones de su cuenta y para solicitar sus datos.',
  'centre.record': 'Historial completo con justificantes',
  'centre.text_page': 'Abrir el texto completo',
  'centre.history': 'Historial: {count}',
  'centre.changes.accepted':
    'Aceptó la versión {from}. Ahora está en vigor la versión {to}, por eso le preguntamos de nuevo.',
  'centre.changes.rejected':
    'Rechazó la versión {from}. Ahora está en vigor la versión {to}, por eso le preguntamos de nuevo.',
  'centre.changes.show': 'Mostrar los cambios',
  'centre.changes.unknown':
    'El texto anterior no está disponible en este idioma, así que no se pueden mostrar sus cambios.',
  'centre.refuse': 'Si lo rechaza',
  'centre.withdraw': 'Si retira su consentimiento',
  'centre.refuse.blocking': 'No podrá continuar aquí hasta que lo acepte.',
  'centre.refuse.update': 'No podrá guardar cambios en su cuenta hasta que lo acepte.',
  'centre.refuse.scripts': 'No se ejecutan aquí: {scripts}.',
  'centre.refuse.cookies': 'Se indica a su navegador que borre sus cookies.',
  'centre.refuse.free': 'Puede continuar sin ello: es su libre elección.',
  'centre.refuse.past': 'Se aplica desde ahora, no al pasado.',
  'centre.did.accepted': 'Ha aceptado {policy}.',
  'centre.did.rejected': 'Ha rechazado {policy}.',
  'centre.did.revoked': 'Su aceptación anterior ya no se aplica.',
  'centre.did.withdrawn': 'Ha retirado su consentimiento para {policy}. Ya no se aplica desde ahora.',
  'centre.did.run': 'Ahora pueden ejecutarse aquí: {scripts}.',
  'centre.did.stopped': 'Dejarán de ejecutarse aquí cuando abra la página siguiente: {scripts}.',
  'centre.did.cookies': 'Se indicó a su navegador que borrara sus cookies.',
  'choice.unknown_vendor': '«{vendor}» no es una empresa de este consentimiento.',
  'choice.vendors': 'Elegir empresas una por una',
  'choice.vendors.save': 'Guardar la elección',
  'choice.vendors.hint':
    'Las empresas marcadas se aceptan; las demás se rechazan. Si no marca ninguna, se rechaza toda la finalidad.',
  'choice.vendor_new': 'Añadida desde su decisión',
  'choice.without': 'Aceptada sin: {vendors}',
  'centre.did.without': 'No se ejecutan aquí porque usted no los aceptó: {scripts}.',
  'notice.accepted_all': 'Ha aceptado en este navegador todo lo que requiere su consentimiento.',
  'notice.rejected_all':
    'Ha rechazado en este navegador todo lo que requiere su consentimiento. Dejará de ejecutarse cuando abra la página siguiente.',
};
