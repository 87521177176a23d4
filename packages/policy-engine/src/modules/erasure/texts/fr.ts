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
