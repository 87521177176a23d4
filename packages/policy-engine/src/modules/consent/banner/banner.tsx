/** What a host adds at the end of its pages: style sheet, banner, and the script that speeds it up. */
import { decisionsText } from '../../browsers/index.ts';
import { languageName, textsOf } from '../../terms/index.ts';
import type { Decision } from '../../rules/index.ts';
import { isOfAccount } from '../devices/devices.ts';
import type { Told } from '../devices/told-note.tsx';
import { scriptJson } from './declaration.ts';
import type { BannerLook } from '../../appearance/index.ts';
import { consentSettingsJson } from './representation.ts';
import type { ConsentSettings } from './service.ts';
import { assetUrl } from '../../../platform/web/assets.ts';
import type { Cookies } from '../../../platform/web/request/cookies.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { BannerRecords } from './records.ts';
import { Banner, type BannerProps, type OfferedLanguage } from './views/banner-view.tsx';

/** How the banner is rendered. */
export interface RenderBannerOptions {
  /** The page's Content-Security-Policy nonce. */
  readonly nonce?: string;
  /** Where the form returns to without JavaScript: a path of this site. Default: the requested page. */
  readonly returnTo?: string;
  /**
   * Whether the page gets a link to the privacy settings where the banner's element is, in the flow of the page. False if the
   * host's own footer has one: any link with `data-policy-settings`. `floating` puts it in a corner over the page, with space
   * reserved for it at the end of the page. Default: true.
   */
  readonly settingsLink?: boolean | 'floating';
  /** BCP 47 tag of the page's language, in which the banner asks. Default: that of the request, as the browser prefers it. */
  readonly locale?: string;
  /** Whether the banner includes its style sheet. False if the page's head links `{mount}/assets/consent.css`. Default: true. */
  readonly stylesheet?: boolean;
}

/** What a banner is about. */
export interface BannerSources {
  readonly settings: ConsentSettings;
  readonly cookies: Cookies;
  readonly language: Language;
  /** Languages of the person, best first, for texts that are not in that of the page. */
  readonly wishes: readonly string[];
  /** The engine's language that fits the preferred languages best. */
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
  readonly look: BannerLook;
  readonly records: Pick<BannerRecords, 'html'>;
  readonly isSignedIn: boolean;
  /** Whether they are to be told what their account has decided. */
  readonly isUntold: boolean;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
}

/** The decisions a request carried, as the script in the page reads them. */
export function decisionsIn(cookies: Cookies): string {
  return decisionsText(cookies.names().map((name) => [name, cookies.all(name)]));
}

/** The same as the browser has them after the response. */
export function decisionsAfter(cookies: Cookies): string {
  return decisionsText(cookies.after());
}

/** Most combinations of languages that are remembered for one engine. */
const REMEMBERED = 200;

/**
 * The languages that are offered, by the language of the page and those of the texts, for each engine by how it chooses: every page
 * asks for them, and naming a language takes as long as the rest of the banner.
 */
const offered = new WeakMap<BannerSources['chooseLanguage'], Map<string, readonly OfferedLanguage[]>>();

/** Languages of the engine in which all texts in question can be read, that of the page first. */
function offeredLanguages({ settings, language, chooseLanguage }: BannerSources): readonly OfferedLanguage[] {
  const tags = settings.rules.map(({ term }) => textsOf(term).map(({ locale }) => locale));
  const known = offered.get(chooseLanguage) ?? new Map<string, readonly OfferedLanguage[]>();
  offered.set(chooseLanguage, known);
  const key = [language.locale, ...tags.map((some) => some.join(','))].join(' ');
  const found = known.get(key) ?? languagesAmong(tags, language.locale, chooseLanguage);
  if (known.size >= REMEMBERED && !known.has(key)) known.clear();
  known.set(key, found);
  return found;
}

/** @param tags of the texts of each rule */
function languagesAmong(
  tags: ReadonlyArray<readonly string[]>,
  page: string,
  chooseLanguage: BannerSources['chooseLanguage'],
): OfferedLanguage[] {
  const written = tags.map((some) => new Set(some.map((tag) => new Intl.Locale(tag).language)));
  const [first = new Set<string>(), ...others] = written;
  const common = [...first].filter((tag) => others.every((known) => known.has(tag)));
  const spoken = common.map((tag) => ({ tag, locale: chooseLanguage([tag]).locale }));
  // A language without texts of the engine gets the default one.
  const spokenHere = spoken.filter(({ tag, locale }) => new Intl.Locale(locale).language === tag);
  const locales = new Set([page, ...spokenHere.map(({ locale }) => locale).toSorted()]);
  return [...locales].map((locale) => ({ locale, name: languageName(locale) }));
}

/** HTML of the banner element; its content is specific to this visitor. */
export async function bannerHtml(
  sources: BannerSources,
  { returnTo = '/', settingsLink = true }: RenderBannerOptions,
): Promise<string> {
  const { settings, cookies, language, look, records, href, isSignedIn, isUntold } = sources;
  const { locale } = language;
  const reading = [locale, ...sources.wishes];
  const props: BannerProps = {
    language,
    document: consentSettingsJson(settings, locale, href, reading),
    declared: new Map(
      settings.rules.map(({ rule, scripts }) => [rule.name, scripts.map((script) => scriptJson(script, reading))]),
    ),
    languages: offeredLanguages(sources),
    seen: decisionsIn(cookies),
    returnTo,
    href,
    settingsLink,
    look,
    isSignedIn,
    told: isUntold ? toldBy(settings, reading) : null,
  };
  return records.html(props, async (drawn, appearance) => {
    // A promise if a component is asynchronous; the types do not say so.
    const node: { toString(): string | Promise<string> } = Banner({ ...drawn, look: { ...look, appearance } });
    return lightlyQuoted(await node.toString());
  });
}

/** What an account has decided, by the labels of its rules. */
function toldBy({ rules }: ConsentSettings, reading: readonly string[]): Told {
  const labels = (wanted: Decision) =>
    rules.filter((one) => isOfAccount(one) && one.state === wanted).map(({ rule }) => rule.label(reading));
  return { accepted: labels('accepted'), rejected: labels('rejected') };
}

/**
 * The same in fewer characters, as it is sent with each page: the state is in single quotes, since each double quote of JSON takes
 * six characters, and boolean attributes have no value. Between tags, quotes are not escaped.
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
