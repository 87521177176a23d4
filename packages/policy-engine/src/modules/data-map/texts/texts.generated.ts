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
  readonly 'data_map.deleted_after': [{ readonly period: string | number; readonly column: string | number }];
  readonly 'data_map.changed_after': [{ readonly period: string | number; readonly column: string | number }];
  readonly 'data_map.only_where': [{ readonly after: string | number; readonly conditions: string | number }];
  readonly 'data_map.is': [{ readonly column: string | number; readonly value: string | number }];
  readonly 'data_map.is_empty': [{ readonly column: string | number }];
  readonly 'data_map.kept_for': [{ readonly period: string | number; readonly column: string | number; readonly ground: string | number }];
  readonly 'data_map.somebody': [];
  readonly 'data_map.title': [];
  readonly 'data_map.lead': [];
  readonly 'data_map.csv': [];
  readonly 'data_map.json': [];
  readonly 'data_map.not_declared': [];
  readonly 'data_map.incomplete': [];
  readonly 'data_map.missing': [{ readonly fact: string | number; readonly option: string | number }];
  readonly 'data_map.of': [{ readonly fact: string | number; readonly name: string | number }];
  readonly 'data_map.responsible': [];
  readonly 'data_map.controller': [];
  readonly 'data_map.joint_controllers': [];
  readonly 'data_map.representative': [];
  readonly 'data_map.officer': [];
  readonly 'data_map.none_appointed': [];
  readonly 'data_map.activities': [];
  readonly 'data_map.people': [];
  readonly 'data_map.consents': [];
  readonly 'data_map.consents.lead': [];
  readonly 'data_map.consent_basis': [];
  readonly 'data_map.stored': [];
  readonly 'data_map.necessary.lead': [];
  readonly 'data_map.transfers': [];
  readonly 'data_map.no_transfers': [];
  readonly 'data_map.country': [];
  readonly 'data_map.recipient': [];
  readonly 'data_map.safeguards': [];
  readonly 'data_map.security': [];
  readonly 'data_map.none': [];
  readonly 'data_map.none_text': [];
  readonly 'data_map.kind': [];
  readonly 'data_map.purpose': [];
  readonly 'data_map.legal_basis': [];
  readonly 'data_map.recipients': [];
  readonly 'data_map.retention': [];
  readonly 'data_map.erasure': [];
  readonly 'data_map.not_said': [];
  readonly 'data_map.no_table': [];
  readonly 'data_map.from': [{ readonly source: string | number }];
  readonly 'data_map.not_exported': [];
  readonly 'data_map.erasure.none': [];
  readonly 'data_map.erasure.delete': [];
  readonly 'data_map.erasure.set': [{ readonly columns: string | number }];
  readonly 'data_map.erasure.pseudonymise': [{ readonly columns: string | number }];
  readonly 'data_map.erasure.run': [];
  readonly 'data_map.exempt': [];
  readonly 'data_map.exempt.lead': [];
  readonly 'data_map.table': [];
  readonly 'data_map.columns': [];
  readonly 'data_map.all_columns': [];
  readonly 'data_map.reason': [];
  readonly 'check.data_rule_unfit': [{ readonly subject: string | number }];
  readonly 'check.data_rule_unfit.name': [];
  readonly 'check.data_rule_unfit.advice': [];
  readonly 'check.data_never_erased': [{ readonly subject: string | number }];
  readonly 'check.data_never_erased.name': [];
  readonly 'check.data_never_erased.advice': [];
  readonly 'check.data_never_exported': [{ readonly subject: string | number }];
  readonly 'check.data_never_exported.name': [];
  readonly 'check.data_never_exported.advice': [];
  readonly 'check.data_kept_without_ground': [{ readonly subject: string | number }];
  readonly 'check.data_kept_without_ground.name': [];
  readonly 'check.data_kept_without_ground.advice': [];
  readonly 'check.record_incomplete': [{ readonly subject: string | number }];
  readonly 'check.record_incomplete.name': [];
  readonly 'check.record_incomplete.advice': [];
  readonly 'data_map.none_such': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
