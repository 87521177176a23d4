import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'requests.mine.title': 'Mes données',
  'requests.mine.lead':
    'Vous pouvez obtenir une copie de tout ce que nous conservons sur vous. C’est gratuit, et vous n’avez pas à vous justifier.',
  'requests.ask.title': 'Comment ça marche',
  'requests.ask.again': 'Demander une nouvelle copie',
  'requests.ask.step1': 'Vous demandez vos données d’un clic.',
  'requests.ask.step2': 'Nous examinons la demande et rassemblons vos données, en un mois au plus.',
  'requests.ask.step3':
    'Vous téléchargez un seul fichier. Décompressez-le, ouvrez « index.html », puis lisez vos données et cherchez-y sur votre propre ordinateur.',
  'requests.ask.verb': 'Demander mes données',
  'requests.mine.pending': 'Nous avons reçu votre demande',
  'requests.mine.pending_text': 'Nous allons l’examiner et commencer. Vous n’avez rien à faire.',
  'requests.mine.told': 'Nous vous écrivons dès que vos données sont prêtes.',
  'requests.mine.untold': 'Revenez ici : vos données seront sur cette page.',
  'requests.mine.progress': 'Nous rassemblons vos données',
  'requests.mine.progress_text': 'Vous pouvez quitter cette page.',
  'requests.mine.failed': 'Nous rassemblons vos données',
  'requests.mine.failed_text':
    'Quelque chose n’a pas fonctionné de notre côté et nous nous en occupons. Vous n’avez rien à faire.',
  'requests.mine.completed': 'Vos données sont prêtes',
  'requests.mine.completed_text':
    'Décompressez le fichier et ouvrez « index.html ». Gardez-le en lieu sûr : il contient tout sur vous.',
  'requests.mine.denied': 'Votre demande a été refusée',
  'requests.mine.denied_text':
    'Le motif figure ci-dessous. Vous pouvez saisir une autorité de protection des données ou la justice.',
  'requests.mine.expired': 'Votre copie a expiré',
  'requests.mine.expired_text': 'Vous pouvez en demander une nouvelle à tout moment.',
  'requests.size': 'Taille',
  'requests.expires': 'Disponible jusqu’au',
  'requests.download': 'Télécharger mes données',
  'requests.withdraw': 'Retirer la demande',
  'requests.delete_copy': 'Supprimer cette copie',
  'requests.withdraw.title': 'Retirer votre demande ?',
  'requests.withdraw.text': 'Nous arrêtons d’y travailler. Vous pourrez redemander à tout moment.',
  'requests.delete_copy.title': 'Supprimer cette demande ?',
  'requests.delete_copy.text':
    'La copie disparaît, si elle existe encore, et la demande ne figure plus ici. Vos données elles-mêmes restent inchangées.',
  'requests.rights_text':
    'Vous avez droit à une copie de vos données (RGPD, art. 15) et vous pouvez emporter, sous une forme lisible par des programmes, ce que vous nous avez fourni (art. 20). Nous répondons dans le mois suivant votre demande. Si elle est complexe, nous pouvons prendre deux mois de plus et vous disons pourquoi pendant le premier (art. 12, § 3). En cas de refus, nous vous en donnons le motif et vous pouvez saisir une autorité de protection des données.',
  'requests.progress': 'Progression',
  'requests.progress.waiting': 'Sur le point de commencer.',
  'requests.progress.worker':
    'En attente d’un processus : rien n’a encore commencé. Si cela dure, aucun processus ne fait le travail en arrière-plan. Votre développeur en lance un avec engine.start() ou policy-engine work.',
  'requests.mine.not_here':
    'Cette page ne permet pas encore de préparer une copie de vos données. Vous y avez droit malgré tout : écrivez-nous.',
  'requests.progress.rows': '{rows} entrées, {files} fichiers, {size} jusqu’ici',
  'requests.progress.of': '{rows} entrées sur environ {expected}, {files} fichiers, {size} jusqu’ici',
  'requests.state.progress': 'En cours',
  'requests.state.expired': 'Expirée',
  'requests.kind': 'Copie de mes données',
  'requests.all.title': 'Demandes d’accès',
  'requests.all.lead':
    'Des personnes veulent une copie de leurs données. Chacune doit recevoir une réponse dans le mois.',
  'requests.all.none': 'Aucune demande pour l’instant',
  'requests.all.none_text': 'Lorsque quelqu’un demande ses données, la demande apparaît ici.',
  'requests.filter.progress': 'En cours',
  'requests.filter.expired': 'Expirées',
  'requests.one.title': 'Demande de {person}',
  'requests.delete': 'Supprimer',
  'requests.error': 'L’export a échoué et n’est plus retenté automatiquement. Message :',
  'requests.error_retrying': 'La dernière tentative a échoué ; une autre suivra automatiquement. Message :',
  'requests.confirm.verb': 'Confirmer et créer la copie',
  'requests.confirm.title': 'Confirmer cette demande ?',
  'requests.confirm.text': 'Les données de {person} sont rassemblées, et cette personne seule peut les télécharger.',
  'requests.deny.title': 'Refuser cette demande ?',
  'requests.deny.text': 'Le motif est communiqué à {person}, ainsi que la possibilité de saisir une autorité.',
  'requests.deny.hint':
    'En termes simples, dans la langue de la personne. Un refus doit être fondé : par exemple si l’on ne peut pas savoir qui demande, ou si les demandes se répètent sans fin (RGPD, art. 12, § 4, 5 et 6).',
  'requests.extend.title': 'Prendre deux mois de plus ?',
  'requests.extend.text':
    'Le motif et la nouvelle date sont communiqués à {person}. Possible une seule fois, pendant le premier mois.',
  'requests.extend.hint':
    'En termes simples, dans la langue de la personne. La loi le permet pour des demandes complexes ou nombreuses (RGPD, art. 12, § 3).',
  'requests.delete.title': 'Supprimer cette demande ?',
  'requests.delete.text':
    'La demande de {person} disparaît, avec l’export qui a été fait. La personne pourra redemander.',
  'notice.request_created': 'Nous avons bien reçu votre demande.',
  'notice.request_deleted': 'Supprimée.',
  'notice.request_confirmed': 'Confirmée. L’export a commencé.',
  'notice.request_denied': 'Refusée. La personne en est informée.',
  'notice.request_extended': 'Délai prolongé. La personne en est informée.',
  'notice.request_retried': 'Une nouvelle tentative commence.',
  'error.request_open': 'Vous avez déjà une demande en cours ; vous ne pouvez pas encore en faire une autre.',
  'error.export_impossible':
    'Aucune copie ne peut être faite : l’option « {option} » manque. Votre développeur doit la définir. D’ici là, la demande reste en attente.',
  'error.user_gone':
    'L’utilisateur de cette demande n’existe plus : aucune copie ne peut être faite. Refusez la demande ou supprimez-la.',
  'error.request_not_failed': 'Seul un export qui a échoué peut être recommencé.',
  'error.export_gone': 'Cette copie n’existe plus. Demandez-en une nouvelle.',
  'audit.action.request_confirmed': 'Demande de données confirmée',
  'audit.action.request_denied': 'Demande de données refusée',
  'audit.action.request_extended': 'Délai prolongé',
  'audit.action.request_retried': 'Export recommencé',
  'audit.action.request_deleted': 'Demande de données supprimée',
  'mail.reason.asked': 'vous recevez ce message parce que vous avez demandé une copie de vos données.',
  'mail.portability_requested.subject': 'Quelqu’un demande une copie de ses données',
  'mail.portability_requested.text':
    'Confirmez la demande, ou refusez-la en donnant le motif, au plus tard le {due}. La loi accorde un mois.',
  'mail.portability_requested.confirmed':
    'Elle a été confirmée dès son arrivée et les données sont en cours de préparation. Vous n’avez rien à faire.',
  'mail.portability_requested.action': 'Voir la demande',
  'mail.portability_progress.subject': 'Nous rassemblons vos données',
  'mail.portability_progress.text':
    'Votre demande est confirmée. Nous vous écrirons dès que vos données pourront être téléchargées ; vous n’avez rien d’autre à faire.',
  'mail.portability_progress.action': 'Suivre l’avancement',
  'mail.portability_completed.subject': 'Vos données sont prêtes',
  'mail.portability_completed.text':
    'La copie de vos données peut maintenant être téléchargée. Vous seul pouvez l’ouvrir, une fois connecté.',
  'mail.portability_completed.until': 'Elle reste disponible jusqu’au {until} ; ensuite, nous supprimons la copie.',
  'mail.portability_completed.action': 'Télécharger mes données',
  'mail.portability_denied.subject': 'Nous ne pouvons pas donner suite à votre demande',
  'mail.portability_denied.text':
    'Nous avons examiné votre demande de copie de vos données et ne pouvons pas y donner suite. Le motif :',
  'mail.portability_extended.subject': 'Votre demande de données prend plus de temps',
  'mail.portability_extended.text':
    'Il nous faut plus de temps pour préparer la copie de vos données ; elle sera prête au plus tard le {due}. Le motif :',
  'check.no_user_lookup':
    'Ni les exports ni les messages ne trouvent leur destinataire, donc chaque demande de données échoue.',
  'check.no_user_lookup.advice': 'Définissez userResource.find.',
  'check.no_portability_rule':
    'Aucune règle ne dit ce que chacun peut emporter : personne ne peut demander ses données ici.',
  'check.no_portability_rule.advice': 'Définissez portabilityRules.',
  'jobs.name.portability-export': 'Copie des données d’une personne',
  'jobs.name.portability-discard': 'Suppression d’une copie',
  'jobs.name.portability-purge': 'Suppression des copies expirées',
  'requests.retry.title': 'Réessayer cet export ?',
  'requests.retry.text': 'Les données de {person} sont rassemblées depuis le début.',
  'requests.timeline.copied': 'La copie est prête',
  'requests.kind.portability': 'Demande d’accès',
  'requests.bulk.confirm.portability': 'les données sont rassemblées, et seule la personne peut les télécharger.',
  'requests.centre.title': 'Une copie de vos données',
  'requests.centre.more': 'Demandes précédentes et vos droits',
  'requests.mine.step.begun': 'Nous avons commencé à réunir vos données.',
  'requests.mine.step.completed': 'Vos données sont prêtes.',
  'requests.mine.step.denied': 'Nous avons refusé et vous avons dit pourquoi.',
  'requests.mine.step.expired': 'La copie a été retirée d’ici.',
  'requests.mine.next.pending': 'Nous examinons votre demande et commençons.',
  'requests.mine.next.progress': 'Vous pourrez télécharger vos données ici.',
  'requests.mine.next.completed': 'La copie est retirée d’ici.',
};
