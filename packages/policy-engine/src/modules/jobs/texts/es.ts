import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'nav.jobs': 'Tareas en segundo plano',
  'jobs.title': 'Tareas en segundo plano',
  'jobs.lead':
    'Las exportaciones, los correos y las supresiones se ejecutan en segundo plano y se reintentan si fallan. Las tareas que figuran aquí han fallado todas las veces: reinténtelas cuando se haya resuelto la causa.',
  'jobs.none': 'No hay tareas fallidas',
  'jobs.none_text':
    'Las tareas fallidas se reintentan primero automáticamente. Aquí solo figuran las que siguen fallando.',
  'jobs.late':
    'Hay tareas en segundo plano que no se ejecutan aunque les corresponde: las exportaciones, los correos y las supresiones se retrasan. Avise a un desarrollador: un servidor debe llamar a engine.start() o ejecutar «policy-engine work». Esperan desde:',
  'jobs.what': 'Tarea',
  'jobs.error': 'Mensaje de error',
  'jobs.reference': 'Referencia',
  'jobs.attempts': 'Intentos',
  'jobs.failed_at': 'Falló el',
  'jobs.retry': 'Reintentar',
  'jobs.delete.title': '¿Eliminar esta tarea?',
  'jobs.delete.text': 'No se reintentará. Su trabajo, como una exportación o un correo, queda sin hacer.',
  'notice.job_retried': 'Se está reintentando la tarea.',
  'notice.job_deleted': 'Tarea eliminada.',
  'audit.action.job_retried': 'Tarea en segundo plano reintentada',
  'audit.action.job_deleted': 'Tarea en segundo plano eliminada',
  'check.open_jobs': 'Abrir las tareas en segundo plano',
  'check.work_failed': 'Tareas en segundo plano fallidas definitivamente: {subject}.',
  'check.work_failed.name': 'Las tareas en segundo plano se completan',
  'check.work_failed.advice': 'Abra Tareas en segundo plano para ver los errores y reintentar las tareas.',
  'check.work_waiting': 'Las tareas en segundo plano no se ejecutan; la más antigua espera desde {subject}.',
  'check.work_waiting.name': 'Las tareas en segundo plano empiezan a tiempo',
  'check.work_waiting.advice': 'Llame a engine.start() en un proceso de larga duración, o ejecute policy-engine work.',
};
