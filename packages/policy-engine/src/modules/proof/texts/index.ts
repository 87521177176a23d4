import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { tr } from './tr.ts';
import { en as verifierEn } from './verifier/en.ts';
import { es as verifierEs } from './verifier/es.ts';
import { fr as verifierFr } from './verifier/fr.ts';
import { tr as verifierTr } from './verifier/tr.ts';

type English = typeof en & typeof verifierEn;

/** Texts of the module. */
export const texts: {
  readonly en: English;
  readonly es: TextsLike<English>;
  readonly fr: TextsLike<English>;
  readonly tr: TextsLike<English>;
} = {
  en: { ...en, ...verifierEn },
  es: { ...es, ...verifierEs },
  fr: { ...fr, ...verifierFr },
  tr: { ...tr, ...verifierTr },
};
