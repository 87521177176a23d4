import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import { en as centreEn } from './centre/en.ts';
import { es as centreEs } from './centre/es.ts';
import { fr as centreFr } from './centre/fr.ts';
import { tr as centreTr } from './centre/tr.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';

type English = typeof en & typeof centreEn;

/** Texts of the module. */
export const texts: {
  readonly en: English;
  readonly es: TextsLike<English>;
  readonly fr: TextsLike<English>;
  readonly tr: TextsLike<English>;
} = {
  en: { ...en, ...centreEn },
  es: { ...es, ...centreEs },
  fr: { ...fr, ...centreFr },
  tr: { ...tr, ...centreTr },
};
