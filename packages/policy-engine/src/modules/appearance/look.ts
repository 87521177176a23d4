/** How the banner looks: where it stands, in which words it asks, and by which style sheet it is coloured. */
import { contrastOf, isDark } from './contrast.ts';

/** The forms of the banner: along the lower edge, in a corner there, or over the page, which waits. */
export const BANNER_LAYOUTS = ['bar', 'corner', 'dialog'] as const;
/** One of {@link BANNER_LAYOUTS}. */
export type BannerLayout = (typeof BANNER_LAYOUTS)[number];

/** In which corner: where lines begin in the page's language, or where they end. */
export const BANNER_SIDES = ['start', 'end'] as const;
/** One of {@link BANNER_SIDES}. */
export type BannerSide = (typeof BANNER_SIDES)[number];

/** How round its corners and those of its buttons are. */
export const BANNER_CORNERS = ['square', 'slight', 'round'] as const;
/** One of {@link BANNER_CORNERS}. */
export type BannerCorners = (typeof BANNER_CORNERS)[number];

/** Words that take the place of the engine's. Both answers are given, or none. */
export interface BannerWords {
  readonly title?: string | undefined;
  /** `{purposes}` stands for the labels of the purposes. */
  readonly lead?: string | undefined;
  readonly accept?: string | undefined;
  readonly reject?: string | undefined;
}

/** Its colours, as `#1f5fd6`. The words on a button have the colour of the text or of the background, whichever is read better. */
export interface BannerColours {
  readonly background: string;
  readonly text: string;
  readonly button: string;
  readonly accent: string;
}

/** How the banner looks in one language. */
export interface BannerLook {
  readonly layout: BannerLayout;
  readonly side: BannerSide;
  readonly words: BannerWords;
  /** Path below the mount path of the style sheet with its colours; null for those of the page. */
  readonly stylesheet: string | null;
  /** Number of the version of the appearance, which decisions name; null if nobody saved one. */
  readonly appearance: number | null;
}

/** How the banner looks now. @param locale BCP 47 tag of the page */
export type LookIn = (locale: string) => Promise<BannerLook>;

/** What a style sheet of the banner is made of. */
export interface BannerStyle {
  /** Null: those of the page it is in. */
  readonly colours: BannerColours | null;
  readonly corners: BannerCorners;
}

/** Where the style sheet of a style is, below the mount path; null if there is nothing to say. */
export function stylePath({ colours, corners }: BannerStyle): string | null {
  if (colours === null && corners === 'slight') return null;
  return `/appearance/style?${new URLSearchParams({ ...colours, corners }).toString()}`;
}

/** The colour of the words on a button. */
export function buttonText({ background, text, button }: BannerColours): string {
  return contrastOf(text, button) >= contrastOf(background, button) ? text : background;
}

const RADIUS: Readonly<Record<BannerCorners, string>> = { square: '0', slight: '8px', round: '16px' };

/** The style sheet. The link that opens the banner again stands on the page, and keeps the page's colours. */
export function styleSheet({ colours, corners }: BannerStyle): string {
  const properties: Record<string, string> = { '--pe-radius': RADIUS[corners] };
  if (colours !== null) {
    const { background, text, button, accent } = colours;
    Object.assign(properties, {
      'color-scheme': isDark(background) ? 'dark' : 'light',
      '--pe-bg': background,
      '--pe-surface': background,
      '--pe-text': text,
      '--pe-muted': text,
      '--pe-danger': text,
      '--pe-accent': accent,
      '--pe-button': button,
      '--pe-on-button': buttonText(colours),
    });
  }
  const lines = Object.entries(properties).map(([name, value]) => `${name}:${value}`);
  return `.pe-consent-panel{${lines.join(';')}}\n`;
}

/** An appearance: what a version holds. */
export interface AppearanceContent extends BannerStyle {
  readonly layout: BannerLayout;
  readonly side: BannerSide;
  /** By BCP 47 tag; a language that is left out has the engine's words. */
  readonly words: Readonly<Record<string, BannerWords>>;
}

/** The look of an appearance in a language. @param number of its version; null for one that is not saved */
export function lookOf(appearance: AppearanceContent, locale: string, number: number | null): BannerLook {
  const { layout, side, words } = appearance;
  const own = words[locale] ?? words[new Intl.Locale(locale).language] ?? {};
  return { layout, side, words: own, stylesheet: stylePath(appearance), appearance: number };
}
