/** Structured data that nobody can read. */
import type { Judgement } from './evidence/judgement.ts';
import { found } from './evidence/judgement.ts';

/** Characters that are shown around the place of an error. */
const AROUND = 30;

/** JSON-LD that is no JSON, or neither an object nor a list. */
export const STRUCTURED_DATA_INVALID: Judgement = {
  name: 'structured-data-invalid',
  severity: 'warning',
  judge: ({ document: { jsonLd } }) => {
    const says = jsonLd.flatMap((text, index) => {
      const fault = faultOfJsonLd(text);
      return fault === undefined ? [] : [{ place: `JSON-LD block ${index + 1}: ${fault.what}`, value: fault.where }];
    });
    if (says.length === 0) return undefined;
    const which =
      jsonLd.length === 1 ? 'The structured data' : `${says.length} of ${jsonLd.length} blocks of structured data`;
    const sentence = `${which} cannot be read. Search engines ignore what is no JSON.`;
    return found(sentence, says);
  },
};

/** What is wrong with a block of JSON-LD; undefined if it can be read. */
export function faultOfJsonLd(text: string): { what: string; where: string } | undefined {
  if (text.trim() === '') return { what: 'it is empty', where: '' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return undefined;
    return { what: 'neither an object nor a list', where: text.trim() };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const at = /at position (\d+)/.exec(message)?.[1];
    const position = at === undefined ? Math.min(text.length, text.trimEnd().length) : Number(at);
    const before = text.slice(0, position).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    return {
      what: `${wordsFor(message)} in ${place}`,
      where: text.slice(Math.max(0, position - AROUND), position + AROUND).trim(),
    };
  }
}

/** What the parser says, without its own quotation of the text. */
function wordsFor(message: string): string {
  if (/control character/i.test(message)) return 'line break or control character within a text';
  if (/property name/i.test(message)) return 'expected a name in double quotes, perhaps after a comma too many';
  if (/end of JSON/i.test(message) || /Unterminated/i.test(message)) return 'the text ends too early';
  if (/after JSON/i.test(message)) return 'more text after the end';
  return 'unexpected character';
}
