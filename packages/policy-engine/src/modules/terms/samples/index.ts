/**
 * Sample texts to start from. Each starts with a mark that a lawyer must review it; the check finds the mark in texts that are in
 * force.
 */
import { bestTag } from '../translations/languages.ts';
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
import type { SampleKind, SampleTexts } from './sample.ts';

export { SAMPLE_KINDS, type SampleKind } from './sample.ts';

const SAMPLES: Readonly<Record<string, SampleTexts>> = { en, ar, de, es, fr, it, nl, pl, pt, tr };

/** A sample with its mark, in the language that fits best; null if there is none. */
export function sampleOf(kind: SampleKind, locale: string): string | null {
  const tag = bestTag(Object.keys(SAMPLES), [locale]);
  const texts = tag === null ? undefined : SAMPLES[tag];
  return texts === undefined ? null : `> **${texts.mark}**\n\n${texts[kind]}\n`;
}

/** Whether a text still contains the mark of a sample, in any language. */
export function isMarkedSample(markdown: string): boolean {
  const words = unwrapped(markdown);
  return Object.values(SAMPLES).some(({ mark }) => words.includes(unwrapped(mark)));
}

/** A text whose lines may have been rewrapped, and whose no-break spaces may have been replaced, for comparison. */
function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
