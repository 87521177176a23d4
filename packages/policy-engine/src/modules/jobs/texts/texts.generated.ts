/** Made from the JSON files of this folder by `npm run generate`. */
import type { Translations } from '../../../platform/i18n/texts/translations.ts';
import en from './en.json' with { type: 'json' };
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };

/** The parameters that `t` takes for each text. */
export interface Texts {
  readonly 'nav.jobs': [];
  readonly 'jobs.title': [];
  readonly 'jobs.lead': [];
  readonly 'jobs.none': [];
  readonly 'jobs.none_text': [];
  readonly 'jobs.late': [];
  readonly 'jobs.what': [];
  readonly 'jobs.error': [];
  readonly 'jobs.reference': [];
  readonly 'jobs.attempts': [];
  readonly 'jobs.failed_at': [];
  readonly 'jobs.retry': [];
  readonly 'notice.job_retried': [];
  readonly 'notice.job_deleted': [];
  readonly 'audit.action.job_retried': [];
  readonly 'audit.action.job_deleted': [];
  readonly 'check.open_jobs': [];
  readonly 'check.work_failed': [{ readonly subject: string | number }];
  readonly 'check.work_failed.name': [];
  readonly 'check.work_failed.advice': [];
  readonly 'check.work_waiting': [{ readonly subject: string | number }];
  readonly 'check.work_waiting.name': [];
  readonly 'check.work_waiting.advice': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
