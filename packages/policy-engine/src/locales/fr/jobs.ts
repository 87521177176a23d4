/** Texts of the page about background work. */
import type { TextsLike } from '../catalogue.ts';
import type { jobs as english } from '../en/jobs.ts';

export const jobs: TextsLike<typeof english> = {
  'nav.jobs': 'Tâches',
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
  'jobs.name.mail': 'Message',
  'jobs.name.mail_purge': 'Oubli des messages envoyés',
  'jobs.name.ledger_digest': 'Message quotidien sur le registre',
  'jobs.name.portability-export': 'Copie des données d’une personne',
  'jobs.name.portability-discard': 'Suppression d’une copie',
  'jobs.name.portability-purge': 'Suppression des copies expirées',
  'jobs.name.portability-overdue': 'Rappel des demandes en retard',
  'notice.job_retried': 'Nouvel essai.',
  'notice.job_deleted': 'Abandonnée.',
  'audit.action.job_retried': 'Tâche de fond retentée',
  'audit.action.job_deleted': 'Tâche de fond abandonnée',
};
