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
  readonly 'export.title': [];
  readonly 'export.title_of': [{ readonly name: string | number }];
  readonly 'export.lead': [];
  readonly 'export.created': [{ readonly date: string | number }];
  readonly 'export.start': [];
  readonly 'export.contents': [];
  readonly 'export.privacy': [];
  readonly 'export.search': [];
  readonly 'export.search.label': [];
  readonly 'export.search.lead': [];
  readonly 'export.search.none': [];
  readonly 'export.search.found': [];
  readonly 'export.search.capped': [];
  readonly 'export.search.script': [];
  readonly 'export.rows': [{ readonly count: string | number }];
  readonly 'export.range': [{ readonly from: string | number; readonly to: string | number }];
  readonly 'export.page': [{ readonly page: string | number }];
  readonly 'export.of': [{ readonly pages: string | number }];
  readonly 'export.page_titled': [{ readonly title: string | number; readonly page: string | number }];
  readonly 'export.json': [];
  readonly 'export.json_page': [];
  readonly 'export.empty': [];
  readonly 'export.empty_text': [];
  readonly 'export.yes': [];
  readonly 'export.no': [];
  readonly 'export.image.missing': [];
  readonly 'export.image.missing_named': [{ readonly name: string | number }];
  readonly 'export.file.missing': [{ readonly name: string | number }];
  readonly 'export.missing': [{ readonly count: string | number }];
  readonly 'export.consents': [];
  readonly 'export.consents.lead': [];
  readonly 'export.consents.policy': [];
  readonly 'export.consents.state': [];
  readonly 'export.consents.decided': [];
  readonly 'export.consents.version': [];
  readonly 'export.consents.without': [{ readonly state: string | number; readonly vendors: string | number }];
  readonly 'export.consents.accepted': [];
  readonly 'export.consents.rejected': [];
  readonly 'export.consents.passive': [];
  readonly 'export.decisions': [];
  readonly 'export.decisions.lead': [];
  readonly 'export.decisions.browser': [];
  readonly 'export.decisions.network': [];
  readonly 'export.decisions.json': [];
  readonly 'export.texts': [];
  readonly 'export.texts.all_lead': [];
  readonly 'export.texts.page': [];
  readonly 'export.texts.missing': [];
  readonly 'export.texts.lead': [];
  readonly 'export.texts.since': [];
  readonly 'export.texts.hash': [];
  readonly 'export.texts.file': [];
  readonly 'export.texts.json': [];
  readonly 'export.requests': [];
  readonly 'export.requests.lead': [];
  readonly 'export.requests.kind': [];
  readonly 'export.requests.state': [];
  readonly 'export.requests.created': [];
  readonly 'export.requests.completed': [];
  readonly 'export.held': [];
  readonly 'export.held.lead': [];
  readonly 'export.held.field': [];
  readonly 'export.held.reason': [];
  readonly 'export.held.secret': [];
  readonly 'export.held.staff': [];
  readonly 'export.held.others': [];
  readonly 'export.held.note': [{ readonly count: string | number }];
  readonly 'export.information.lead': [];
  readonly 'export.information.controller': [];
  readonly 'export.information.contact': [];
  readonly 'export.information.purposes': [];
  readonly 'export.information.legalBasis': [];
  readonly 'export.information.recipients': [];
  readonly 'export.information.retention': [];
  readonly 'export.information.source': [];
  readonly 'export.information.automatedDecisions': [];
  readonly 'export.information.transfers': [];
  readonly 'export.information.supervisoryAuthority': [];
  readonly 'export.information.kinds': [];
  readonly 'export.information.kind': [];
  readonly 'export.information.rights': [];
  readonly 'export.right.rectification': [];
  readonly 'export.right.erasure': [];
  readonly 'export.right.restriction': [];
  readonly 'export.right.portability': [];
  readonly 'export.right.objection': [];
  readonly 'export.right.withdrawal': [];
  readonly 'export.right.complaint': [];
  readonly 'export.requests.messages': [{ readonly kind: string | number; readonly day: string | number }];
  readonly 'export.requests.from.person': [];
  readonly 'export.requests.from.administrator': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
