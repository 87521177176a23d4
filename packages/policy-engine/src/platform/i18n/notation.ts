/** Mistakes in texts: of the engine, which the check of the repository finds, and of hosts, which are refused at start. */
import { FORM, PLACEHOLDER, PLURAL } from './message.ts';

/** What a text names: placeholders (`text`), and the numbers of its plurals with the categories that have a form. */
export type Arguments = ReadonlyMap<string, 'text' | readonly string[]>;

/** What a text names. @returns null if its braces are neither placeholders nor plurals */
export function argumentsOf(text: string): Arguments | null {
  const found = new Map<string, 'text' | readonly string[]>();
  const names = (part: string) => {
    for (const [, , name] of part.matchAll(PLACEHOLDER))
      if (name !== undefined && !found.has(name)) found.set(name, 'text');
  };
  for (const [, name = '', forms = ''] of text.matchAll(PLURAL)) {
    found.set(
      name,
      [...forms.matchAll(FORM)].map(([, category = '']) => category),
    );
  }
  for (const [, , forms = ''] of text.matchAll(PLURAL)) for (const [, , form = ''] of forms.matchAll(FORM)) names(form);
  const plain = text.replaceAll(PLURAL, '');
  names(plain);
  // An apostrophe before a placeholder would make it a quotation in ICU MessageFormat.
  const quotes = /'[{}#]/.test(text.replaceAll(/'[{}]'/g, ''));
  return quotes || /[{}]/.test(plain.replaceAll(PLACEHOLDER, '')) ? null : found;
}

/**
 * Mistakes in one text, as the end of a sentence about it.
 *
 * @param language BCP 47 tag, for the categories of plurals
 * @param english the text of the same name in English, which decides about placeholders and numbers
 */
export function mistakesOfText(language: string, text: unknown, english: string): string[] {
  if (typeof text !== 'string') return ['is not a string'];
  if (text.trim() === '') return ['is empty'];
  const own = argumentsOf(text);
  if (own === null) return ['has a broken placeholder or plural'];
  const expected = argumentsOf(english) ?? own;
  return [...own].flatMap(([name, kind]) => {
    if (!expected.has(name)) return [`has {${name}}, which English has not`];
    if (kind === 'text') return [];
    if (expected.get(name) === 'text') return [`has a plural of {${name}}, which is not one in English`];
    return categoryMistakes(language, name, kind);
  });
}

/** Whether the forms of a plural are the plural categories of the language (CLDR), each once. */
function categoryMistakes(language: string, name: string, forms: readonly string[]): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const categories: readonly string[] = pluralCategories;
  return [
    ...categories.filter((one) => !forms.includes(one)).map((one) => `the plural of {${name}} lacks “${one}”`),
    ...forms
      .filter((one, index) => !categories.includes(one) || forms.indexOf(one) < index)
      .map((one) => `the plural of {${name}} has “${one}” twice, or the language has not`),
  ];
}
