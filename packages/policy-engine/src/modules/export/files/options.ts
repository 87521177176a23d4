/** The schema of the files of a rule. */
import { z } from 'zod';
import { hostFunction, textWithout } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import { shown } from '../../../platform/options/words.ts';
import type { FileField, FileOptions, FilesOptions, ReadableStorage } from './declaration.ts';

const field = textWithout((text) => (text.trim() === '' ? `${shown(text)} is not the name of a field` : null));

const nameField = textWithout((text) =>
  /[./\\]/.test(text) || text.trim() === ''
    ? `must be the name of the field that holds the name of the file, or a function of the row, not ${shown(text)}`
    : null,
);

/** Text that matches the schema, or a function. */
function textOrFunction<Type>(
  schema: z.ZodType<string, string>,
  what: string,
): z.ZodType<Type | string, Type | string> {
  return z.union([hostFunction<Type>(), schema], {
    error: (issue) => {
      const [, ofText] =
        'errors' in issue && Array.isArray(issue.errors) ? (issue.errors as { message: string }[][]) : [];
      return typeof issue.input === 'string' && ofText?.[0] !== undefined
        ? ofText[0].message
        : `must be ${what}, or a function of the row, not ${shown(issue.input)}`;
    },
  });
}

type FunctionIn<Option> = Extract<Option, (...parameters: never[]) => unknown>;

const isStorage = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && typeof Reflect.get(value, 'read') === 'function');

const file = options<FileOptions>()({
  storage: z
    .custom<ReadableStorage | FunctionIn<FileOptions['storage']>>(isStorage, {
      error: ({ input }) =>
        input === undefined
          ? 'is missing'
          : `must have the function read, as a FileStorage has, or be a function of the row, not ${shown(input)}`,
    })
    .describe(
      'a `FileStorage`, in which the field holds the path, or a function of the row that returns a stream or bytes',
    ),
  filename: textOrFunction<FunctionIn<FileOptions['filename']>>(nameField, 'the name of a field')
    .optional()
    .describe('the field that holds its name, or a function of the row; default: the last part of the path'),
  mediaType: textOrFunction<FunctionIn<FileOptions['mediaType']>>(field, 'a media type, the name of a field')
    .optional()
    .describe('as in `application/pdf`, the field that holds it, or a function of the row'),
});

/** Files of rows, by field. */
export const rowFiles: z.ZodType<readonly FileField[], FilesOptions> = z
  .record(field, file, {
    error: ({ input }) =>
      `must be files by the name of their field, such as { invoice: { storage } }, not ${shown(input)}`,
  })
  .transform((files) => Object.entries(files).map(([name, one]): FileField => Object.assign(one, { field: name })));
