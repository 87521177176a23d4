/** Texts of the engine by key and language. The frame's own lie here, a module's in its `texts` folder. */
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';

type FrameTexts = typeof en;

/**
 * Every text in English, by key: what the keys and parameters of `t` are typed by. A module adds its own by declaration
 * merging, in `texts/index.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged with the texts of the modules
export interface EnglishTexts extends FrameTexts {}

/** A translation: every key of the English texts, none more. */
export type TextsLike<English> = { readonly [Key in keyof English]: string };

/** Texts in each language of the engine; English has every key. */
export interface Catalogue {
  readonly en: Readonly<Record<string, string>>;
  readonly es: Readonly<Record<string, string>>;
  readonly fr: Readonly<Record<string, string>>;
  readonly tr: Readonly<Record<string, string>>;
}

/** Texts of the frame. */
export const frameTexts: {
  readonly en: FrameTexts;
  readonly es: TextsLike<FrameTexts>;
  readonly fr: TextsLike<FrameTexts>;
  readonly tr: TextsLike<FrameTexts>;
} = { en, es, fr, tr };
