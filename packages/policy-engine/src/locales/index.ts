/** The languages that come with the engine, each complete by type. */
import type { TextsLike } from './catalogue.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';

/** The English texts, by which every key and its parameters are typed. */
export type EnglishTexts = typeof en;

export const catalogues: {
  readonly en: EnglishTexts;
  readonly es: TextsLike<EnglishTexts>;
  readonly fr: TextsLike<EnglishTexts>;
  readonly tr: TextsLike<EnglishTexts>;
} = { en, es, fr, tr };
