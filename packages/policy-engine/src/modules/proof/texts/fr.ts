import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.ledger': 'Registre',
  'ledger.title': 'Registre',
  'ledger.lead':
    'Le registre est la trace signée de chaque décision : si une entrée est modifiée, supprimée ou ajoutée après coup, la vérification du registre le révèle.',
  'ledger.mine.title': 'Vos décisions',
  'ledger.mine.lead': 'Toutes les décisions que vous avez prises ici, chacune avec un reçu.',
  'ledger.mine.empty': 'Aucune décision pour l’instant',
  'ledger.empty': 'Aucune entrée pour l’instant',
  'ledger.empty_text': 'Chaque décision figurera ici dès qu’elle sera prise.',
  'ledger.none': 'Aucune entrée trouvée',
  'ledger.none_text': 'Aucune entrée ne correspond à ces filtres.',
  'ledger.all': 'Toutes',
  'ledger.kind': 'Type',
  'ledger.group.decisions': 'Décisions',
  'ledger.group.flags': 'Signalements et examens',
  'ledger.group.publications': 'Publications',
  'ledger.group.administration': 'Journal d’audit',
  'ledger.group.takeovers': 'Continuations après une restauration',
  'ledger.group.all': 'Toutes',
  'ledger.policy': 'Politique',
  'ledger.decision': 'Décision',
  'ledger.decision.accepted': 'Acceptée',
  'ledger.decision.rejected': 'Refusée',
  'ledger.at': 'Heure',
  'ledger.how': 'Source',
  'ledger.how.panel': 'Centre de confidentialité',
  'ledger.how.banner': 'Bandeau ou formulaire intégré',
  'ledger.how.api': 'Application ou programme (API)',
  'ledger.how.sign-up': 'Formulaire du compte',
  'ledger.how.import': 'Importation',
  'ledger.how.import-undated': 'Importation, avec le texte d’une date ultérieure',
  'ledger.how.gpc': 'Signal du navigateur (GPC)',
  'ledger.how.host': 'Le site lui-même',
  'ledger.how.adopted': 'Copiée d’un navigateur vers un compte',
  'ledger.subject': 'Personne',
  'ledger.subject_id': 'Identifiant d’une personne',
  'ledger.visitor': 'Visiteur sans compte',
  'ledger.erased': 'Effacée',
  'ledger.state': 'Preuve',
  'ledger.state.sealed': 'Scellée',
  'ledger.state.pending': 'En attente',
  'ledger.receipt': 'Reçu',
  'ledger.receipt.title': 'Reçu d’une décision',
  'ledger.receipt.lead':
    'Conservez ce reçu. Il indique ce qui a été décidé, sur quel texte et quand, et peut être vérifié sans ce site.',
  'receipt.what': '{policy}, version {version}, en {language}',
  'receipt.what.version': '{policy}, version {version}',
  'receipt.you.accepted': 'Le {at}, vous avez accepté {what}.',
  'receipt.you.rejected': 'Le {at}, vous avez refusé {what}.',
  'receipt.you.adopted.accepted':
    'Le {at}, votre compte a repris ce que vous aviez accepté dans un navigateur : {what}.',
  'receipt.you.adopted.rejected':
    'Le {at}, votre compte a repris ce que vous aviez refusé dans un navigateur : {what}.',
  'receipt.person.accepted': 'Le {at}, {person} a accepté {what}.',
  'receipt.person.rejected': 'Le {at}, {person} a refusé {what}.',
  'receipt.person.adopted.accepted':
    'Le {at}, le compte de {person} a repris ce qui avait été accepté dans un navigateur : {what}.',
  'receipt.person.adopted.rejected':
    'Le {at}, le compte de {person} a repris ce qui avait été refusé dans un navigateur : {what}.',
  'receipt.visitor.accepted': 'Le {at}, un visiteur sans compte a accepté {what}.',
  'receipt.visitor.rejected': 'Le {at}, un visiteur sans compte a refusé {what}.',
  'receipt.erased.accepted':
    'Le {at}, une personne dont l’identité a été effacée depuis de ce registre a accepté {what}.',
  'receipt.erased.rejected':
    'Le {at}, une personne dont l’identité a été effacée depuis de ce registre a refusé {what}.',
  'receipt.except': 'Non acceptées : {vendors}.',
  'receipt.save': 'Enregistrer ce reçu',
  'receipt.print': 'Imprimer',
  'receipt.check': 'Vérifier ce reçu',
  'receipt.check.hint': 'Pour le vérifier, enregistrez-le d’abord, puis choisissez le fichier sur la page qui s’ouvre.',
  'receipt.facts': 'Les faits',
  'receipt.technical': 'Détails techniques',
  'receipt.entry_id': 'Identifiant de l’entrée',
  'ledger.receipt.pending':
    'Cette décision est enregistrée, mais pas encore scellée. Le reçu sera complet dans un instant.',
  'ledger.receipt.version': 'Version du texte',
  'ledger.receipt.text_hash': 'Empreinte du texte (SHA-256)',
  'ledger.receipt.locale': 'Langue de la page',
  'ledger.receipt.user_agent': 'Navigateur',
  'ledger.receipt.network': 'Réseau',
  'ledger.receipt.position': 'Numéro de l’entrée',
  'ledger.receipt.leaf': 'Empreinte de l’entrée',
  'ledger.receipt.adopted': 'Copiée de l’entrée',
  'ledger.receipt.vendors': 'Entreprises proposées',
  'ledger.receipt.vendors.refused': 'Entreprises refusées',
  'ledger.receipt.vendors.none': 'Aucune',
  'ledger.receipt.gpc': 'Global Privacy Control',
  'ledger.receipt.gpc.honoured': 'Refusée comme le demande le signal du navigateur',
  'ledger.receipt.gpc.overridden': 'Acceptée malgré le signal du navigateur',
  'ledger.receipt.shown': 'Ce qui était affiché',
  'ledger.receipt.banner': 'Bandeau affiché',
  'ledger.receipt.banner.served': 'Tel qu’il a été servi',
  'ledger.receipt.banner.today': 'L’aperçu montre cette apparence avec les finalités et les entreprises d’aujourd’hui.',
  'ledger.receipt.unknown': 'Inconnu',
  'ledger.kind.suspicion': 'Signalement d’une entrée d’origine inconnue',
  'ledger.kind.takeover': 'Continuation d’un registre antérieur',
  'ledger.kind.publication': 'Texte publié : {policy}',
  'ledger.kind.administration': 'Entrée du journal d’audit',
  'ledger.how.sealer': 'Scellement',
  'ledger.state.suspect': 'Signalée',
  'ledger.keys': 'Pour une vérification indépendante',
  'ledger.keys.text':
    'Avec ces clés publiques, chacun peut vérifier un reçu ou un point de contrôle sans devoir faire confiance à ce site. Publiez-les à un endroit que personne ne peut modifier en même temps que la base de données, comme une lettre ou un autre site web.',
  'ledger.keys.stored':
    'La clé de signature est conservée dans la base de données : quiconque peut modifier la base pourrait aussi falsifier des signatures. Demandez à un développeur de conserver la clé ailleurs (ledgerKey).',
  'ledger.checkpoint': 'Dernier point de contrôle : un résumé signé de toutes les entrées',
  'ledger.verify': 'Vérifier le registre',
  'ledger.verify.title': 'Vérification du registre',
  'ledger.verify.lead':
    'Compare chaque entrée avec les signatures apposées lors de son inscription, puis les décisions, les textes et le journal d’audit actuels avec les entrées.',
  'ledger.verify.ok': 'Le registre est intact : rien n’a été modifié, supprimé ni ajouté depuis sa signature.',
  'ledger.verify.found':
    'Écarts constatés : {count}. Enregistrez cette page et montrez-la à un développeur avant toute réparation : elle indique ce qui a été modifié.',
  'ledger.verify.what': 'Ce qui a été constaté',
  'ledger.verify.code': 'Code',
  'ledger.verify.events': 'Entrées vérifiées',
  'ledger.verify.pending': 'Pas encore scellées',
  'ledger.verify.erased': 'Entrées de personnes dont l’identité a été effacée',
  'ledger.verify.keys': 'Signatures',
  'ledger.verify.keys.given': 'Vérifiées avec une clé conservée hors de la base de données',
  'ledger.verify.keys.stored':
    'Vérifiées avec la clé de la base de données ; cela n’exclut pas une falsification par quiconque peut modifier la base',
  'ledger.verify.keys.none': 'Non vérifiées : il n’y a pas encore de signature',
  'ledger.verify.large':
    'Ce registre est trop grand pour être vérifié dans le panneau : plus de {count} entrées. Demandez à un développeur d’exécuter « policy-engine ledger verify ».',
  'ledger.verify.receipt': 'Vérifier un seul reçu',
  'ledger.receipt.suspect':
    'Le site n’a pas pu confirmer l’origine de cette entrée lors du scellement. L’entrée est signalée et n’est pas valide tant qu’un administrateur ne l’a pas examinée.',
  'ledger.receipt.proves': 'Ce que ce reçu prouve',
  'ledger.receipt.proves.entry':
    'C’est l’entrée numéro {position} du registre {origin}, et le site a signé un point de contrôle de {size} entrées qui la contient. Si un seul caractère était modifié, la preuve échouerait.',
  'ledger.receipt.proves.not':
    'Ce qu’il ne prouve pas : qui utilisait l’appareil ; que l’horloge du site était juste ; que le même registre est montré à tout le monde. Pour vérifier ce dernier point, comparez le point de contrôle avec un autre que quelqu’un a noté.',
  'ledger.receipt.proves.alone': 'Aucun témoin n’a cosigné le point de contrôle.',
  'ledger.receipt.later.none':
    'Au point de contrôle de {size} entrées, il n’y a pas de décision ultérieure de cette personne sur cette politique. Le site a signé cette déclaration ; elle ne peut pas être prouvée cryptographiquement.',
  'ledger.receipt.later.exists':
    'Au point de contrôle de {size} entrées, il y a une décision ultérieure de cette personne sur cette politique. Ce reçu ne montre pas sa décision actuelle.',
  'ledger.receipt.later.unknown':
    'Le reçu n’indique pas s’il y a une décision ultérieure, parce que les données de la personne ont été effacées ou que l’entrée n’est pas une décision.',
  'ledger.receipt.text': 'Texte de la décision',
  'ledger.receipt.text_missing': 'Le texte n’est plus disponible sous sa forme publiée.',
  'ledger.receipt.checkpoint': 'Point de contrôle',
  'mail.ledger_digest.subject': 'Registre des décisions : point de contrôle {size}',
  'mail.ledger_digest.text':
    'Conservez cet e-mail. Les lignes ci-dessous sont signées et couvrent toutes les décisions prises jusqu’ici. Si quelqu’un réécrit la base de données, elle n’y correspondra plus.',
  'mail.ledger_digest.how':
    'Pour vérifier le registre, enregistrez cet e-mail dans un fichier et exécutez : policy-engine ledger verify --checkpoint FICHIER',
  'mail.ledger_digest.rewritten':
    'Si la base de données a été réécrite ou tronquée, la vérification affiche « noted_checkpoint_contradicted » et échoue. Un nombre d’entrées inférieur à celui d’un e-mail précédent signifie la même chose.',
  'mail.ledger_digest.events': 'Entrées couvertes',
  'mail.ledger_digest.action': 'Ouvrir le registre',
  'check.no_ledger_key.advice': 'Définissez ledgerKey, une clé Ed25519 conservée hors de la base de données.',
  'check.no_ledger_key':
    'La clé qui signe le registre est conservée dans la base de données : quiconque peut y écrire peut réécrire le registre.',
  'check.no_ledger_key.name': 'Clé du registre hors de la base de données',
  'check.ledger_broken': 'Le registre ne peut pas être scellé : {subject}.',
  'check.ledger_broken.name': 'Intégrité du registre',
  'check.ledger_broken.advice': 'Exécutez « policy-engine ledger verify » et rétablissez ce qui a été modifié.',
  'check.ledger_misnamed': 'Le registre ne peut pas être scellé. {subject}',
  'check.ledger_misnamed.name': 'Nom du registre',
  'check.ledger_misnamed.advice': 'Supprimez ledger.origin, ou donnez-lui le nom que porte le registre.',
  'check.ledger_unsealed': 'Des décisions attendent d’être scellées depuis {subject} minutes.',
  'check.ledger_unsealed.name': 'Les décisions sont scellées à temps',
  'check.ledger_unsealed.advice':
    'Assurez-vous qu’un processus appelle engine.start(), et cherchez « sealing the ledger failed » dans son journal.',
  'audit.action.ledger_erased': 'Personne effacée du registre',
  'audit.action.ledger_suspected': 'Registre : entrée d’origine inconnue signalée',
  'audit.action.ledger_judged': 'Registre : entrée signalée examinée',
  'audit.action.ledger_differs': 'Registre : un écart avec le registre a été constaté',
  'audit.action.ledger_repaired': 'Registre : décision actuelle rétablie d’après le registre',
  'audit.action.ledger_restored': 'Registre : continué sous un nouveau nom après une restauration',
  'jobs.name.ledger_digest': 'E-mail quotidien sur le registre',
  'error.title.not_suspected': 'Cette entrée ne peut pas être examinée',
  'error.not_suspected': 'Cette entrée n’a pas été signalée : elle ne peut pas être examinée.',
  'notice.ledger_judged': 'Examen enregistré.',
  'ledger.kind.judgement': 'Examen d’une entrée signalée',
  'ledger.suspected.title': 'Entrées signalées',
  'ledger.suspected.lead':
    'Le site n’a pas pu confirmer l’origine de ces entrées lors du scellement. Une entrée n’est pas valide tant qu’elle n’a pas été examinée.',
  'ledger.suspected.how':
    'Demandez à la personne, ou faites chercher la requête par un développeur dans le journal du serveur. Déclarez une entrée nulle si son origine ne peut pas être expliquée ; sa décision est alors retirée, et la personne est sollicitée à nouveau.',
  'ledger.suspected.none': 'Aucune entrée signalée',
  'ledger.suspected.none_text':
    'Les entrées modifiées avant le scellement, ou qui n’ont pas été écrites par le site, figurent ici une fois scellées.',
  'ledger.suspected.reason': 'Motif',
  'ledger.suspected.reason.changed': 'L’entrée a été modifiée avant d’être scellée.',
  'ledger.suspected.reason.identity_changed':
    'La personne ou les circonstances de la décision ont été modifiées avant le scellement.',
  'ledger.suspected.reason.identity_missing': 'L’identité de la personne a été retirée avant le scellement.',
  'ledger.suspected.reason.not_appended_here':
    'Elle n’a pas été écrite par un serveur de ce site avec la clé actuelle.',
  'ledger.suspected.reason.not_erased_here':
    'Son identité a été effacée, mais pas par un serveur de ce site avec la clé actuelle.',
  'ledger.suspected.judgement': 'Examen',
  'ledger.suspected.suspected': 'En attente',
  'ledger.suspected.counts': 'Valide',
  'ledger.suspected.void': 'Nulle',
  'ledger.suspected.counts.verb': 'Déclarer valide',
  'ledger.suspected.void.verb': 'Déclarer nulle',
  'ledger.suspected.waiting':
    'Des entrées d’origine inconnue attendent votre examen. D’ici là, elles ne sont pas valides.',
  'ledger.suspected.open': 'Examiner les entrées',
  'jobs.name.ledger_replay': 'Comparaison quotidienne des décisions actuelles avec le registre',
  'check.ledger_differs':
    'Décisions actuelles qui diffèrent du registre, et entrées dont l’identité manque : {subject}.',
  'check.ledger_differs.name': 'Les décisions actuelles correspondent au registre et aucune identité ne manque',
  'check.ledger_differs.advice':
    'Exécutez « policy-engine ledger verify » pour les énumérer, cherchez qui les a modifiées ou retirées, puis exécutez « policy-engine ledger repair ». Cela corrige les décisions, mais ne peut pas rétablir une identité.',
  'check.ledger_suspected': 'Entrées signalées du registre en attente d’examen : {subject}.',
  'check.ledger_suspected.name': 'Entrées signalées du registre',
  'check.ledger_suspected.advice': 'Ouvrez la page « Entrées signalées » du registre et examinez-les.',
  'error.ledger_restored':
    'Les données de ce site ont été restaurées depuis une sauvegarde et sont en cours de vérification. Réessayez plus tard.',
  'ledger.witnesses': 'Témoins',
  'ledger.witnesses.text':
    'Les témoins sont indépendants de ce site et confirment l’état du registre par leur propre signature. Si des entrées sont modifiées ou supprimées ensuite, le registre ne correspond plus à ce qu’ils ont signé. {quorum} sur {count} sont requis.',
  'ledger.witnesses.newest': 'Entrées du dernier état confirmé par assez de témoins : {size}.',
  'ledger.witnesses.none': 'Aucun état du registre n’a encore été confirmé par assez de témoins.',
  'ledger.witness': 'Témoin',
  'ledger.witness.size': 'Entrées',
  'ledger.witness.at': 'Dernière confirmation',
  'ledger.witness.never': 'Jamais',
  'ledger.witness.state': 'État',
  'ledger.witness.fresh': 'À jour',
  'ledger.witness.late': 'En retard',
  'ledger.receipt.proves.witnessed':
    'Des témoins indépendants de ce site ont cosigné le point de contrôle. Quiconque possède leurs clés peut le vérifier. Ils figurent ci-dessous.',
  'ledger.receipt.witnesses': 'Cosigné par',
  'mail.ledger_digest.cosigned': 'Dernier point de contrôle cosigné',
  'mail.ledger_digest.uncosigned': 'Aucun pour l’instant',
  'check.ledger_restored':
    'Le registre a été restauré depuis une sauvegarde : {subject}. Les nouvelles entrées ne sont pas scellées.',
  'check.ledger_restored.name': 'Registre après une restauration',
  'check.ledger_restored.advice':
    'Restaurez la dernière sauvegarde. Si c’est bien la dernière, répétez les effacements faits depuis et exécutez « policy-engine ledger restore ».',
  'check.restores_unseen':
    'La restauration d’une sauvegarde de la base de données ne serait pas détectée : les décisions, retraits et effacements faits depuis la sauvegarde seraient perdus sans avertissement.',
  'check.restores_unseen.name': 'Détection des sauvegardes restaurées',
  'check.restores_unseen.advice':
    'Définissez ledger.mark, un fichier ou un stockage qui n’est pas restauré avec la base de données, ou configurez des témoins dans ledger.witnesses.',
  'check.ledger_mark_failed': 'La marque du registre ne peut pas être lue ou écrite : {subject}.',
  'check.ledger_mark_failed.name': 'Marque du registre',
  'check.ledger_mark_failed.advice':
    'Assurez-vous que ledger.mark est un emplacement que rien d’autre n’utilise et où le moteur peut écrire.',
  'check.ledger_uncosigned': 'Un témoin n’a pas cosigné le registre récemment : {subject}.',
  'check.ledger_uncosigned.name': 'Signatures des témoins',
  'check.ledger_uncosigned.advice':
    'Exécutez « policy-engine ledger cosign » pour voir sa réponse, et contactez son exploitant.',
  'check.ledger_no_quorum': 'Trop peu de témoins ont cosigné le registre récemment : {subject}.',
  'check.ledger_no_quorum.name': 'Nombre de témoins',
  'check.ledger_no_quorum.advice':
    'Tant que trop peu de témoins cosignent, les reçus se réfèrent à des points de contrôle plus anciens ou non cosignés.',
  'jobs.name.ledger_cosign': 'Cosignatures des témoins',
  'check.ledger_clocks':
    'L’horloge d’un serveur s’est écartée de {subject} secondes de celle de la base de données au cours des dernières 24 heures.',
  'check.ledger_clocks.name': 'Horloges des serveurs',
  'check.ledger_clocks.advice':
    'Synchronisez les horloges des serveurs par NTP. L’ordre des décisions est correct, mais les heures affichées ne le sont pas.',
};
