/** Compares the text of a page without JavaScript with that of the rendered page, and draws a conclusion. */
import { count } from '../../pages/format.ts';
import type { Tone } from '../../pages/texts.ts';
import type { Inspected, Side } from './inspected.ts';

/** The conclusion, for a reader who is not a programmer. */
export interface TextConclusion {
  tone: Tone;
  headline: string;
  sentence: string;
  /** Characters of text. */
  plain: number;
  rendered: number;
}

/** Share of the text that may differ (a clock, a counter) while both sides still count as equal. */
const SAME = 0.05;

/** Draws the conclusion; undefined if one of the sides has no page to compare. */
export function concludeOnText({ plain, rendered }: Pick<Inspected, 'plain' | 'rendered'>): TextConclusion | undefined {
  const before = factsOf(plain)?.textLength;
  const after = factsOf(rendered)?.textLength;
  if (before === undefined || after === undefined) return undefined;
  const sentence = `Without JavaScript a bot sees ${count(before, 'character')} of text; rendered it sees ${count(after)}.`;
  return { ...verdictOn(before, after), sentence, plain: before, rendered: after };
}

function verdictOn(plain: number, rendered: number): Pick<TextConclusion, 'tone' | 'headline'> {
  if (plain === 0 && rendered === 0)
    return { tone: 'neutral', headline: 'This page shows no text, with or without JavaScript.' };
  if (plain === 0) return { tone: 'warning', headline: 'Without JavaScript this page is empty.' };
  const missing = (rendered - plain) / Math.max(plain, rendered);
  if (Math.abs(missing) <= SAME) {
    return { tone: 'success', headline: 'This page shows the same amount of text without JavaScript.' };
  }
  if (missing < 0) return { tone: 'neutral', headline: 'This page shows less text when it is rendered.' };
  const percent = Math.min(99, Math.round(missing * 100));
  return { tone: 'warning', headline: `Without JavaScript ${percent}% of this page’s text is missing.` };
}

function factsOf(side: Side) {
  return side.outcome === 'done' ? side.seen.facts : null;
}
