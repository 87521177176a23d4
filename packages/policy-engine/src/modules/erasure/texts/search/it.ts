import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'erasure.mine.completed.unsearched': 'I Suoi dati sono stati cancellati, per quanto abbiamo potuto verificare',
  'erasure.mine.step.unsearched':
    'La cancellazione è terminata. Non è stato possibile cercare dati residui in tutti i luoghi.',
  'erasure.left.unsearched':
    'In alcuni luoghi non è stato possibile cercare dati residui. Il gestore di questo sito vede quali sono.',
  'erasure.absence.undeclared': 'In nessuna regola sui dati',
  'erasure.absence.undeclared_advice':
    'Dalle tabelle senza regola sui dati non viene cancellato nulla. Uno sviluppatore può aggiungere una regola o escluderle con una motivazione (dataMap.exempt).',
  'erasure.absence.nothing_searched':
    'Dove la ricerca è stata possibile non è stato trovato nulla. Qui sotto è indicato che cosa non è stato esaminato.',
  'erasure.absence.left_out': 'Parole non cercate perché troppo brevi o troppo comuni: {words}.',
  'erasure.absence.elsewhere': 'Non esaminati, perché possono appartenere ad altre applicazioni: {names}',
  'erasure.absence.not.excluded': 'Escluso dalla configurazione',
  'erasure.absence.not.permission': 'Il motore non ha il permesso di lettura',
  'erasure.absence.not.filtered': 'Esaminato, ma la sicurezza a livello di riga del database può nascondere righe',
  'erasure.absence.not.time': 'La lettura ha richiesto troppo tempo o la tabella era bloccata',
  'erasure.absence.not.size': 'I valori sono troppo lunghi o troppi per essere confrontati del tutto',
  'erasure.absence.not.index': 'Indice full-text il cui testo non può essere riletto',
  'erasure.absence.not.failed': 'Il database ha segnalato un errore',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tabelle senza regola sui dati',
  'erasure.undeclared.searched':
    'Sono state esaminate {columns} colonne di {tables} tabelle che nessuna regola sui dati nomina. Dopo la cancellazione verranno esaminate di nuovo.',
  'erasure.undeclared.found':
    'Dati che identificano la persona si trovano in tabelle che nessuna regola sui dati nomina. La cancellazione non li rimuoverà.',
  'erasure.undeclared.nothing': 'In queste tabelle non è stato trovato nulla che identifichi la persona.',
  'mail.erasure_receipt.unsearched':
    'Luoghi che non è stato possibile esaminare del tutto: {count}. La pagina della richiesta li nomina.',
  'check.erasure_undeclared':
    'Tabelle con testo che nessuna regola sui dati nomina: {subject}. Vengono esaminate dopo una cancellazione, ma nulla in esse viene cancellato.',
  'check.erasure_undeclared.name': 'Le tabelle con testo sono nelle regole sui dati',
  'check.erasure_undeclared.advice':
    'Aggiunga una regola sui dati per ogni tabella con dati personali ed escluda le altre con una motivazione (dataMap.exempt).',
  'check.erasure_unsearched': 'Non esaminato dopo una cancellazione: {subject}.',
  'check.erasure_unsearched.name': 'Le ricerche dopo le cancellazioni sono complete',
  'check.erasure_unsearched.advice':
    'Permetta al motore di leggere queste tabelle, oppure le esamini Lei. Per escludere una tabella con una motivazione, imposti search su false in dataMap.exempt.',
};
