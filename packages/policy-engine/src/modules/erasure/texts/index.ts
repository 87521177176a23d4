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
import { ar as outcomeAr } from './outcome/ar.ts';
import { de as outcomeDe } from './outcome/de.ts';
import { en as outcomeEn } from './outcome/en.ts';
import { es as outcomeEs } from './outcome/es.ts';
import { fr as outcomeFr } from './outcome/fr.ts';
import { it as outcomeIt } from './outcome/it.ts';
import { nl as outcomeNl } from './outcome/nl.ts';
import { pl as outcomePl } from './outcome/pl.ts';
import { pt as outcomePt } from './outcome/pt.ts';
import { tr as outcomeTr } from './outcome/tr.ts';
import { ar as searchAr } from './search/ar.ts';
import { de as searchDe } from './search/de.ts';
import { en as searchEn } from './search/en.ts';
import { es as searchEs } from './search/es.ts';
import { fr as searchFr } from './search/fr.ts';
import { it as searchIt } from './search/it.ts';
import { nl as searchNl } from './search/nl.ts';
import { pl as searchPl } from './search/pl.ts';
import { pt as searchPt } from './search/pt.ts';
import { tr as searchTr } from './search/tr.ts';

/** Texts of the module. */
export const texts: Translations<typeof en & typeof outcomeEn & typeof searchEn> = {
  en: { ...en, ...outcomeEn, ...searchEn },
  ar: { ...ar, ...outcomeAr, ...searchAr },
  de: { ...de, ...outcomeDe, ...searchDe },
  es: { ...es, ...outcomeEs, ...searchEs },
  fr: { ...fr, ...outcomeFr, ...searchFr },
  it: { ...it, ...outcomeIt, ...searchIt },
  nl: { ...nl, ...outcomeNl, ...searchNl },
  pl: { ...pl, ...outcomePl, ...searchPl },
  pt: { ...pt, ...outcomePt, ...searchPt },
  tr: { ...tr, ...outcomeTr, ...searchTr },
};
