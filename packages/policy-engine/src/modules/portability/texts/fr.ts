import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'requests.mine.title': 'Mes données',
  'requests.mine.lead':
    'Vous pouvez demander une copie de toutes les données que nous conservons sur vous. C’est gratuit, et vous n’avez pas à vous justifier.',
  'requests.ask.title': 'Comment ça marche',
  'requests.ask.again': 'Demander une nouvelle copie',
  'requests.ask.step1': 'Vous demandez vos données d’un clic.',
  'requests.ask.step2': 'Nous examinons votre demande et préparons vos données dans un délai d’un mois.',
  'requests.ask.step3':
    'Vous téléchargez un seul fichier. Décompressez-le et ouvrez « index.html » pour lire vos données et y faire des recherches sur votre propre ordinateur.',
  'requests.ask.verb': 'Demander mes données',
  'requests.mine.pending': 'Nous avons reçu votre demande',
  'requests.mine.pending_text': 'Nous allons l’examiner, puis préparer vos données. Vous n’avez rien à faire.',
  'requests.mine.told': 'Nous vous enverrons un e-mail quand vos données seront prêtes.',
  'requests.mine.untold': 'Revenez sur cette page : vos données y seront disponibles.',
  'requests.mine.progress': 'Nous préparons vos données',
  'requests.mine.progress_text': 'Vous pouvez quitter cette page.',
  'requests.mine.failed': 'Nous préparons vos données',
  'requests.mine.failed_text':
    'Une erreur s’est produite de notre côté, et nous allons la corriger. Vous n’avez rien à faire.',
  'requests.mine.completed': 'Vos données sont prêtes',
  'requests.mine.completed_text':
    'Décompressez le fichier et ouvrez « index.html ». Gardez-le en lieu sûr : il contient toutes vos données.',
  'requests.mine.denied': 'Votre demande a été refusée',
  'requests.mine.denied_text':
    'Le motif figure ci-dessous. Vous pouvez introduire une réclamation auprès d’une autorité de protection des données ou saisir un tribunal.',
  'requests.mine.expired': 'Votre copie a expiré',
  'requests.mine.expired_text': 'Vous pouvez en demander une nouvelle à tout moment.',
  'requests.size': 'Taille',
  'requests.expires': 'Disponible jusqu’au',
  'requests.download': 'Télécharger mes données',
  'requests.withdraw': 'Retirer la demande',
  'requests.delete_copy': 'Supprimer cette copie',
  'requests.withdraw.title': 'Retirer votre demande ?',
  'requests.withdraw.text': 'Nous cesserons de la traiter. Vous pouvez faire une nouvelle demande à tout moment.',
  'requests.delete_copy.title': 'Supprimer cette demande ?',
  'requests.delete_copy.text':
    'La copie est supprimée si elle existe encore, et la demande est retirée de cette page. Vos données elles-mêmes ne sont pas touchées.',
  'requests.rights_text':
    'Vous avez le droit d’obtenir une copie de vos données (RGPD, art. 15) et de recevoir les données que vous nous avez fournies dans un format lisible par machine (art. 20). Nous répondons dans un délai d’un mois à compter de la réception de votre demande. Si elle est complexe, nous pouvons prolonger ce délai de deux mois, et vous en donnons le motif au cours du premier mois (art. 12, § 3). Si nous refusons votre demande, nous vous en donnons le motif, et vous pouvez introduire une réclamation auprès d’une autorité de protection des données.',
  'requests.progress': 'Progression',
  'requests.progress.waiting': 'Commence bientôt.',
  'requests.progress.worker':
    'En attente d’un processus de traitement. Si cela ne change pas, aucun n’est en cours : demandez à votre développeur d’en lancer un avec engine.start() ou policy-engine work.',
  'requests.mine.not_here':
    'Une copie de vos données n’est pas encore disponible sur cette page. Vous y avez droit malgré tout : contactez-nous.',
  'requests.progress.rows': '{rows} enregistrements, {files} fichiers, {size} jusqu’ici',
  'requests.progress.of': '{rows} enregistrements sur environ {expected}, {files} fichiers, {size} jusqu’ici',
  'requests.state.progress': 'En cours',
  'requests.state.expired': 'Expirée',
  'requests.kind': 'Copie de mes données',
  'requests.all.title': 'Demandes d’accès',
  'requests.all.lead':
    'Demandes de copie de données personnelles. Vous devez répondre à chacune dans un délai d’un mois.',
  'requests.all.none': 'Aucune demande pour l’instant',
  'requests.all.none_text': 'Les demandes de copie de données apparaîtront ici.',
  'requests.filter.progress': 'En cours',
  'requests.filter.expired': 'Expirées',
  'requests.one.title': 'Demande d’accès de {person}',
  'requests.delete': 'Supprimer',
  'requests.error': 'L’export a échoué et ne sera pas retenté automatiquement. Erreur :',
  'requests.error_retrying': 'La dernière tentative a échoué. L’export sera retenté automatiquement. Erreur :',
  'requests.confirm.verb': 'Confirmer et créer la copie',
  'requests.confirm.title': 'Confirmer cette demande ?',
  'requests.confirm.text': 'Un export des données de {person} est créé. Seule cette personne peut le télécharger.',
  'requests.deny.title': 'Refuser cette demande ?',
  'requests.deny.text':
    'Le motif est communiqué à {person}, ainsi que la possibilité d’introduire une réclamation auprès d’une autorité de protection des données.',
  'requests.deny.hint':
    'Employez des termes simples, dans la langue de la personne. Un refus exige un fondement juridique : par exemple, vous ne pouvez pas vérifier qui a fait la demande, ou les demandes sont excessives (RGPD, art. 12, § 4, 5 et 6).',
  'requests.extend.title': 'Prolonger le délai de deux mois ?',
  'requests.extend.text':
    'Le motif et la nouvelle échéance sont communiqués à {person}. Le délai peut être prolongé une fois, au cours du premier mois.',
  'requests.extend.hint':
    'Employez des termes simples, dans la langue de la personne. La loi permet une prolongation pour des demandes complexes ou nombreuses (RGPD, art. 12, § 3).',
  'requests.delete.title': 'Supprimer cette demande ?',
  'requests.delete.text':
    'La demande de {person} est supprimée avec son export. Cette personne peut faire une nouvelle demande.',
  'notice.request_created': 'Nous avons reçu votre demande.',
  'notice.request_deleted': 'Supprimée.',
  'notice.request_confirmed': 'Confirmée. L’export a commencé.',
  'notice.request_denied': 'Refusée. La personne sera informée du motif.',
  'notice.request_extended': 'Délai prolongé. La personne sera informée du motif.',
  'notice.request_retried': 'L’export est retenté.',
  'error.request_open': 'Vous avez déjà une demande en cours ; vous ne pouvez pas encore en faire une autre.',
  'error.export_impossible':
    'L’export ne peut pas être créé : l’option « {option} » n’est pas définie. Demandez à votre développeur de la définir. La demande reste ouverte.',
  'error.user_gone':
    'L’utilisateur qui a fait cette demande n’existe plus : aucune copie ne peut être créée. Refusez ou supprimez la demande.',
  'error.request_not_failed': 'Seul un export qui a échoué peut être retenté.',
  'error.export_gone': 'Cette copie n’est plus disponible. Demandez-en une nouvelle.',
  'audit.action.request_confirmed': 'Demande d’accès confirmée',
  'audit.action.request_denied': 'Demande d’accès refusée',
  'audit.action.request_extended': 'Délai prolongé',
  'audit.action.request_retried': 'Export retenté',
  'audit.action.request_deleted': 'Demande d’accès supprimée',
  'mail.reason.asked': 'vous recevez cet e-mail parce que vous avez demandé une copie de vos données.',
  'mail.portability_requested.subject': 'Nouvelle demande de copie de données',
  'mail.portability_requested.text':
    'Veuillez confirmer la demande, ou la refuser en indiquant le motif, au plus tard le {due}. La loi accorde un mois.',
  'mail.portability_requested.confirmed':
    'La demande a été confirmée automatiquement et l’export est en cours de création. Vous n’avez rien à faire.',
  'mail.portability_requested.action': 'Voir la demande',
  'mail.portability_progress.subject': 'Nous préparons vos données',
  'mail.portability_progress.text':
    'Votre demande a été confirmée. Nous vous enverrons un e-mail quand vos données pourront être téléchargées. Vous n’avez rien à faire.',
  'mail.portability_progress.action': 'Suivre l’avancement',
  'mail.portability_completed.subject': 'Vos données sont prêtes',
  'mail.portability_completed.text':
    'Une copie de vos données peut être téléchargée. Vous seul pouvez l’ouvrir, après vous être connecté.',
  'mail.portability_completed.until': 'Vous pouvez la télécharger jusqu’au {until}. Ensuite, la copie est supprimée.',
  'mail.portability_completed.action': 'Télécharger mes données',
  'mail.portability_denied.subject': 'Votre demande de données a été refusée',
  'mail.portability_denied.text':
    'Nous avons examiné votre demande de copie de vos données et ne pouvons pas y donner suite. Le motif :',
  'mail.portability_extended.subject': 'Votre demande de données prendra plus de temps',
  'mail.portability_extended.text':
    'Il nous faut plus de temps pour préparer la copie de vos données. Elle sera prête au plus tard le {due}. Le motif :',
  'check.no_user_lookup':
    'Les exports et les e-mails ne peuvent pas trouver la personne à laquelle ils sont destinés : toutes les demandes d’accès échouent.',
  'check.no_user_lookup.advice': 'Définissez userResource.find.',
  'check.no_portability_rule':
    'Aucune règle ne définit les données qui peuvent être exportées : personne ne peut demander ses données ici.',
  'check.no_portability_rule.advice': 'Définissez portabilityRules.',
  'jobs.name.portability-export': 'Export des données d’une personne',
  'jobs.name.portability-discard': 'Suppression d’un export',
  'jobs.name.portability-purge': 'Suppression des exports expirés',
  'requests.retry.title': 'Réessayer cet export ?',
  'requests.retry.text': 'L’export des données de {person} recommence depuis le début.',
  'requests.timeline.copied': 'Copie prête',
  'requests.kind.portability': 'Demande d’accès',
  'requests.bulk.confirm.portability': 'un export des données est créé. Seule la personne peut le télécharger.',
  'requests.centre.title': 'Obtenir une copie de vos données',
  'requests.centre.more': 'Demandes précédentes et vos droits',
  'requests.mine.step.begun': 'Nous avons commencé à préparer vos données.',
  'requests.mine.step.completed': 'Vos données sont prêtes.',
  'requests.mine.step.denied': 'Nous avons refusé la demande et vous avons dit pourquoi.',
  'requests.mine.step.expired': 'La copie a été supprimée.',
  'requests.mine.next.pending': 'Nous examinons votre demande.',
  'requests.mine.next.progress': 'Vous pourrez télécharger vos données ici.',
  'requests.mine.next.completed': 'La copie est supprimée.',
};
