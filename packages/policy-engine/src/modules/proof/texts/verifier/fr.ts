import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Vérifier un reçu',
  'ledger.verifier.lead':
    'Cette page vérifie un reçu dans votre navigateur, sans contacter le site qui l’a délivré. Rien de ce que vous saisissez n’est envoyé.',
  'ledger.verifier.noscript': 'Cette page a besoin de JavaScript : la vérification se fait dans votre navigateur.',
  'ledger.verifier.unable':
    'Ce navigateur ne peut pas vérifier de signatures ici. Ouvrez cette page en HTTPS ou comme fichier enregistré, dans une version actuelle de Chrome, Edge, Firefox ou Safari.',
  'ledger.verifier.receipt': 'Reçu (JSON)',
  'ledger.verifier.receipt.hint': 'Choisissez le fichier, déposez-le sur cette page ou collez son contenu.',
  'ledger.verifier.file': 'Choisir un fichier',
  'ledger.verifier.keys': 'Clés du registre',
  'ledger.verifier.keys.hint':
    'Une clé par ligne, comme shop.example/ledger+0a1b2c3d+AbCd… Obtenez-les d’une autre source que le reçu : là où le site les publie, ou chez quelqu’un qui les a notées.',
  'ledger.verifier.noted': 'Comparer avec un point de contrôle noté ailleurs',
  'ledger.verifier.noted.checkpoint': 'Point de contrôle noté',
  'ledger.verifier.noted.checkpoint.hint':
    'D’un e-mail aux administrateurs, ou de quelqu’un qui en a noté un. Incluez les lignes des signatures.',
  'ledger.verifier.noted.consistency': 'Preuve de cohérence (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Nécessaire seulement si les deux points de contrôle sont de tailles différentes. La vérification vous indique quelle preuve obtenir.',
  'ledger.verifier.check': 'Vérifier',
  'ledger.verifier.save': 'Enregistrez cette page pour vérifier des reçus hors ligne, même si le site n’existe plus.',
  'ledger.verifier.save.action': 'Enregistrer cette page',
  'ledger.verifier.verdict.holds': 'Le reçu est valide',
  'ledger.verifier.verdict.holds.text':
    'Le registre dont vous avez saisi les clés contient cette entrée telle qu’elle est montrée ci-dessous. Elle n’a pas été modifiée depuis le scellement.',
  'ledger.verifier.verdict.marked': 'Le reçu est valide, mais l’entrée est signalée',
  'ledger.verifier.verdict.marked.text':
    'Toutes les étapes ont réussi, mais elles prouvent seulement que l’entrée a été scellée avec un signalement, car le site n’a pas pu confirmer son origine.',
  'ledger.verifier.verdict.pending': 'Le reçu est en attente et ne prouve encore rien',
  'ledger.verifier.verdict.pending.text':
    'L’entrée n’est pas scellée : aucune signature ne la couvre, et n’importe qui aurait pu écrire le contenu ci-dessous. Téléchargez à nouveau le reçu dans une minute.',
  'ledger.verifier.verdict.refused': 'Le reçu n’est pas valide',
  'ledger.verifier.verdict.refused.text':
    'Une étape a échoué : le contenu du reçu n’est pas prouvé et n’est pas montré. Assurez-vous que le fichier est complet et que les clés sont celles de ce registre.',
  'ledger.verifier.unchecked': 'Non vérifié',
  'ledger.verifier.unchecked.receipt': 'Saisissez d’abord un reçu.',
  'ledger.verifier.unchecked.keys': 'Saisissez au moins une clé du registre : sans clé, rien ne peut être prouvé.',
  'ledger.verifier.unchecked.key': 'Cette ligne n’est pas une clé de registre : {line}',
  'ledger.verifier.unchecked.large': 'Ce fichier est trop grand pour être un reçu.',
  'ledger.verifier.unchecked.unreadable': 'Ce fichier n’est pas un texte UTF-8 valide.',
  'ledger.verifier.steps': 'Étapes de la vérification',
  'ledger.verifier.says': 'Contenu du reçu',
  'ledger.verifier.kind': 'Type d’entrée',
  'ledger.verifier.number': 'Numéro parmi les décisions de cette personne',
  'ledger.verifier.visitor': 'Visiteur',
  'ledger.verifier.state.holds': 'Réussi',
  'ledger.verifier.state.fails': 'Échec',
  'ledger.verifier.state.open': 'Non vérifié',
  'ledger.verifier.state.warns': 'À noter',
  'ledger.verifier.step.form.holds': 'Le reçu a un format connu, sans rien d’ajouté, de manquant ou de répété.',
  'ledger.verifier.step.form.fails':
    'Le reçu n’a pas un format connu, ou quelque chose y est ajouté, manquant ou répété : {part}',
  'ledger.verifier.step.openings.holds':
    'La personne et les circonstances correspondent aux engagements cryptographiques de l’entrée.',
  'ledger.verifier.step.openings.fails': 'Ceci ne correspond pas aux engagements cryptographiques de l’entrée : {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} a cosigné le point de contrôle : ce témoin l’a vu à {time}, et n’a vu aucun registre contradictoire.',
  'ledger.verifier.step.witnesses.open':
    'Le reçu indique que des témoins ont cosigné le point de contrôle. Cela n’a pas été vérifié : saisissez leurs clés avec celles du registre.',
  'ledger.verifier.step.witnesses.fails':
    'Les cosignatures indiquées dans le reçu ne correspondent pas à son point de contrôle : {part}',
  'ledger.verifier.step.erasure.holds':
    'Le site a signé que les données de la personne ont été effacées : son identité ne peut plus être montrée.',
  'ledger.verifier.step.erasure.fails':
    'Aucune déclaration que les données de la personne ont été effacées n’est signée avec une clé que vous avez saisie, ou le reçu nomme encore la personne : {part}',
  'ledger.verifier.step.text.holds': 'Le texte est exactement celui auquel se rapporte la décision.',
  'ledger.verifier.step.text.fails': 'Le texte n’est pas celui auquel se rapporte la décision.',
  'ledger.verifier.step.text.open': 'Le reçu ne contient pas de texte.',
  'ledger.verifier.step.checkpoint.holds':
    'Le point de contrôle de {size} entrées de {origin} est signé avec une clé que vous avez saisie.',
  'ledger.verifier.step.checkpoint.fails':
    'Le point de contrôle n’est pas signé avec une clé que vous avez saisie, ou a été modifié : {part}',
  'ledger.verifier.step.checkpoint.open': 'Aucun point de contrôle signé ne couvre l’entrée.',
  'ledger.verifier.step.place.holds':
    'L’entrée porte le numéro {index} parmi {size} entrées, en comptant à partir de 0.',
  'ledger.verifier.step.place.fails':
    'L’entrée n’est pas incluse dans le point de contrôle : l’entrée ou le point de contrôle a été modifié.',
  'ledger.verifier.step.mark.warns':
    'L’entrée a été signalée lors du scellement ({reason}) et n’est pas valide tant qu’un administrateur ne l’a pas examinée.',
  'ledger.verifier.step.mark.fails': 'Le signalement de l’entrée n’est pas valide : {part}',
  'ledger.verifier.step.later.holds':
    'Le site a signé que les {size} premières entrées ne contiennent pas de décision ultérieure de cette personne sur cette politique.',
  'ledger.verifier.step.later.warns':
    'Le site a signé que les {size} premières entrées contiennent une décision ultérieure de cette personne sur cette politique : ce reçu ne montre pas sa décision actuelle.',
  'ledger.verifier.step.later.open': 'Le reçu n’indique pas s’il y a une décision ultérieure.',
  'ledger.verifier.step.later.fails':
    'La déclaration sur les décisions ultérieures n’est pas signée avec une clé que vous avez saisie : {part}',
  'ledger.verifier.step.noted.holds': 'Le point de contrôle noté de {size} entrées appartient au même registre.',
  'ledger.verifier.step.noted.open':
    'Aucun point de contrôle noté n’a été saisi : il n’est donc pas vérifié que tout le monde voit le même registre.',
  'ledger.verifier.step.noted.fails':
    'Le reçu n’appartient pas au registre du point de contrôle noté, ou la preuve de cohérence n’est pas la bonne. Si elle est la bonne, le site tient deux registres : conservez les deux comme preuves. {part}',
  'ledger.verifier.step.consistency.open':
    'Le point de contrôle noté a {noted} entrées, celui du reçu en a {size}. Saisissez comme preuve de cohérence la réponse du site à /ledger/consistency.json?from={from}&to={to}.',
};
