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
  readonly 'nav.approvals': [];
  readonly 'approvals.title': [];
  readonly 'approvals.lead': [];
  readonly 'approvals.none': [];
  readonly 'approvals.act.publish': [];
  readonly 'approvals.act.erase': [];
  readonly 'approvals.what': [];
  readonly 'approvals.by': [];
  readonly 'approvals.at': [];
  readonly 'approvals.withdraw': [];
  readonly 'notice.approval_proposed': [];
  readonly 'notice.approval_withdrawn': [];
  readonly 'error.title.second_person_needed': [];
  readonly 'error.second_person_needed': [];
  readonly 'audit.action.publishing_proposed': [];
  readonly 'audit.action.erasure_proposed': [];
  readonly 'audit.action.proposal_withdrawn': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
