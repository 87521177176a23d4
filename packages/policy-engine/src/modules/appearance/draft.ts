/** The content of the editor's form: text, as sent or as in force. */
import {
  type AppearanceContent,
  BANNER_CORNERS,
  BANNER_LAYOUTS,
  BANNER_SIDES,
  type BannerColours,
  HEX_COLOUR,
} from './look.ts';

/** The values of the form. */
export interface Draft {
  readonly isOwn: boolean;
  readonly colours: BannerColours;
  readonly corners: string;
  readonly layout: string;
  readonly side: string;
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Initial values of custom colours: those of the panel. */
const COLOURS: BannerColours = { background: '#ffffff', text: '#1c1d1f', button: '#f2f3f5', accent: '#1f5fd6' };

const groupOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groupOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** The form of an appearance. */
export function draftOfContent({ colours, words, ...rest }: AppearanceContent): Draft {
  const texts = Object.entries(words).map(([tag, own]) => [tag, textsOf(own)] as const);
  return { ...rest, isOwn: colours !== null, colours: colours ?? COLOURS, words: Object.fromEntries(texts) };
}

/** The form as sent. */
export function draftOfFields(values: unknown): Draft {
  const { own_colours: isOwn, colours, words, ...fields } = groupOf(values);
  const texts = textsOf(fields);
  return {
    isOwn: isOwn === '1' || isOwn === true,
    colours: { ...COLOURS, ...textsOf(colours) },
    corners: texts['corners'] ?? '',
    layout: texts['layout'] ?? '',
    side: texts['side'] ?? '',
    words: Object.fromEntries(Object.entries(groupOf(words)).map(([tag, own]) => [tag, textsOf(own)])),
  };
}

/**
 * What a preview of a draft shows, even if it cannot be saved: the values that can be shown, else those in force.
 *
 * @param current in force
 */
export function contentOfDraft(draft: Draft, current: AppearanceContent): AppearanceContent {
  const words = Object.entries(draft.words).map(
    ([tag, own]) => [tag, Object.fromEntries(Object.entries(own).filter(([, word]) => word.trim() !== ''))] as const,
  );
  return {
    colours: draft.isOwn ? coloursOf(draft.colours, current.colours ?? COLOURS) : null,
    corners: BANNER_CORNERS.find((one) => one === draft.corners) ?? current.corners,
    layout: BANNER_LAYOUTS.find((one) => one === draft.layout) ?? current.layout,
    side: BANNER_SIDES.find((one) => one === draft.side) ?? current.side,
    words: Object.fromEntries(words),
  };
}

function coloursOf(drawn: BannerColours, current: BannerColours): BannerColours {
  const colour = (name: keyof BannerColours) => (HEX_COLOUR.test(drawn[name]) ? drawn[name] : current[name]);
  return {
    background: colour('background'),
    text: colour('text'),
    button: colour('button'),
    accent: colour('accent'),
  };
}

/** The draft as the query of an address; of its words only those in the language of the preview, since addresses must be short. */
export function queryOfDraft({ isOwn, colours, corners, layout, side, words }: Draft, locale: string): string {
  const query = new URLSearchParams({ layout, side, corners, own_colours: isOwn ? '1' : '0' });
  for (const [name, colour] of Object.entries(colours)) query.set(`colours[${name}]`, colour);
  for (const [name, word] of Object.entries(words[locale] ?? {})) query.set(`words[${locale}][${name}]`, word);
  return `?${query.toString()}`;
}
