/** Texts of the page about background work. */
import type { TextsLike } from '../catalogue.ts';
import type { jobs as english } from '../en/jobs.ts';

export const jobs: TextsLike<typeof english> = {
  'nav.jobs': 'Tareas',
  'jobs.title': 'Tareas en segundo plano',
  'jobs.lead':
    'Las exportaciones, los correos y los borrados se hacen en segundo plano y se repiten si fallan. Aquí está lo que falló todas las veces.',
  'jobs.none': 'No ha fallado nada',
  'jobs.none_text': 'Lo que falla se intenta primero otra vez. Aquí solo aparece lo que sigue fallando.',
  'jobs.late':
    'Hay tareas que no se hacen aunque ya deberían haber empezado. ¿Hay un proceso que llame a engine.start() o ejecute «policy-engine work»? Esperan desde:',
  'jobs.what': 'Qué',
  'jobs.error': 'Qué dijo',
  'jobs.attempts': 'Intentos',
  'jobs.failed_at': 'Abandonada',
  'jobs.retry': 'Reintentar',
  'jobs.delete.title': '¿Abandonar esta tarea?',
  'jobs.delete.text': 'No se intenta más. Un correo no se envía, un archivo no se borra.',
  'jobs.name.mail': 'Correo',
  'jobs.name.mail_purge': 'Olvido de los correos enviados',
  'jobs.name.ledger_digest': 'Correo diario sobre el registro',
  'jobs.name.portability-export': 'Copia de los datos de una persona',
  'jobs.name.portability-discard': 'Borrado de una copia',
  'jobs.name.portability-purge': 'Borrado de las copias caducadas',
  'jobs.name.portability-overdue': 'Aviso de solicitudes vencidas',
  'notice.job_retried': 'Se intenta otra vez.',
  'notice.job_deleted': 'Abandonada.',
  'audit.action.job_retried': 'Tarea en segundo plano reintentada',
  'audit.action.job_deleted': 'Tarea en segundo plano abandonada',
};
