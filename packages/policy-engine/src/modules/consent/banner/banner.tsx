/** What a host puts at the end of its pages: style sheet, banner, and the script that makes it quick. */
import { consentSettingsJson } from './representation.ts';
import type { ConsentSettings } from './service.ts';
import { assetUrl } from '../../../platform/web/assets.ts';
import type { Cookies } from '../../../platform/web/cookies.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { Banner } from './views/banner-view.tsx';

/** How the banner is rendered. */
export interface RenderBannerOptions {
  /** The page's Content-Security-Policy nonce. */
  readonly nonce?: string;
  /** Where the form leads back to without JavaScript: a path of this site. Default: the page that was asked for. */
  readonly returnTo?: string;
  /**
   * Whether a link to the privacy settings stands at the end of the page. False where the host's own footer has one: any
   * link with `data-policy-settings`. Default: true.
   */
  readonly settingsLink?: boolean;
  /** Whether it brings its style sheet. False where the page's head links `{mount}/assets/consent.css`. Default: true. */
  readonly stylesheet?: boolean;
}

/** What a banner is about. */
export interface BannerSources {
  readonly settings: ConsentSettings;
  readonly cookies: Cookies;
  readonly language: Language;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
}

/** The decisions a request carried, as the script in the page reads them. */
export function decisionsIn(cookies: Cookies): string {
  return cookies
    .names()
    .filter((name) => name.startsWith('policy_rule_'))
    .map((name) => `${name}=${cookies.get(name)}`)
    .toSorted()
    .join(';');
}

/** HTML of the banner element; what is in it is this visitor's alone. */
export async function bannerHtml(
  { settings, cookies, language, href }: BannerSources,
  { returnTo = '/', settingsLink = true }: RenderBannerOptions,
): Promise<string> {
  const document = consentSettingsJson(settings, language.locale, href);
  const seen = decisionsIn(cookies);
  // A promise where a component is asynchronous; the types don't say so.
  const node: { toString(): string | Promise<string> } = Banner({
    language,
    document,
    seen,
    returnTo,
    href,
    settingsLink,
  });
  return node.toString();
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The banner with its style sheet in front and its script behind; empty where there is nothing to decide. */
export async function bannerWithAssets(sources: BannerSources, options: RenderBannerOptions): Promise<string> {
  if (sources.settings.rules.length === 0) return '';
  const { href } = sources;
  const nonce = options.nonce ? ` nonce="${attribute(options.nonce)}"` : '';
  const stylesheet = `<link rel="stylesheet" href="${attribute(href(assetUrl('consent.css')))}"${nonce}>`;
  return [
    ...(options.stylesheet === false ? [] : [stylesheet]),
    await bannerHtml(sources, options),
    `<script type="module" src="${attribute(href(assetUrl('consent.js')))}"${nonce}></script>`,
  ].join('\n');
}
