/**
 * Banners for visitors who have decided nothing: pages of one language show them all the same one, except for the address that its
 * form returns to. What a banner is drawn from is its key, so that another text, look or rule is another banner.
 */
import type { BannerProps } from './views/banner-view.tsx';

/** Most banners that are kept: languages, by looks and places. */
const KEPT = 100;

/** Stands for the address: the same in HTML and in a query. */
const PLACE = 'return-to-e1b0c7d94f2a';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** An address as in a query. */
const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

const PLACES = new RegExp(`(=?)${PLACE}`, 'g');

/** HTML with another address. In one pass, as an address may contain what stands for it. */
function addressed(html: string, returnTo: string): string {
  const [inQuery, inText] = [`=${encoded(returnTo)}`, escaped(returnTo)];
  return html.replaceAll(PLACES, (_, equals: string) => (equals === '=' ? inQuery : inText));
}

/** See the head of the file. */
export class DrawnBanners {
  readonly #kept = new Map<string, string>();

  /**
   * The HTML of a banner.
   *
   * @param day of the record that the banner names
   * @param draw draws it; `isFinal` is false if it would be drawn differently in a moment
   */
  async of(
    props: BannerProps,
    day: string,
    draw: (props: BannerProps) => Promise<{ readonly html: string; readonly isFinal: boolean }>,
  ): Promise<string> {
    if (props.seen !== '' || props.isSignedIn || props.told !== null) return (await draw(props)).html;
    const key = keyOf(props, day);
    const known = this.#kept.get(key);
    if (known !== undefined) return addressed(known, props.returnTo);
    const { html, isFinal } = await draw(props);
    if (!isFinal) return html;
    const kept = await draw({ ...props, returnTo: PLACE });
    // A banner that contains the address in another form is drawn each time.
    if (kept.isFinal && addressed(kept.html, props.returnTo) === html) {
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(key, kept.html);
    }
    return html;
  }
}

function keyOf(
  { language, document, declared, languages, href, settingsLink, look }: BannerProps,
  day: string,
): string {
  const { locale, formatLocale } = language;
  return JSON.stringify([day, locale, formatLocale, href(''), settingsLink, languages, look, [...declared], document]);
}
