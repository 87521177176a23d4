import { readFileSync } from 'node:fs';

const [, ...lines] = readFileSync(new URL('../../../words.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const LANGUAGES = ['en', 'es', 'fr', 'tr'];
const translations = new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line.split('\t')]));

/**
 * A text in the form that the engine expects: by the reader's locale, as in `fr-CA`. Its translations are in `words.tsv`; English
 * is used for all other languages.
 *
 * @throws if it has no translation
 */
export function words(english: string): (locale: string) => string {
  const all = translations.get(english);
  if (all === undefined) throw new Error(`words.tsv lacks: ${english}`);
  return (locale) => all[LANGUAGES.indexOf(locale.split('-', 1)[0] ?? '')] ?? english;
}
