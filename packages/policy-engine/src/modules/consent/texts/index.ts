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
import { en as foundEn } from './found-cookies/en.ts';
import { de as foundDe } from './found-cookies/de.ts';
import { es as foundEs } from './found-cookies/es.ts';
import { fr as foundFr } from './found-cookies/fr.ts';
import { it as foundIt } from './found-cookies/it.ts';
import { nl as foundNl } from './found-cookies/nl.ts';
import { pl as foundPl } from './found-cookies/pl.ts';
import { pt as foundPt } from './found-cookies/pt.ts';
import { tr as foundTr } from './found-cookies/tr.ts';
import { ar as foundAr } from './found-cookies/ar.ts';
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
export const texts: Translations<typeof en & typeof centreEn & typeof foundEn> = {
  en: { ...en, ...centreEn, ...foundEn },
  ar: { ...ar, ...centreAr, ...foundAr },
  de: { ...de, ...centreDe, ...foundDe },
  es: { ...es, ...centreEs, ...foundEs },
  fr: { ...fr, ...centreFr, ...foundFr },
  it: { ...it, ...centreIt, ...foundIt },
  nl: { ...nl, ...centreNl, ...foundNl },
  pl: { ...pl, ...centrePl, ...foundPl },
  pt: { ...pt, ...centrePt, ...foundPt },
  tr: { ...tr, ...centreTr, ...foundTr },
};
