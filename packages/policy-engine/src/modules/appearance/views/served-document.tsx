/** A banner as it was served, alone on a page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { raw } from 'hono/html';
import type { ServedBanner } from '../served.ts';

/** The style sheet of the page itself: none of the panel's, which would colour the banner. The banner hides itself in print. */
export const OWN_STYLE: string =
  ':root{color-scheme:light dark}body{margin:0}' +
  '@media print{body>policy-consent,body>policy-consent>.pe-consent-panel:not([hidden]){display:block}' +
  'body>policy-consent>.pe-consent-stack{display:flex}}';

/** The question with one of its layers in view; the others are hidden, as the script does it. */
function inLayer(html: string, layer: 1 | 2): string {
  return html.replace(/<\w+[^<>]* data-layer="(?<own>\d)"[^<>]*>/g, (tag, own: string) => {
    const shown = tag.replace(/ hidden(?:="")?(?=[ />])/, '');
    return own === String(layer) ? shown : shown.replace(/>$/, ' hidden>');
  });
}

/** The page as HTML. @param layer 2: with the single purposes */
export async function servedDocument(
  { html, css, locale }: ServedBanner,
  layer: 1 | 2,
  title: string,
): Promise<string> {
  // A promise if a component is asynchronous; the types do not say so.
  const node: JSX.Element & { toString(): string | Promise<string> } = (
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style>{raw(OWN_STYLE)}</style>
        <style>{raw(css)}</style>
      </head>
      <body>
        <policy-consent lang={locale}>
          {raw(inLayer(html, layer))}
          {/* Its style sheet hides a question that nothing follows: a page that is still being parsed. */}
          <p hidden />
        </policy-consent>
      </body>
    </html>
  );
  return `<!doctype html>${await node.toString()}`;
}
