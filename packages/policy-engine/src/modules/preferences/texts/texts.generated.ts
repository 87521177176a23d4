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
  readonly 'views.title': [];
  readonly 'views.name': [];
  readonly 'views.save': [];
  readonly 'views.hint': [];
  readonly 'views.full': [{ readonly most: string | number }];
  readonly 'notice.view_saved': [];
  readonly 'notice.view_deleted': [];
  readonly 'preferences.erasure': [];
  readonly 'undo.over': [];
  readonly 'error.title.undo_over': [];
  readonly 'notice.undone': [];
  readonly 'audit.action.deletion_undone': [];
  readonly 'jobs.name.undo_expire': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
