/** Validates input against a route's schemas, with messages in the person's language. */
import { z } from '@hono/zod-openapi';
import type { FieldError } from '../../../errors/errors.ts';
import { httpErrors } from '../response/http-error.ts';
import type { Language, TextKey } from '../../i18n/language.ts';

type Issue = z.core.$ZodIssue;
type ZodLocale = () => { localeError: z.core.$ZodErrorMap };

function wording(issue: Issue): { code: string; key: TextKey } | null {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
    case 'invalid_value':
      if (issue.input === undefined || issue.input === '') return { code: 'required', key: 'field.required' };
      return { code: 'invalid', key: 'field.invalid' };
    case 'too_small':
      if (issue.origin !== 'string') return null;
      if (issue.minimum === 1) return { code: 'required', key: 'field.required' };
      return { code: 'too_short', key: 'field.too_short' };
    case 'too_big':
      return issue.origin === 'string' ? { code: 'too_long', key: 'field.too_long' } : null;
    case 'invalid_format': {
      const { code, format } = issue;
      if (format === 'date') return { code, key: 'field.date' };
      // A regular expression says nothing to most people.
      return format === 'regex' ? { code, key: 'field.invalid' } : null;
    }
    case 'unrecognized_keys':
      return { code: 'unknown', key: 'field.unknown' };
    default:
      return null;
  }
}

function fieldErrors(issues: readonly Issue[], language: Language): FieldError[] {
  return issues.flatMap((issue) => {
    const known = wording(issue);
    const code = known?.code ?? (issue.code === 'custom' ? 'invalid' : issue.code);
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => ({
      field: path.map(String).join('.'),
      code,
      detail: known === null ? issue.message : language.text(known.key),
    }));
  });
}

/** Schema of a checkbox or switch: a boolean in JSON, `1`, `true`, `on`, `0`, `false`, `off` or nothing in a form. */
export const formBoolean: z.ZodType<boolean, boolean | string> = z
  .union([z.boolean(), z.enum(['1', 'true', 'on', '0', 'false', 'off', ''])])
  .transform((value) => value === true || value === '1' || value === 'true' || value === 'on');

/**
 * Schema of a whole number of a query, a form or JSON: decimal digits only. A lenient conversion would take `1e1` and
 * `0xa` for 10, and ` ` for 0.
 */
export function wholeNumberIn(least: number, most: number): z.ZodType<number, number> {
  const number = z.union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ]);
  const limited: z.ZodType<number> = number.pipe(z.int().min(least).max(most));
  // Programs write numbers; texts are those of addresses and forms.
  return (limited as z.ZodType<number, number>).openapi({ type: 'integer', minimum: least, maximum: most });
}

/** Schema of the number of a page of a list. */
export const pageNumber: z.ZodType<number, number | undefined> = wholeNumberIn(1, 1_000_000)
  .default(1)
  .openapi({ type: 'integer', minimum: 1, maximum: 1_000_000 });

/**
 * Validates a value.
 *
 * @returns the schema's output
 * @throws HttpError 422 `invalid_input` with an error per field
 */
export async function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: () => Promise<Language>,
): Promise<z.output<Schema>> {
  const result = await schema.safeParseAsync(value);
  if (result.success) return result.data;
  // Messages are localized only on rejection: the input is validated again in the person's language.
  const answerLanguage = await language();
  const { default: _, ...locales } = await import('zod/locales');
  const byLanguage: Readonly<Record<string, ZodLocale>> = locales;
  const zodLocale = byLanguage[new Intl.Locale(answerLanguage.locale).language] ?? locales.en;
  const again = await schema.safeParseAsync(value, { error: zodLocale().localeError, reportInput: true });
  throw httpErrors.invalid(fieldErrors(again.error?.issues ?? result.error.issues, answerLanguage));
}
