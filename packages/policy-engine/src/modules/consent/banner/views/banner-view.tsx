/** The banner as HTML for a page of the host's own: a plain form that works by itself, and what the script needs to know. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ConsentSettingsJson, ConsentSettingsRuleJson } from '../representation.ts';
import type { Language } from '../../../../platform/i18n/language.ts';
import { safeHref } from '../../../../platform/web/safe-href.ts';

/** What a banner is drawn from. */
export interface BannerProps {
  readonly language: Language;
  readonly document: ConsentSettingsJson;
  /** The decisions in the cookies of the request, by which the script knows whether this page is out of date. */
  readonly seen: string;
  /** Where the form leads back to: a path of this origin. */
  readonly returnTo: string;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
  /** Whether the element shows a link to the settings of its own. */
  readonly settingsLink: boolean;
}

function Rule({ rule }: { rule: ConsentSettingsRuleJson }): JSX.Element {
  return (
    <label>
      {/* What is not ticked is refused: of two fields of one name the last counts. */}
      <input type="hidden" name={`decisions[${rule.name}]`} value="reject" />
      <input type="checkbox" name={`decisions[${rule.name}]`} value="accept" data-rule={rule.name} />
      <span>
        <b>
          <bdi>{rule.label}</bdi>
        </b>
        {rule.description !== '' && <small dir="auto">{rule.description}</small>}
      </span>
    </label>
  );
}

function Words({ language: { t }, document, href }: BannerProps): JSX.Element {
  return (
    <div class="pe-consent-words">
      <h2 id="pe-consent-title" tabindex={-1}>
        {t('banner.title')}
      </h2>
      <p>
        {t('banner.lead')} <a href={safeHref(document.declaration_url)}>{t('banner.details')}</a>
      </p>
      <p data-when="gpc" hidden={!document.gpc.honoured}>
        {t('banner.gpc')}
      </p>
      <p data-when="failed" hidden>
        {t('banner.failed')} <a href={href('/consent')}>{t('banner.settings')}</a>
      </p>
    </div>
  );
}

/** One rule is one question: there is nothing to choose beside yes and no. */
function Answers({ language: { t }, document: { rules } }: BannerProps): JSX.Element {
  const isOne = rules.length === 1;
  return (
    <div class="pe-consent-buttons">
      <button name="all" value="reject">
        {t(isOne ? 'banner.reject_one' : 'banner.reject')}
      </button>
      <button name="all" value="accept">
        {t(isOne ? 'banner.accept_one' : 'banner.accept')}
      </button>
      {!isOne && <button value="choose">{t('banner.choose')}</button>}
    </div>
  );
}

/** What is in front of the person, for the proof, where no script says it. */
function ShownFields({ document: { locale, rules } }: BannerProps): JSX.Element {
  const choices = rules.length === 1 ? ['reject', 'accept'] : ['reject', 'accept', 'choose'];
  return (
    <>
      <input type="hidden" name="shown[locale]" value={locale} />
      {choices.map((choice) => (
        <input type="hidden" name="shown[choices][]" value={choice} />
      ))}
      {rules.map(({ name, version }) => (
        <input type="hidden" name={`shown[texts][${name}]`} value={String(version)} />
      ))}
    </>
  );
}

function Panel(props: BannerProps): JSX.Element {
  const { language, document, href, returnTo } = props;
  return (
    <section class="pe-consent-panel" aria-labelledby="pe-consent-title" data-nosnippet hidden={!document.ask}>
      <form method="post" action={href('/consent')}>
        <input type="hidden" name="return_to" value={returnTo} />
        <ShownFields {...props} />
        <Words {...props} />
        {document.rules.length > 1 && (
          <fieldset>
            <legend>{language.t('banner.choices')}</legend>
            {document.rules.map((rule) => (
              <Rule rule={rule} />
            ))}
          </fieldset>
        )}
        <Answers {...props} />
      </form>
    </section>
  );
}

/** What stands in the place of a frame that waits; the script fills in what differs from one to the next. */
function EmbedWords({ language: { t } }: BannerProps): JSX.Element {
  return (
    <template data-embed-words>
      <div class="pe-embed">
        <b>{'{title}'}</b>
        <p>{t('embed.lead', { host: '{host}' })}</p>
        <div class="pe-embed-buttons">
          <button type="button" data-embed="once">
            {t('embed.once')}
          </button>
          <button type="button" data-embed="always">
            {t('embed.always', { rule: '{rule}' })}
          </button>
        </div>
        <a target="_blank" rel="noopener noreferrer">
          {t('embed.open', { host: '{host}' })}
        </a>
      </div>
    </template>
  );
}

/** The element, with everything that is the visitor's. */
export function Banner(props: BannerProps): JSX.Element {
  const { language, document, seen, returnTo, href, settingsLink } = props;
  const { t, locale, dir } = language;
  const settings = `${document.settings_url}?return_to=${encodeURIComponent(returnTo)}`;
  return (
    <policy-consent
      mount={href('')}
      lang={locale}
      dir={dir}
      data-state={JSON.stringify(document)}
      data-seen={seen}
      data-saved={t('banner.saved')}
    >
      <Panel {...props} />
      <div class="pe-consent-note" data-when="reload" hidden>
        <p>{t('banner.running')}</p>
        <button type="button" data-policy-reload>
          {t('banner.reload')}
        </button>
      </div>
      <p class="pe-consent-again" hidden={!settingsLink}>
        <a href={safeHref(settings)} data-policy-settings>
          {t('banner.settings')}
        </a>
        <span data-when="gpc" hidden={!document.gpc.honoured}>
          {t('banner.gpc_short')}
        </span>
      </p>
      <p role="status" />
      <EmbedWords {...props} />
    </policy-consent>
  );
}
