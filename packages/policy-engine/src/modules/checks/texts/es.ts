import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.check': 'Cumplimiento',
  'check.title': 'Comprobación de cumplimiento',
  'check.lead': 'El motor compara su configuración y sus textos con lo que exige la ley.',
  'check.passed': 'Superadas: {passed} de {all} comprobaciones',
  'check.article': 'RGPD {article}',
  'check.none': 'Sin hallazgos',
  'check.none_text': 'Se cumplen todas las obligaciones que el motor conoce.',
  'check.severity.error': 'No cumplido',
  'check.severity.warning': 'Advertencia',
  'check.yours': 'Para administradores',
  'check.developer': 'Para desarrolladores',
  'check.to_do': 'Requiere atención',
  'check.to_do.count': 'Hallazgos: {count}',
  'check.to_do.all': 'Ver todo',
  'check.migrations_pending': 'Cambios que le faltan a la base de datos: {subject}.',
  'check.migrations_pending.advice':
    'Ejecute npx policy-engine migrate, o await engine.migrate() al arrancar; migrate --status los enumera.',
  'check.schema_newer': 'Una versión más reciente del motor ha migrado la base de datos: {subject}.',
  'check.schema_newer.advice': 'Ejecute esa versión u otra posterior.',
  'check.no_mail': 'No se puede enviar correo, así que nadie se entera de qué ha sido de su solicitud.',
  'check.no_mail.advice': 'Indique mail: { transport } y fromEmail.',
  'check.mail_incomplete':
    'Se envía correo, pero falta «{subject}»: algunos mensajes no llegan a nadie o no llevan a ninguna parte.',
  'check.mail_incomplete.advice': 'Indique {subject}.',
  'check.no_admin': 'Nadie puede usar la administración, así que no se puede escribir ningún texto.',
  'check.no_admin.advice': 'Indique isAdminMethod.',
  'check.no_client_address':
    'El host no indica direcciones de cliente: rige un solo límite para todos los visitantes que escriben.',
  'check.no_client_address.advice': 'Monte el motor con un adaptador o pase la dirección a engine.fetch como env.ip.',
  'check.to_do.more': 'Más: {count}',
};
