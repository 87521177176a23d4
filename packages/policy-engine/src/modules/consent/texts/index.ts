import type { Translations } from '../../../platform/i18n/texts/catalogue.ts';
import { ar } from './ar.ts';
import { ar as centreAr } from './centre/ar.ts';
import { de as centreDe } from './centre/de.ts';
import { en as centreEn } from './centre/en.ts';
import { es as centreEs } from './centre/es.ts';
import { fr as centreFr } from './centre/fr.ts';
import { it as centreIt } from './centre/it.ts';
import { nl as centreNl } from './centre/nl.ts';
import { pl as centrePl } from './centre/pl.ts';
import { pt as centrePt } from './centre/pt.ts';
import { tr as centreTr } from './centre/tr.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';

/** Texts of the module. */
export const texts: Translations<typeof en & typeof centreEn> = {
  en: { ...en, ...centreEn },
  ar: { ...ar, ...centreAr },
  de: { ...de, ...centreDe },
  es: { ...es, ...centreEs },
  fr: { ...fr, ...centreFr },
  it: { ...it, ...centreIt },
  nl: { ...nl, ...centreNl },
  pl: { ...pl, ...centrePl },
  pt: { ...pt, ...centrePt },
  tr: { ...tr, ...centreTr },
};
