import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'nav.jobs': 'Attività in background',
  'jobs.title': 'Attività in background',
  'jobs.lead':
    'Esportazioni, email ed eliminazioni vengono eseguite in background e ritentate in caso di errore. Le attività elencate qui non sono riuscite in nessun tentativo: ritentarle quando la causa è risolta.',
  'jobs.none': 'Nessuna attività non riuscita',
  'jobs.none_text':
    'Le attività non riuscite vengono dapprima ritentate automaticamente. Qui sono elencate solo quelle che continuano a non riuscire.',
  'jobs.late':
    'Alcune attività in background non vengono eseguite, sebbene il loro orario sia trascorso: esportazioni, email ed eliminazioni sono in ritardo. Avvisare uno sviluppatore: un server deve chiamare engine.start() o eseguire «policy-engine work». In attesa da:',
  'jobs.what': 'Attività',
  'jobs.error': 'Messaggio di errore',
  'jobs.reference': 'Riferimento',
  'jobs.attempts': 'Tentativi',
  'jobs.failed_at': 'Non riuscita il',
  'jobs.retry': 'Riprova',
  'jobs.delete.title': 'Eliminare questa attività?',
  'jobs.delete.text': 'Non verrà ritentata. Il suo lavoro, come un’esportazione o un’email, non viene svolto.',
  'notice.job_retried': 'L’attività viene ritentata.',
  'notice.job_deleted': 'Attività eliminata.',
  'audit.action.job_retried': 'Attività in background ritentata',
  'audit.action.job_deleted': 'Attività in background eliminata',
  'check.open_jobs': 'Apri le attività in background',
  'check.work_failed': 'Attività in background non riuscite in modo definitivo: {subject}.',
  'check.work_failed.name': 'Le attività in background vengono completate',
  'check.work_failed.advice': 'Aprire «Attività in background» per vedere gli errori e ritentare le attività.',
  'check.work_waiting':
    'Le attività in background non vengono eseguite; la più vecchia è in attesa dal giorno {subject}.',
  'check.work_waiting.name': 'Le attività in background iniziano in tempo',
  'check.work_waiting.advice':
    'Chiamare engine.start() in un processo di lunga durata oppure eseguire policy-engine work.',
};
