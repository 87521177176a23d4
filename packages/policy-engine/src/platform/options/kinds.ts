/** The kinds of values that options have: each module builds the schema of its own options from these. */
import { z } from 'zod';
import { reasonOf } from '../../errors/errors.ts';
import {
  byLocale,
  isLanguageTag,
  isSame,
  type LocalText,
  localeOfTexts,
  type OneText,
  type TextByLocale,
} from './host-text.ts';
import { shown, unknownName } from './words.ts';

type Issue = z.core.$ZodRawIssue;

/** Text that is not blank. */
export const name: z.ZodType<string, string> = z
  .string()
  .refine((text) => text.trim() !== '', { error: ({ input }) => `${shown(input)} is not a name` });

/** Text in the default locale, or a function of the locale. */
export const oneText: z.ZodType<OneText, OneText> = z.union([z.string(), hostFunction<(locale: string) => string>()]);

/** Texts by locale, with one in the default locale, which everybody else reads. */
const textByLocale: z.ZodType<OneText, TextByLocale> = z
  .record(z.string(), z.string())
  .superRefine((texts, context) => {
    const report = (tag: string, message: string) =>
      context.addIssue({ code: 'custom', path: [tag], message, input: texts });
    for (const [tag, text] of Object.entries(texts)) {
      if (!isLanguageTag(tag))
        report(tag, `${shown(tag)} is not the tag of a language; write one such as "en" or "pt-BR"`);
      else if (text.trim() === '') report(tag, 'must not be blank; leave the locale out, or write its text');
    }
    const own = localeOfTexts();
    const hasOwn = Object.keys(texts).some((tag) => isLanguageTag(tag) && isSame(tag, own));
    if (!hasOwn) report(own, `is missing: write the text in the default locale, as in { ${quoted(own)}: '…' }`);
  })
  .transform(byLocale);

const quoted = (tag: string): string => (tag.includes('-') ? `'${tag}'` : tag);

/** Text, plain or by locale. */
export const localText: z.ZodType<LocalText, LocalText> = z.union([oneText, textByLocale], {
  error: ({ input }) =>
    input === undefined
      ? 'is missing'
      : `must be text, an object such as { en: 'Statistics', de: 'Statistik' }, or a function of the locale, not ${shown(input)}`,
});

/** The same, not blank: a blank text would count as declared, and leave an empty place. */
export const statedText: typeof localText = localText.refine(
  (text) => typeof text !== 'string' || text.trim() !== '',
  'must not be blank',
);

/** A function of the host's. */
export function hostFunction<Type>(sentence?: string): z.ZodType<Type, Type> {
  return z.custom<Type>((value) => typeof value === 'function', {
    error: ({ input }) => sentence ?? (input === undefined ? 'is missing' : `must be a function, not ${shown(input)}`),
  });
}

/** The `file:` URL of a file. */
export const fileUrl: z.ZodType<URL, URL> = z.custom<URL>((value) => value instanceof URL);

/** An object of the host's, or of a dependency, that has these methods. */
export function objectWith<Type>(methods: readonly (keyof Type & string)[], sentence: string): z.ZodType<Type, Type> {
  return z.custom<Type>((value) => methods.every((method) => hasMethod(value, method)), { error: sentence });
}

function hasMethod(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function';
}

/** A whole number within limits. @param unit as in `days` */
export function wholeNumber(least: number, most: number, unit?: string): z.ZodType<number, number> {
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  const error = ({ input }: Issue) => `must be ${what} from ${least} to ${most}, not ${shown(input)}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

/** A number within limits. */
export function numberWithin(least: number, most: number): z.ZodType<number, number> {
  const error = ({ input }: Issue) => `must be a number from ${least} to ${most}, not ${shown(input)}`;
  return z.number({ error }).min(least, { error }).max(most, { error });
}

/** A list. @param sentence the message for other values */
export function listOf<Out, In>(item: z.ZodType<Out, In>, sentence?: string): z.ZodType<readonly Out[], readonly In[]> {
  const list: z.ZodType<readonly Out[]> = z.array(item, sentence);
  return list as z.ZodType<readonly Out[], readonly In[]>;
}

/** Converts a value; an error that the function throws becomes the problem. */
export function made<Out, In, Made>(schema: z.ZodType<Out, In>, make: (value: Out) => Made): z.ZodType<Made, In> {
  return schema.transform((value, context) => {
    try {
      return make(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: reasonOf(error), input: value });
      return z.NEVER;
    }
  });
}

/** Text that a function validates. @param fault returns what is wrong; null for valid text */
export function textWithout(fault: (text: string) => string | null): z.ZodType<string, string> {
  return z.string().superRefine((text, context) => {
    const message = fault(text);
    if (message !== null) context.addIssue({ code: 'custom', message, input: text });
  });
}

/** A host, with or without a port. */
export const host: z.ZodType<string, string> = textWithout((text) => {
  const isHost = URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).pathname === '/';
  return isHost ? null : `${shown(text)} is not a host such as "images.intranet:8080"`;
});

/**
 * For checks that compare several options: they run even if an option is invalid, so that all problems are reported at
 * once.
 */
export const always: { readonly when: () => boolean } = { when: () => true };

/** One issue for each unknown name, so that each becomes a problem of its own. */
export function objectProblem(known: readonly string[]): (issue: Issue) => string | undefined {
  return (issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownName('option', key, known)).join('\n');
    const isName = issue.code === 'invalid_type' && typeof issue.input === 'string' && known.includes('name');
    return isName ? `must be an object, such as { name: ${shown(issue.input)} }` : undefined;
  };
}
