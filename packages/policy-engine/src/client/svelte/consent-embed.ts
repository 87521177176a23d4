import { createRawSnippet, type Snippet } from 'svelte';
import { toStore } from 'svelte/store';
import { attributeOf, type Rules } from '../components/consent-view.ts';
import { defineEmbed } from '../page/elements.ts';
import { getConsent } from './consent.ts';

/** An embedded frame. */
export interface ConsentEmbedOptions {
  /** The rule it needs, or several. */
  readonly rule: Rules;
  /** The vendor it also needs: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
  readonly src: string;
  /** Names the frame for people who do not see it. */
  readonly title: string;
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  /** Shown until consent is known, and without JavaScript. */
  readonly link?: { readonly href: string; readonly text: string } | undefined;
  /** Further attributes of the frame: `{ allow: 'fullscreen', loading: 'lazy' }`. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
}

const escaped = (text: unknown): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

type Attributes = NonNullable<ConsentEmbedOptions['attributes']>;

/** As Svelte spreads attributes: invalid names are left out. */
const html = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([name, value]) => /^[a-z][\w-]*$/i.test(name) && value !== undefined && value !== null && value !== false)
    .map(([name, value]) => ` ${name}="${value === true ? '' : escaped(value)}"`)
    .join('');

/**
 * Makes the snippet of embedded frames: a frame of another site, such as a film or a map. Visitors without consent are asked in its
 * place, which has the given width and height from the start. Call it during component initialisation.
 *
 * @example
 * ```svelte
 * const consentEmbed = createConsentEmbed();
 * {@render consentEmbed({ rule: 'media', src, title: 'How it is made', width: 1280, height: 720 })}
 * ```
 */
export function createConsentEmbed(): Snippet<[ConsentEmbedOptions]> {
  const { view } = getConsent();
  return createRawSnippet<[ConsentEmbedOptions]>((options) => ({
    render: () => {
      const { rule, vendor, src, title, width, height, link, attributes } = options();
      const ofFrame = { ...attributes, title, width, height };
      const content = view.accepts(view.first, rule, vendor)
        ? `<iframe${html({ ...ofFrame, src })}></iframe>`
        : link && `<a href="${escaped(link.href)}">${escaped(link.text)}</a>`;
      return `<policy-embed${html({ ...ofFrame, mount: view.mount, 'data-src': src })}>${content ?? ''}</policy-embed>`;
    },
    setup: (element) => {
      defineEmbed();
      const ask = view.subscribe(() => {});
      const end = toStore(options).subscribe(({ rule, vendor, src, title, width, height }) => {
        const attributes = { title, width, height, 'data-src': src, 'data-consent': attributeOf(rule, vendor) };
        for (const [name, value] of Object.entries(attributes)) {
          if (element.getAttribute(name) !== `${value}` && value !== undefined) element.setAttribute(name, `${value}`);
        }
      });
      return () => {
        end();
        ask();
      };
    },
  }));
}
