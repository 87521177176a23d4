import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'requests.mine.title': 'I miei dati',
  'requests.mine.lead':
    'Può richiedere una copia di tutti i dati che conserviamo su di lei. È gratuito e non deve indicare un motivo.',
  'requests.ask.title': 'Come funziona',
  'requests.ask.again': 'Richiedi una nuova copia',
  'requests.ask.step1': 'Lei richiede i suoi dati con un clic.',
  'requests.ask.step2': 'Esaminiamo la sua richiesta e prepariamo i suoi dati entro un mese.',
  'requests.ask.step3':
    'Lei scarica un unico file. Estragga il contenuto e apra «index.html» per leggere e cercare i suoi dati sul suo computer.',
  'requests.ask.verb': 'Richiedi i miei dati',
  'requests.mine.pending': 'Abbiamo ricevuto la sua richiesta',
  'requests.mine.pending_text': 'La esamineremo e poi prepareremo i suoi dati. Non deve fare nulla.',
  'requests.mine.told': 'Le invieremo un’email quando i suoi dati saranno pronti.',
  'requests.mine.untold': 'Torni su questa pagina: i suoi dati saranno disponibili qui.',
  'requests.mine.progress': 'Stiamo preparando i suoi dati',
  'requests.mine.progress_text': 'Può lasciare questa pagina.',
  'requests.mine.failed': 'Stiamo preparando i suoi dati',
  'requests.mine.failed_text': 'Si è verificato un errore da parte nostra e lo risolveremo. Non deve fare nulla.',
  'requests.mine.completed': 'I suoi dati sono pronti',
  'requests.mine.completed_text':
    'Estragga il contenuto del file e apra «index.html». Lo conservi in un luogo sicuro: contiene tutti i suoi dati.',
  'requests.mine.denied': 'La sua richiesta è stata respinta',
  'requests.mine.denied_text':
    'Il motivo è indicato qui sotto. Può proporre reclamo a un’autorità per la protezione dei dati o ricorrere all’autorità giudiziaria.',
  'requests.mine.expired': 'La sua copia è scaduta',
  'requests.mine.expired_text': 'Può richiederne una nuova in qualsiasi momento.',
  'requests.size': 'Dimensioni',
  'requests.expires': 'Disponibile fino al',
  'requests.download': 'Scarica i miei dati',
  'requests.withdraw': 'Ritira la richiesta',
  'requests.delete_copy': 'Elimina questa copia',
  'requests.withdraw.title': 'Ritirare la sua richiesta?',
  'requests.withdraw.text': 'Smetteremo di elaborarla. Può presentare una nuova richiesta in qualsiasi momento.',
  'requests.delete_copy.title': 'Eliminare questa richiesta?',
  'requests.delete_copy.text':
    'La copia viene eliminata, se esiste ancora, e la richiesta viene rimossa da questa pagina. I suoi dati non ne sono interessati.',
  'requests.rights_text':
    'Ha il diritto di ottenere una copia dei suoi dati (art. 15 GDPR) e di ricevere i dati che ha fornito in un formato leggibile da dispositivo automatico (art. 20). Rispondiamo entro un mese dal ricevimento della sua richiesta. Se è complessa, possiamo prorogare il termine di due mesi e gliene comunicheremo il motivo entro il primo mese (art. 12, par. 3). Se respingiamo la sua richiesta, gliene comunicheremo il motivo e potrà proporre reclamo a un’autorità per la protezione dei dati.',
  'requests.progress': 'Avanzamento',
  'requests.progress.waiting': 'Inizio a breve.',
  'requests.progress.worker':
    'In attesa di un processo di lavoro. Se la situazione non cambia, nessuno è in esecuzione. Chiedere allo sviluppatore di avviarne uno con engine.start() o policy-engine work.',
  'requests.mine.not_here':
    'Una copia dei suoi dati non è ancora disponibile in questa pagina. Ne ha comunque diritto: ci contatti.',
  'requests.progress.rows': 'Finora: {rows} record, {files} file, {size}',
  'requests.progress.of': 'Finora: {rows} di circa {expected} record, {files} file, {size}',
  'requests.state.progress': 'In corso',
  'requests.state.expired': 'Scaduta',
  'requests.kind': 'Copia dei miei dati',
  'requests.all.title': 'Richieste di accesso',
  'requests.all.lead': 'Richieste di una copia dei dati personali. A ciascuna si deve rispondere entro un mese.',
  'requests.all.none': 'Ancora nessuna richiesta',
  'requests.all.none_text': 'Le richieste di una copia dei dati appariranno qui.',
  'requests.filter.progress': 'In corso',
  'requests.filter.expired': 'Scadute',
  'requests.one.title': 'Richiesta di accesso di {person}',
  'requests.delete': 'Elimina',
  'requests.error': 'L’esportazione non è riuscita e non verrà ritentata automaticamente. Errore:',
  'requests.error_retrying': 'L’ultimo tentativo non è riuscito. Verrà ritentato automaticamente. Errore:',
  'requests.confirm.verb': 'Conferma e crea la copia',
  'requests.confirm.title': 'Confermare questa richiesta?',
  'requests.confirm.text': 'Viene creata un’esportazione dei dati di {person}. Solo questa persona può scaricarla.',
  'requests.deny.title': 'Respingere questa richiesta?',
  'requests.deny.text':
    '{person} riceve il motivo e l’informazione che può proporre reclamo a un’autorità per la protezione dei dati.',
  'requests.deny.hint':
    'Usare un linguaggio semplice, nella lingua della persona. Per respingere una richiesta serve un fondamento giuridico: per esempio, non è possibile verificare chi l’ha presentata o le richieste sono eccessive (art. 12, parr. 4, 5 e 6, GDPR).',
  'requests.extend.title': 'Prorogare il termine di due mesi?',
  'requests.extend.text':
    '{person} riceve il motivo e la nuova scadenza. Il termine può essere prorogato una sola volta, entro il primo mese.',
  'requests.extend.hint':
    'Usare un linguaggio semplice, nella lingua della persona. La legge consente una proroga per richieste complesse o numerose (art. 12, par. 3, GDPR).',
  'requests.delete.title': 'Eliminare questa richiesta?',
  'requests.delete.text':
    'La richiesta di {person} viene eliminata insieme alla sua esportazione. La persona può presentare una nuova richiesta.',
  'notice.request_created': 'Abbiamo ricevuto la sua richiesta.',
  'notice.request_deleted': 'Eliminata.',
  'notice.request_confirmed': 'Confermata. L’esportazione è iniziata.',
  'notice.request_denied': 'Respinta. Alla persona verrà comunicato il motivo.',
  'notice.request_extended': 'Termine prorogato. Alla persona verrà comunicato il motivo.',
  'notice.request_retried': 'L’esportazione viene ritentata.',
  'error.request_open': 'Ha già una richiesta di informazioni in attesa; non può ancora crearne un’altra.',
  'error.export_impossible':
    'Non è possibile creare l’esportazione: l’opzione «{option}» non è impostata. Chiedere allo sviluppatore di impostarla. La richiesta resta aperta.',
  'error.user_gone':
    'L’utente che ha presentato questa richiesta non esiste più, quindi non è possibile creare una copia. Respingere o eliminare la richiesta.',
  'error.request_not_failed': 'Solo un’esportazione non riuscita può essere ritentata.',
  'error.export_gone': 'Questa copia non è più disponibile. Ne richieda una nuova.',
  'audit.action.request_confirmed': 'Richiesta di accesso confermata',
  'audit.action.request_denied': 'Richiesta di accesso respinta',
  'audit.action.request_extended': 'Termine prorogato',
  'audit.action.request_retried': 'Esportazione ritentata',
  'audit.action.request_deleted': 'Richiesta di accesso eliminata',
  'mail.reason.asked': 'riceve questa email perché ha richiesto una copia dei suoi dati.',
  'mail.portability_requested.subject': 'Nuova richiesta di una copia dei dati',
  'mail.portability_requested.text':
    'Confermare la richiesta, oppure respingerla indicandone il motivo, entro il giorno {due}. La legge concede un mese.',
  'mail.portability_requested.confirmed':
    'La richiesta è stata confermata automaticamente e l’esportazione è in corso di creazione. Non è necessario fare nulla.',
  'mail.portability_requested.action': 'Vedi la richiesta',
  'mail.portability_progress.subject': 'Stiamo preparando i suoi dati',
  'mail.portability_progress.text':
    'La sua richiesta è stata confermata. Le invieremo un’email quando i suoi dati saranno pronti da scaricare. Non deve fare nulla.',
  'mail.portability_progress.action': 'Vedi l’avanzamento',
  'mail.portability_completed.subject': 'I suoi dati sono pronti',
  'mail.portability_completed.text':
    'Una copia dei suoi dati è pronta da scaricare. Solo lei può aprirla, dopo aver effettuato l’accesso.',
  'mail.portability_completed.until': 'Può scaricarla fino al giorno {until}. Poi la copia viene eliminata.',
  'mail.portability_completed.action': 'Scarica i miei dati',
  'mail.portability_denied.subject': 'La sua richiesta di dati è stata respinta',
  'mail.portability_denied.text':
    'Abbiamo esaminato la sua richiesta di una copia dei suoi dati e non possiamo accoglierla. Il motivo:',
  'mail.portability_extended.subject': 'La sua richiesta di dati richiederà più tempo',
  'mail.portability_extended.text':
    'Ci serve più tempo per preparare la copia dei suoi dati. Sarà pronta entro il giorno {due}. Il motivo:',
  'check.no_user_lookup':
    'Le esportazioni e le email non possono trovare la persona a cui sono destinate, quindi nessuna richiesta di accesso riesce.',
  'check.no_user_lookup.advice': 'Impostare userResource.find.',
  'check.no_portability_rule':
    'Nessuna regola definisce quali dati le persone possono esportare, quindi nessuno può richiedere qui i propri dati.',
  'check.no_portability_rule.advice': 'Impostare portabilityRules.',
  'jobs.name.portability-export': 'Esportazione dei dati di una persona',
  'jobs.name.portability-discard': 'Eliminazione di un’esportazione',
  'jobs.name.portability-purge': 'Eliminazione delle esportazioni scadute',
  'requests.retry.title': 'Ritentare questa esportazione?',
  'requests.retry.text': 'L’esportazione dei dati di {person} ricomincia dall’inizio.',
  'requests.timeline.copied': 'Copia pronta',
  'requests.kind.portability': 'Richiesta di accesso',
  'requests.bulk.confirm.portability': 'viene creata un’esportazione dei dati. Solo la persona può scaricarla.',
  'requests.centre.title': 'Ottenere una copia dei suoi dati',
  'requests.centre.more': 'Richieste precedenti e i suoi diritti',
  'requests.mine.step.begun': 'Abbiamo iniziato a preparare i suoi dati.',
  'requests.mine.step.completed': 'I suoi dati sono pronti.',
  'requests.mine.step.denied': 'Abbiamo respinto la richiesta e le abbiamo comunicato il motivo.',
  'requests.mine.step.expired': 'La copia è stata eliminata.',
  'requests.mine.next.pending': 'Esaminiamo la sua richiesta.',
  'requests.mine.next.progress': 'Può scaricare i suoi dati qui.',
  'requests.mine.next.completed': 'La copia viene eliminata.',
};
