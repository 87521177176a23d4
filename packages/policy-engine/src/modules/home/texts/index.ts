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

/** Texts of the home of administrators, in each language. */
export const texts: Translations<typeof en> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
