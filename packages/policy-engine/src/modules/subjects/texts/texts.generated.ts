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
  readonly 'nav.people': [];
  readonly 'people.title': [];
  readonly 'people.lead': [];
  readonly 'people.search.ids': [];
  readonly 'people.search.names': [];
  readonly 'people.logged': [];
  readonly 'people.none': [];
  readonly 'people.none_text': [];
  readonly 'people.id': [];
  readonly 'people.address': [];
  readonly 'people.what': [];
  readonly 'people.on_record': [];
  readonly 'people.nothing': [];
  readonly 'people.visitor_text': [];
  readonly 'people.gone': [];
  readonly 'people.consents': [];
  readonly 'people.state.accepted': [];
  readonly 'people.state.rejected': [];
  readonly 'people.state.passive': [];
  readonly 'people.state.asked_again': [];
  readonly 'people.last.accepted': [];
  readonly 'people.last.rejected': [];
  readonly 'people.version': [];
  readonly 'people.in_force': [];
  readonly 'people.requests': [];
  readonly 'people.no_requests': [];
  readonly 'people.answer_requests': [];
  readonly 'people.register.portability': [];
  readonly 'people.register.erasure': [];
  readonly 'people.register.lead': [{ readonly person: string | number }];
  readonly 'people.register.told': [];
  readonly 'people.register.received': [];
  readonly 'people.register.received_hint': [];
  readonly 'people.register.identity': [];
  readonly 'people.register.verb': [];
  readonly 'people.register.future': [];
  readonly 'people.register.long_ago': [];
  readonly 'people.register.unverified': [];
  readonly 'notice.request_registered': [];
  readonly 'audit.action.request_registered': [];
  readonly 'people.history': [];
  readonly 'people.no_history': [];
  readonly 'people.history_capped': [{ readonly count: string | number }];
  readonly 'people.file': [];
  readonly 'people.file.of': [{ readonly person: string | number }];
  readonly 'people.file.lead': [];
  readonly 'people.file.at': [];
  readonly 'people.file.texts': [];
  readonly 'people.in_ledger': [];
  readonly 'people.back': [];
  readonly 'people.erasure': [];
  readonly 'audit.action.people_searched': [];
  readonly 'audit.action.person_viewed': [];
  readonly 'audit.action.visitor_viewed': [];
  readonly 'people.ask': [];
  readonly 'people.ask_verb': [];
  readonly 'people.merge': [];
  readonly 'people.merged': [];
  readonly 'people.merge.title': [];
  readonly 'people.merge.lead': [{ readonly person: string | number }];
  readonly 'people.merge.into': [];
  readonly 'people.merge.hint.names': [];
  readonly 'people.merge.hint.ids': [];
  readonly 'people.merge.none': [];
  readonly 'people.merge.choose': [];
  readonly 'people.merge.more': [{ readonly count: string | number }];
  readonly 'people.merge.ends': [];
  readonly 'people.merge.after': [];
  readonly 'people.merge.undecided': [];
  readonly 'people.merge.change': [];
  readonly 'people.merge.verb': [];
  readonly 'people.merge.error.same': [];
  readonly 'people.merge.error.open': [];
  readonly 'notice.accounts_merged': [];
  readonly 'audit.action.accounts_merged': [];
  readonly 'error.title.merge_refused': [];
  readonly 'people.current': [];
  readonly 'people.last_decision': [];
  readonly 'people.decided_at': [];
  readonly 'people.open_request': [];
  readonly 'people.unasked': [];
  readonly 'people.unasked_text': [];
  readonly 'people.withdraw': [];
  readonly 'people.withdraw.lead': [{ readonly person: string | number }];
  readonly 'people.withdraw.nothing': [];
  readonly 'people.withdraw.note': [];
  readonly 'people.withdraw.identity': [];
  readonly 'people.withdraw.verb': [];
  readonly 'people.withdraw.by.phone': [];
  readonly 'people.withdraw.by.letter': [];
  readonly 'people.withdraw.by.email': [];
  readonly 'people.withdraw.recorded': [];
  readonly 'people.withdraw.erasure': [];
  readonly 'notice.withdrawal_recorded': [];
  readonly 'audit.action.withdrawal_recorded': [];
  readonly 'error.title.nothing_to_withdraw': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
