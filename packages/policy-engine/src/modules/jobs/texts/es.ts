import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.jobs': 'Tareas en segundo plano',
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
  'notice.job_retried': 'Se intenta otra vez.',
  'notice.job_deleted': 'Abandonada.',
  'audit.action.job_retried': 'Tarea en segundo plano reintentada',
  'audit.action.job_deleted': 'Tarea en segundo plano abandonada',
  'check.open_jobs': 'Abrir el trabajo en segundo plano',
  'check.work_failed': 'Tareas en segundo plano que han fallado del todo: {subject}.',
  'check.work_failed.advice': 'Mire en Tareas en segundo plano: allí está el motivo, y se pueden reintentar.',
  'check.work_waiting': 'Las tareas en segundo plano no se hacen; la más antigua espera desde {subject}.',
  'check.work_waiting.advice': 'Llame a engine.start() en un proceso que permanezca, o ejecute policy-engine work.',
};
