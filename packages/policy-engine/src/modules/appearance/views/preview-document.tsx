/** A sample page with the banner, for the frames of the editor. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { raw } from 'hono/html';
import type { Language } from '../../../platform/i18n/language.ts';
import { assetUrl } from '../../../platform/web/assets.ts';

/** @param banner HTML of the banner */
export async function previewDocument(
  { locale, dir, t }: Language,
  banner: string,
  href: (path: string) => string,
): Promise<string> {
  // A promise if a component is asynchronous; the types do not say so.
  const node: JSX.Element & { toString(): string | Promise<string> } = (
    <html lang={locale} dir={dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{t('appearance.preview')}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={href(assetUrl('panel.css'))} />
        <link rel="stylesheet" href={href(assetUrl('consent.css'))} />
      </head>
      <body>
        <main class="pe-main">
          <h1>{t('appearance.sample')}</h1>
          <p>{t('appearance.sample_text')}</p>
          <p>{t('appearance.sample_text')}</p>
        </main>
        {raw(banner)}
      </body>
    </html>
  );
  return `<!doctype html>${await node.toString()}`;
}
