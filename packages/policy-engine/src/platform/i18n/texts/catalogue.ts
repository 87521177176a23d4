/** Texts of the engine by key and language. The frame's own are here, a module's in its `texts` folder. */
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
import type { Translations } from './translations.ts';

export { type Catalogue, type TextsLike, TRANSLATED, type Translations } from './translations.ts';

type FrameTexts = typeof en;

/**
 * Every text in English, by key: the types of the keys and parameters of `t`. A module adds its own by declaration
 * merging, in `texts/index.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged with the texts of the modules
export interface EnglishTexts extends FrameTexts {}

/** Texts of the frame. */
export const frameTexts: Translations<FrameTexts> = { en, ar, de, es, fr, it, nl, pl, pt, tr };
