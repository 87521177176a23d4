/** How the banner looks: where it stands, in which words it asks, and by which style sheet it is coloured. */

/** The forms of the banner: along the lower edge, in a corner there, or over the page, which waits. */
export const BANNER_LAYOUTS = ['bar', 'corner', 'dialog'] as const;
/** One of {@link BANNER_LAYOUTS}. */
export type BannerLayout = (typeof BANNER_LAYOUTS)[number];

/** In which corner: where lines begin in the page's language, or where they end. */
export const BANNER_SIDES = ['start', 'end'] as const;
/** One of {@link BANNER_SIDES}. */
export type BannerSide = (typeof BANNER_SIDES)[number];

/** Words that take the place of the engine's. Both answers are given, or none. */
export interface BannerWords {
  readonly title?: string | undefined;
  /** `{purposes}` stands for the labels of the purposes. */
  readonly lead?: string | undefined;
  readonly accept?: string | undefined;
  readonly reject?: string | undefined;
}

/** How the banner looks in one language. */
export interface BannerLook {
  readonly layout: BannerLayout;
  readonly side: BannerSide;
  readonly words: BannerWords;
  /** Path below the mount path of the style sheet with its colours; null for those of the page. */
  readonly stylesheet: string | null;
  /** Number of the version of the appearance, which decisions name; null where nobody saved one. */
  readonly appearance: number | null;
}

/** How the banner looks now. @param locale BCP 47 tag of the page */
export type LookIn = (locale: string) => Promise<BannerLook>;
