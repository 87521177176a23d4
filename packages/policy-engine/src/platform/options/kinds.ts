/** The kinds of values that options have: each module builds the schema of its own options from these. */
import { z } from 'zod';
import { reasonOf } from '../../errors.ts';
import { type LocalText, textIn } from './host-text.ts';
import { shown, unknownName } from './words.ts';

type Issue = z.core.$ZodRawIssue;

/** Text that is not blank. */
export const name: z.ZodType<string, string> = z
  .string()
  .refine((text) => text.trim() !== '', { error: ({ input }) => `${shown(input)} is not a name` });

/** Text, plain or by locale. */
export const localText: z.ZodType<LocalText, LocalText> = z.union(
  [z.string(), hostFunction<(locale: string) => string>()],
  {
    error: ({ input }) =>
      input === undefined ? 'is missing' : `must be text, or a function of the locale, not ${shown(input)}`,
  },
);

/** The same, not blank: a blank text would count as declared, and leave an empty place. */
export const statedText: typeof localText = localText.refine(
  (text) => typeof text === 'function' || text.trim() !== '',
  'must not be blank',
);

/** A text of the host's as a function of the locale. @param otherwise what a function that fails is replaced with */
export function localised(text: LocalText, otherwise: string = ''): (locale: string) => string {
  return (locale) => textIn(text, locale) ?? otherwise;
}

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
