/** The notes of the banner: what happens with a decision, and what an account has decided before. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Language } from '../../../../platform/i18n/language.ts';
import { safeHref } from '../../../../platform/web/view/safe-href.ts';
import { type Told, ToldNote } from '../../devices/told-note.tsx';
import { ChoicesLink } from '../../opt-out/pill.tsx';
import type { ConsentSettingsJson } from '../representation.ts';

/** What the notes are drawn from. */
interface NotesProps {
  readonly language: Language;
  readonly document: Pick<ConsentSettingsJson, 'settings_url' | 'rules'>;
  readonly told: Told | null;
  /** Where the privacy settings lead back to: a path of this origin. */
  readonly returnTo: string;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
}

/** URL of the privacy settings. @param locale BCP 47 tag; default: that of the browser */
export function settingsHref(
  { document, returnTo }: Pick<NotesProps, 'document' | 'returnTo'>,
  locale?: string,
): string {
  const query = new URLSearchParams({ return_to: returnTo, ...(locale !== undefined && { locale }) });
  return `${document.settings_url}?${query.toString()}`;
}

/** Words around names that the script fills in. @param words with a line break in their place */
function Naming({ words, list }: { readonly words: string; readonly list: string }): JSX.Element {
  const [before, after] = words.split('\n');
  return (
    <>
      {before}
      <bdi data-names={list} />
      {after}
    </>
  );
}

/** What the script says, and what can be done about it. */
export function Notes(props: NotesProps): JSX.Element {
  const { href, language, document, told, returnTo } = props;
  const { t } = language;
  const names = '\n';
  const returning = document.rules.filter(({ two_steps }) => two_steps);
  const close = (
    <button type="button" data-policy-close="">
      {t('banner.close')}
    </button>
  );
  return (
    <>
      <div class="pe-consent-note" data-quiet="">
        <div>
          <p role="status" />
          <p data-when="deleted" hidden>
            <Naming words={t('banner.deleted', { names })} list="deleted" />
          </p>
        </div>
        <span data-when="saved" hidden>
          <button type="button" data-policy-undo="">
            {t('banner.undo')}
          </button>
          <a href={href('/ledger/events')}>{t('ledger.receipt')}</a>
        </span>
      </div>
      {told !== null && (
        <ToldNote
          language={language}
          told={told}
          action={href('/consent/told')}
          settings={settingsHref(props)}
          returnTo={returnTo}
        />
      )}
      {returning.length > 0 && (
        <div class="pe-consent-note" data-when="unconfirmed" hidden>
          {returning.every(({ sells }) => sells) ? (
            <p>
              {t('banner.unconfirmed')} <ChoicesLink language={language} href={href} />
            </p>
          ) : (
            <p>
              {t('banner.unconfirmed_here')} <a href={safeHref(settingsHref(props))}>{t('banner.settings')}</a>
            </p>
          )}
          {close}
        </div>
      )}
      <div class="pe-consent-note" data-when="failed" hidden>
        <p>
          {t('banner.failed')} <a href={safeHref(settingsHref(props))}>{t('banner.settings')}</a>
        </p>
        {close}
      </div>
      <div class="pe-consent-note" data-when="reload" hidden>
        <p>
          <Naming words={t('banner.running', { services: names })} list="running" />
        </p>
        <button type="button" data-policy-reload="">
          {t('banner.reload')}
        </button>
      </div>
      <div class="pe-consent-note" data-when="kept" hidden>
        <div>
          <p data-when="elsewhere" hidden>
            <Naming words={t('banner.kept_elsewhere', { names })} list="elsewhere" />
          </p>
          <p data-when="in-use" hidden>
            <Naming words={t('banner.kept_in_use', { names })} list="in-use" />
          </p>
          <p data-when="refused" hidden>
            <Naming words={t('banner.kept_refused', { names })} list="refused" />
          </p>
        </div>
        {close}
      </div>
      <div class="pe-consent-note" data-when="cookies" hidden>
        <p>{t('banner.no_cookies')}</p>
        {close}
      </div>
    </>
  );
}
