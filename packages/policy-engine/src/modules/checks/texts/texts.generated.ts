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
  readonly 'check.title': [];
  readonly 'check.lead': [];
  readonly 'check.passed': [{ readonly passed: string | number; readonly all: string | number }];
  readonly 'check.passed.show': [];
  readonly 'check.passed.text': [];
  readonly 'check.article': [{ readonly article: string | number }];
  readonly 'check.article.eprivacy': [{ readonly article: string | number }];
  readonly 'check.none': [];
  readonly 'check.none_text': [];
  readonly 'check.severity.error': [];
  readonly 'check.severity.warning': [];
  readonly 'check.yours': [];
  readonly 'check.to_do': [];
  readonly 'check.to_do.count': [{ readonly count: string | number }];
  readonly 'check.to_do.all': [];
  readonly 'check.migrations_pending': [{ readonly subject: string | number }];
  readonly 'check.migrations_pending.name': [];
  readonly 'check.migrations_pending.advice': [];
  readonly 'check.schema_newer': [{ readonly subject: string | number }];
  readonly 'check.schema_newer.name': [];
  readonly 'check.schema_newer.advice': [];
  readonly 'check.no_mail': [];
  readonly 'check.no_mail.name': [];
  readonly 'check.no_mail.advice': [];
  readonly 'check.mail_incomplete': [{ readonly subject: string | number }];
  readonly 'check.mail_incomplete.name': [];
  readonly 'check.mail_incomplete.advice': [{ readonly subject: string | number }];
  readonly 'check.no_admin': [];
  readonly 'check.no_admin.name': [];
  readonly 'check.no_admin.advice': [];
  readonly 'check.no_client_address': [];
  readonly 'check.no_client_address.name': [];
  readonly 'check.no_client_address.advice': [];
  readonly 'check.fix.options': [];
  readonly 'check.fix.command': [];
  readonly 'check.fix.code': [];
  readonly 'check.fix.copy': [];
  readonly 'check.fix.copied': [];
  readonly 'check.fix.read': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
