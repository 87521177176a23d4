import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'ledger.verifier.title': 'Verificare una ricevuta',
  'ledger.verifier.lead':
    'Questa pagina verifica una ricevuta nel suo browser, senza contattare il sito che l’ha emessa. Nulla di ciò che inserisce viene inviato.',
  'ledger.verifier.noscript': 'Questa pagina richiede JavaScript: la verifica avviene nel suo browser.',
  'ledger.verifier.unable':
    'Questo browser non può verificare le firme qui. Apra questa pagina tramite HTTPS o come file salvato, in una versione attuale di Chrome, Edge, Firefox o Safari.',
  'ledger.verifier.receipt': 'Ricevuta (JSON)',
  'ledger.verifier.receipt.hint': 'Scelga il file, lo trascini su questa pagina o ne incolli il contenuto.',
  'ledger.verifier.file': 'Scegli file',
  'ledger.verifier.keys': 'Chiavi del registro',
  'ledger.verifier.keys.hint':
    'Una chiave per riga, come shop.example/ledger+0a1b2c3d+AbCd… Le ottenga da una fonte diversa dalla ricevuta: dove il sito le pubblica o da qualcuno che le ha annotate.',
  'ledger.verifier.noted': 'Confronta con un punto di controllo annotato altrove',
  'ledger.verifier.noted.checkpoint': 'Punto di controllo annotato',
  'ledger.verifier.noted.checkpoint.hint':
    'Da un’email agli amministratori o da qualcuno che ne ha annotato uno. Includa le righe delle firme.',
  'ledger.verifier.noted.consistency': 'Prova di coerenza (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Necessaria solo se i due punti di controllo hanno dimensioni diverse. La verifica indica quale prova ottenere.',
  'ledger.verifier.check': 'Verifica',
  'ledger.verifier.save':
    'Salvi questa pagina per verificare le ricevute senza connessione, anche se il sito non esiste più.',
  'ledger.verifier.save.action': 'Salva la pagina',
  'ledger.verifier.verdict.holds': 'La ricevuta è valida',
  'ledger.verifier.verdict.holds.text':
    'Il registro di cui ha inserito le chiavi contiene questa voce come mostrata qui sotto. Non è stata modificata da quando è stata sigillata.',
  'ledger.verifier.verdict.marked': 'La ricevuta è valida, ma la voce è segnalata',
  'ledger.verifier.verdict.marked.text':
    'Tutti i passaggi sono stati superati, ma provano solo che la voce è stata sigillata con una segnalazione, perché il sito non ha potuto confermarne l’origine.',
  'ledger.verifier.verdict.pending': 'La ricevuta è in attesa e non prova ancora nulla',
  'ledger.verifier.verdict.pending.text':
    'La voce non è sigillata: nessuna firma la copre, quindi chiunque potrebbe aver scritto il contenuto qui sotto. Scarichi di nuovo la ricevuta tra un minuto.',
  'ledger.verifier.verdict.refused': 'La ricevuta non è valida',
  'ledger.verifier.verdict.refused.text':
    'Un passaggio non è stato superato, quindi il contenuto della ricevuta non è provato e non viene mostrato. Si assicuri che il file sia completo e che le chiavi appartengano a questo registro.',
  'ledger.verifier.unchecked': 'Non verificato',
  'ledger.verifier.unchecked.receipt': 'Inserisca prima una ricevuta.',
  'ledger.verifier.unchecked.keys':
    'Inserisca almeno una chiave del registro: senza una chiave non si può provare nulla.',
  'ledger.verifier.unchecked.key': 'Questa riga non è una chiave di un registro: {line}',
  'ledger.verifier.unchecked.large': 'Questo file è troppo grande per essere una ricevuta.',
  'ledger.verifier.unchecked.unreadable': 'Questo file non è un testo UTF-8 valido.',
  'ledger.verifier.steps': 'Passaggi della verifica',
  'ledger.verifier.says': 'Contenuto della ricevuta',
  'ledger.verifier.kind': 'Tipo di voce',
  'ledger.verifier.number': 'Numero tra le decisioni di questa persona',
  'ledger.verifier.visitor': 'Visitatore',
  'ledger.verifier.state.holds': 'Superato',
  'ledger.verifier.state.fails': 'Non superato',
  'ledger.verifier.state.open': 'Non verificato',
  'ledger.verifier.state.warns': 'Nota',
  'ledger.verifier.step.form.holds': 'La ricevuta ha un formato noto, senza nulla di aggiunto, mancante o duplicato.',
  'ledger.verifier.step.form.fails':
    'La ricevuta non ha un formato noto, oppure qualcosa è aggiunto, mancante o duplicato: {part}',
  'ledger.verifier.step.openings.holds':
    'La persona e le circostanze corrispondono agli impegni crittografici nella voce.',
  'ledger.verifier.step.openings.fails': 'Questo non corrisponde agli impegni crittografici nella voce: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} ha controfirmato il punto di controllo: questo testimone lo ha visto il giorno {time} e non ha visto alcun registro in contraddizione.',
  'ledger.verifier.step.witnesses.open':
    'La ricevuta indica che dei testimoni hanno controfirmato il punto di controllo. Ciò non è stato verificato: inserisca le loro chiavi insieme a quelle del registro.',
  'ledger.verifier.step.witnesses.fails':
    'Le controfirme indicate nella ricevuta non corrispondono al suo punto di controllo: {part}',
  'ledger.verifier.step.erasure.holds':
    'Il sito ha attestato con la sua firma che i dati della persona sono stati cancellati: l’identità non può più essere mostrata.',
  'ledger.verifier.step.erasure.fails':
    'Nessuna dichiarazione che i dati della persona sono stati cancellati è firmata con una chiave da lei inserita, oppure la ricevuta indica ancora la persona: {part}',
  'ledger.verifier.step.text.holds': 'Il testo è esattamente quello a cui si riferisce la decisione.',
  'ledger.verifier.step.text.fails': 'Il testo non è quello a cui si riferisce la decisione.',
  'ledger.verifier.step.text.open': 'La ricevuta non contiene un testo.',
  'ledger.verifier.step.checkpoint.holds':
    'Il punto di controllo di {size} voci di {origin} è firmato con una chiave da lei inserita.',
  'ledger.verifier.step.checkpoint.fails':
    'Il punto di controllo non è firmato con una chiave da lei inserita, oppure è stato modificato: {part}',
  'ledger.verifier.step.checkpoint.open': 'Nessun punto di controllo firmato copre la voce.',
  'ledger.verifier.step.place.holds': 'La voce è la numero {index} di {size} voci, contando da 0.',
  'ledger.verifier.step.place.fails':
    'La voce non è compresa nel punto di controllo: la voce o il punto di controllo è stato modificato.',
  'ledger.verifier.step.mark.warns':
    'La voce è stata segnalata quando è stata sigillata ({reason}) e non è valida finché un amministratore non l’ha esaminata.',
  'ledger.verifier.step.mark.fails': 'La segnalazione sulla voce non è valida: {part}',
  'ledger.verifier.step.later.holds':
    'Il sito ha attestato con la sua firma che le prime {size} voci non contengono una decisione successiva di questa persona su questa policy.',
  'ledger.verifier.step.later.warns':
    'Il sito ha attestato con la sua firma che le prime {size} voci contengono una decisione successiva di questa persona su questa policy: questa ricevuta non mostra la sua decisione attuale.',
  'ledger.verifier.step.later.open': 'La ricevuta non indica se esiste una decisione successiva.',
  'ledger.verifier.step.later.fails':
    'La dichiarazione sulle decisioni successive non è firmata con una chiave da lei inserita: {part}',
  'ledger.verifier.step.noted.holds': 'Il punto di controllo annotato di {size} voci appartiene allo stesso registro.',
  'ledger.verifier.step.noted.open':
    'Non è stato inserito alcun punto di controllo annotato, quindi non è verificato che tutti vedano lo stesso registro.',
  'ledger.verifier.step.noted.fails':
    'La ricevuta non appartiene al registro del punto di controllo annotato, oppure la prova di coerenza non è quella giusta. Se la prova è giusta, il sito tiene due registri: li conservi entrambi come prova. {part}',
  'ledger.verifier.step.consistency.open':
    'Il punto di controllo annotato ha {noted} voci e quello della ricevuta ne ha {size}. Inserisca come prova di coerenza la risposta del sito all’indirizzo /ledger/consistency.json?from={from}&to={to}.',
};
