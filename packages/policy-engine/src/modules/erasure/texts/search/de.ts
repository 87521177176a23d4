import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'Ihre Daten wurden gelöscht, soweit wir es prüfen konnten',
  'erasure.mine.step.unsearched':
    'Die Löschung ist beendet. Nicht alle Orte konnten nach verbliebenen Daten durchsucht werden.',
  'erasure.left.unsearched':
    'Einige Orte konnten nicht nach verbliebenen Daten durchsucht werden. Der Betreiber dieser Website sieht, welche es sind.',
  'erasure.absence.undeclared': 'In keiner Datenregel',
  'erasure.absence.undeclared_advice':
    'Aus Tabellen ohne Datenregel wird nichts gelöscht. Wer die Anwendung entwickelt, kann eine Regel ergänzen oder die Tabelle mit Begründung ausnehmen (dataMap.exempt).',
  'erasure.absence.nothing_searched':
    'Wo gesucht werden konnte, wurde nichts gefunden. Was nicht durchsucht wurde, steht unten.',
  'erasure.absence.left_out': 'Wörter, nach denen nicht gesucht wurde, weil sie zu kurz oder zu häufig sind: {words}.',
  'erasure.absence.elsewhere': 'Nicht durchsucht, weil sie zu anderen Anwendungen gehören können: {names}',
  'erasure.absence.not.excluded': 'Durch die Konfiguration ausgenommen',
  'erasure.absence.not.permission': 'Kein Leserecht',
  'erasure.absence.not.filtered': 'Durchsucht, aber die Zeilensicherheit der Datenbank kann Zeilen verbergen',
  'erasure.absence.not.time': 'Das Lesen dauerte zu lange, oder die Tabelle war gesperrt',
  'erasure.absence.not.size': 'Werte sind zu lang oder zu zahlreich, um sie vollständig zu vergleichen',
  'erasure.absence.not.index': 'Volltextindex, dessen Text nicht gelesen werden kann',
  'erasure.absence.not.failed': 'Die Datenbank meldete einen Fehler',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tabellen ohne Datenregel',
  'erasure.undeclared.searched':
    'Tabellen, die keine Datenregel nennt, wurden durchsucht (Spalten: {columns}, Tabellen: {tables}). Nach der Löschung werden sie erneut durchsucht.',
  'erasure.undeclared.found':
    'Daten, die die Person identifizieren, stehen in Tabellen, die keine Datenregel nennt. Die Löschung entfernt sie nicht.',
  'erasure.undeclared.nothing': 'In diesen Tabellen wurde nichts gefunden, das die Person identifiziert.',
  'mail.erasure_receipt.unsearched':
    'Orte, die nicht vollständig durchsucht werden konnten: {count}. Die Seite des Antrags nennt sie.',
  'check.erasure_undeclared':
    'Tabellen mit Text, die keine Datenregel nennt: {subject}. Sie werden nach einer Löschung durchsucht, aber nichts in ihnen wird gelöscht.',
  'check.erasure_undeclared.name': 'Tabellen mit Text stehen in Datenregeln',
  'check.erasure_undeclared.advice':
    'Ergänzen Sie eine Datenregel für jede Tabelle mit personenbezogenen Daten, und nehmen Sie die übrigen mit Begründung aus (dataMap.exempt).',
  'check.erasure_unsearched': 'Nach einer Löschung nicht durchsucht: {subject}.',
  'check.erasure_unsearched.name': 'Suchen nach Löschungen sind vollständig',
  'check.erasure_unsearched.advice':
    'Geben Sie der Engine Leserechte an diesen Tabellen, oder durchsuchen Sie sie selbst. Um eine Tabelle mit Begründung auszunehmen, setzen Sie search in dataMap.exempt auf false.',
};
