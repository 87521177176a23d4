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
  readonly 'appearance.title': [];
  readonly 'appearance.lead': [];
  readonly 'appearance.layout': [];
  readonly 'appearance.layout.bar': [];
  readonly 'appearance.layout.corner': [];
  readonly 'appearance.layout.dialog': [];
  readonly 'appearance.side': [];
  readonly 'appearance.side_hint': [];
  readonly 'appearance.side.start': [];
  readonly 'appearance.side.end': [];
  readonly 'appearance.corners': [];
  readonly 'appearance.corners_hint': [];
  readonly 'appearance.corners.square': [];
  readonly 'appearance.corners.slight': [];
  readonly 'appearance.corners.round': [];
  readonly 'appearance.own_colours': [];
  readonly 'appearance.own_colours_hint': [];
  readonly 'appearance.colour.background': [];
  readonly 'appearance.colour.text': [];
  readonly 'appearance.colour.button': [];
  readonly 'appearance.colour.accent': [];
  readonly 'appearance.contrast': [{ readonly ratio: string | number; readonly least: string | number }];
  readonly 'appearance.words': [{ readonly language: string | number }];
  readonly 'appearance.words_hint': [];
  readonly 'appearance.word.title': [];
  readonly 'appearance.word.lead': [];
  readonly 'appearance.word.accept': [];
  readonly 'appearance.word.reject': [];
  readonly 'appearance.lead_hint': [{ readonly purposes: string | number }];
  readonly 'appearance.one_answer': [];
  readonly 'appearance.same_answer': [];
  readonly 'appearance.save': [];
  readonly 'appearance.preview': [];
  readonly 'appearance.window': [{ readonly width: string | number }];
  readonly 'appearance.sample': [];
  readonly 'appearance.sample_text': [];
  readonly 'appearance.none': [];
  readonly 'appearance.versions': [];
  readonly 'appearance.versions_text': [];
  readonly 'appearance.version': [];
  readonly 'appearance.version_text': [];
  readonly 'appearance.since': [];
  readonly 'appearance.served.title': [];
  readonly 'appearance.served.lead': [];
  readonly 'appearance.served.not': [];
  readonly 'appearance.served.first': [];
  readonly 'appearance.served.last': [];
  readonly 'appearance.served.language': [];
  readonly 'appearance.served.layer.1': [];
  readonly 'appearance.served.layer.2': [];
  readonly 'appearance.served.document': [];
  readonly 'appearance.served.missing': [];
  readonly 'appearance.changed': [];
  readonly 'error.title.appearance_changed': [];
  readonly 'notice.appearance_saved': [];
  readonly 'error.appearance_changed': [];
  readonly 'audit.action.appearance_saved': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
