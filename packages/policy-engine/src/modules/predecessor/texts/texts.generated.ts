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
  readonly 'audit.action.predecessor_taken_over': [];
  readonly 'audit.taken_over': [{ readonly texts: string | number; readonly decisions: string | number; readonly requests: string | number; readonly files: string | number; readonly left: string | number; readonly prefix: string | number }];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
