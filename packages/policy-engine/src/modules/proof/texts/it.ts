import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'nav.ledger': 'Registro',
  'ledger.title': 'Registro',
  'ledger.lead':
    'Il registro è la prova firmata di ogni decisione: se una voce viene modificata, rimossa o aggiunta in seguito, la verifica del registro lo rileva.',
  'ledger.mine.title': 'Le mie decisioni',
  'ledger.mine.lead': 'Tutte le decisioni che ha preso qui, ciascuna con una ricevuta.',
  'ledger.empty': 'Ancora nessuna voce',
  'ledger.empty_text': 'Ogni decisione è elencata qui non appena viene presa.',
  'ledger.none': 'Nessuna voce trovata',
  'ledger.none_text': 'Nessuna voce corrisponde a questi filtri.',
  'ledger.all': 'Tutte',
  'ledger.kind': 'Tipo',
  'ledger.group.decisions': 'Decisioni',
  'ledger.group.marks': 'Segnalazioni ed esami',
  'ledger.group.publications': 'Pubblicazioni',
  'ledger.group.administration': 'Log di audit',
  'ledger.group.takeovers': 'Continuazioni dopo un ripristino',
  'ledger.group.all': 'Tutte',
  'ledger.policy': 'Policy',
  'ledger.decision': 'Decisione',
  'ledger.decision.accepted': 'Accettata',
  'ledger.decision.rejected': 'Rifiutata',
  'ledger.at': 'Data e ora',
  'ledger.how': 'Origine',
  'ledger.how.panel': 'Centro privacy',
  'ledger.how.banner': 'Banner o modulo incorporato',
  'ledger.how.api': 'Un altro programma (API)',
  'ledger.how.sign-up': 'Modulo dell’account',
  'ledger.how.import': 'Importazione',
  'ledger.how.gpc': 'Segnale del browser (GPC)',
  'ledger.how.host': 'Il sito stesso',
  'ledger.how.adopted': 'Copiata da un browser a un account',
  'ledger.subject': 'Persona',
  'ledger.subject_id': 'ID di una persona',
  'ledger.visitor': 'Visitatore senza account',
  'ledger.erased': 'Cancellata',
  'ledger.state': 'Prova',
  'ledger.state.sealed': 'Sigillata',
  'ledger.state.pending': 'In attesa',
  'ledger.receipt': 'Ricevuta',
  'ledger.receipt.title': 'Ricevuta della decisione',
  'ledger.receipt.lead':
    'Conservi questa ricevuta. Prova che cosa è stato deciso, su quale testo e quando, anche senza questo sito.',
  'ledger.receipt.pending':
    'Questa decisione è memorizzata ma non ancora sigillata. La ricevuta sarà completa tra un momento.',
  'ledger.receipt.download': 'Scarica la ricevuta (JSON)',
  'ledger.receipt.print_hint': 'Stampi questa pagina per conservarne una copia su carta.',
  'ledger.receipt.version': 'Versione del testo',
  'ledger.receipt.text_hash': 'Impronta del testo (SHA-256)',
  'ledger.receipt.locale': 'Lingua della pagina',
  'ledger.receipt.user_agent': 'Browser',
  'ledger.receipt.network': 'Rete',
  'ledger.receipt.position': 'Numero della voce',
  'ledger.receipt.leaf': 'Impronta della voce',
  'ledger.receipt.adopted': 'Copiata dalla voce',
  'ledger.receipt.vendors': 'Fornitori proposti',
  'ledger.receipt.vendors.refused': 'Fornitori rifiutati',
  'ledger.receipt.vendors.none': 'Nessuno',
  'ledger.receipt.gpc': 'Global Privacy Control',
  'ledger.receipt.gpc.honoured': 'Rifiutata come chiede il segnale del browser',
  'ledger.receipt.gpc.overridden': 'Accettata nonostante il segnale del browser',
  'ledger.receipt.shown': 'Che cosa è stato mostrato',
  'ledger.receipt.unknown': 'Sconosciuto',
  'ledger.kind.suspicion': 'Segnalazione di una voce di origine sconosciuta',
  'ledger.kind.takeover': 'Continuazione di un registro precedente',
  'ledger.kind.publication': 'Testo pubblicato: {policy}',
  'ledger.kind.administration': 'Voce del log di audit',
  'ledger.how.sealer': 'Sigillatura',
  'ledger.state.suspect': 'Segnalata',
  'ledger.keys': 'Per la verifica indipendente',
  'ledger.keys.text':
    'Con queste chiavi pubbliche chiunque può verificare una ricevuta o un punto di controllo senza doversi fidare di questo sito. Pubblicarle in un luogo che nessuno può modificare insieme al database, ad esempio in una lettera o su un altro sito.',
  'ledger.keys.stored':
    'La chiave di firma è conservata nel database: chi può modificare il database potrebbe anche falsificare le firme. Chiedere a uno sviluppatore di conservare la chiave altrove (ledgerKey).',
  'ledger.checkpoint': 'Ultimo punto di controllo: un riepilogo firmato di tutte le voci',
  'ledger.verify': 'Verifica il registro',
  'ledger.verify.title': 'Verifica del registro',
  'ledger.verify.lead':
    'Confronta ogni voce con le firme apposte al momento della registrazione, e le decisioni, i testi e il log di audit attuali con le voci.',
  'ledger.verify.ok': 'Il registro è integro: nulla è stato modificato, rimosso o aggiunto da quando è stato firmato.',
  'ledger.verify.found':
    'Scostamenti rilevati: {count}. Salvare questa pagina e mostrarla a uno sviluppatore prima di qualsiasi riparazione: indica che cosa è stato modificato.',
  'ledger.verify.what': 'Che cosa è stato rilevato',
  'ledger.verify.code': 'Codice',
  'ledger.verify.events': 'Voci verificate',
  'ledger.verify.pending': 'Non ancora sigillate',
  'ledger.verify.erased': 'Voci di persone i cui dati sono stati cancellati',
  'ledger.verify.keys': 'Firme',
  'ledger.verify.keys.given': 'Verificate con una chiave conservata fuori dal database',
  'ledger.verify.keys.stored':
    'Verificate con la chiave nel database; ciò non esclude una falsificazione da parte di chi può modificare il database',
  'ledger.verify.keys.none': 'Non verificate: non c’è ancora alcuna firma',
  'ledger.verify.large':
    'Questo registro è troppo grande per essere verificato nel pannello: più di {count} voci. Chiedere a uno sviluppatore di eseguire «policy-engine ledger verify».',
  'ledger.verify.receipt': 'Verifica una singola ricevuta',
  'ledger.receipt.suspect':
    'Il sito non ha potuto confermare l’origine di questa voce quando è stata sigillata. La voce è segnalata e non è valida finché un amministratore non l’ha esaminata.',
  'ledger.receipt.proves': 'Che cosa prova questa ricevuta',
  'ledger.receipt.proves.entry':
    'Questa è la voce numero {position} del registro {origin} e il sito ha firmato un punto di controllo di {size} voci che la comprende. Se anche un solo carattere venisse modificato, la prova non reggerebbe.',
  'ledger.receipt.proves.not':
    'Che cosa non prova: chi ha usato il dispositivo; che l’orologio del sito era esatto; che a tutti viene mostrato lo stesso registro. Per verificare l’ultimo punto, confronti il punto di controllo con uno annotato da qualcun altro.',
  'ledger.receipt.proves.alone': 'Nessun testimone ha controfirmato il punto di controllo.',
  'ledger.receipt.later.none':
    'Al punto di controllo di {size} voci non esiste una decisione successiva di questa persona su questa policy. Il sito ha firmato questa dichiarazione; non può essere provata crittograficamente.',
  'ledger.receipt.later.exists':
    'Al punto di controllo di {size} voci esiste una decisione successiva di questa persona su questa policy. Questa ricevuta non mostra la sua decisione attuale.',
  'ledger.receipt.later.unknown':
    'La ricevuta non indica se esiste una decisione successiva, perché i dati della persona sono stati cancellati o la voce non è una decisione.',
  'ledger.receipt.text': 'Testo della decisione',
  'ledger.receipt.text_missing': 'Il testo non è più disponibile nella forma in cui è stato pubblicato.',
  'ledger.receipt.checkpoint': 'Punto di controllo',
  'mail.ledger_digest.subject': 'Punto di controllo {size} del registro',
  'mail.ledger_digest.text':
    'Conservare questa email. Le righe seguenti sono firmate e coprono tutte le decisioni prese finora. Se qualcuno riscrive il database, questo non corrisponderà più a esse.',
  'mail.ledger_digest.how':
    'Per verificare il registro, salvare questa email come file ed eseguire: policy-engine ledger verify --checkpoint FILE',
  'mail.ledger_digest.rewritten':
    'Se il database è stato riscritto o troncato, la verifica mostra «noted_checkpoint_contradicted» e non riesce. Un numero di voci inferiore a quello di un’email precedente ha lo stesso significato.',
  'mail.ledger_digest.events': 'Voci coperte',
  'mail.ledger_digest.action': 'Apri il registro',
  'check.no_ledger_key.advice': 'Impostare ledgerKey su una chiave Ed25519 conservata fuori dal database.',
  'check.no_ledger_key':
    'La chiave che firma il registro è memorizzata nel database, quindi chi può scrivere nel database può riscrivere il registro.',
  'check.ledger_broken': 'Il registro non può essere sigillato: {subject}.',
  'check.ledger_broken.advice': 'Eseguire «policy-engine ledger verify» e ripristinare ciò che è stato modificato.',
  'check.ledger_misnamed': 'Il registro non può essere sigillato. {subject}',
  'check.ledger_misnamed.advice': 'Rimuovere ledger.origin o impostarlo sul nome del registro.',
  'check.ledger_unsealed': 'Ci sono decisioni in attesa di essere sigillate da {subject} minuti.',
  'check.ledger_unsealed.advice':
    'Verificare che un processo chiami engine.start() e cercare nel suo log «sealing the ledger failed».',
  'audit.action.ledger_erased': 'Persona cancellata dal registro',
  'audit.action.ledger_suspected': 'Registro: voce di origine sconosciuta segnalata',
  'audit.action.ledger_judged': 'Registro: voce segnalata esaminata',
  'audit.action.ledger_differs': 'Registro: rilevata una decisione attuale che differisce dal registro',
  'audit.action.ledger_repaired': 'Registro: decisione attuale ripristinata dal registro',
  'audit.action.ledger_restored': 'Registro: continuato con un nuovo nome dopo un ripristino',
  'jobs.name.ledger_digest': 'Email giornaliera del registro',
  'error.not_suspected': 'Questa voce non è stata segnalata, quindi non può essere esaminata.',
  'notice.ledger_judged': 'Esame salvato.',
  'ledger.kind.judgement': 'Esame di una voce segnalata',
  'ledger.suspected.title': 'Voci segnalate',
  'ledger.suspected.lead':
    'Il sito non ha potuto confermare l’origine di queste voci quando sono state sigillate. Una voce non è valida finché non è stata esaminata.',
  'ledger.suspected.how':
    'Chiedere alla persona, o far cercare la richiesta da uno sviluppatore nel log del server. Dichiarare nulla una voce se la sua origine non può essere spiegata; la decisione viene allora revocata e alla persona viene chiesto di nuovo.',
  'ledger.suspected.none': 'Nessuna voce segnalata',
  'ledger.suspected.none_text':
    'Le voci modificate prima della sigillatura, o non scritte dal sito, sono elencate qui dopo essere state sigillate.',
  'ledger.suspected.reason': 'Motivo',
  'ledger.suspected.reason.changed': 'La voce è stata modificata prima di essere sigillata.',
  'ledger.suspected.reason.identity_changed':
    'La persona o le circostanze della decisione sono state modificate prima che la voce fosse sigillata.',
  'ledger.suspected.reason.identity_missing':
    'L’identità della persona è stata rimossa prima che la voce fosse sigillata.',
  'ledger.suspected.reason.not_appended_here': 'Non è stata scritta da un server di questo sito con la chiave attuale.',
  'ledger.suspected.judgement': 'Esame',
  'ledger.suspected.suspected': 'In attesa',
  'ledger.suspected.counts': 'Valida',
  'ledger.suspected.void': 'Annullata',
  'ledger.suspected.counts.verb': 'Contrassegna come valida',
  'ledger.suspected.void.verb': 'Contrassegna come annullata',
  'ledger.suspected.waiting': 'Voci di origine sconosciuta devono essere esaminate. Fino ad allora non sono valide.',
  'ledger.suspected.open': 'Esamina le voci',
  'jobs.name.ledger_replay': 'Confronto giornaliero delle decisioni attuali con il registro',
  'check.ledger_differs': 'Decisioni attuali che differiscono dal registro: {subject}.',
  'check.ledger_differs.advice':
    'Eseguire «policy-engine ledger verify» per elencarle, accertare chi le ha modificate, poi eseguire «policy-engine ledger repair».',
  'check.ledger_suspected': 'Voci segnalate del registro in attesa di esame: {subject}.',
  'check.ledger_suspected.advice': 'Aprire la pagina «Voci segnalate» del registro ed esaminarle.',
  'error.ledger_restored':
    'I dati di questo sito sono stati ripristinati da un backup e sono in corso di verifica. Riprovi più tardi.',
  'ledger.witnesses': 'Testimoni',
  'ledger.witnesses.text':
    'I testimoni sono indipendenti da questo sito e confermano lo stato del registro con la propria firma. Se in seguito alcune voci vengono modificate o rimosse, il registro non corrisponde più a ciò che hanno firmato. Ne sono necessari {quorum} su {count}.',
  'ledger.witnesses.newest': 'Voci dell’ultimo stato confermato da un numero sufficiente di testimoni: {size}.',
  'ledger.witnesses.none':
    'Nessuno stato del registro è ancora stato confermato da un numero sufficiente di testimoni.',
  'ledger.witness': 'Testimone',
  'ledger.witness.size': 'Voci',
  'ledger.witness.at': 'Ultima conferma',
  'ledger.witness.never': 'Mai',
  'ledger.witness.state': 'Stato',
  'ledger.witness.fresh': 'Aggiornato',
  'ledger.witness.late': 'In ritardo',
  'ledger.receipt.proves.witnessed':
    'Testimoni indipendenti da questo sito hanno controfirmato il punto di controllo. Chi possiede le loro chiavi può verificarlo. Sono elencati qui sotto.',
  'ledger.receipt.witnesses': 'Controfirmato da',
  'mail.ledger_digest.cosigned': 'Ultimo punto di controllo controfirmato',
  'mail.ledger_digest.uncosigned': 'Ancora nessuno',
  'check.ledger_restored':
    'Il registro è stato ripristinato da un backup: {subject}. Le nuove voci non vengono sigillate.',
  'check.ledger_restored.advice':
    'Ripristinare il backup più recente. Se questo è il più recente, ripetere le cancellazioni effettuate da allora ed eseguire «policy-engine ledger restore».',
  'check.restores_unseen':
    'Il ripristino di un backup del database non verrebbe rilevato: decisioni, revoche e cancellazioni effettuate dopo il backup andrebbero perse senza avviso.',
  'check.restores_unseen.advice':
    'Impostare ledger.mark su un file o un archivio che non viene ripristinato insieme al database, oppure configurare dei testimoni in ledger.witnesses.',
  'check.ledger_mark_failed': 'Il contrassegno del registro non può essere letto o scritto: {subject}.',
  'check.ledger_mark_failed.advice':
    'Verificare che ledger.mark sia una posizione non usata da altro e in cui il motore possa scrivere.',
  'check.ledger_uncosigned': 'Un testimone non ha controfirmato di recente il registro: {subject}.',
  'check.ledger_uncosigned.advice':
    'Eseguire «policy-engine ledger cosign» per vederne la risposta e contattarne il gestore.',
  'check.ledger_no_quorum': 'Troppo pochi testimoni hanno controfirmato di recente il registro: {subject}.',
  'check.ledger_no_quorum.advice':
    'Finché non controfirmano di nuovo testimoni sufficienti, le ricevute si riferiscono a punti di controllo più vecchi o non controfirmati.',
  'jobs.name.ledger_cosign': 'Controfirma dei testimoni',
  'check.ledger_clocks':
    'Nell’ultimo giorno l’orologio di un server differiva di {subject} secondi da quello del database.',
  'check.ledger_clocks.advice':
    'Sincronizzare gli orologi dei server con NTP. L’ordine delle decisioni è corretto, ma gli orari mostrati non lo sono.',
};
