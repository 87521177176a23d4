import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.jobs': 'Tâches de fond',
  'jobs.title': 'Tâches de fond',
  'jobs.lead':
    'Les exports, les e-mails et les effacements s’exécutent en arrière-plan et sont retentés en cas d’échec. Les tâches listées ici ont échoué à chaque fois : relancez-les une fois la cause corrigée.',
  'jobs.none': 'Aucune tâche échouée',
  'jobs.none_text':
    'Les tâches échouées sont d’abord retentées automatiquement. Seules celles qui échouent encore figurent ici.',
  'jobs.late':
    'Des tâches de fond ne s’exécutent pas alors qu’elles le devraient : les exports, les e-mails et les effacements sont retardés. Prévenez un développeur : un serveur doit appeler engine.start() ou exécuter « policy-engine work ». En attente depuis :',
  'jobs.what': 'Tâche',
  'jobs.error': 'Message d’erreur',
  'jobs.reference': 'Référence',
  'jobs.attempts': 'Tentatives',
  'jobs.failed_at': 'Échouée le',
  'jobs.retry': 'Réessayer',
  'jobs.delete.title': 'Supprimer cette tâche ?',
  'jobs.delete.text':
    'Elle ne sera pas retentée. Son travail, par exemple une exportation ou un e-mail, n’est pas fait.',
  'notice.job_retried': 'La tâche est retentée.',
  'notice.job_deleted': 'Tâche supprimée.',
  'audit.action.job_retried': 'Tâche de fond retentée',
  'audit.action.job_deleted': 'Tâche de fond supprimée',
  'check.open_jobs': 'Ouvrir les tâches de fond',
  'check.work_failed': 'Tâches de fond échouées définitivement : {subject}.',
  'check.work_failed.name': 'Les tâches de fond aboutissent',
  'check.work_failed.advice': 'Ouvrez Tâches de fond pour voir les erreurs et retenter les tâches.',
  'check.work_waiting': 'Les tâches de fond ne s’exécutent pas ; la plus ancienne attend depuis {subject}.',
  'check.work_waiting.name': 'Les tâches de fond démarrent à temps',
  'check.work_waiting.advice':
    'Appelez engine.start() dans un processus de longue durée, ou exécutez policy-engine work.',
};
