import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'erasure.kind': 'Effacement de mes données',
  'erasure.state.held': 'Suspendue',
  'erasure.state.cancelled': 'Retirée',
  'erasure.state.running': 'En cours',
  'erasure.state.completed': 'Terminée',
  'erasure.mine.title': 'Effacer mes données',
  'erasure.mine.lead':
    'Vous pouvez nous demander d’effacer ce que nous conservons sur vous. Lisez d’abord ce qui est effacé, ce qui est gardé, et pourquoi.',
  'erasure.mine.pending': 'Nous avons reçu votre demande',
  'erasure.mine.pending_text':
    'Rien n’a encore été effacé. Nous examinons votre demande et y répondons. Tant qu’elle n’a pas commencé, vous pouvez la retirer.',
  'erasure.mine.confirmed_text':
    'Votre demande est confirmée. Rien n’a encore été effacé : l’effacement commence de lui-même au jour indiqué ci-dessous, et d’ici là vous pouvez la retirer.',
  'erasure.mine.held': 'Vos données sont gardées pour le moment',
  'erasure.mine.held_text':
    'Une raison légale nous empêche d’effacer vos données pour l’instant. Votre demande reste ouverte. Lisez la raison ci-dessous. Si vous n’êtes pas d’accord, vous pouvez vous plaindre auprès d’une autorité de protection des données ou saisir un tribunal.',
  'erasure.mine.denied': 'Votre demande a été refusée',
  'erasure.mine.denied_text':
    'Lisez ci-dessous pourquoi. Vous pouvez vous plaindre auprès d’une autorité de protection des données ou saisir un tribunal.',
  'erasure.mine.cancelled': 'Vous avez retiré votre demande',
  'erasure.mine.cancelled_text': 'Rien n’a été effacé.',
  'erasure.mine.running': 'Vos données sont en cours d’effacement',
  'erasure.mine.running_text': 'L’effacement a commencé et ne peut plus être arrêté. Vous n’avez rien à faire.',
  'erasure.mine.completed': 'Vos données ont été effacées',
  'erasure.mine.completed_text': 'Vous lisez ci-dessous ce qui a été effacé, et ce qui est gardé et pourquoi.',
  'erasure.plan.title': 'Ce qui arrive à vos données',
  'erasure.plan.lead': 'Voici ce que nous conservons sur vous aujourd’hui, et ce qu’un effacement en fait.',
  'erasure.plan.kept':
    'Ce que la loi nous oblige à garder ne sert à rien d’autre et est effacé de lui-même au jour indiqué à côté.',
  'erasure.plan.pseudonymised': '« Pseudonymisé » veut dire que l’entrée reste et pourrait encore mener à vous.',
  'erasure.plan.backups': 'Les sauvegardes gardent une copie pendant {days} jours au plus, puis sont écrasées.',
  'erasure.plan.unknown':
    'Nous ne pouvons pas énumérer pour l’instant ce qui est effacé. Vous pouvez quand même le demander et recevrez une liste une fois que c’est fait.',
  'erasure.plan.data': 'Données',
  'erasure.plan.what': 'Ce qui arrive',
  'erasure.plan.rows': 'Entrées',
  'erasure.plan.why': 'Pourquoi, et jusqu’à quand',
  'erasure.plan.admin_title': 'Données qui seront effacées',
  'erasure.plan.failed': 'Aucun plan ne peut être fait : on ne sait pas ce que ferait l’effacement. Ce qui a été dit :',
  'erasure.will.delete': 'Est effacé',
  'erasure.will.erase_fields': 'Perd ce qui est personnel',
  'erasure.will.pseudonymise': 'Est pseudonymisé',
  'erasure.will.keep': 'Est gardé',
  'erasure.will.run': 'Est effacé par le site',
  'erasure.done.delete': 'Effacé',
  'erasure.done.erase_fields': 'Éléments personnels effacés',
  'erasure.done.pseudonymise': 'Pseudonymisé',
  'erasure.done.keep': 'Gardé',
  'erasure.done.run': 'Effacé par le site',
  'erasure.done.rows': '{what} : {rows}',
  'erasure.until': 'jusqu’au {until}',
  'erasure.kept_until': 'Jusqu’au',
  'erasure.ask.title': 'Demander l’effacement',
  'erasure.ask.step1': 'Vous le demandez avec le bouton ci-dessous.',
  'erasure.ask.step1_password': 'Vous le demandez ci-dessous et confirmez avec votre mot de passe que c’est bien vous.',
  'erasure.ask.step2': 'Nous examinons la demande et répondons dans un délai d’un mois au plus.',
  'erasure.ask.grace': 'Avant que quoi que ce soit soit effacé, vous avez {days} jours pour changer d’avis.',
  'erasure.ask.step3':
    'Vos données sont effacées comme l’indique la liste ci-dessus, et vous ne pouvez plus vous connecter si votre compte en fait partie.',
  'erasure.ask.receipt': 'Vous recevez un récépissé par e-mail.',
  'erasure.ask.final':
    'Ce qui a été effacé ne peut être récupéré, ni par vous ni par nous. Si vous voulez une copie de vos données, demandez-la d’abord.',
  'erasure.ask.password': 'Votre mot de passe',
  'erasure.ask.password_hint': 'Pour que personne d’autre ne puisse faire effacer vos données.',
  'erasure.ask.waive': 'Ne pas attendre : commencer dès que la demande est confirmée',
  'erasure.ask.waive_hint':
    'Vous ne pourrez alors plus compter sur les {days} jours pendant lesquels vous pourriez la retirer.',
  'erasure.ask.verb': 'Demander l’effacement',
  'erasure.cancel': 'Retirer la demande',
  'erasure.cancel.title': 'Retirer votre demande ?',
  'erasure.cancel.text': 'Rien n’est effacé et tout reste comme avant. Vous pouvez refaire une demande à tout moment.',
  'erasure.grace_until': 'Fin du délai de rétractation',
  'erasure.begins': 'Commence le',
  'erasure.grace': 'Délai de rétractation',
  'erasure.grace.waived': 'La personne y a renoncé',
  'erasure.hold_reason': 'Gardé parce que',
  'erasure.confirmed': 'Confirmé',
  'erasure.identified': 'Identité confirmée',
  'erasure.identified.not': 'Non demandée : la demande vient de la personne connectée',
  'erasure.rights_text':
    'Vous avez le droit de faire effacer vos données quand elles ne sont plus nécessaires, quand vous retirez votre consentement ou vous opposez, ou quand elles ont été utilisées de façon illicite (RGPD art. 17). Nous pouvons garder ce qu’une loi nous oblige à garder et ce qu’exigent des actions en justice (art. 17, par. 3). Nous répondons dans le mois qui suit votre demande. Si elle est complexe, nous pouvons prendre deux mois de plus et vous disons pourquoi pendant le premier (art. 12, par. 3). Nous prévenons ceux qui ont reçu vos données de notre part (art. 19). Si nous refusons, nous vous disons pourquoi, et vous pouvez vous plaindre auprès d’une autorité de protection des données.',
  'erasure.receipt.title': 'Récépissé',
  'erasure.receipt.begun': 'Commencé',
  'erasure.receipt.completed': 'Terminé',
  'erasure.receipt.backups_until': 'Les sauvegardes peuvent le contenir jusqu’au',
  'erasure.receipt.backups':
    'Les sauvegardes peuvent encore contenir une copie jusqu’au {until} ; ensuite elles sont écrasées.',
  'erasure.absence.title': 'Recherche de données restantes',
  'erasure.absence.searched':
    'Après toutes les étapes, ce qui mène à la personne a été cherché dans {columns} colonnes de {tables} tables.',
  'erasure.absence.sampled':
    'Dans la table {table}, seul un échantillon a été examiné : {rows} lignes, sans que l’on sache sur combien.',
  'erasure.absence.sampled_of':
    'Dans la table {table}, seul un échantillon a été examiné : {rows} lignes sur environ {of}.',
  'erasure.absence.id_short':
    'L’identifiant de la personne est si court qu’il figure dans n’importe quel texte : il n’a été cherché que comme valeur entière.',
  'erasure.absence.files': 'Fichiers stockés',
  'erasure.absence.files.searched': 'Examinés',
  'erasure.absence.files.share': '{files} sur {of}',
  'erasure.absence.files.found': 'Trouvé dans',
  'erasure.absence.files.not': 'Non examinés',
  'erasure.absence.files.not.no_text': '{files} : pas du texte brut',
  'erasure.absence.files.not.encrypted': '{files} : chiffrés',
  'erasure.absence.files.not.failed': '{files} : lecture impossible',
  'erasure.absence.files.not.no_words': '{files} : rien de connu à chercher dans des textes',
  'erasure.absence.nothing': 'Rien n’a été trouvé qui ne soit gardé à dessein.',
  'erasure.absence.found':
    'Il reste quelque chose qui mène à la personne là où aucune règle ne le garde. Examinez ces endroits et déclarez-les dans les règles de données.',
  'erasure.absence.place': 'Endroit',
  'erasure.absence.kept': 'Gardé à dessein par une règle',
  'erasure.absence.open': 'Aucune règle ne le garde',
  'erasure.all.title': 'Demandes d’effacement',
  'erasure.all.lead':
    'Des personnes qui veulent que leurs données soient effacées. Chacune doit recevoir une réponse dans le mois.',
  'erasure.all.none': 'Pas encore de demande',
  'erasure.all.none_text': 'Quand quelqu’un demande l’effacement de ses données, la demande apparaît ici.',
  'erasure.one.title': 'Effacement pour {person}',
  'erasure.one.waits': 'Confirmé. Il commence de lui-même à la fin du temps de réflexion.',
  'erasure.one.held': 'Suspendu : rien n’est effacé avant la fin de la suspension.',
  'erasure.one.failed':
    'L’effacement s’est arrêté et n’est pas repris de lui-même. Ce qui est fait reste fait. Ce qui a été dit :',
  'erasure.one.retrying': 'La dernière tentative a échoué en partie ; elle est reprise d’elle-même. Ce qui a été dit :',
  'erasure.confirm.verb': 'Confirmer l’effacement',
  'erasure.confirm.title': 'Confirmer cet effacement ?',
  'erasure.confirm.text': 'Ce qui figure ci-dessous est effacé pour {person}.',
  'erasure.confirm.now': 'Il commence tout de suite.',
  'erasure.confirm.later': 'La personne peut encore le retirer. Il commence de lui-même le',
  'erasure.confirm.waived': 'La personne a accepté que cela commence avant.',
  'erasure.confirm.at_once': 'Confirmer et commencer tout de suite',
  'erasure.release': 'Lever la suspension',
  'erasure.release.title': 'Lever la suspension ?',
  'erasure.release.text':
    'La demande de {person} reprend où elle en était : si elle était confirmée, elle commence d’elle-même.',
  'erasure.hold': 'Suspendre',
  'erasure.hold.title': 'Garder les données pour le moment ?',
  'erasure.hold.text':
    'Rien n’est effacé tant que vous ne levez pas la suspension. La raison est communiquée à {person}.',
  'erasure.hold.hint':
    'En mots simples, dans la langue de la personne. Il faut un motif légal : par exemple un procès ou l’ordre d’une autorité (RGPD art. 17, par. 3).',
  'erasure.deny.title': 'Refuser cet effacement ?',
  'erasure.deny.text':
    'La raison est communiquée à {person}, ainsi que la possibilité de se plaindre auprès d’une autorité.',
  'erasure.deny.hint':
    'En mots simples, dans la langue de la personne. Un refus doit être fondé : par exemple si vous ne pouvez pas savoir qui demande, ou si une loi vous oblige à tout garder (RGPD art. 12, par. 6, et art. 17, par. 3).',
  'erasure.extend.title': 'Prendre deux mois de plus ?',
  'erasure.extend.text':
    'La raison et la nouvelle date sont communiquées à {person}. C’est possible une fois, pendant le premier mois.',
  'erasure.extend.hint':
    'En mots simples, dans la langue de la personne. La loi le permet pour des demandes complexes ou nombreuses (RGPD art. 12, par. 3).',
  'erasure.steps.title': 'Progression',
  'erasure.steps.of': '{done} étapes sur {all} sont faites',
  'erasure.steps.done': 'Effacé',
  'erasure.steps.kept': 'Gardé',
  'erasure.steps.error': 'Dernier échec',
  'erasure.step.waiting': 'En attente',
  'erasure.step.running': 'En cours',
  'erasure.step.done': 'Fait',
  'erasure.step.failed': 'Échoué',
  'notice.erasure_created': 'Nous avons votre demande. Rien n’a encore été effacé.',
  'notice.erasure_cancelled': 'Votre demande est retirée. Rien n’a été effacé.',
  'notice.erasure_confirmed': 'Confirmé. La personne est informée du moment où cela commence.',
  'notice.erasure_held': 'Suspendu. La personne est informée de la raison.',
  'notice.erasure_released': 'La suspension est levée.',
  'mail.reason.erasure': 'vous recevez ceci parce que vous avez demandé l’effacement de vos données.',
  'mail.requests_overdue.user.erasure': 'Effacement pour l’utilisateur {user}',
  'mail.erasure_requested.subject': 'Quelqu’un demande l’effacement de ses données',
  'mail.erasure_requested.text':
    'Regardez ce que fait l’effacement, puis confirmez-le, ou refusez-le en donnant la raison, avant le {due}. La loi accorde un mois.',
  'mail.erasure_requested.action': 'Voir la demande',
  'mail.erasure_received.subject': 'Nous avons votre demande d’effacer vos données',
  'mail.erasure_received.text':
    'Rien n’a encore été effacé. Nous examinons votre demande et y répondons le {due} au plus tard.',
  'mail.erasure_received.grace':
    'Rien n’est effacé avant le {until}, sauf si vous l’avez accepté ; tant que cela n’a pas commencé, vous pouvez retirer la demande.',
  'mail.erasure_received.not_you':
    'Si ce n’est pas vous qui l’avez demandé, connectez-vous, retirez la demande et changez votre mot de passe.',
  'mail.erasure_confirmed.subject': 'Votre demande d’effacer vos données est confirmée',
  'mail.erasure_confirmed.now':
    'L’effacement commence maintenant. Quand il sera terminé, vous recevrez un autre e-mail avec un récépissé.',
  'mail.erasure_confirmed.later':
    'L’effacement commence de lui-même le {at}. D’ici là, vous pouvez retirer la demande. Quand il sera terminé, vous recevrez un autre e-mail avec un récépissé.',
  'mail.erasure_denied.subject': 'Nous ne pouvons pas donner suite à votre demande d’effacer vos données',
  'mail.erasure_denied.text':
    'Nous avons examiné votre demande d’effacer vos données et n’y donnons pas suite. La raison :',
  'mail.erasure_held.subject': 'Vos données sont gardées pour le moment',
  'mail.erasure_held.text':
    'Une raison légale nous empêche d’effacer vos données pour l’instant. Votre demande reste ouverte et reprend quand cette raison disparaît. La raison :',
  'mail.erasure_released.subject': 'Votre demande d’effacer vos données reprend',
  'mail.erasure_released.text':
    'La raison légale pour laquelle nous gardions vos données a disparu. Votre demande reprend où elle en était.',
  'mail.erasure_extended.subject': 'Votre demande d’effacer vos données prend plus de temps',
  'mail.erasure_extended.text':
    'Il nous faut plus de temps pour votre demande ; nous y répondons le {due} au plus tard. La raison :',
  'mail.erasure_cancelled.subject': 'Vous avez retiré votre demande d’effacer vos données',
  'mail.erasure_cancelled.text':
    'Rien n’a été effacé et tout reste comme avant. Si ce n’était pas vous, connectez-vous et changez votre mot de passe.',
  'mail.erasure_completed.subject': 'Vos données ont été effacées',
  'mail.erasure_completed.text':
    'L’effacement que vous avez demandé s’est terminé le {at}. Voici ce qu’est devenu chaque type de données :',
  'mail.erasure_completed.last':
    'Gardez cet e-mail : c’est votre récépissé. Si vous n’êtes pas d’accord, vous pouvez vous plaindre auprès d’une autorité de protection des données ou saisir un tribunal.',
  'mail.erasure_completed.action': 'Nos politiques',
  'mail.erasure_receipt.subject': 'Un effacement est terminé',
  'mail.erasure_receipt.text': 'L’effacement {id} s’est terminé le {at}. Le récépissé ne nomme personne :',
  'mail.erasure_receipt.found':
    'Endroits où il reste quelque chose qui mène à la personne bien qu’aucune règle ne le garde : {count}. Veuillez les examiner.',
  'mail.erasure_receipt.action': 'Voir le récépissé',
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
  'nav.retention': 'Conservation',
  'retention.title': 'Conservation',
  'retention.lead':
    'Données qui s’effacent d’elles-mêmes à la fin de leur durée (RGPD, article 5, paragraphe 1, point e). Une opération quotidienne les efface et figure ici.',
  'retention.none': 'Aucune donnée ne s’efface d’elle-même',
  'retention.none_text':
    'Un développeur déclare dans une règle de données (dataRules) après quelle durée ou à quelle condition ses lignes s’effacent : « retention » avec « after » et « from », ou « where ». Les lignes conservées pour un motif légal (« erasure » avec « keep ») apparaissent aussi ici.',
  'retention.count': 'Compter ce qui serait effacé',
  'retention.data': 'Données',
  'retention.when': 'Conservé',
  'retention.next': 'Prochaine échéance',
  'retention.runs': 'Dernières opérations',
  'retention.no_runs':
    'Rien n’a encore été exécuté. La première opération a lieu la nuit ; vous pouvez aussi compter dès maintenant ce qui serait effacé.',
  'retention.begun': 'Début',
  'retention.ended': 'Fin',
  'retention.kind': 'Type',
  'retention.kind.real': 'Effacement',
  'retention.kind.dry': 'Comptage seul',
  'retention.state': 'État',
  'retention.state.waiting': 'En attente',
  'retention.state.running': 'En cours',
  'retention.state.done': 'Terminé',
  'retention.state.failed': 'Avec des échecs',
  'retention.state.stopped': 'Interrompu',
  'retention.rows': 'Entrées',
  'retention.rows.would': 'Seraient effacées',
  'retention.failures': 'Échecs',
  'retention.why': 'Motif',
  'retention.action.aged': 'Sa durée est écoulée ou sa condition est remplie',
  'retention.action.kept': 'Le motif légal de conservation a pris fin',
  'retention.oldest': 'La plus ancienne',
  'retention.error': 'Message',
  'retention.one.real': 'Effacement des données arrivées à échéance',
  'retention.one.dry': 'Ce qui serait effacé maintenant',
  'retention.one.real_lead': 'Ce qu’une opération a effacé, règle par règle.',
  'retention.one.dry_lead': 'Comptage seul : rien n’a été effacé.',
  'retention.one.rules': 'Règle par règle',
  'retention.one.nothing': 'Aucune règle n’efface quoi que ce soit.',
  'retention.one.stopped':
    'La fin de cette opération n’a pas été constatée, par exemple parce que son processus a été arrêté. Les chiffres peuvent être trop bas ; la prochaine fera le reste.',
  'retention.one.failed': 'L’opération n’a pas pu être menée à bien. Message :',
  'notice.retention_count_begun': 'Le comptage est en cours. Rien n’est effacé.',
  'audit.action.retention_counted': 'Comptage des données arrivées à échéance',
  'jobs.name.retention-count': 'Comptage des données arrivées à échéance',
  'erasure.state.unidentified': 'En attente du lien envoyé',
  'erasure.ask.step1_mail':
    'Vous le demandez ci-dessous. Nous vous envoyons par e-mail un lien valable {minutes} minutes : vous y confirmez que c’était bien vous.',
  'erasure.mine.unidentified': 'Confirmez que c’était vous',
  'erasure.mine.unidentified_text':
    'Nous vous envoyons par e-mail un lien valable {minutes} minutes et une seule fois. Ouvrez-le et confirmez : d’ici là, personne n’examine votre demande et rien n’est effacé. Si l’e-mail n’arrive pas ou si le lien a expiré, faites-en envoyer un nouveau.',
  'erasure.identity.renew': 'Envoyer un nouveau lien',
  'erasure.identity.title': 'Était-ce vous ?',
  'erasure.identity.lead': 'Une personne connectée a demandé l’effacement des données de ce compte.',
  'erasure.identity.account': 'Compte avec l’adresse',
  'erasure.identity.until': 'Le lien est valable jusqu’au',
  'erasure.identity.other_account':
    'Vous êtes connecté avec un autre compte. Le bouton confirme pour le compte ci-dessus, et non pour le vôtre.',
  'erasure.identity.then':
    'Avec le bouton, vous confirmez que c’était vous. Rien n’est effacé tout de suite : c’est alors seulement que votre demande est examinée, et vous recevez un e-mail qui dit la suite.',
  'erasure.identity.not_you':
    'Si ce n’était pas vous, fermez cette page : sans le bouton, rien ne se passe. Ensuite, connectez-vous, retirez la demande et changez votre mot de passe.',
  'erasure.identity.verb': 'Oui, c’était moi',
  'erasure.identity.ended': 'Ce lien ne fonctionne pas',
  'erasure.identity.ended_text':
    'Si vous avez déjà confirmé, il n’y a plus rien à faire. Sinon, connectez-vous, ouvrez « Effacer mes données » et faites envoyer un nouveau lien.',
  'erasure.identity.ended_verb': 'Aller à ma demande',
  'erasure.one.unidentified':
    'La personne doit encore confirmer, par un lien envoyé par e-mail, que c’était elle. D’ici là, la demande ne peut pas être confirmée et le temps de réflexion ne court pas. Si elle ne le fait jamais, refusez la demande pour ce motif.',
  'erasure.identified.awaited': 'Pas encore : un lien a été envoyé à la personne',
  'notice.erasure_link_sent':
    'Un e-mail avec un lien est en route. Rien n’est effacé tant que vous n’avez pas confirmé.',
  'notice.erasure_identified':
    'Confirmé. Nous avons votre demande ; rien n’a encore été effacé. Un e-mail dit la suite.',
  'mail.erasure_identify.subject': 'Est-ce vous qui avez demandé l’effacement de vos données ?',
  'mail.erasure_identify.reason': 'vous recevez ceci parce que quelqu’un a demandé l’effacement de vos données.',
  'mail.erasure_identify.text':
    'Une personne connectée avec votre compte a demandé l’effacement de vos données. Ouvrez le lien et confirmez que c’était vous. Le lien est valable {minutes} minutes à partir de maintenant, et une seule fois.',
  'mail.erasure_identify.nothing_yet':
    'Tant que vous n’avez pas confirmé, personne n’examine la demande et rien n’est effacé.',
  'mail.erasure_identify.not_you':
    'Si ce n’était pas vous, ne confirmez pas. Connectez-vous, retirez la demande et changez votre mot de passe. Ne transmettez cet e-mail à personne.',
  'mail.erasure_identify.action': 'Voir et confirmer',
  'erasure.error.no_address':
    'Nous n’avons pas d’adresse e-mail de vous à laquelle envoyer un lien. Veuillez écrire à l’exploitant de ce site.',
  'erasure.error.identity_awaited': 'La personne n’a pas encore confirmé que c’est elle qui l’a demandé.',
  'erasure.error.identity_not_awaited':
    'Cette demande n’attend aucun lien : elle a déjà été confirmée ou est terminée.',
  'erasure.error.identity_link_ended':
    'Il a déjà servi, il a expiré, un lien plus récent l’a remplacé, ou il n’a pas été copié en entier.',
  'erasure.retry.title': 'Réessayer cet effacement ?',
  'erasure.retry.text': 'L’effacement pour {person} reprend là où il s’est arrêté. Ce qui est fait reste fait.',
  'requests.kind.erasure': 'Demande d’effacement',
  'requests.bulk.confirm.erasure': 'les données sont effacées à la fin du délai de réflexion.',
  'erasure.centre.title': 'Faire supprimer vos données',
  'erasure.centre.ask': 'Voir ce qui est supprimé et le demander',
  'erasure.mine.step.identified': 'Vous avez confirmé que c’était vous.',
  'erasure.mine.step.confirmed': 'Nous avons confirmé votre demande.',
  'erasure.mine.step.begun': 'La suppression a commencé.',
  'erasure.mine.step.completed': 'Vos données ont été supprimées.',
  'erasure.mine.step.denied': 'Nous avons refusé et vous avons dit pourquoi.',
  'erasure.mine.step.cancelled': 'Vous l’avez retirée.',
  'erasure.mine.next.identity': 'Vous ouvrez le lien que nous vous avons envoyé par e-mail.',
  'erasure.mine.next.pending': 'Nous examinons votre demande et y répondons.',
  'erasure.mine.next.begins': 'La suppression commence. D’ici là, vous pouvez retirer votre demande.',
  'erasure.mine.next.held': 'La raison pour laquelle nous conservons vos données prend fin.',
  'erasure.mine.next.running': 'La suppression est terminée.',
};
