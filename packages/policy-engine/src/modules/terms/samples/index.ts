/**
 * Sample texts to start from. Each begins with a mark that a lawyer has to read it; the check finds it in texts that are in
 * force.
 */
import { bestTag } from '../languages.ts';
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

/** A sample with its mark, in the language that fits best; null where there is none in it. */
export function sampleOf(kind: SampleKind, locale: string): string | null {
  const tag = bestTag(Object.keys(SAMPLES), [locale]);
  const texts = tag === null ? undefined : SAMPLES[tag];
  return texts === undefined ? null : `> **${texts.mark}**\n\n${texts[kind]}\n`;
}

/** Whether a text still says that it is a sample, in whatever language. */
export function isMarkedSample(markdown: string): boolean {
  // Its lines may have been broken anew.
  const words = markdown.replaceAll(/\s+/g, ' ');
  return Object.values(SAMPLES).some(({ mark }) => words.includes(mark));
}
