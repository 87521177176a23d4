import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.jobs': 'Tâches de fond',
  'jobs.title': 'Tâches de fond',
  'jobs.lead':
    'Les exports, les messages et les suppressions se font en arrière-plan et sont retentés en cas d’échec. Voici ce qui a échoué à chaque fois.',
  'jobs.none': 'Rien n’a échoué',
  'jobs.none_text': 'Ce qui échoue est d’abord retenté. N’apparaît ici que ce qui échoue encore.',
  'jobs.late':
    'Des tâches ne sont pas faites, alors qu’elles auraient dû commencer. Un processus appelle-t-il engine.start() ou exécute-t-il « policy-engine work » ? En attente depuis :',
  'jobs.what': 'Quoi',
  'jobs.error': 'Ce qui a été dit',
  'jobs.attempts': 'Essais',
  'jobs.failed_at': 'Abandonnée',
  'jobs.retry': 'Réessayer',
  'jobs.delete.title': 'Abandonner cette tâche ?',
  'jobs.delete.text': 'Elle n’est plus retentée. Un message n’est pas envoyé, un fichier n’est pas supprimé.',
  'notice.job_retried': 'Nouvel essai.',
  'notice.job_deleted': 'Abandonnée.',
  'audit.action.job_retried': 'Tâche de fond retentée',
  'audit.action.job_deleted': 'Tâche de fond abandonnée',
  'check.open_jobs': 'Ouvrir le travail en arrière-plan',
  'check.work_failed': 'Tâches de fond qui ont échoué définitivement : {subject}.',
  'check.work_failed.advice': 'Voyez Tâches de fond : la raison y figure, et elles peuvent être retentées.',
  'check.work_waiting': 'Les tâches de fond ne sont pas faites ; la plus ancienne attend depuis {subject}.',
  'check.work_waiting.advice': 'Appelez engine.start() dans un processus qui dure, ou exécutez policy-engine work.',
};
