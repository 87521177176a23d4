import type { Translations } from '../../../platform/i18n/texts/catalogue.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';
import { ar as verifierAr } from './verifier/ar.ts';
import { de as verifierDe } from './verifier/de.ts';
import { en as verifierEn } from './verifier/en.ts';
import { es as verifierEs } from './verifier/es.ts';
import { fr as verifierFr } from './verifier/fr.ts';
import { it as verifierIt } from './verifier/it.ts';
import { nl as verifierNl } from './verifier/nl.ts';
import { pl as verifierPl } from './verifier/pl.ts';
import { pt as verifierPt } from './verifier/pt.ts';
import { tr as verifierTr } from './verifier/tr.ts';

/** Texts of the module. */
export const texts: Translations<typeof en & typeof verifierEn> = {
  en: { ...en, ...verifierEn },
  ar: { ...ar, ...verifierAr },
  de: { ...de, ...verifierDe },
  es: { ...es, ...verifierEs },
  fr: { ...fr, ...verifierFr },
  it: { ...it, ...verifierIt },
  nl: { ...nl, ...verifierNl },
  pl: { ...pl, ...verifierPl },
  pt: { ...pt, ...verifierPt },
  tr: { ...tr, ...verifierTr },
};
