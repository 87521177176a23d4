import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'nav.jobs': 'Achtergrondtaken',
  'jobs.title': 'Achtergrondtaken',
  'jobs.lead':
    'Exports, e-mails en verwijderingen worden op de achtergrond uitgevoerd en bij een fout opnieuw geprobeerd. De taken hier zijn elke keer mislukt: probeer ze opnieuw als de oorzaak is verholpen.',
  'jobs.none': 'Geen mislukte taken',
  'jobs.none_text':
    'Mislukte taken worden eerst automatisch opnieuw geprobeerd. Alleen taken die blijven mislukken, staan hier.',
  'jobs.late':
    'Achtergrondtaken worden niet uitgevoerd, hoewel ze aan de beurt zijn; exports, e-mails en verwijderingen lopen vertraging op. Waarschuw een ontwikkelaar: een server moet engine.start() aanroepen of ‘policy-engine work’ uitvoeren. Ze wachten sinds:',
  'jobs.what': 'Taak',
  'jobs.error': 'Foutmelding',
  'jobs.reference': 'Referentie',
  'jobs.attempts': 'Pogingen',
  'jobs.failed_at': 'Mislukt op',
  'jobs.retry': 'Opnieuw proberen',
  'jobs.delete.title': 'Deze taak verwijderen?',
  'jobs.delete.text':
    'De taak wordt niet opnieuw geprobeerd. Het werk ervan, zoals een export of een e-mail, blijft ongedaan.',
  'notice.job_retried': 'De taak wordt opnieuw geprobeerd.',
  'notice.job_deleted': 'Taak verwijderd.',
  'audit.action.job_retried': 'Achtergrondtaak opnieuw geprobeerd',
  'audit.action.job_deleted': 'Achtergrondtaak verwijderd',
  'check.open_jobs': 'Achtergrondtaken openen',
  'check.work_failed': 'Definitief mislukte achtergrondtaken: {subject}.',
  'check.work_failed.name': 'Achtergrondtaken worden voltooid',
  'check.work_failed.advice': 'Open ‘Achtergrondtaken’ om de fouten te zien en de taken opnieuw te proberen.',
  'check.work_waiting': 'Achtergrondtaken worden niet uitgevoerd; de oudste wacht sinds {subject}.',
  'check.work_waiting.name': 'Achtergrondtaken starten op tijd',
  'check.work_waiting.advice':
    'Roep engine.start() aan in een proces dat blijft draaien, of voer policy-engine work uit.',
};
