/** The note at sign-in on a device: what the account has decided, and where it can be changed. A plain form puts it away. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { isolated, type Language } from '../../../platform/i18n/language.ts';
import { safeHref } from '../../../platform/web/view/safe-href.ts';

/** Labels of the rules that an account has decided on. */
export interface Told {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

interface ToldProps {
  readonly language: Language;
  readonly told: Told;
  readonly action: string;
  readonly settings: string;
  /** Where the form leads back to: a path of this origin. */
  readonly returnTo: string;
}

export function ToldNote({ language, told, action, settings, returnTo }: ToldProps): JSX.Element {
  const { t, locale } = language;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const named = (names: readonly string[]) => list.format(names.map((name) => isolated(name)));
  return (
    <form
      class="pe-consent-note"
      method="post"
      action={safeHref(action)}
      aria-label={t('banner.settings')}
      data-when="told"
    >
      <input type="hidden" name="return_to" value={returnTo} />
      <p>
        {t('banner.told')} {told.accepted.length > 0 && t('banner.told_accepted', { names: named(told.accepted) })}{' '}
        {told.rejected.length > 0 && t('banner.told_rejected', { names: named(told.rejected) })}{' '}
        <a href={safeHref(settings)}>{t('banner.settings')}</a>
      </p>
      <button>{t('banner.close')}</button>
    </form>
  );
}
