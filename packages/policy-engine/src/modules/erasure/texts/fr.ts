import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'erasure.kind': 'Effacement de vos données',
  'erasure.state.held': 'Suspendue',
  'erasure.state.cancelled': 'Retirée',
  'erasure.state.running': 'En cours',
  'erasure.state.completed': 'Terminée',
  'erasure.mine.title': 'Effacer vos données',
  'erasure.mine.lead':
    'Vous pouvez nous demander d’effacer les données que nous conservons sur vous. Lisez d’abord ce qui est effacé, ce qui est conservé, et pourquoi.',
  'erasure.mine.pending': 'Nous avons reçu votre demande',
  'erasure.mine.pending_text':
    'Rien n’a encore été effacé. Nous allons examiner votre demande et y répondre. Vous pouvez la retirer jusqu’au début de l’effacement.',
  'erasure.mine.confirmed': 'Votre demande a été confirmée',
  'erasure.mine.confirmed_text':
    'Rien n’a encore été effacé : l’effacement commencera automatiquement à la date indiquée ci-dessous. D’ici là, vous pouvez retirer votre demande.',
  'erasure.mine.held': 'Votre demande est suspendue',
  'erasure.mine.held_text':
    'Nous avons un fondement juridique pour conserver vos données pour le moment. Votre demande reste ouverte ; le motif figure ci-dessous. Si vous n’êtes pas d’accord, vous pouvez introduire une réclamation auprès d’une autorité de protection des données ou saisir un tribunal.',
  'erasure.mine.denied': 'Votre demande a été refusée',
  'erasure.mine.denied_text':
    'Le motif figure ci-dessous. Vous pouvez introduire une réclamation auprès d’une autorité de protection des données ou saisir un tribunal.',
  'erasure.mine.cancelled': 'Vous avez retiré votre demande',
  'erasure.mine.cancelled_text': 'Rien n’a été effacé.',
  'erasure.mine.running': 'Vos données sont en cours d’effacement',
  'erasure.mine.running_text': 'L’effacement a commencé et ne peut plus être arrêté. Vous n’avez rien à faire.',
  'erasure.plan.title': 'Ce que deviennent vos données',
  'erasure.plan.lead': 'Voici les données que nous conservons sur vous aujourd’hui, et ce qu’un effacement en fait.',
  'erasure.plan.kept':
    'Les données que la loi nous oblige à conserver ne servent à rien d’autre et sont effacées automatiquement à la date indiquée à côté.',
  'erasure.plan.pseudonymised':
    '« Pseudonymisé » signifie que l’enregistrement est conservé et pourrait encore vous être attribué à l’aide d’informations supplémentaires.',
  'erasure.plan.backups': 'Les sauvegardes conservent une copie pendant {days} au plus, puis sont écrasées.',
  'erasure.plan.unknown':
    'Nous ne pouvons pas indiquer pour le moment ce qui sera effacé. Vous pouvez quand même faire une demande, et vous recevrez une liste une fois l’effacement terminé.',
  'erasure.plan.data': 'Données',
  'erasure.plan.what': 'Action',
  'erasure.plan.rows': 'Enregistrements',
  'erasure.plan.why': 'Motif et conservation',
  'erasure.plan.admin_title': 'Données qui seront effacées',
  'erasure.plan.failed': 'L’effacement ne peut pas être prévisualisé : ses effets sont inconnus. Erreur :',
  'erasure.will.delete': 'Effacé',
  'erasure.will.erase_fields': 'Éléments personnels effacés',
  'erasure.will.pseudonymise': 'Pseudonymisé',
  'erasure.will.keep': 'Conservé',
  'erasure.will.run': 'Effacé par l’application',
  'erasure.done.delete': 'Effacé',
  'erasure.done.erase_fields': 'Éléments personnels effacés',
  'erasure.done.pseudonymise': 'Pseudonymisé',
  'erasure.done.keep': 'Conservé',
  'erasure.done.rows': '{what} : {rows}',
  'erasure.until': 'jusqu’au {until}',
  'erasure.kept_until': 'Conservé jusqu’au',
  'erasure.ask.title': 'Demander l’effacement',
  'erasure.ask.step1': 'Vous faites la demande avec le bouton ci-dessous.',
  'erasure.ask.step1_password': 'Vous faites la demande ci-dessous et la confirmez avec votre mot de passe.',
  'erasure.ask.step2': 'Nous examinons votre demande et y répondons dans un délai d’un mois.',
  'erasure.ask.grace': 'Vous avez ensuite {days} pour changer d’avis avant que quoi que ce soit ne soit effacé.',
  'erasure.ask.step3':
    'Vos données sont effacées comme indiqué ci-dessus. Si votre compte en fait partie, vous ne pourrez plus vous connecter.',
  'erasure.ask.receipt': 'Vous recevez un reçu par e-mail.',
  'erasure.ask.final':
    'Un effacement ne peut pas être annulé. Si vous voulez une copie de vos données, demandez-la d’abord.',
  'erasure.ask.password': 'Votre mot de passe',
  'erasure.ask.password_hint': 'Pour que personne d’autre ne puisse faire effacer vos données.',
  'erasure.ask.waive': 'Ne pas attendre : commencer dès que la demande est confirmée',
  'erasure.ask.waive_hint': 'Vous disposerez alors peut-être de moins de {days} pour retirer votre demande.',
  'erasure.ask.verb': 'Demander l’effacement',
  'erasure.cancel': 'Retirer la demande',
  'erasure.cancel.title': 'Retirer votre demande ?',
  'erasure.cancel.text': 'Rien ne sera effacé. Vous pouvez faire une nouvelle demande à tout moment.',
  'erasure.grace_until': 'Rien n’est effacé avant le',
  'erasure.begins': 'Commence le',
  'erasure.grace': 'Délai de rétractation',
  'erasure.grace.waived': 'La personne y a renoncé',
  'erasure.hold_reason': 'Motif de la suspension',
  'erasure.confirmed': 'Confirmée',
  'erasure.identified': 'Identité confirmée',
  'erasure.identified.not': 'Non requise : la demande a été faite par l’utilisateur connecté',
  'erasure.rights_text':
    'Vous avez le droit d’obtenir l’effacement de vos données lorsqu’elles ne sont plus nécessaires, lorsque vous retirez votre consentement ou vous opposez au traitement, ou lorsqu’elles ont fait l’objet d’un traitement illicite (RGPD, art. 17). Nous pouvons conserver les données que la loi nous oblige à conserver ou qui sont nécessaires à la constatation, à l’exercice ou à la défense de droits en justice (art. 17, § 3). Nous répondons dans un délai d’un mois à compter de la réception de votre demande. Si elle est complexe, nous pouvons prolonger ce délai de deux mois, et vous en donnons le motif au cours du premier mois (art. 12, § 3). Vous pouvez nous demander à quels destinataires de vos données nous avons signalé l’effacement (art. 19). Si nous refusons votre demande, nous vous en donnons le motif, et vous pouvez introduire une réclamation auprès d’une autorité de protection des données.',
  'erasure.receipt.title': 'Reçu',
  'erasure.receipt.begun': 'Début',
  'erasure.receipt.completed': 'Fin',
  'erasure.receipt.backups_until': 'Dans les sauvegardes jusqu’au',
  'erasure.receipt.backups':
    'Les sauvegardes peuvent contenir une copie jusqu’au {until}. Ensuite, elles sont écrasées.',
  'erasure.absence.title': 'Recherche de données restantes',
  'erasure.absence.searched':
    'Après toutes les étapes, des données identifiant la personne ont été recherchées dans {columns} colonnes de {tables} tables.',
  'erasure.absence.sampled':
    'Seul un échantillon de la table {table} a été examiné : {rows} lignes d’un total inconnu.',
  'erasure.absence.sampled_of':
    'Seul un échantillon de la table {table} a été examiné : {rows} lignes sur environ {of}.',
  'erasure.absence.id_short':
    'L’identifiant de la personne est trop court pour être recherché à l’intérieur des textes ; seules les valeurs qui en sont constituées ont été recherchées.',
  'erasure.absence.files': 'Fichiers stockés',
  'erasure.absence.files.searched': 'Examinés',
  'erasure.absence.files.share': '{files} sur {of}',
  'erasure.absence.files.found': 'Trouvées dans',
  'erasure.absence.files.not': 'Non examinés',
  'erasure.absence.files.not.no_text': '{files} : pas du texte brut',
  'erasure.absence.files.not.encrypted': '{files} : chiffrés',
  'erasure.absence.files.not.failed': '{files} : lecture impossible',
  'erasure.absence.files.not.no_words': '{files} : aucune donnée identifiante connue à rechercher dans des textes',
  'erasure.absence.nothing': 'Aucune donnée restante n’a été trouvée, hormis les données qu’une règle conserve.',
  'erasure.absence.found':
    'Des données identifiant la personne subsistent à des endroits où aucune règle ne les conserve. Examinez ces endroits et ajoutez-les aux règles de données.',
  'erasure.absence.place': 'Emplacement',
  'erasure.absence.kept': 'Conservé par une règle',
  'erasure.absence.open': 'Non couvert par une règle',
  'erasure.all.title': 'Demandes d’effacement',
  'erasure.all.lead':
    'Demandes d’effacement de données personnelles. Vous devez répondre à chacune dans un délai d’un mois.',
  'erasure.all.none': 'Aucune demande pour l’instant',
  'erasure.all.none_text': 'Les demandes d’effacement apparaîtront ici.',
  'erasure.one.title': 'Demande d’effacement de {person}',
  'erasure.one.waits': 'Confirmée. L’effacement commence automatiquement à la fin du délai de rétractation.',
  'erasure.one.held': 'Suspendue : rien n’est effacé tant que vous ne levez pas la suspension.',
  'erasure.one.failed':
    'L’effacement s’est arrêté et ne sera pas retenté automatiquement. Les étapes terminées restent acquises. Erreur :',
  'erasure.one.retrying':
    'Certaines étapes de la dernière tentative ont échoué. Elles seront retentées automatiquement. Erreur :',
  'erasure.confirm.verb': 'Confirmer l’effacement',
  'erasure.confirm.title': 'Confirmer cet effacement ?',
  'erasure.confirm.text': 'Les données indiquées ci-dessous sont effacées pour {person}.',
  'erasure.confirm.now': 'L’effacement commence immédiatement.',
  'erasure.confirm.later': 'La personne peut encore retirer la demande. L’effacement commence automatiquement le',
  'erasure.confirm.waived': 'La personne a accepté que l’effacement commence plus tôt.',
  'erasure.confirm.at_once': 'Confirmer et commencer maintenant',
  'erasure.release': 'Lever la suspension',
  'erasure.release.title': 'Lever la suspension ?',
  'erasure.release.text': 'La demande de {person} reprend là où elle s’est arrêtée.',
  'erasure.release.text_confirmed':
    'La demande de {person} est déjà confirmée : une fois la suspension levée, l’effacement commence automatiquement.',
  'erasure.hold': 'Suspendre',
  'erasure.hold.title': 'Suspendre cet effacement ?',
  'erasure.hold.text':
    'Rien n’est effacé tant que vous ne levez pas la suspension. Le motif est communiqué à {person}.',
  'erasure.hold.hint':
    'Employez des termes simples, dans la langue de la personne. Une suspension exige un fondement juridique : par exemple une action en justice ou l’ordre d’une autorité (RGPD, art. 17, § 3).',
  'erasure.deny.title': 'Refuser cette demande ?',
  'erasure.deny.text':
    'Le motif est communiqué à {person}, ainsi que la possibilité d’introduire une réclamation auprès d’une autorité de protection des données.',
  'erasure.deny.hint':
    'Employez des termes simples, dans la langue de la personne. Un refus exige un fondement juridique : par exemple, vous ne pouvez pas vérifier qui a fait la demande, ou la loi vous oblige à conserver toutes les données (RGPD, art. 12, § 6, et art. 17, § 3).',
  'erasure.extend.title': 'Prolonger le délai de deux mois ?',
  'erasure.extend.text':
    'Le motif et la nouvelle échéance sont communiqués à {person}. Le délai peut être prolongé une fois, au cours du premier mois.',
  'erasure.extend.hint':
    'Employez des termes simples, dans la langue de la personne. La loi permet une prolongation pour des demandes complexes ou nombreuses (RGPD, art. 12, § 3).',
  'erasure.steps.title': 'Progression',
  'erasure.steps.of': '{done} étapes terminées sur {all}',
  'erasure.steps.done': 'Effacé',
  'erasure.steps.kept': 'Conservé',
  'erasure.steps.error': 'Dernière erreur',
  'erasure.step.waiting': 'En attente',
  'erasure.step.running': 'En cours',
  'erasure.step.done': 'Terminée',
  'erasure.step.failed': 'Échouée',
  'notice.erasure_created': 'Nous avons reçu votre demande. Rien n’a encore été effacé.',
  'notice.erasure_cancelled': 'Votre demande a été retirée. Rien n’a été effacé.',
  'notice.erasure_confirmed': 'Confirmée. La personne sera informée de la date du début de l’effacement.',
  'notice.erasure_held': 'Suspendue. La personne sera informée du motif.',
  'notice.erasure_released': 'La suspension est levée.',
  'mail.reason.erasure': 'vous recevez cet e-mail parce que vous avez demandé l’effacement de vos données.',
  'mail.requests_overdue.user.erasure': 'Demande d’effacement de l’utilisateur {user}',
  'mail.erasure_requested.subject': 'Nouvelle demande d’effacement',
  'mail.erasure_requested.text':
    'Examinez ce qui sera effacé, puis confirmez la demande, ou refusez-la en indiquant le motif, au plus tard le {due}. La loi accorde un mois.',
  'mail.erasure_requested.action': 'Voir la demande',
  'mail.erasure_received.subject': 'Nous avons reçu votre demande d’effacement de vos données',
  'mail.erasure_received.text':
    'Rien n’a encore été effacé. Nous examinerons votre demande et y répondrons au plus tard le {due}.',
  'mail.erasure_received.grace':
    'Rien ne sera effacé avant le {until}, sauf si vous avez accepté un début plus tôt. Vous pouvez retirer votre demande jusqu’au début de l’effacement.',
  'mail.erasure_received.not_you':
    'Si vous n’avez pas fait cette demande, connectez-vous, retirez-la et changez votre mot de passe.',
  'mail.erasure_confirmed.subject': 'Votre demande d’effacement de vos données a été confirmée',
  'mail.erasure_confirmed.now':
    'L’effacement commence maintenant. Quand il sera terminé, vous recevrez un reçu par e-mail.',
  'mail.erasure_confirmed.later':
    'L’effacement commencera automatiquement le {at}. D’ici là, vous pouvez retirer votre demande. Quand l’effacement sera terminé, vous recevrez un reçu par e-mail.',
  'mail.erasure_denied.subject': 'Votre demande d’effacement de vos données a été refusée',
  'mail.erasure_denied.text':
    'Nous avons examiné votre demande d’effacement de vos données et ne pouvons pas y donner suite. Le motif :',
  'mail.erasure_held.subject': 'Votre demande d’effacement de vos données est suspendue',
  'mail.erasure_held.text':
    'Nous avons un fondement juridique pour conserver vos données pour le moment. Votre demande reste ouverte et reprendra quand ce fondement n’existera plus. Le motif :',
  'mail.erasure_released.subject': 'Votre demande d’effacement de vos données reprend',
  'mail.erasure_released.text':
    'Le fondement juridique de la conservation de vos données n’existe plus. Votre demande reprend là où elle s’est arrêtée.',
  'mail.erasure_extended.subject': 'Votre demande d’effacement de vos données prendra plus de temps',
  'mail.erasure_extended.text':
    'Il nous faut plus de temps pour votre demande ; nous y répondrons au plus tard le {due}. Le motif :',
  'mail.erasure_cancelled.subject': 'Vous avez retiré votre demande d’effacement de vos données',
  'mail.erasure_cancelled.text':
    'Rien n’a été effacé. Si vous n’avez pas retiré la demande vous-même, connectez-vous et changez votre mot de passe.',
  'mail.erasure_completed.text':
    'L’effacement que vous avez demandé s’est terminé le {at}. Voici ce qu’il est advenu de chaque type de données :',
  'mail.erasure_completed.last':
    'Conservez cet e-mail : c’est votre reçu. Si vous n’êtes pas d’accord, vous pouvez introduire une réclamation auprès d’une autorité de protection des données ou saisir un tribunal.',
  'mail.erasure_completed.action': 'Nos politiques',
  'mail.erasure_receipt.subject': 'Effacement terminé',
  'mail.erasure_receipt.text': 'L’effacement {id} s’est terminé le {at}. Ce reçu n’identifie pas la personne :',
  'mail.erasure_receipt.found':
    'Endroits où subsistent des données identifiant la personne sans qu’aucune règle ne les conserve : {count}. Veuillez les examiner.',
  'mail.erasure_receipt.action': 'Voir le reçu',
  'erasure.error.open': 'Vous avez déjà une demande d’effacement de vos données ouverte.',
  'error.title.erasure_impossible': 'Les données ne peuvent pas être effacées automatiquement',
  'erasure.error.impossible':
    'Ce site ne peut pas effacer de données automatiquement. Contactez l’exploitant de ce site.',
  'erasure.error.identity_unconfirmed': 'Nous n’avons pas pu confirmer votre identité. Aucune demande n’a été faite.',
  'erasure.error.not_pending': 'Cette demande a déjà été confirmée ou clôturée.',
  'error.title.grace_not_waived': 'Un début immédiat n’est pas possible',
  'erasure.error.grace_not_waived':
    'La personne peut encore retirer la demande et n’a pas accepté un début plus tôt. Confirmez-la sans début immédiat.',
  'erasure.error.closed': 'Cette demande a déjà commencé ou est clôturée.',
  'error.title.request_not_held': 'Cette demande n’est pas suspendue',
  'erasure.error.not_held': 'Seule la suspension d’une demande suspendue peut être levée.',
  'erasure.error.extended': 'Le délai a déjà été prolongé. La loi ne permet qu’une seule prolongation.',
  'erasure.error.overdue': 'Le délai est dépassé et ne peut plus être prolongé. Répondez dès que possible.',
  'erasure.error.not_failed': 'Seul un effacement qui a échoué peut être retenté.',
  'erasure.reason.pseudonymised':
    'Les données restantes peuvent encore être attribuées à la personne (RGPD, art. 4, point 5) : elles sont pseudonymisées, pas effacées.',
  'erasure.error.replay_needed':
    'Les données de ce site ont été restaurées depuis une sauvegarde, et les effacements antérieurs sont en train d’être répétés. Réessayez plus tard.',
  'check.no_erasure_journal':
    'Il n’y a pas de journal des effacements : une sauvegarde restaurée ramène des données effacées sans que rien ne le signale.',
  'check.no_erasure_journal.name': 'Journal des effacements',
  'check.no_erasure_journal.advice':
    'Définissez erasure.journal, un fichier ou un stockage hors de la base de données, et erasure.journalKey.',
  'check.erasure_replay_needed':
    'La base de données a été restaurée depuis une sauvegarde : il y manque {subject} effacements inscrits au journal.',
  'check.erasure_replay_needed.name': 'Effacements après une restauration',
  'check.erasure_replay_needed.advice': 'Lancez « policy-engine erasure replay ».',
  'check.erasure_journal_failed': 'Le journal des effacements est inutilisable : {subject}.',
  'check.erasure_journal_failed.name': 'Accès au journal des effacements',
  'check.erasure_journal_failed.advice':
    'Assurez-vous que erasure.journal peut être lu et écrit, que rien d’autre n’y écrit et que erasure.journalKey est la clé avec laquelle ses lignes ont été écrites.',
  'check.erasure_failed': 'Effacements échoués : {subject}.',
  'check.erasure_failed.name': 'Les effacements aboutissent',
  'check.erasure_failed.advice': 'Ouvrez la demande pour voir l’erreur, corrigez-en la cause et retentez l’effacement.',
  'erasure.own.ledger': 'Preuve des décisions',
  'erasure.own.ledger_reason':
    'Les entrées sont conservées sans aucun lien avec une personne, pour que les preuves de toutes les autres entrées restent valides. L’identité est effacée.',
  'erasure.own.portability': 'Demandes d’accès et exports',
  'erasure.own.mails': 'E-mails non envoyés',
  'erasure.own.jobs': 'Tâches de fond concernant la personne',
  'erasure.own.requests': 'Demandes d’effacement précédentes',
  'erasure.own.audit': 'Actions de la personne en tant qu’administrateur',
  'erasure.own.audit_reason': 'Le journal d’audit démontre le respect de la loi (RGPD, art. 5, § 2).',
  'audit.action.erasure_confirmed': 'Effacement confirmé',
  'audit.action.erasure_denied': 'Effacement refusé',
  'audit.action.erasure_held': 'Effacement suspendu',
  'audit.action.erasure_released': 'Suspension d’un effacement levée',
  'audit.action.erasure_extended': 'Délai d’un effacement prolongé',
  'audit.action.erasure_cancelled': 'Demande d’effacement retirée au nom de la personne',
  'audit.action.erasure_retried': 'Effacement retenté',
  'audit.action.erasure_replayed': 'Effacement répété après une restauration',
  'audit.action.retention_applied': 'Données arrivées à échéance effacées',
  'jobs.name.erasure': 'Effacement des données d’une personne',
  'jobs.name.erasure-daily': 'Effacement des données arrivées à échéance',
  'nav.retention': 'Conservation',
  'retention.title': 'Conservation',
  'retention.lead':
    'Données effacées automatiquement à la fin de leur durée de conservation (RGPD, art. 5, § 1, e). Les opérations quotidiennes figurent ici.',
  'retention.none': 'Aucune durée de conservation définie',
  'retention.none_text':
    'Un développeur définit dans la configuration (dataRules) quand les données sont effacées, et lesquelles la loi oblige à conserver. Les unes et les autres figureront alors ici.',
  'retention.count': 'Compter maintenant les données arrivées à échéance',
  'retention.data': 'Données',
  'retention.when': 'Durée de conservation',
  'retention.next': 'Prochain effacement',
  'retention.next.uncounted': 'Pas encore compté',
  'retention.runs': 'Opérations récentes',
  'retention.no_runs': 'Aucune opération pour l’instant',
  'retention.no_runs_text':
    'Les données arrivées à échéance sont effacées une fois par jour. Vous pouvez les compter avant.',
  'retention.begun': 'Début',
  'retention.ended': 'Fin',
  'retention.kind': 'Type',
  'retention.kind.real': 'Effacement',
  'retention.kind.dry': 'Comptage seul',
  'retention.state': 'État',
  'retention.state.waiting': 'En attente',
  'retention.state.running': 'En cours',
  'retention.state.done': 'Terminé',
  'retention.state.failed': 'Avec des erreurs',
  'retention.state.stopped': 'Interrompu',
  'retention.rows': 'Enregistrements',
  'retention.rows.would': 'À effacer',
  'retention.failures': 'Erreurs',
  'retention.why': 'Motif',
  'retention.action.aged': 'Durée de conservation écoulée ou condition remplie',
  'retention.action.kept': 'Fondement juridique de la conservation disparu',
  'retention.oldest': 'Enregistrement le plus ancien',
  'retention.error': 'Erreur',
  'retention.one.real': 'Effacement des données arrivées à échéance',
  'retention.one.dry': 'Comptage des données arrivées à échéance',
  'retention.one.real_lead': 'Données effacées lors de cette opération, par règle.',
  'retention.one.dry_lead': 'Comptage seul : rien n’a été effacé.',
  'retention.one.rules': 'Résultats par règle',
  'retention.one.nothing': 'Aucune règle ne définit de durée de conservation.',
  'retention.one.stopped':
    'Cette opération ne s’est pas terminée, par exemple parce que son processus a été arrêté. Les chiffres peuvent être trop bas ; la prochaine opération la complète.',
  'retention.one.failed': 'L’opération a échoué. Erreur :',
  'notice.retention_count_begun': 'Le comptage a commencé. Rien ne sera effacé.',
  'audit.action.retention_counted': 'Données arrivées à échéance comptées',
  'jobs.name.retention-count': 'Comptage des données arrivées à échéance',
  'erasure.state.unidentified': 'En attente de la confirmation de l’identité',
  'erasure.ask.step1_mail':
    'Vous faites la demande ci-dessous. Nous vous envoyons par e-mail un lien, valable {time}, avec lequel vous confirmez votre identité.',
  'erasure.mine.unidentified': 'Confirmez votre identité',
  'erasure.mine.unidentified_text':
    'Vous recevrez par e-mail un lien, valable {time} et utilisable une seule fois. Ouvrez-le pour confirmer votre demande : tant que vous n’avez pas confirmé, nous n’examinons pas la demande et rien n’est effacé. Si l’e-mail n’arrive pas ou si le lien a expiré, demandez-en un nouveau.',
  'erasure.identity.renew': 'Envoyer un nouveau lien',
  'erasure.identity.title': 'Avez-vous fait cette demande ?',
  'erasure.identity.lead': 'Un utilisateur connecté a demandé l’effacement des données de ce compte.',
  'erasure.identity.account': 'Adresse e-mail du compte',
  'erasure.identity.until': 'Lien valable jusqu’au',
  'erasure.identity.other_account':
    'Vous êtes connecté avec un autre compte. Le bouton confirme la demande pour le compte ci-dessus, et non pour le vôtre.',
  'erasure.identity.then':
    'Avec le bouton, vous confirmez que vous avez fait cette demande. Rien n’est effacé immédiatement : nous examinons ensuite votre demande, et vous recevrez un e-mail sur la suite.',
  'erasure.identity.not_you':
    'Si vous n’avez pas fait cette demande, fermez cette page : rien ne se passe si vous n’appuyez pas sur le bouton. Ensuite, connectez-vous, retirez la demande et changez votre mot de passe.',
  'erasure.identity.verb': 'Oui, j’ai fait cette demande',
  'erasure.identity.ended': 'Ce lien n’est pas valable',
  'erasure.identity.ended_text':
    'Si vous avez déjà confirmé, vous n’avez rien à faire. Sinon, connectez-vous, ouvrez « Effacer vos données » et demandez un nouveau lien.',
  'erasure.identity.ended_verb': 'Voir votre demande',
  'erasure.one.unidentified':
    'La personne n’a pas encore confirmé son identité avec le lien de notre e-mail. D’ici là, la demande ne peut pas être confirmée et le délai de rétractation ne court pas. Si elle ne le fait jamais, refusez la demande pour ce motif.',
  'erasure.identified.awaited': 'Pas encore : la personne doit ouvrir un lien que nous envoyons par e-mail',
  'notice.erasure_link_sent':
    'Nous vous envoyons un lien par e-mail. Rien n’est effacé tant que vous n’avez pas confirmé.',
  'notice.erasure_identified':
    'Confirmé. Nous avons reçu votre demande ; rien n’a encore été effacé. Vous recevrez un e-mail sur la suite.',
  'mail.erasure_identify.subject': 'Avez-vous demandé l’effacement de vos données ?',
  'mail.erasure_identify.reason': 'vous recevez cet e-mail parce que quelqu’un a demandé l’effacement de vos données.',
  'mail.erasure_identify.text':
    'Quelqu’un qui était connecté à votre compte a demandé l’effacement de vos données. Si c’était vous, ouvrez le lien pour confirmer. Le lien est valable {time} et utilisable une seule fois.',
  'mail.erasure_identify.nothing_yet':
    'Tant que vous n’avez pas confirmé, nous n’examinons pas la demande et rien n’est effacé.',
  'mail.erasure_identify.not_you':
    'Si ce n’était pas vous, ne confirmez pas. Connectez-vous, retirez la demande et changez votre mot de passe. Ne transférez pas cet e-mail.',
  'mail.erasure_identify.action': 'Examiner et confirmer',
  'erasure.error.no_address':
    'Nous n’avons pas d’adresse e-mail à laquelle vous envoyer un lien. Contactez l’exploitant de ce site.',
  'error.title.identity_awaited': 'L’identité n’est pas encore confirmée',
  'erasure.error.identity_awaited': 'La personne n’a pas encore confirmé son identité.',
  'error.title.identity_not_awaited': 'Aucune confirmation n’est nécessaire',
  'erasure.error.identity_not_awaited':
    'Cette demande n’attend pas de confirmation de l’identité : elle a déjà été confirmée ou est clôturée.',
  'erasure.error.identity_link_ended':
    'Il a déjà servi, a expiré, a été remplacé par un lien plus récent ou n’a pas été copié en entier.',
  'erasure.retry.title': 'Réessayer cet effacement ?',
  'erasure.retry.text':
    'L’effacement pour {person} reprend là où il s’est arrêté. Les étapes terminées ne sont pas répétées.',
  'requests.kind.erasure': 'Demande d’effacement',
  'requests.bulk.confirm.erasure': 'les données sont effacées à la fin du délai de rétractation.',
  'erasure.centre.title': 'Effacer vos données',
  'erasure.centre.ask': 'Voir ce qui est effacé et le demander',
  'erasure.mine.step.identified': 'Vous avez confirmé votre identité.',
  'erasure.mine.step.confirmed': 'Nous avons confirmé votre demande.',
  'erasure.mine.step.begun': 'L’effacement a commencé.',
  'erasure.mine.step.denied': 'Nous avons refusé la demande et vous avons dit pourquoi.',
  'erasure.mine.step.cancelled': 'Vous avez retiré la demande.',
  'erasure.mine.next.identity': 'Vous ouvrez le lien reçu dans notre e-mail.',
  'erasure.mine.next.pending': 'Nous examinons votre demande et y répondons.',
  'erasure.mine.next.begins': 'L’effacement commence. D’ici là, vous pouvez retirer votre demande.',
  'erasure.mine.next.held': 'Le fondement juridique de la conservation de vos données disparaît.',
  'erasure.mine.next.running': 'L’effacement est terminé.',
};
