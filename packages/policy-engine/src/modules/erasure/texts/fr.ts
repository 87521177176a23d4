import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'erasure.error.open': 'Vous avez déjà demandé à être oublié, et cette demande est encore ouverte.',
  'erasure.error.impossible': 'Rien ne peut être effacé automatiquement ici. Écrivez à l’exploitant de ce site.',
  'erasure.error.identity_unconfirmed':
    'Nous n’avons pas pu confirmer qu’il s’agit bien de vous. Rien n’a été demandé.',
  'erasure.error.not_pending': 'Cette demande a déjà été confirmée ou a déjà reçu sa réponse.',
  'erasure.error.grace_not_waived':
    'La personne peut encore la retirer et n’a pas accepté qu’elle commence avant. Confirmez-la sans hâte.',
  'erasure.error.closed': 'Cette demande a déjà commencé ou a déjà reçu sa réponse.',
  'erasure.error.not_held': 'Seule une demande suspendue peut être libérée.',
  'erasure.error.extended': 'Le délai a déjà été prolongé une fois ; la loi n’en permet pas une seconde.',
  'erasure.error.overdue': 'Le délai est dépassé et ne peut plus être prolongé. Répondez dès que possible.',
  'erasure.error.not_failed': 'Seul un effacement qui a échoué peut être repris.',
  'erasure.reason.pseudonymised':
    'Ce qui reste permet encore de distinguer la personne (RGPD art. 4, point 5) : c’est pseudonymisé, pas effacé.',
  'erasure.error.replay_needed':
    'Les données de ce site ont été restaurées depuis une sauvegarde, et ce qui avait été effacé depuis l’est à nouveau. Revenez plus tard.',
  'check.no_erasure_journal':
    'Aucun journal ne note qui a été effacé : une sauvegarde restaurée le ramène, et personne ne le remarque.',
  'check.no_erasure_journal.advice':
    'Définissez erasure.journal, un fichier ou un stockage hors de la base de données, et erasure.journalKey.',
  'check.erasure_replay_needed':
    'La base de données a été restaurée depuis une sauvegarde : {subject} effacements sont dans le journal et pas dans la base.',
  'check.erasure_replay_needed.advice': 'Lancez « policy-engine erasure replay ».',
  'check.erasure_journal_failed': 'On ne peut pas se fier au journal des effacements : {subject}.',
  'check.erasure_journal_failed.advice':
    'Assurez-vous que erasure.journal peut être lu et écrit, que personne d’autre n’y écrit et que erasure.journalKey est la clé de ses lignes.',
  'check.erasure_failed': 'Effacements arrêtés en cours de route : {subject}.',
  'check.erasure_failed.advice': 'Ouvrez la demande : la raison y figure. Corrigez-la et reprenez l’effacement.',
  'erasure.own.ledger': 'Preuve des décisions',
  'erasure.own.ledger_reason':
    'Les entrées restent comme des nombres qui ne concernent personne, pour que la preuve de toutes les autres reste valable ; l’identité est effacée.',
  'erasure.own.portability': 'Demandes d’une copie des données, et les copies',
  'erasure.own.mails': 'E-mails pas encore envoyés',
  'erasure.own.jobs': 'Travaux en arrière-plan au sujet de la personne',
  'erasure.own.requests': 'Demandes antérieures d’être oublié',
  'erasure.own.audit': 'Ce que la personne a fait comme administratrice',
  'erasure.own.audit_reason': 'Le journal montre que les obligations de la loi sont respectées (RGPD art. 5, § 2).',
  'audit.action.erasure_confirmed': 'Effacement confirmé',
  'audit.action.erasure_denied': 'Effacement refusé',
  'audit.action.erasure_held': 'Effacement suspendu',
  'audit.action.erasure_released': 'Fin de la suspension d’un effacement',
  'audit.action.erasure_extended': 'Délai d’un effacement prolongé',
  'audit.action.erasure_cancelled': 'Demande d’être oublié retirée au nom de la personne',
  'audit.action.erasure_retried': 'Effacement échoué repris',
  'audit.action.erasure_replayed': 'Effacement refait après la restauration d’une sauvegarde',
  'audit.action.retention_applied': 'Données effacées dont la durée était écoulée',
  'jobs.name.erasure': 'Effacement des données d’une personne',
  'jobs.name.erasure-daily': 'Effacement de données dont la durée est écoulée',
};
