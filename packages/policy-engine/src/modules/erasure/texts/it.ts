import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'erasure.kind': 'Cancellazione dei suoi dati',
  'erasure.state.held': 'Sospesa',
  'erasure.state.cancelled': 'Ritirata',
  'erasure.state.running': 'In corso',
  'erasure.state.completed': 'Completata',
  'erasure.mine.title': 'Cancellare i suoi dati',
  'erasure.mine.lead':
    'Può chiederci di cancellare i dati che conserviamo su di lei. Legga prima che cosa viene cancellato, che cosa viene conservato e perché.',
  'erasure.mine.pending': 'Abbiamo ricevuto la sua richiesta',
  'erasure.mine.pending_text':
    'Nulla è stato ancora cancellato. Esamineremo la sua richiesta e le risponderemo. Può ritirarla fino all’inizio della cancellazione.',
  'erasure.mine.confirmed_text':
    'La sua richiesta è stata confermata. Nulla è stato ancora cancellato: la cancellazione inizia automaticamente alla data indicata qui sotto. Fino ad allora può ritirare la sua richiesta.',
  'erasure.mine.held': 'La sua richiesta è sospesa',
  'erasure.mine.held_text':
    'Abbiamo un fondamento giuridico per conservare per ora i suoi dati. La sua richiesta resta aperta; il motivo è indicato qui sotto. In caso di disaccordo, può proporre reclamo a un’autorità per la protezione dei dati o ricorrere all’autorità giudiziaria.',
  'erasure.mine.denied': 'La sua richiesta è stata respinta',
  'erasure.mine.denied_text':
    'Il motivo è indicato qui sotto. Può proporre reclamo a un’autorità per la protezione dei dati o ricorrere all’autorità giudiziaria.',
  'erasure.mine.cancelled': 'Ha ritirato la sua richiesta',
  'erasure.mine.cancelled_text': 'Nulla è stato cancellato.',
  'erasure.mine.running': 'I suoi dati sono in corso di cancellazione',
  'erasure.mine.running_text': 'La cancellazione è iniziata e non può essere interrotta. Non deve fare nulla.',
  'erasure.plan.title': 'Che cosa succede ai suoi dati',
  'erasure.plan.lead':
    'Questi sono i dati che conserviamo oggi su di lei e l’effetto che una cancellazione avrebbe su di essi.',
  'erasure.plan.kept':
    'I dati che la legge ci obbliga a conservare non vengono utilizzati per nient’altro e vengono cancellati automaticamente alla data indicata accanto.',
  'erasure.plan.pseudonymised':
    '«Pseudonimizzati» significa che il record viene conservato e potrebbe ancora essere ricondotto a lei con informazioni aggiuntive.',
  'erasure.plan.backups': 'I backup mantengono una copia per un massimo di {days} giorni, poi vengono sovrascritti.',
  'erasure.plan.unknown':
    'Al momento non possiamo mostrare che cosa verrà cancellato. Può comunque presentare una richiesta; quando sarà completata, riceverà un elenco.',
  'erasure.plan.data': 'Dati',
  'erasure.plan.what': 'Azione',
  'erasure.plan.rows': 'Record',
  'erasure.plan.why': 'Motivo e conservazione',
  'erasure.plan.admin_title': 'Che cosa verrà cancellato',
  'erasure.plan.failed':
    'Non è possibile visualizzare l’anteprima della cancellazione, quindi i suoi effetti non sono noti. Errore:',
  'erasure.will.delete': 'Cancellati',
  'erasure.will.erase_fields': 'Dati personali cancellati',
  'erasure.will.pseudonymise': 'Pseudonimizzati',
  'erasure.will.keep': 'Conservati',
  'erasure.will.run': 'Cancellati dall’applicazione',
  'erasure.done.delete': 'Cancellati',
  'erasure.done.erase_fields': 'Dati personali cancellati',
  'erasure.done.pseudonymise': 'Pseudonimizzati',
  'erasure.done.keep': 'Conservati',
  'erasure.done.rows': '{what}: {rows}',
  'erasure.until': 'fino al giorno {until}',
  'erasure.kept_until': 'Conservati fino al',
  'erasure.ask.title': 'Richiedi la cancellazione',
  'erasure.ask.step1': 'Lei presenta la richiesta con il pulsante qui sotto.',
  'erasure.ask.step1_password': 'Lei presenta la richiesta qui sotto e la conferma con la sua password.',
  'erasure.ask.step2': 'Esaminiamo la sua richiesta e rispondiamo entro un mese.',
  'erasure.ask.grace': 'Ha poi {days} giorni per cambiare idea prima che qualcosa venga cancellato.',
  'erasure.ask.step3':
    'I suoi dati vengono cancellati come indicato sopra. Se è compreso il suo account, non potrà più accedere.',
  'erasure.ask.receipt': 'Riceve una ricevuta per email.',
  'erasure.ask.final':
    'Una cancellazione non può essere annullata. Se desidera una copia dei suoi dati, la richieda prima.',
  'erasure.ask.password': 'La sua password',
  'erasure.ask.password_hint': 'Affinché nessun altro possa cancellare i suoi dati.',
  'erasure.ask.waive': 'Non attendere: iniziare non appena la richiesta è confermata',
  'erasure.ask.waive_hint': 'In tal caso potrebbe non disporre di tutti i {days} giorni per ritirare la sua richiesta.',
  'erasure.ask.verb': 'Richiedi la cancellazione',
  'erasure.cancel': 'Ritira la richiesta',
  'erasure.cancel.title': 'Ritirare la sua richiesta?',
  'erasure.cancel.text': 'Nulla verrà cancellato. Può presentare una nuova richiesta in qualsiasi momento.',
  'erasure.grace_until': 'Nulla viene eliminato prima del',
  'erasure.begins': 'Inizio',
  'erasure.grace': 'Periodo di ripensamento',
  'erasure.grace.waived': 'La persona vi ha rinunciato',
  'erasure.hold_reason': 'Motivo della sospensione',
  'erasure.confirmed': 'Confermata',
  'erasure.identified': 'Identità confermata',
  'erasure.identified.not': 'Non necessaria: la richiesta è stata presentata dall’utente che ha effettuato l’accesso',
  'erasure.rights_text':
    'Ha il diritto di ottenere la cancellazione dei suoi dati quando non sono più necessari, quando revoca il suo consenso o si oppone, o quando sono stati trattati illecitamente (art. 17 GDPR). Possiamo conservare i dati che la legge ci obbliga a conservare o che sono necessari per l’accertamento, l’esercizio o la difesa di un diritto in sede giudiziaria (art. 17, par. 3). Rispondiamo entro un mese dal ricevimento della sua richiesta. Se è complessa, possiamo prorogare il termine di due mesi e gliene comunicheremo il motivo entro il primo mese (art. 12, par. 3). Può chiederci a quali destinatari dei suoi dati abbiamo comunicato la cancellazione (art. 19). Se respingiamo la sua richiesta, gliene comunicheremo il motivo e potrà proporre reclamo a un’autorità per la protezione dei dati.',
  'erasure.receipt.title': 'Ricevuta',
  'erasure.receipt.begun': 'Inizio',
  'erasure.receipt.completed': 'Completamento',
  'erasure.receipt.backups_until': 'Nei backup fino al',
  'erasure.receipt.backups': 'I backup possono contenere una copia fino al giorno {until}. Poi vengono sovrascritti.',
  'erasure.absence.title': 'Ricerca di dati residui',
  'erasure.absence.searched':
    'Al termine di tutti i passaggi sono stati cercati dati che identificano la persona in {columns} colonne di {tables} tabelle.',
  'erasure.absence.sampled':
    'Solo un campione della tabella {table} è stato esaminato: {rows} righe di un totale sconosciuto.',
  'erasure.absence.sampled_of': 'Solo un campione della tabella {table} è stato esaminato: {rows} righe su circa {of}.',
  'erasure.absence.id_short':
    'L’ID della persona è troppo breve per essere cercato all’interno dei testi, quindi sono stati cercati solo i valori costituiti da esso.',
  'erasure.absence.files': 'File archiviati',
  'erasure.absence.files.searched': 'Esaminati',
  'erasure.absence.files.share': '{files} di {of}',
  'erasure.absence.files.found': 'Trovati in',
  'erasure.absence.files.not': 'Non esaminati',
  'erasure.absence.files.not.no_text': '{files}: nessun testo semplice',
  'erasure.absence.files.not.encrypted': '{files}: cifrati',
  'erasure.absence.files.not.failed': '{files}: lettura non riuscita',
  'erasure.absence.files.not.no_words': '{files}: nessun dato identificativo noto che si potesse cercare nei testi',
  'erasure.absence.nothing': 'Non sono stati trovati dati residui oltre a quelli che una regola conserva.',
  'erasure.absence.found':
    'Restano dati che identificano la persona in posizioni in cui nessuna regola li conserva. Esaminare queste posizioni e aggiungerle alle regole sui dati.',
  'erasure.absence.place': 'Posizione',
  'erasure.absence.kept': 'Conservati da una regola',
  'erasure.absence.open': 'Non coperti da una regola',
  'erasure.all.title': 'Richieste di cancellazione',
  'erasure.all.lead': 'Richieste di cancellazione di dati personali. A ciascuna si deve rispondere entro un mese.',
  'erasure.all.none': 'Ancora nessuna richiesta',
  'erasure.all.none_text': 'Le richieste di cancellazione appariranno qui.',
  'erasure.one.title': 'Richiesta di cancellazione di {person}',
  'erasure.one.waits': 'Confermata. La cancellazione inizia automaticamente al termine del periodo di ripensamento.',
  'erasure.one.held': 'Sospesa: nulla viene cancellato finché la sospensione non è terminata.',
  'erasure.one.failed':
    'La cancellazione si è interrotta e non verrà ritentata automaticamente. I passaggi completati restano validi. Errore:',
  'erasure.one.retrying':
    'Alcuni passaggi dell’ultimo tentativo non sono riusciti. Verranno ritentati automaticamente. Errore:',
  'erasure.confirm.verb': 'Conferma la cancellazione',
  'erasure.confirm.title': 'Confermare questa cancellazione?',
  'erasure.confirm.text': 'I dati di {person} elencati qui sotto vengono cancellati.',
  'erasure.confirm.now': 'La cancellazione inizia immediatamente.',
  'erasure.confirm.later': 'La persona può ancora ritirare la richiesta. La cancellazione inizia automaticamente il',
  'erasure.confirm.waived': 'La persona ha acconsentito a un inizio anticipato.',
  'erasure.confirm.at_once': 'Conferma e inizia ora',
  'erasure.release': 'Termina la sospensione',
  'erasure.release.title': 'Terminare la sospensione?',
  'erasure.release.text': 'La richiesta di {person} prosegue da dove si era interrotta.',
  'erasure.release.text_confirmed':
    'La richiesta di {person} è già confermata: al termine della sospensione la cancellazione inizia automaticamente.',
  'erasure.hold': 'Sospendi',
  'erasure.hold.title': 'Sospendere questa cancellazione?',
  'erasure.hold.text': 'Nulla viene cancellato finché la sospensione non è terminata. {person} riceve il motivo.',
  'erasure.hold.hint':
    'Usare un linguaggio semplice, nella lingua della persona. Per una sospensione serve un fondamento giuridico: per esempio, una controversia legale o un ordine di un’autorità (art. 17, par. 3, GDPR).',
  'erasure.deny.title': 'Respingere questa richiesta?',
  'erasure.deny.text':
    '{person} riceve il motivo e l’informazione che può proporre reclamo a un’autorità per la protezione dei dati.',
  'erasure.deny.hint':
    'Usare un linguaggio semplice, nella lingua della persona. Per respingere una richiesta serve un fondamento giuridico: per esempio, non è possibile verificare chi l’ha presentata o la legge impone di conservare tutti i dati (art. 12, par. 6, e art. 17, par. 3, GDPR).',
  'erasure.extend.title': 'Prorogare il termine di due mesi?',
  'erasure.extend.text':
    '{person} riceve il motivo e la nuova scadenza. Il termine può essere prorogato una sola volta, entro il primo mese.',
  'erasure.extend.hint':
    'Usare un linguaggio semplice, nella lingua della persona. La legge consente una proroga per richieste complesse o numerose (art. 12, par. 3, GDPR).',
  'erasure.steps.title': 'Avanzamento',
  'erasure.steps.of': 'Passaggi completati: {done} di {all}',
  'erasure.steps.done': 'Cancellati',
  'erasure.steps.kept': 'Conservati',
  'erasure.steps.error': 'Ultimo errore',
  'erasure.step.waiting': 'In attesa',
  'erasure.step.running': 'In corso',
  'erasure.step.done': 'Eseguito',
  'erasure.step.failed': 'Non riuscito',
  'notice.erasure_created': 'Abbiamo ricevuto la sua richiesta. Nulla è stato ancora cancellato.',
  'notice.erasure_cancelled': 'La sua richiesta è stata ritirata. Nulla è stato cancellato.',
  'notice.erasure_confirmed': 'Confermata. Alla persona verrà comunicato quando inizia la cancellazione.',
  'notice.erasure_held': 'Sospesa. Alla persona verrà comunicato il motivo.',
  'notice.erasure_released': 'La sospensione è terminata.',
  'mail.reason.erasure': 'riceve questa email perché ha richiesto la cancellazione dei suoi dati.',
  'mail.requests_overdue.user.erasure': 'Richiesta di cancellazione dell’utente {user}',
  'mail.erasure_requested.subject': 'Nuova richiesta di cancellazione',
  'mail.erasure_requested.text':
    'Esaminare che cosa verrà cancellato e confermare la richiesta, oppure respingerla indicandone il motivo, entro il giorno {due}. La legge concede un mese.',
  'mail.erasure_requested.action': 'Vedi la richiesta',
  'mail.erasure_received.subject': 'Abbiamo ricevuto la sua richiesta di cancellare i suoi dati',
  'mail.erasure_received.text':
    'Nulla è stato ancora cancellato. Esamineremo la sua richiesta e le risponderemo entro il giorno {due}.',
  'mail.erasure_received.grace':
    'Nulla verrà cancellato prima del giorno {until}, a meno che lei non abbia acconsentito a un inizio anticipato. Può ritirare la sua richiesta fino all’inizio della cancellazione.',
  'mail.erasure_received.not_you':
    'Se non ha presentato questa richiesta, acceda, ritiri la richiesta e cambi la sua password.',
  'mail.erasure_confirmed.subject': 'La sua richiesta di cancellare i suoi dati è stata confermata',
  'mail.erasure_confirmed.now': 'La cancellazione inizia ora. Quando sarà completata, riceverà una ricevuta per email.',
  'mail.erasure_confirmed.later':
    'La cancellazione inizia automaticamente il giorno {at}. Fino ad allora può ritirare la sua richiesta. Quando la cancellazione sarà completata, riceverà una ricevuta per email.',
  'mail.erasure_denied.subject': 'La sua richiesta di cancellare i suoi dati è stata respinta',
  'mail.erasure_denied.text':
    'Abbiamo esaminato la sua richiesta di cancellare i suoi dati e non possiamo accoglierla. Il motivo:',
  'mail.erasure_held.subject': 'La sua richiesta di cancellare i suoi dati è sospesa',
  'mail.erasure_held.text':
    'Abbiamo un fondamento giuridico per conservare per ora i suoi dati. La sua richiesta resta aperta e proseguirà quando tale fondamento verrà meno. Il motivo:',
  'mail.erasure_released.subject': 'La sua richiesta di cancellare i suoi dati prosegue',
  'mail.erasure_released.text':
    'Il fondamento giuridico per conservare i suoi dati è venuto meno. La sua richiesta prosegue da dove si era interrotta.',
  'mail.erasure_extended.subject': 'La sua richiesta di cancellare i suoi dati richiederà più tempo',
  'mail.erasure_extended.text':
    'Ci serve più tempo per la sua richiesta e le risponderemo entro il giorno {due}. Il motivo:',
  'mail.erasure_cancelled.subject': 'Ha ritirato la sua richiesta di cancellare i suoi dati',
  'mail.erasure_cancelled.text':
    'Nulla è stato cancellato. Se la richiesta non è stata ritirata da lei, acceda e cambi la sua password.',
  'mail.erasure_completed.text':
    'La cancellazione che ha richiesto è stata completata il giorno {at}. Ecco che cosa è avvenuto per ciascun tipo di dati:',
  'mail.erasure_completed.last':
    'Conservi questa email: è la sua ricevuta. In caso di disaccordo, può proporre reclamo a un’autorità per la protezione dei dati o ricorrere all’autorità giudiziaria.',
  'mail.erasure_completed.action': 'Le nostre policy',
  'mail.erasure_receipt.subject': 'Cancellazione completata',
  'mail.erasure_receipt.text':
    'La cancellazione {id} è stata completata il giorno {at}. Questa ricevuta non identifica la persona:',
  'mail.erasure_receipt.found':
    'Posizioni in cui restano dati che identificano la persona sebbene nessuna regola li conservi: {count}. È necessario esaminarle.',
  'mail.erasure_receipt.action': 'Vedi la ricevuta',
  'erasure.error.open': 'Ha già una richiesta aperta di cancellare i suoi dati.',
  'erasure.error.impossible':
    'Questo sito non può cancellare i dati automaticamente. Contatti il gestore di questo sito.',
  'erasure.error.identity_unconfirmed':
    'Non è stato possibile confermare la sua identità. Nessuna richiesta è stata presentata.',
  'erasure.error.not_pending': 'Questa richiesta è già stata confermata o chiusa.',
  'erasure.error.grace_not_waived':
    'La persona può ancora ritirare la richiesta e non ha acconsentito a un inizio anticipato. Confermarla senza inizio immediato.',
  'erasure.error.closed': 'Questa richiesta è già iniziata o è chiusa.',
  'erasure.error.not_held': 'Solo per una richiesta sospesa si può terminare la sospensione.',
  'erasure.error.extended': 'Il termine è già stato prorogato. La legge consente una sola proroga.',
  'erasure.error.overdue': 'Il termine è scaduto e non può più essere prorogato. Rispondere appena possibile.',
  'erasure.error.not_failed': 'Solo una cancellazione non riuscita può essere ritentata.',
  'erasure.reason.pseudonymised':
    'I dati residui possono ancora essere attribuiti alla persona (art. 4, punto 5, GDPR): sono pseudonimizzati, non cancellati.',
  'erasure.error.replay_needed':
    'I dati di questo sito sono stati ripristinati da un backup e le cancellazioni precedenti vengono ripetute. Riprovi più tardi.',
  'check.no_erasure_journal':
    'Non esiste un diario delle cancellazioni, quindi un backup ripristinato riporta senza avviso i dati cancellati.',
  'check.no_erasure_journal.name': 'Giornale delle cancellazioni',
  'check.no_erasure_journal.advice':
    'Impostare erasure.journal su un file o un archivio esterno al database e impostare erasure.journalKey.',
  'check.erasure_replay_needed':
    'Il database è stato ripristinato da un backup e mancano cancellazioni elencate nel diario: {subject}.',
  'check.erasure_replay_needed.name': 'Cancellazioni dopo il ripristino di un backup',
  'check.erasure_replay_needed.advice': 'Eseguire «policy-engine erasure replay».',
  'check.erasure_journal_failed': 'Il diario delle cancellazioni non può essere utilizzato: {subject}.',
  'check.erasure_journal_failed.name': 'Accesso al giornale delle cancellazioni',
  'check.erasure_journal_failed.advice':
    'Verificare che erasure.journal possa essere letto e scritto, che nient’altro vi scriva e che erasure.journalKey sia la chiave con cui le sue righe sono state scritte.',
  'check.erasure_failed': 'Cancellazioni non riuscite: {subject}.',
  'check.erasure_failed.name': 'Le cancellazioni vengono completate',
  'check.erasure_failed.advice':
    'Aprire la richiesta per vedere l’errore, eliminarne la causa e ritentare la cancellazione.',
  'erasure.own.ledger': 'Prova delle decisioni',
  'erasure.own.ledger_reason':
    'Le voci vengono conservate senza alcun collegamento a una persona, affinché le prove di tutte le altre voci restino valide. L’identità viene cancellata.',
  'erasure.own.portability': 'Richieste di accesso ed esportazioni',
  'erasure.own.mails': 'Email non inviate',
  'erasure.own.jobs': 'Attività in background relative alla persona',
  'erasure.own.requests': 'Richieste di cancellazione precedenti',
  'erasure.own.audit': 'Azioni della persona come amministratore',
  'erasure.own.audit_reason': 'Il log di audit dimostra il rispetto della legge (art. 5, par. 2, GDPR).',
  'audit.action.erasure_confirmed': 'Cancellazione confermata',
  'audit.action.erasure_denied': 'Cancellazione respinta',
  'audit.action.erasure_held': 'Cancellazione sospesa',
  'audit.action.erasure_released': 'Sospensione della cancellazione terminata',
  'audit.action.erasure_extended': 'Termine della cancellazione prorogato',
  'audit.action.erasure_cancelled': 'Richiesta di cancellazione ritirata per conto della persona',
  'audit.action.erasure_retried': 'Cancellazione ritentata',
  'audit.action.erasure_replayed': 'Cancellazione ripetuta dopo un ripristino',
  'audit.action.retention_applied': 'Dati scaduti cancellati',
  'jobs.name.erasure': 'Cancellazione dei dati di una persona',
  'jobs.name.erasure-daily': 'Cancellazione dei dati scaduti',
  'nav.retention': 'Conservazione',
  'retention.title': 'Conservazione',
  'retention.lead':
    'Dati che vengono cancellati automaticamente al termine del loro periodo di conservazione (art. 5, par. 1, lett. e), GDPR). Qui sono elencate le esecuzioni giornaliere.',
  'retention.none': 'Nessun periodo di conservazione definito',
  'retention.none_text':
    'Uno sviluppatore definisce nella configurazione (dataRules) quando i dati vengono cancellati e quali devono essere conservati per legge. Entrambi saranno poi elencati qui.',
  'retention.count': 'Conta ora i dati scaduti',
  'retention.data': 'Dati',
  'retention.when': 'Periodo di conservazione',
  'retention.next': 'Prossima cancellazione',
  'retention.next.uncounted': 'Non ancora contati',
  'retention.runs': 'Esecuzioni recenti',
  'retention.no_runs': 'Ancora nessuna esecuzione',
  'retention.no_runs_text': 'I dati scaduti vengono cancellati una volta al giorno. È possibile contarli prima.',
  'retention.begun': 'Inizio',
  'retention.ended': 'Fine',
  'retention.kind': 'Tipo',
  'retention.kind.real': 'Cancellazione',
  'retention.kind.dry': 'Solo conteggio',
  'retention.state': 'Stato',
  'retention.state.waiting': 'In attesa',
  'retention.state.running': 'In corso',
  'retention.state.done': 'Completata',
  'retention.state.failed': 'Con errori',
  'retention.state.stopped': 'Interrotta',
  'retention.rows': 'Record',
  'retention.rows.would': 'Da cancellare',
  'retention.failures': 'Errori',
  'retention.why': 'Motivo',
  'retention.action.aged': 'Periodo di conservazione terminato o condizione soddisfatta',
  'retention.action.kept': 'Fondamento giuridico della conservazione venuto meno',
  'retention.oldest': 'Record più vecchio',
  'retention.error': 'Errore',
  'retention.one.real': 'Cancellazione dei dati scaduti',
  'retention.one.dry': 'Conteggio dei dati scaduti',
  'retention.one.real_lead': 'Dati cancellati in questa esecuzione, per regola.',
  'retention.one.dry_lead': 'Solo conteggio: nulla è stato cancellato.',
  'retention.one.rules': 'Risultati per regola',
  'retention.one.nothing': 'Nessuna regola definisce un periodo di conservazione.',
  'retention.one.stopped':
    'Questa esecuzione non è giunta al termine, per esempio perché il suo processo è stato arrestato. I numeri possono essere troppo bassi; l’esecuzione successiva la completa.',
  'retention.one.failed': 'L’esecuzione non è riuscita. Errore:',
  'notice.retention_count_begun': 'Il conteggio è iniziato. Nulla verrà cancellato.',
  'audit.action.retention_counted': 'Dati scaduti contati',
  'jobs.name.retention-count': 'Conteggio dei dati scaduti',
  'erasure.state.unidentified': 'In attesa della conferma dell’identità',
  'erasure.ask.step1_mail':
    'Lei presenta la richiesta qui sotto. Le inviamo per email un link, valido {time}, con il quale conferma la sua identità.',
  'erasure.mine.unidentified': 'Confermi la sua identità',
  'erasure.mine.unidentified_text':
    'Le abbiamo inviato per email un link, che è valido {time} e può essere usato una sola volta. Lo apra per confermare la sua richiesta: finché non conferma, non esaminiamo la richiesta e nulla viene cancellato. Se l’email non arriva o il link è scaduto, ne richieda uno nuovo.',
  'erasure.identity.renew': 'Invia un nuovo link',
  'erasure.identity.title': 'Ha presentato lei questa richiesta?',
  'erasure.identity.lead':
    'Un utente che ha effettuato l’accesso ha richiesto la cancellazione dei dati di questo account.',
  'erasure.identity.account': 'Indirizzo email dell’account',
  'erasure.identity.until': 'Link valido fino al',
  'erasure.identity.other_account':
    'Ha effettuato l’accesso con un altro account. Il pulsante conferma la richiesta dell’account indicato sopra, non del suo.',
  'erasure.identity.then':
    'Il pulsante conferma che ha presentato lei questa richiesta. Nulla viene cancellato immediatamente: esamineremo poi la sua richiesta e riceverà un’email sui passi successivi.',
  'erasure.identity.not_you':
    'Se non ha presentato lei questa richiesta, chiuda questa pagina: non succede nulla se non preme il pulsante. Poi acceda, ritiri la richiesta e cambi la sua password.',
  'erasure.identity.verb': 'Sì, ho presentato io questa richiesta',
  'erasure.identity.ended': 'Questo link non è valido',
  'erasure.identity.ended_text':
    'Se ha già confermato, non deve fare nulla. Altrimenti acceda, apra «Cancellare i suoi dati» e richieda un nuovo link.',
  'erasure.identity.ended_verb': 'Vedi la richiesta',
  'erasure.one.unidentified':
    'La persona non ha ancora confermato la propria identità con il link che abbiamo inviato per email. Finché non lo fa, la richiesta non può essere confermata e il periodo di ripensamento non inizia. Se non lo fa mai, respingere la richiesta per questo motivo.',
  'erasure.identified.awaited': 'Non ancora: alla persona è stato inviato un link per email',
  'notice.erasure_link_sent': 'Le abbiamo inviato un link per email. Nulla viene cancellato finché non conferma.',
  'notice.erasure_identified':
    'Confermata. Abbiamo ricevuto la sua richiesta; nulla è stato ancora cancellato. Riceverà un’email sui passi successivi.',
  'mail.erasure_identify.subject': 'Ha richiesto lei la cancellazione dei suoi dati?',
  'mail.erasure_identify.reason': 'riceve questa email perché qualcuno ha richiesto la cancellazione dei suoi dati.',
  'mail.erasure_identify.text':
    'Qualcuno che ha effettuato l’accesso al suo account ha richiesto la cancellazione dei suoi dati. Se la richiesta proviene da lei, apra il link per confermare. Il link è valido {time} e può essere usato una sola volta.',
  'mail.erasure_identify.nothing_yet': 'Finché non conferma, non esaminiamo la richiesta e nulla viene cancellato.',
  'mail.erasure_identify.not_you':
    'Se la richiesta non proviene da lei, non confermi. Acceda, ritiri la richiesta e cambi la sua password. Non inoltri questa email.',
  'mail.erasure_identify.action': 'Esamina e conferma',
  'erasure.error.no_address':
    'Non disponiamo di un indirizzo email a cui inviarle un link. Contatti il gestore di questo sito.',
  'erasure.error.identity_awaited': 'La persona non ha ancora confermato la propria identità.',
  'erasure.error.identity_not_awaited':
    'Questa richiesta non è in attesa della conferma dell’identità: è già stata confermata o è chiusa.',
  'erasure.error.identity_link_ended':
    'È stato usato, è scaduto, è stato sostituito da un link più recente o non è stato copiato per intero.',
  'erasure.retry.title': 'Ritentare questa cancellazione?',
  'erasure.retry.text':
    'La cancellazione per {person} prosegue da dove si era interrotta. I passaggi completati non vengono ripetuti.',
  'requests.kind.erasure': 'Richiesta di cancellazione',
  'requests.bulk.confirm.erasure': 'i dati vengono cancellati al termine del periodo di ripensamento.',
  'erasure.centre.title': 'Cancellare i suoi dati',
  'erasure.centre.ask': 'Vedi che cosa viene cancellato e richiedi la cancellazione',
  'erasure.mine.step.identified': 'Ha confermato la sua identità.',
  'erasure.mine.step.confirmed': 'Abbiamo confermato la sua richiesta.',
  'erasure.mine.step.begun': 'La cancellazione è iniziata.',
  'erasure.mine.step.denied': 'Abbiamo respinto la richiesta e le abbiamo comunicato il motivo.',
  'erasure.mine.step.cancelled': 'Ha ritirato la richiesta.',
  'erasure.mine.next.identity': 'Lei apre il link che le abbiamo inviato per email.',
  'erasure.mine.next.pending': 'Esaminiamo la sua richiesta e rispondiamo.',
  'erasure.mine.next.begins': 'La cancellazione inizia. Fino ad allora può ritirare la sua richiesta.',
  'erasure.mine.next.held': 'Viene meno il fondamento giuridico per conservare i suoi dati.',
  'erasure.mine.next.running': 'La cancellazione viene completata.',
};
