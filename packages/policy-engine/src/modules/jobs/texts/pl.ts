import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const pl: TextsLike<typeof en> = {
  'nav.jobs': 'Zadania w tle',
  'jobs.title': 'Zadania w tle',
  'jobs.lead':
    'Eksporty, wiadomości e-mail i usuwanie danych są wykonywane w tle i ponawiane w razie niepowodzenia. Zadania na tej liście nie powiodły się za każdym razem: należy je ponowić po usunięciu przyczyny.',
  'jobs.none': 'Brak nieudanych zadań',
  'jobs.none_text':
    'Nieudane zadania są najpierw ponawiane automatycznie. Tutaj widać tylko te, które nadal się nie udają.',
  'jobs.late':
    'Zadania w tle nie są wykonywane, choć minął ich termin; eksporty, wiadomości e-mail i usuwanie danych się opóźniają. Należy powiadomić programistę: serwer musi wywoływać engine.start() lub uruchamiać „policy-engine work”. Oczekują od:',
  'jobs.what': 'Zadanie',
  'jobs.error': 'Komunikat o błędzie',
  'jobs.reference': 'Odniesienie',
  'jobs.attempts': 'Próby',
  'jobs.failed_at': 'Czas niepowodzenia',
  'jobs.retry': 'Ponów',
  'jobs.delete.title': 'Usunąć to zadanie?',
  'jobs.delete.text':
    'Zadanie nie zostanie ponowione. Jego praca, na przykład eksport lub e-mail, nie zostanie wykonana.',
  'notice.job_retried': 'Zadanie jest ponawiane.',
  'notice.job_deleted': 'Zadanie usunięte.',
  'audit.action.job_retried': 'Ponowiono zadanie w tle',
  'audit.action.job_deleted': 'Usunięto zadanie w tle',
  'check.open_jobs': 'Otwórz zadania w tle',
  'check.work_failed': 'Trwale nieudane zadania w tle: {subject}.',
  'check.work_failed.name': 'Zadania w tle są kończone',
  'check.work_failed.advice': 'Należy otworzyć „Zadania w tle”, sprawdzić błędy i ponowić zadania.',
  'check.work_waiting': 'Zadania w tle nie są wykonywane; najstarsze oczekuje od: {subject}.',
  'check.work_waiting.name': 'Zadania w tle zaczynają się na czas',
  'check.work_waiting.advice':
    'Należy wywołać engine.start() w stale działającym procesie lub uruchomić policy-engine work.',
};
