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
  readonly 'nav.home': [];
  readonly 'home.pages.lead': [];
  readonly 'home.pages.mine': [];
  readonly 'home.desk': [];
  readonly 'home.desk.lead': [];
  readonly 'home.attention': [];
  readonly 'home.well': [];
  readonly 'home.well_text': [];
  readonly 'home.overdue': [];
  readonly 'home.week': [];
  readonly 'home.failed_jobs': [];
  readonly 'home.late_jobs': [];
  readonly 'home.missing_texts': [];
  readonly 'home.missing_languages': [];
  readonly 'home.doubts': [];
  readonly 'home.errors': [];
  readonly 'home.warnings': [];
  readonly 'home.next': [];
  readonly 'home.all_open': [{ readonly count: string | number }];
  readonly 'home.ledger': [];
  readonly 'home.ledger.well': [];
  readonly 'home.ledger.not_well': [];
  readonly 'home.ledger.sealed': [];
  readonly 'home.ledger.none': [];
  readonly 'home.ledger.doubts': [];
  readonly 'home.ledger.differences': [];
  readonly 'home.ledger.compared': [];
  readonly 'home.ledger.not_compared': [];
  readonly 'home.ledger.witnesses': [];
  readonly 'home.ledger.no_witnesses': [];
  readonly 'home.ledger.fresh': [{ readonly fresh: string | number; readonly all: string | number }];
  readonly 'home.ledger.open': [];
  readonly 'nav.preferences': [];
  readonly 'preferences.lead': [];
  readonly 'preferences.zone': [];
  readonly 'preferences.zone_hint': [{ readonly zone: string | number }];
  readonly 'preferences.zone_browser': [];
  readonly 'preferences.keys': [];
  readonly 'preferences.save': [];
  readonly 'notice.preferences': [];
  readonly 'numbers.title': [];
  readonly 'numbers.lead': [];
  readonly 'numbers.others': [];
  readonly 'numbers.what': [];
  readonly 'numbers.count': [];
  readonly 'numbers.meaning': [];
  readonly 'numbers.accepted': [];
  readonly 'numbers.rejected': [];
  readonly 'numbers.people_accepted': [];
  readonly 'numbers.people_rejected': [];
  readonly 'numbers.decisions': [];
  readonly 'numbers.entries': [];
  readonly 'numbers.requests_open': [];
  readonly 'numbers.requests_overdue': [];
  readonly 'numbers.requests_week': [];
  readonly 'numbers.requests_failed': [];
  readonly 'numbers.requests_closed': [];
  readonly 'numbers.requests_all': [];
  readonly 'numbers.jobs_failed': [];
  readonly 'numbers.webhooks_failed': [];
  readonly 'numbers.actions': [];
  readonly 'numbers.accepted.text': [];
  readonly 'numbers.rejected.text': [];
  readonly 'numbers.people_accepted.text': [];
  readonly 'numbers.people_rejected.text': [];
  readonly 'numbers.decisions.text': [];
  readonly 'numbers.entries.text': [];
  readonly 'numbers.requests_open.text': [];
  readonly 'numbers.requests_overdue.text': [];
  readonly 'numbers.requests_week.text': [];
  readonly 'numbers.requests_failed.text': [];
  readonly 'numbers.requests_closed.text': [];
  readonly 'numbers.requests_all.text': [];
  readonly 'numbers.jobs_failed.text': [];
  readonly 'numbers.webhooks_failed.text': [];
  readonly 'numbers.actions.text': [];
  readonly 'search.lead': [];
  readonly 'search.none_text': [{ readonly most: string | number }];
  readonly 'search.pages': [];
  readonly 'search.settings': [];
  readonly 'search.errors': [];
  readonly 'search.event': [];
  readonly 'search.all': [{ readonly count: string | number }];
  readonly 'nav.numbers': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
