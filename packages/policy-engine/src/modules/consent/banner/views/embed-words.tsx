import type { JSX } from 'hono/jsx/jsx-runtime';
import { isolated, type Language } from '../../../../platform/i18n/language.ts';

/** The placeholder of a frame that waits for consent; the script fills in what differs between frames. */
export function EmbedWords({ language: { t, locale, dir } }: { readonly language: Language }): JSX.Element {
  return (
    <template>
      <div class="pe-embed" lang={locale} dir={dir}>
        <div class="pe-embed-words">
          <b>{'{title}'}</b>
          {/* GDPR Art. 7(3): about the withdrawal before the consent is given. */}
          <p>
            {t('embed.lead', { vendor: isolated('{vendor}') })}{' '}
            {t('banner.withdraw', { settings: t('banner.settings') })}
          </p>
          <a target="_blank" rel="noreferrer">
            {t('embed.open', { host: '{host}' })}
          </a>
        </div>
        <div class="pe-embed-buttons">
          <button type="button" data-embed="once">
            {t('embed.once')}
          </button>
          <button type="button" data-embed="always">
            {t('embed.always', { rule: '{rule}' })}
          </button>
        </div>
      </div>
    </template>
  );
}
