import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Vos données ont été supprimées, autant que nous avons pu le vérifier',
  'erasure.mine.step.unsearched':
    'La suppression est terminée. Tous les emplacements n’ont pas pu être examinés à la recherche de données restantes.',
  'erasure.left.unsearched':
    'Certains emplacements n’ont pas pu être examinés à la recherche de données restantes. L’exploitant de ce site voit lesquels.',
  'erasure.absence.undeclared': 'Dans aucune règle de données',
  'erasure.absence.undeclared_advice':
    'Rien n’est effacé dans les tables sans règle de données. Un développeur peut ajouter une règle ou les exclure avec un motif (dataMap.exempt).',
  'erasure.absence.nothing_searched':
    'Rien n’a été trouvé là où la recherche était possible. Ce qui n’a pas été examiné figure ci-dessous.',
  'erasure.absence.left_out': 'Mots non recherchés, car trop courts ou trop courants : {words}.',
  'erasure.absence.elsewhere': 'Non examinés, car ils peuvent appartenir à d’autres applications : {names}',
  'erasure.absence.not.excluded': 'Exclu par la configuration',
  'erasure.absence.not.permission': 'Le moteur n’a pas le droit de lecture',
  'erasure.absence.not.filtered': 'Examiné, mais la sécurité par ligne de la base de données peut cacher des lignes',
  'erasure.absence.not.time': 'La lecture a pris trop de temps, ou la table était verrouillée',
  'erasure.absence.not.size': 'Les valeurs sont trop longues ou trop nombreuses pour être comparées entièrement',
  'erasure.absence.not.index': 'Index plein texte dont le texte ne peut pas être relu',
  'erasure.absence.not.failed': 'La base de données a signalé une erreur',
  'erasure.absence.not.note': '{reason} : {note}',
  'erasure.undeclared.title': 'Tables sans règle de données',
  'erasure.undeclared.searched':
    '{columns} colonnes de {tables} tables qu’aucune règle de données ne nomme ont été examinées. Elles le seront de nouveau après l’effacement.',
  'erasure.undeclared.found':
    'Des données identifiant la personne se trouvent dans des tables qu’aucune règle de données ne nomme. L’effacement ne les supprimera pas.',
  'erasure.undeclared.nothing': 'Rien qui identifie la personne n’a été trouvé dans ces tables.',
  'mail.erasure_receipt.unsearched':
    'Emplacements qui n’ont pas pu être examinés entièrement : {count}. La page de la demande les nomme.',
  'check.erasure_undeclared':
    'Tables contenant du texte qu’aucune règle de données ne nomme : {subject}. Elles sont examinées après un effacement, mais rien n’y est effacé.',
  'check.erasure_undeclared.name': 'Les tables contenant du texte figurent dans des règles de données',
  'check.erasure_undeclared.advice':
    'Ajoutez une règle de données pour chaque table contenant des données personnelles, et excluez les autres avec un motif (dataMap.exempt).',
  'check.erasure_unsearched': 'Non examiné après un effacement : {subject}.',
  'check.erasure_unsearched.name': 'Les recherches après les effacements sont complètes',
  'check.erasure_unsearched.advice':
    'Donnez au moteur le droit de lire ces tables, ou examinez-les vous-même. Pour exclure une table avec un motif, mettez search à false dans dataMap.exempt.',
};
