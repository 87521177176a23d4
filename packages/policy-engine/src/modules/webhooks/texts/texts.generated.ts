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
  readonly 'nav.webhooks': [];
  readonly 'webhooks.title': [];
  readonly 'webhooks.lead': [];
  readonly 'webhooks.deliveries': [];
  readonly 'webhooks.none': [];
  readonly 'webhooks.none_text': [];
  readonly 'webhooks.empty_text': [];
  readonly 'webhooks.webhook': [];
  readonly 'webhooks.url': [];
  readonly 'webhooks.events': [];
  readonly 'webhooks.all_events': [];
  readonly 'webhooks.standing': [];
  readonly 'webhooks.well': [];
  readonly 'webhooks.failing': [];
  readonly 'webhooks.filter': [];
  readonly 'webhooks.filter.all': [];
  readonly 'webhooks.event': [];
  readonly 'webhooks.event_id': [];
  readonly 'webhooks.state': [];
  readonly 'webhooks.state.waiting': [];
  readonly 'webhooks.state.delivered': [];
  readonly 'webhooks.state.failed': [];
  readonly 'webhooks.state.resolved': [];
  readonly 'webhooks.state.gone': [];
  readonly 'webhooks.attempts': [];
  readonly 'webhooks.answer': [];
  readonly 'webhooks.no_answer': [];
  readonly 'webhooks.answer_gone': [];
  readonly 'webhooks.status': [];
  readonly 'webhooks.error': [];
  readonly 'webhooks.created': [];
  readonly 'webhooks.attempted': [];
  readonly 'webhooks.due': [];
  readonly 'webhooks.body': [];
  readonly 'webhooks.body_deleted': [];
  readonly 'webhooks.erasure': [];
  readonly 'webhooks.send_again': [];
  readonly 'webhooks.resolve': [];
  readonly 'webhooks.resolve.note': [];
  readonly 'webhooks.resolve.hint': [];
  readonly 'notice.webhook_resolved': [];
  readonly 'error.title.webhook_not_failed': [];
  readonly 'error.webhook_not_failed': [];
  readonly 'audit.action.webhook_resolved': [];
  readonly 'notice.webhook_sent_again': [];
  readonly 'error.title.webhook_not_sendable': [];
  readonly 'error.webhook_not_sendable': [];
  readonly 'audit.action.webhook_sent_again': [];
  readonly 'jobs.name.webhooks-sweep': [];
  readonly 'jobs.name.webhooks-deliver': [];
  readonly 'jobs.name.webhooks-purge': [];
  readonly 'check.open_webhooks': [];
  readonly 'check.webhook_failing': [{ readonly subject: string | number }];
  readonly 'check.webhook_failing.name': [];
  readonly 'check.webhook_failing.advice': [];
}

declare module '../../../platform/i18n/texts/catalogue.ts' {
  interface TextParameters extends Texts {}
}

/** The texts of this folder, by language. */
export const texts: Translations<Texts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
