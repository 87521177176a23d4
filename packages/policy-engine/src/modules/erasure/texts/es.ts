import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'erasure.error.open': 'Ya ha pedido que se le olvide, y esa solicitud sigue abierta.',
  'erasure.error.impossible': 'Aquí no se puede borrar nada por sí solo. Escriba al responsable de este sitio.',
  'erasure.error.identity_unconfirmed': 'No hemos podido confirmar que sea usted. No se ha pedido nada.',
  'erasure.error.not_pending': 'Esta solicitud ya fue confirmada o respondida.',
  'erasure.error.grace_not_waived':
    'La persona aún puede retirarla y no ha aceptado que empiece antes. Confírmela sin prisa.',
  'erasure.error.closed': 'Esta solicitud ya ha empezado o ya tiene respuesta.',
  'erasure.error.not_held': 'Solo se puede liberar una solicitud retenida.',
  'erasure.error.extended': 'El plazo ya se amplió una vez; la ley no permite una segunda.',
  'erasure.error.overdue': 'El plazo ha vencido y ya no se puede ampliar. Responda cuanto antes.',
  'erasure.error.not_failed': 'Solo se puede reanudar un borrado que ha fallado.',
  'erasure.reason.pseudonymised':
    'Con lo que queda aún se puede distinguir a la persona (RGPD art. 4.5): está seudonimizado, no borrado.',
  'erasure.own.ledger': 'Prueba de las decisiones',
  'erasure.own.ledger_reason':
    'Las entradas quedan como números sobre nadie, para que la prueba de los demás siga siendo válida; se borra quién decidió.',
  'erasure.own.portability': 'Solicitudes de una copia de los datos, y las copias',
  'erasure.own.mails': 'Correos aún no enviados',
  'erasure.own.jobs': 'Trabajo en segundo plano sobre la persona',
  'erasure.own.requests': 'Solicitudes anteriores de ser olvidado',
  'erasure.own.audit': 'Lo que la persona hizo como administradora',
  'erasure.own.audit_reason': 'El registro demuestra que se cumplen las obligaciones de la ley (RGPD art. 5.2).',
  'audit.action.erasure_confirmed': 'Borrado confirmado',
  'audit.action.erasure_denied': 'Borrado denegado',
  'audit.action.erasure_held': 'Borrado retenido',
  'audit.action.erasure_released': 'Fin de la retención de un borrado',
  'audit.action.erasure_extended': 'Plazo de un borrado ampliado',
  'audit.action.erasure_cancelled': 'Solicitud de ser olvidado retirada en nombre de la persona',
  'audit.action.erasure_retried': 'Borrado fallido reanudado',
  'audit.action.erasure_replayed': 'Borrado repetido tras restaurar una copia de seguridad',
  'audit.action.retention_applied': 'Datos borrados cuyo plazo había terminado',
  'jobs.name.erasure': 'Borrado de los datos de una persona',
  'jobs.name.erasure-daily': 'Borrado de datos cuyo plazo ha terminado',
};
