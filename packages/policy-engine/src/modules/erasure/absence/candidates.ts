/** Decides for rows that passed the database's conditions whether they contain what identifies the person. */
import type { Row } from '../../../platform/database/port.ts';
import { LONGEST_VALUE } from './column-conditions.ts';
import type { SearchTerms } from './search-terms.ts';
import { comparable, formsOf } from './stored-forms.ts';

/** How much of a value is read twice, so that nothing is cut apart. */
export const OVERLAP = 2000;

/** A decision; `long`: not found yet, and the value goes on. */
export type Judged = 'found' | 'clean' | 'long';

/** Every value is read as text, except bytes. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const decoder = new TextDecoder('utf-8');

/** Whether a value contains a term, in any of the forms in which software stores text. */
export function judge(value: Row[string], { terms, shortId, matcher }: SearchTerms): Judged {
  if (value === null || value === undefined) return 'clean';
  const bytes = value instanceof Uint8Array ? value : null;
  const text = bytes === null ? textOf(value) : decoder.decode(bytes);
  if (
    bytes !== null &&
    terms.some(({ binary }) => binary !== null && Buffer.from(bytes).includes(Buffer.from(binary)))
  ) {
    return 'found';
  }
  const forms = formsOf(text);
  if (shortId !== null && forms.some((form) => form.trim() === comparable(shortId))) return 'found';
  if (terms.some(({ pattern }) => forms.some((form) => pattern.test(form)))) return 'found';
  if (matcher.has(bytes ?? text)) return 'found';
  return (bytes ?? text).length >= LONGEST_VALUE ? 'long' : 'clean';
}
