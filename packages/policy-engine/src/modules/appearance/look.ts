/** The look of the banner: its position, its texts, and its style sheet with colours. */
import { contrastOf, isDark } from './contrast.ts';

/** The layouts of the banner: along the lower edge, in a lower corner, or as a modal dialog over the page. */
export const BANNER_LAYOUTS = ['bar', 'corner', 'dialog'] as const;
/** One of {@link BANNER_LAYOUTS}. */
export type BannerLayout = (typeof BANNER_LAYOUTS)[number];

/** In which corner: at the start of lines in the page's language, or at their end. */
export const BANNER_SIDES = ['start', 'end'] as const;
/** One of {@link BANNER_SIDES}. */
export type BannerSide = (typeof BANNER_SIDES)[number];

/** The roundness of its corners and those of its buttons. */
export const BANNER_CORNERS = ['square', 'slight', 'round'] as const;
/** One of {@link BANNER_CORNERS}. */
export type BannerCorners = (typeof BANNER_CORNERS)[number];

/** Texts that replace the engine's. Both answers are given, or none. */
export interface BannerWords {
  readonly title?: string | undefined;
  /** `{purposes}` stands for the labels of the purposes. */
  readonly lead?: string | undefined;
  readonly accept?: string | undefined;
  readonly reject?: string | undefined;
}

/**
 * Its colours, such as `#1f5fd6`. The text on a button has the colour of the text or of the background, whichever has more
 * contrast.
 */
export interface BannerColours {
  readonly background: string;
  readonly text: string;
  readonly button: string;
  readonly accent: string;
}

/** A colour as the appearance stores it. */
export const HEX_COLOUR: RegExp = /^#[0-9a-f]{6}$/;

/** The look of the banner in one language. */
export interface BannerLook {
  readonly layout: BannerLayout;
  readonly side: BannerSide;
  readonly words: BannerWords;
  /** Path below the mount path of the style sheet with its colours; null for those of the page. */
  readonly stylesheet: string | null;
  /** Content of that style sheet; empty without one. */
  readonly css: string;
  /**
   * What decisions name: the number of the version of the appearance, or the first digits of the SHA-256 of the banner as it is
   * served, see `served.ts`; null if neither is stored.
   */
  readonly appearance: number | string | null;
}

/** The current look of the banner. @param locale BCP 47 tag of the page */
export type LookIn = (locale: string) => Promise<BannerLook>;

/** The input of the banner's style sheet. */
export interface BannerStyle {
  /** Null: those of the surrounding page. */
  readonly colours: BannerColours | null;
  readonly corners: BannerCorners;
}

/** The path of a style's style sheet, below the mount path; null if it would be empty. */
export function stylePath({ colours, corners }: BannerStyle): string | null {
  if (colours === null && corners === 'slight') return null;
  return `/appearance/style?${new URLSearchParams({ ...colours, corners }).toString()}`;
}

/** The colour of the text on a button. */
export function buttonText({ background, text, button }: BannerColours): string {
  return contrastOf(text, button) >= contrastOf(background, button) ? text : background;
}

const RADIUS: Readonly<Record<BannerCorners, string>> = { square: '0', slight: '8px', round: '16px' };

/** The style sheet. The link that opens the banner again is part of the page, and keeps the page's colours. */
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

/** An appearance: the content of a version. */
export interface AppearanceContent extends BannerStyle {
  readonly layout: BannerLayout;
  readonly side: BannerSide;
  /** By BCP 47 tag; a missing language has the engine's texts. */
  readonly words: Readonly<Record<string, BannerWords>>;
}

/** The look of an appearance in a language. @param number of its version; null for an unsaved one */
export function lookOf(appearance: AppearanceContent, locale: string, number: number | null): BannerLook {
  const { layout, side, words } = appearance;
  const [ownLanguage = locale] = locale.split('-', 1);
  const own = words[locale] ?? words[ownLanguage] ?? {};
  const stylesheet = stylePath(appearance);
  const css = stylesheet === null ? '' : styleSheet(appearance);
  return { layout, side, words: own, stylesheet, css, appearance: number };
}
