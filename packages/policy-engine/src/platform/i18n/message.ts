/**
 * The notation of texts: a part of ICU MessageFormat, which tools for translators read.
 *
 * `Page {page} of {pages}` has two placeholders, which are replaced by the parameters of these names.
 * `{count, plural, one {# day} other {# days}}` is replaced by the form for a number, which is the parameter `count`. The forms
 * are the plural categories that CLDR has for the language (`zero`, `one`, `two`, `few`, `many`, `other`); `#` is the number as
 * the reader's region writes it. A form may have placeholders, but no plural. A brace that is shown is written `'{'` or `'}'`.
 */
import { numberFormat, pluralRules } from './formatters.ts';

/** Values for the placeholders of a text. */
export type TextParams = Readonly<Record<string, string | number>>;

/** A brace that is shown, or a placeholder: the groups are the brace and the name. */
export const PLACEHOLDER: RegExp = /'([{}])'|\{(\w+)\}/g;

/** A plural: the groups are the name of the number, and all forms. */
export const PLURAL: RegExp = /\{(\w+), plural,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+)\}/g;

/** A form of a plural: the groups are its category and its text. */
export const FORM: RegExp = / (\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

/**
 * A text with its parameters. A placeholder without a parameter stays, and so does a plural whose parameter is not a number.
 *
 * @param locale BCP 47 tag, for plural categories and numbers
 */
export function fill(text: string, params: TextParams, locale: string): string {
  const chosen = text.includes(', plural,')
    ? text.replace(PLURAL, (plural, name: string, forms: string) => formFor(params[name], forms, locale) ?? plural)
    : text;
  return chosen.replace(PLACEHOLDER, (whole, brace: string | undefined, name: string) => {
    if (brace !== undefined) return brace;
    return Object.hasOwn(params, name) ? String(params[name]) : whole;
  });
}

/** The form for a number; undefined if there is none, or if it is not a number. */
function formFor(count: string | number | undefined, forms: string, locale: string): string | undefined {
  if (typeof count !== 'number') return undefined;
  const byCategory = new Map([...forms.matchAll(FORM)].map(([, category = '', form = '']) => [category, form]));
  const form = byCategory.get(pluralRules(locale).select(count)) ?? byCategory.get('other');
  return form?.replaceAll('#', () => numberFormat(locale).format(count));
}
