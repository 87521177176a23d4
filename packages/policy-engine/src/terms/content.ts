/** What an author wrote, in the form it is stored in, and what is wrong with it. */
import { type StructureFault, structureFault } from './markdown.ts';
import type { TermContent } from './term.ts';
import { canonicalText, faultOf, MAX_NOTE_LENGTH, type TextFault } from './text.ts';

/** Content in the form it is stored in. */
export interface DraftContent {
  readonly markdown: string;
  readonly material: boolean;
  readonly note: string | null;
}

/** Something an author has to change before a text can be taken. */
export interface ContentFault {
  readonly field: 'markdown' | 'note';
  readonly fault: TextFault | StructureFault;
}

/** Brings content into the form it is stored in; a note of nothing but white space is none. */
export function draftContent({ markdown, material = true, note }: TermContent): DraftContent {
  return { markdown: canonicalText(markdown), material, note: canonicalText(note ?? '').trim() || null };
}

/** What is wrong with content; empty if it can be taken. */
export function contentFaults({ markdown, note }: DraftContent): ContentFault[] {
  const faults: ContentFault[] = [];
  const text = faultOf(markdown) ?? structureFault(markdown);
  if (text !== null) faults.push({ field: 'markdown', fault: text });
  const noted = note === null ? null : faultOf(note, MAX_NOTE_LENGTH);
  if (noted !== null) faults.push({ field: 'note', fault: noted });
  return faults;
}
