/** The content of the editor's form: text, as sent or as in force. */
import type { AppearanceContent, BannerColours } from './look.ts';

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
