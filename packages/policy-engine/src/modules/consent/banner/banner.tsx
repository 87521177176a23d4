/** What a host adds at the end of its pages: style sheet, banner, and the script that speeds it up. */
import { languageName, textsOf } from '../../terms/languages.ts';
import { scriptJson } from './declaration.ts';
import type { BannerLook } from '../../appearance/look.ts';
import { consentSettingsJson } from './representation.ts';
import type { ConsentSettings } from './service.ts';
import { assetUrl } from '../../../platform/web/assets.ts';
import type { Cookies } from '../../../platform/web/cookies.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { Banner, type OfferedLanguage } from './views/banner-view.tsx';

/** How the banner is rendered. */
export interface RenderBannerOptions {
  /** The page's Content-Security-Policy nonce. */
  readonly nonce?: string;
  /** Where the form leads back to without JavaScript: a path of this site. Default: the page that was asked for. */
  readonly returnTo?: string;
  /**
   * Whether a link to the privacy settings stands where the banner's element does, in the flow of the page. False where the
   * host's own footer has one: any link with `data-policy-settings`. `floating` lays it over the page in a corner, with room
   * for it at the end of the page. Default: true.
   */
  readonly settingsLink?: boolean | 'floating';
  /** Whether it brings its style sheet. False where the page's head links `{mount}/assets/consent.css`. Default: true. */
  readonly stylesheet?: boolean;
}

/** What a banner is about. */
export interface BannerSources {
  readonly settings: ConsentSettings;
  readonly cookies: Cookies;
  readonly language: Language;
  /** The engine's language that fits wishes best. */
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
  readonly look: BannerLook;
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

/** Languages of the engine in which all texts that are asked about can be read, that of the page first. */
function offeredLanguages({ settings, language, chooseLanguage }: BannerSources): OfferedLanguage[] {
  const written = settings.rules.map(
    ({ term }) => new Set(textsOf(term).map(({ locale }) => new Intl.Locale(locale).language)),
  );
  const [first = new Set<string>(), ...others] = written;
  const common = [...first].filter((tag) => others.every((tags) => tags.has(tag)));
  const spoken = common.map((tag) => ({ tag, locale: chooseLanguage([tag]).locale }));
  // A language without words of the engine's gets the default one.
  const known = spoken.filter(({ tag, locale }) => new Intl.Locale(locale).language === tag);
  const locales = new Set([language.locale, ...known.map(({ locale }) => locale).toSorted()]);
  return [...locales].map((locale) => ({ locale, name: languageName(locale) }));
}

/** HTML of the banner element; what is in it is this visitor's alone. */
export async function bannerHtml(
  sources: BannerSources,
  { returnTo = '/', settingsLink = true }: RenderBannerOptions,
): Promise<string> {
  const { settings, cookies, language, look, href } = sources;
  const { locale } = language;
  // A promise where a component is asynchronous; the types don't say so.
  const node: { toString(): string | Promise<string> } = Banner({
    language,
    document: consentSettingsJson(settings, locale, href),
    declared: new Map(
      settings.rules.map(({ rule, scripts }) => [rule.name, scripts.map((script) => scriptJson(script, locale))]),
    ),
    languages: offeredLanguages(sources),
    seen: decisionsIn(cookies),
    returnTo,
    href,
    settingsLink,
    look,
  });
  return lightlyQuoted(await node.toString());
}

/**
 * The same in fewer characters, as it comes with each page: the state between single quotes, since the double ones of JSON take six
 * characters each, and nothing after the names of attributes that are there or not. In what is between tags, quotes are escaped.
 */
function lightlyQuoted(html: string): string {
  const short = html.replaceAll('=""', '').replaceAll('"/>', '">');
  return short.replace(
    / data-state="([^"]*)"/,
    (_, state: string) => ` data-state='${state.replaceAll('&quot;', '"')}'`,
  );
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The banner with its style sheet in front and its script behind; empty if there is nothing to decide. */
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
