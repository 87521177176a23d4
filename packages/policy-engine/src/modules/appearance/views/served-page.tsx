/** A banner as it was served, with the facts about it, for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, type Page, PageHeader, PrintButton, type View } from '../../../platform/web/index.ts';
import { languageName } from '../../terms/index.ts';
import { APPEARANCE_PATH, servedPath } from '../paths.ts';
import type { StoredBanner } from '../served.ts';
import { Windows } from './windows.tsx';

/** What the page shows. */
export interface ServedPage {
  readonly hash: string;
  /** Null: it is not stored, and the banner of today is shown. */
  readonly stored: StoredBanner | null;
  /** 2: with the single purposes. */
  readonly layer: 1 | 2;
}

function Facts({ view, hash, stored }: { view: View; hash: string; stored: StoredBanner }): JSX.Element {
  const { banner, firstDay, lastDay } = stored;
  const { t, locale, formatLocale } = view;
  const format = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'long', timeZone: 'UTC' });
  const facts: readonly (readonly [string, string])[] = [
    [t('appearance.served.first'), `${format.format(new Date(firstDay))} (UTC)`],
    [t('appearance.served.last'), `${format.format(new Date(lastDay))} (UTC)`],
    [t('appearance.served.language'), languageName(banner.locale, locale)],
    [t('appearance.title'), banner.appearance === null ? '–' : t('terms.version', { version: banner.appearance })],
    ['SHA-256', hash],
  ];
  return (
    <dl class="pe-facts">
      {facts.map(([label, value]) => (
        <>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </>
      ))}
    </dl>
  );
}

function Links({ view, hash, layer, hasLayers }: { view: View; hash: string; layer: 1 | 2; hasLayers: boolean }) {
  return (
    <div class="pe-actions pe-screen">
      {hasLayers && (
        <nav class="pe-chips" aria-label={view.t('appearance.preview')}>
          {([1, 2] as const).map((one) => (
            <a href={view.href(servedPath(hash, one))} aria-current={one === layer ? 'page' : undefined}>
              {view.t(`appearance.served.layer.${one}`)}
            </a>
          ))}
        </nav>
      )}
      <a href={view.href(`${servedPath(hash)}/document`)}>{view.t('appearance.served.document')}</a>
      <PrintButton text={view.t('receipt.print')} />
    </div>
  );
}

/** The page; without a stored banner that of today. */
export function servedPage(view: View, { hash, stored, layer }: ServedPage): Page {
  const title = view.t('appearance.served.title');
  if (stored === null) {
    const content = (
      <>
        <PageHeader title={title} />
        <Notice view={view} tone="warning" text={view.t('appearance.served.missing')} />
        <Windows view={view} src={view.href(`${APPEARANCE_PATH}/preview`)} />
      </>
    );
    return { title, content, frames: true };
  }
  const content = (
    <>
      <PageHeader title={title} lead={view.t('appearance.served.lead')} />
      <p>{view.t('appearance.served.not')}</p>
      <Facts view={view} hash={hash} stored={stored} />
      <Links view={view} hash={hash} layer={layer} hasLayers={stored.banner.html.includes(' data-layer="2"')} />
      <Windows view={view} src={view.href(framePath(hash, layer))} />
    </>
  );
  return { title, content, frames: true };
}

/** The banner alone, for the frames. */
function framePath(hash: string, layer: 1 | 2): string {
  return `${servedPath(hash)}/frame?layer=${layer}`;
}
