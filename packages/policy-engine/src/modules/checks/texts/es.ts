import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'check.title': 'Comprobación de cumplimiento',
  'check.lead': 'El motor compara su configuración y sus textos con los requisitos de la ley.',
  'check.passed': 'Superadas: {passed} de {all} comprobaciones',
  'check.passed.show': 'Mostrar lo que se ha superado',
  'check.passed.text':
    'Estas comprobaciones no han encontrado nada: el requisito se cumple o este sitio no usa aquello de lo que trata.',
  'check.article': 'RGPD {article}',
  'check.article.eprivacy': 'Directiva ePrivacy {article}',
  'check.none': 'Sin hallazgos',
  'check.none_text': 'Se cumplen todos los requisitos que el motor puede comprobar.',
  'check.severity.error': 'No cumplido',
  'check.severity.warning': 'Advertencia',
  'check.yours': 'Para administradores',
  'check.to_do': 'Requiere atención',
  'check.to_do.count': 'Hallazgos: {count}',
  'check.to_do.all': 'Ver todos los hallazgos',
  'check.migrations_pending': 'Migraciones pendientes de la base de datos: {subject}.',
  'check.migrations_pending.name': 'Migraciones de la base de datos',
  'check.migrations_pending.advice':
    'Ejecute npx --offline policy-engine migrate, o await engine.migrate() al arrancar; migrate --status los enumera.',
  'check.schema_newer': 'Una versión más reciente del motor ha migrado la base de datos: {subject}.',
  'check.schema_newer.name': 'Versión del motor y de la base de datos',
  'check.schema_newer.advice': 'Ejecute esa versión u otra posterior.',
  'check.no_mail': 'No se puede enviar correo, así que no se avisa a las personas sobre sus solicitudes.',
  'check.no_mail.name': 'Correo a las personas',
  'check.no_mail.advice': 'Configure mail: { transport } y fromEmail.',
  'check.mail_incomplete':
    '«{subject}» no está configurado, así que algunos correos no tienen destinatario o no tienen un enlace que funcione.',
  'check.mail_incomplete.name': 'Configuración del correo',
  'check.mail_incomplete.advice': 'Configure {subject}.',
  'check.no_admin': 'Nadie tiene acceso a la administración, así que no se pueden escribir textos de políticas.',
  'check.no_admin.name': 'Acceso a la administración',
  'check.no_admin.advice': 'Configure isAdminMethod.',
  'check.no_client_address':
    'El host no transmite las direcciones de los clientes, así que todos los visitantes comparten un solo límite de escrituras.',
  'check.no_client_address.name': 'Direcciones de los clientes',
  'check.no_client_address.advice': 'Monte el motor con un adaptador o pase la dirección a engine.fetch como env.ip.',
};
