import type { TextsLike } from '../catalogue.ts';
import type { check as english } from '../en/check.ts';

export const check: TextsLike<typeof english> = {
  'nav.check': 'Comprobación',
  'check.title': 'Lo que falta',
  'check.lead': 'El motor compara su configuración y sus textos con lo que exige la ley.',
  'check.none': 'No falta nada',
  'check.none_text': 'Se cumplen todas las obligaciones que el motor conoce.',
  'check.severity.error': 'Falta',
  'check.severity.warning': 'Conviene revisarlo',
  'check.migrations_pending': 'Cambios que le faltan a la base de datos: {subject}.',
  'check.migrations_pending.advice':
    'Ejecute npx policy-engine migrate, o await engine.migrate() al arrancar; migrate --status los enumera.',
  'check.no_cookie_rule':
    'Ninguna regla pregunta a quienes no han iniciado sesión, así que nadie consiente las cookies.',
  'check.no_cookie_rule.advice': 'Añada una regla como cookie con sessionless: true.',
  'check.no_age_rule': 'Ninguna regla pregunta por la edad.',
  'check.no_age_rule.advice': 'Añada una regla como age que confirme los 16 años o la edad de su país.',
  'check.no_privacy_rule': 'Ninguna regla cubre la privacidad y las condiciones del servicio.',
  'check.no_privacy_rule.advice': 'Añada una regla como privacy_terms.',
  'check.missing_text': 'La regla «{subject}» no tiene texto vigente, así que nadie puede aceptarla.',
  'check.missing_text.advice': 'Escriba su texto en Políticas y publíquelo.',
  'check.blocking_consent': 'La regla «{subject}» es un consentimiento y bloquea hasta que se da, así que no es libre.',
  'check.blocking_consent.advice': 'Quítele blocking; solo puede bloquear lo que un contrato necesita.',
  'check.withdrawal_harder':
    'Quien retira el consentimiento «{subject}» ya no puede guardar su cuenta: retirarlo cuesta más que darlo.',
  'check.withdrawal_harder.advice': 'Quítele validatesOn.',
  'check.withdrawal_hidden': 'Quien no ha iniciado sesión no encuentra dónde retirar un consentimiento.',
  'check.withdrawal_hidden.advice': 'Indique loginUrl para que las páginas puedan llevar allí.',
  'check.cookies_stay': 'Las cookies del script «{subject}» permanecen tras un rechazo.',
  'check.cookies_stay.advice': 'Use permanent solo para cookies que no necesitan consentimiento.',
  'check.cookies_undescribed':
    'La declaración de cookies no dice quién guarda las cookies del script «{subject}», para qué o cuánto tiempo.',
  'check.cookies_undescribed.advice': 'Indique provider en el script, y purpose y duration en cada una de sus cookies.',
  'check.no_ledger_key': 'El registro no está firmado: quien puede escribir en la base de datos puede reescribirlo.',
  'check.no_ledger_key.advice': 'Indique en ledgerKey una clave Ed25519 guardada fuera de la base de datos.',
  'check.environment_unset': 'Nadie ha dicho qué entorno es este, así que se muestran los scripts de desarrollo.',
  'check.environment_unset.advice': 'Indique NODE_ENV o environment.',
  'check.no_mail': 'No se puede enviar correo, así que nadie se entera de qué ha sido de su solicitud.',
  'check.no_mail.advice': 'Indique mail: { transport } y fromEmail.',
  'check.mail_incomplete':
    'Se envía correo, pero falta «{subject}»: algunos mensajes no llegan a nadie o no llevan a ninguna parte.',
  'check.mail_incomplete.advice': 'Indique {subject}.',
  'check.no_admin': 'Nadie puede usar la administración, así que no se puede escribir ningún texto.',
  'check.no_admin.advice': 'Indique isAdminMethod.',
  'check.missing_language': 'Al texto en vigor de «{subject}» le falta un idioma que tenía la versión anterior.',
  'check.missing_language.advice': 'Añada la traducción: abra la versión en Políticas.',
  'check.work_failed': 'Tareas en segundo plano que han fallado del todo: {subject}.',
  'check.work_failed.advice': 'Mire en Tareas en segundo plano: allí está el motivo, y se pueden reintentar.',
  'check.work_waiting': 'Las tareas en segundo plano no se hacen; la más antigua espera desde {subject}.',
  'check.work_waiting.advice': 'Llame a engine.start() en un proceso que permanezca, o ejecute policy-engine work.',
  'check.no_user_lookup':
    'Ni las exportaciones ni los correos encuentran a su persona, así que toda solicitud de datos falla.',
  'check.no_user_lookup.advice': 'Configure userResource.find.',
};
