import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';

type English = typeof en;

/** Texts of the module. */
export const texts: {
  readonly en: English;
  readonly es: TextsLike<English>;
  readonly fr: TextsLike<English>;
  readonly tr: TextsLike<English>;
} = { en, es, fr, tr };
