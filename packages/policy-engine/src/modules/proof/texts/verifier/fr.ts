import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'ledger.receipt.verify': 'Vérifier ce reçu vous-même',
  'ledger.verifier.title': 'Vérifier un reçu',
  'ledger.verifier.lead':
    'Cette page vérifie un reçu dans votre navigateur, sans interroger le site qui l’a délivré. Rien de ce que vous saisissez n’est envoyé.',
  'ledger.verifier.noscript': 'Cette page a besoin de JavaScript : la vérification se fait dans votre navigateur.',
  'ledger.verifier.unable':
    'Ce navigateur ne peut pas vérifier de signatures ici. Ouvrez cette page en https ou comme fichier enregistré, dans une version actuelle de Chrome, Edge, Firefox ou Safari.',
  'ledger.verifier.receipt': 'Reçu (JSON)',
  'ledger.verifier.receipt.hint': 'Choisissez le fichier, déposez-le sur cette page ou collez son contenu.',
  'ledger.verifier.file': 'Choisir un fichier',
  'ledger.verifier.keys': 'Clés du registre',
  'ledger.verifier.keys.hint':
    'Une clé par ligne, comme shop.example/ledger+0a1b2c3d+AbCd… Prenez-les ailleurs que dans le reçu : là où le site les a publiées, ou chez quelqu’un qui les a notées.',
  'ledger.verifier.noted': 'Le comparer à un point de contrôle noté ailleurs',
  'ledger.verifier.noted.checkpoint': 'Point de contrôle noté',
  'ledger.verifier.noted.checkpoint.hint':
    'D’un courriel aux administrateurs, ou de quelqu’un qui en a noté un : ses lignes, avec celles des signatures.',
  'ledger.verifier.noted.consistency': 'Preuve de cohérence (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Nécessaire seulement si les deux points de contrôle sont de tailles différentes. La vérification dit laquelle.',
  'ledger.verifier.check': 'Vérifier',
  'ledger.verifier.save':
    'Enregistrez cette page pour vérifier des reçus sans connexion, même si le site n’existe plus.',
  'ledger.verifier.save.action': 'Enregistrer cette page',
  'ledger.verifier.verdict.holds': 'Le reçu est valable',
  'ledger.verifier.verdict.holds.text':
    'Le registre dont vous avez saisi les clés contient cette entrée, telle qu’elle est montrée ci-dessous. Rien n’a été modifié depuis le scellement.',
  'ledger.verifier.verdict.marked': 'L’entrée a été scellée sous réserve',
  'ledger.verifier.verdict.marked.text':
    'Chaque étape est valable et prouve seulement ceci : l’entrée a été scellée sous réserve, car le site n’a pas pu s’en porter garant.',
  'ledger.verifier.verdict.pending': 'Le reçu est en attente et ne prouve encore rien',
  'ledger.verifier.verdict.pending.text':
    'L’entrée n’est pas scellée : aucune signature ne la couvre, et n’importe qui aurait pu écrire ce qui suit. Redemandez le reçu dans une minute.',
  'ledger.verifier.verdict.refused': 'Le reçu n’est pas valable',
  'ledger.verifier.verdict.refused.text':
    'Une étape a échoué : rien ne garantit ce que dit le reçu, et rien n’en est montré. Vérifiez que le fichier est complet et que les clés sont celles de ce registre.',
  'ledger.verifier.unchecked': 'Non vérifié',
  'ledger.verifier.unchecked.receipt': 'Saisissez d’abord un reçu.',
  'ledger.verifier.unchecked.keys': 'Saisissez au moins une clé du registre : sans clé, il n’y a pas de preuve.',
  'ledger.verifier.unchecked.key': 'Cette ligne n’est pas une clé de registre : {line}',
  'ledger.verifier.unchecked.large': 'Ce fichier est trop grand pour être un reçu.',
  'ledger.verifier.unchecked.unreadable': 'Ce fichier n’est pas un texte lisible (UTF-8).',
  'ledger.verifier.steps': 'Ce qui a été vérifié',
  'ledger.verifier.says': 'Ce que dit le reçu',
  'ledger.verifier.kind': 'Type d’entrée',
  'ledger.verifier.number': 'Numéro parmi les décisions de cette personne',
  'ledger.verifier.visitor': 'Visiteur',
  'ledger.verifier.state.holds': 'Valable',
  'ledger.verifier.state.fails': 'Échec',
  'ledger.verifier.state.open': 'Non vérifié',
  'ledger.verifier.state.warns': 'À noter',
  'ledger.verifier.step.form.holds': 'C’est un reçu du format connu, sans rien d’ajouté, de manquant ou de répété.',
  'ledger.verifier.step.form.fails':
    'Ce n’est pas un reçu du format connu, ou quelque chose y est ajouté, manquant ou répété : {part}',
  'ledger.verifier.step.openings.holds': 'La personne et les circonstances sont celles que l’entrée engage.',
  'ledger.verifier.step.openings.fails': 'Ce n’est pas ce que l’entrée engage : {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} a cosigné le point de contrôle : ce témoin l’a vu à {time}, et n’a pas vu d’autre registre.',
  'ledger.verifier.step.witnesses.open':
    'Le point de contrôle serait cosigné par des témoins. Cela n’a pas été vérifié : saisissez leurs clés à côté de celles du registre.',
  'ledger.verifier.step.witnesses.fails':
    'Ce que le reçu dit des cosignatures n’est pas ce que contient son point de contrôle : {part}',
  'ledger.verifier.step.erasure.holds':
    'Le site a signé que la personne a été effacée : on ne peut plus montrer qui a décidé.',
  'ledger.verifier.step.erasure.fails':
    'Rien de signé par une de vos clés ne dit que la personne a été effacée, ou le reçu la nomme quand même : {part}',
  'ledger.verifier.step.text.holds': 'Le texte est celui de la décision, à la lettre près.',
  'ledger.verifier.step.text.fails': 'Le texte n’est pas celui de la décision.',
  'ledger.verifier.step.text.open': 'Le reçu ne contient pas de texte.',
  'ledger.verifier.step.checkpoint.holds':
    'Une clé que vous avez saisie a signé le point de contrôle de {size} entrées de {origin}.',
  'ledger.verifier.step.checkpoint.fails':
    'Le point de contrôle n’est pas signé par une clé que vous avez saisie, ou a été modifié : {part}',
  'ledger.verifier.step.checkpoint.open': 'Aucun point de contrôle signé ne couvre l’entrée.',
  'ledger.verifier.step.place.holds': 'L’entrée porte le numéro {index} parmi les {size} entrées, à partir de 0.',
  'ledger.verifier.step.place.fails':
    'L’entrée n’est pas parmi celles du point de contrôle : l’un des deux a été modifié.',
  'ledger.verifier.step.mark.warns':
    'L’entrée a été scellée sous réserve ({reason}) et ne compte pas tant qu’un administrateur n’a pas tranché.',
  'ledger.verifier.step.mark.fails': 'La marque sur l’entrée n’est pas valable : {part}',
  'ledger.verifier.step.later.holds':
    'Le site a signé que, parmi les {size} premières entrées, il n’y a pas de décision ultérieure de cette personne sur cette politique.',
  'ledger.verifier.step.later.warns':
    'Le site a signé que, parmi les {size} premières entrées, il y a une décision ultérieure de cette personne sur cette politique : celle-ci n’est pas la dernière.',
  'ledger.verifier.step.later.open': 'Le reçu ne dit pas s’il y a une décision ultérieure.',
  'ledger.verifier.step.later.fails':
    'Ce qu’il dit de décisions ultérieures n’est pas signé par une clé que vous avez saisie : {part}',
  'ledger.verifier.step.noted.holds':
    'Le point de contrôle que vous avez noté, de {size} entrées, est du même registre.',
  'ledger.verifier.step.noted.open':
    'Aucun point de contrôle noté n’a été saisi : cela ne montre donc pas que tout le monde voit le même registre.',
  'ledger.verifier.step.noted.fails':
    'Le reçu n’est pas du registre du point de contrôle noté, ou la preuve n’est pas la bonne. Si elle l’est, le site tient deux registres : gardez les deux comme preuves. {part}',
  'ledger.verifier.step.consistency.open':
    'Le point de contrôle noté a {noted} entrées, celui du reçu {size}. Saisissez comme preuve de cohérence ce que le site répond à /ledger/consistency.json?from={from}&to={to}.',
};
