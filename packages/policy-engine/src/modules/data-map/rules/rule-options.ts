/** The schemas of a data rule, part by part. */
import { z } from 'zod';
import { hostFunction, listOf, localText, name, textWithout, wholeNumber } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import { shown } from '../../../platform/options/words.ts';
import type {
  ColumnConstant,
  ColumnValue,
  ColumnValues,
  DeleteRows,
  ErasureOptions,
  KeepRows,
  KeptUntil,
  Period,
  PersonReference,
  PersonSide,
  RetentionOptions,
  RunErasure,
  SetColumns,
  TableErasure,
  TableSource,
} from './declaration.ts';

const unusable = (text: string) => text.trim() === '' || text.includes('\0') || !text.isWellFormed();

/** Name of a column. Whether the table has it is checked in the database. */
export const columnName: z.ZodType<string, string> = textWithout((text) =>
  unusable(text) ? `${shown(text)} is not the name of a column` : null,
);

/** Name of a table, with or without its schema. */
export const tableName: z.ZodType<string, string> = textWithout((text) => {
  const parts = text.split('.');
  if (parts.length > 2 || parts.some(unusable))
    return `${shown(text)} is not a table such as "orders" or "shop.orders"`;
  return null;
});

/** Names of columns, at least one, each once. */
export const columnList: z.ZodType<readonly string[], readonly string[]> = listOf(columnName)
  .refine(({ length }) => length > 0, 'name at least one column, or omit the option for all columns')
  .superRefine((columns, context) => {
    for (const [index, column] of columns.entries()) {
      if (columns.indexOf(column) === index) continue;
      context.addIssue({ code: 'custom', message: `${shown(column)} is named twice`, path: [index] });
    }
  });

const constant: z.ZodType<ColumnConstant, ColumnConstant> = z.union([z.null(), z.string(), z.number(), z.boolean()], {
  error: ({ input }) => `must be null, text, a number, true or false, not ${shown(input)}`,
});

const columnConstants: z.ZodType<
  Readonly<Record<string, ColumnConstant>>,
  Readonly<Record<string, ColumnConstant>>
> = z.record(columnName, constant);

const personReference: z.ZodType<PersonReference, PersonReference> = options<PersonReference>()({
  column: columnName.describe('column that refers to a row of the other table'),
  rule: name.describe('name of the rule of that table'),
  references: columnName.optional().describe('column of that table; default: its key'),
});

const personSide: z.ZodType<PersonSide, PersonSide> = options<PersonSide>()({
  column: columnName.describe("column with the person's id, or with `rule` one that refers to a row of another table"),
  rule: name.optional().describe('name of the rule of that table'),
  references: columnName.optional().describe('column of that table; default: its key'),
  columns: columnList.optional().describe('columns about this person alone; default: those named like the column'),
  shown: columnList.optional().describe('columns of this person that the others get in their exports; default: none'),
  erased: constant.optional().describe('replaces the id of this person after their erasure; default: null'),
});

const persons: z.ZodType<ReadonlyArray<string | PersonSide>, ReadonlyArray<string | PersonSide>> = z
  .array(z.union([columnName, personSide]), { error: () => 'must be a list of columns' })
  .min(2, 'name at least two columns; for one person, name the column itself');

export const tableSource: z.ZodType<TableSourceRead, TableSource> = options<TableSource>()({
  table: tableName.describe('name of the table, with or without its schema'),
  key: z
    .union([columnName, columnList], {
      error: ({ input }) => `must be the name of a column, or a list of names, not ${shown(input)}`,
    })
    .default('id')
    .describe(
      'column that identifies its rows, or several columns that do so together; without a column `id`, the primary key',
    ),
  person: z
    .union([columnName, personReference, persons], {
      error: ({ input }) =>
        input === undefined
          ? 'is missing'
          : `must be the column with the id of the person, { column, rule }, or a list of at least two, not ${shown(input)}`,
    })
    .describe(
      "column that holds the person's id, `{ column, rule, references }` for one that refers to another rule's row, or a list of these for rows about several people",
    ),
  where: columnConstants.optional().describe('only rows with these values; default: all'),
  columns: columnList.optional().describe('columns with personal data, which are exported; default: all'),
  huge: z.boolean().optional().describe('whether there are more rows than can be searched after an erasure'),
});

/** A table source with its defaults. */
export interface TableSourceRead extends TableSource {
  readonly key: string | readonly string[];
}

const columnValue: z.ZodType<ColumnValue, ColumnValue> = z.union(
  [constant, hostFunction<Extract<ColumnValue, Function>>()],
  { error: ({ input }) => `must be null, text, a number, true, false or a function of the row, not ${shown(input)}` },
);

const columnValues: z.ZodType<ColumnValues, ColumnValues> = z
  .record(columnName, columnValue, { error: ({ input }) => `must be values by column, not ${shown(input)}` })
  .refine((values) => Object.keys(values).length > 0, 'name at least one column');

const years = wholeNumber(0, 1000, 'years').optional();
const months = wholeNumber(0, 12_000, 'months').optional();
const days = wholeNumber(0, 366_000, 'days').optional();
const isPositive = ({ years = 0, months = 0, days = 0 }: Period) => years + months + days > 0;
const NO_PERIOD = 'say how long: years, months or days';

const period: z.ZodType<Period, Period> = options<Period>()({ years, months, days }).refine(isPositive, NO_PERIOD);

const keptUntil: z.ZodType<KeptUntil, KeptUntil> = options<KeptUntil>()({
  years,
  months,
  days,
  from: columnName.describe('column with the date or time that the period begins at'),
  rule: name.optional().describe('the rule that the rows lead to, if the column is of its table'),
}).refine(isPositive, NO_PERIOD);

const deleteRows = options<DeleteRows>()({
  action: z.literal('delete'),
  others: z
    .enum(['detach', 'delete'], { error: ({ input }) => `must be "detach" or "delete", not ${shown(input)}` })
    .optional()
    .describe('what happens to rows of other people that depend on the deleted ones; default: they stop the plan'),
});

const setColumns = options<SetColumns>()({
  action: z.literal('set'),
  columns: columnValues.describe('null, a constant or a function of the row, by column'),
  pseudonymised: z
    .boolean()
    .optional()
    .describe('whether the person can still be singled out; must be said where a function sets a column'),
}).superRefine(({ columns, pseudonymised }, context) => {
  const isComputed = Object.values(columns).some((value) => typeof value === 'function');
  if (!isComputed || pseudonymised !== undefined) return;
  const message = 'a function sets a column: say whether the person can still be singled out by what it returns';
  context.addIssue({ code: 'custom', message, path: ['pseudonymised'] });
});

/** One of several objects, distinguished by `action`; the first may be given by its name alone. */
function byAction<Out>(schemas: readonly z.ZodType[], actions: readonly string[]): z.ZodType<Out, Out> {
  const error = ({ input }: { readonly input?: unknown }) => {
    const action = typeof input === 'object' && input !== null ? Reflect.get(input, 'action') : input;
    return `the action must be ${actions.map(shown).join(' or ')}, not ${shown(action)}`;
  };
  // `options` returns objects, which the types do not express.
  const objects = z.discriminatedUnion('action', schemas as never, { error });
  return z.union([z.literal('delete'), objects], { error }) as z.ZodType as z.ZodType<Out, Out>;
}

/** How rows of a table are erased. */
export const tableErasure: z.ZodType<TableErasure, TableErasure> = byAction(
  [deleteRows, setColumns],
  ['delete', 'set'],
);

const keepRows = options<KeepRows>()({
  action: z.literal('keep'),
  ground: localText.describe('why they must be kept, as in "tax law" (Art. 17(3))'),
  until: keptUntil.describe('a period from the time in a column: `{ years: 10, from: "created_at" }`'),
  columns: columnValues.optional().describe('columns that are set immediately'),
  afterwards: tableErasure.optional().describe('what happens at the end; default: `delete`'),
});

const runErasure = options<RunErasure>()({
  action: z.literal('run'),
  erase: hostFunction<RunErasure['erase']>().describe('erases; called again after a failure'),
  count: hostFunction<NonNullable<RunErasure['count']>>().optional().describe('counts the data, for the plan'),
});

/** What happens to the data of a rule when its person is erased. */
export const erasure: z.ZodType<ErasureOptions, ErasureOptions> = byAction(
  [deleteRows, setColumns, keepRows, runErasure],
  ['delete', 'set', 'keep', 'run'],
);

/** Rows that are erased by age, by a condition, or by both. */
export const retention: z.ZodType<RetentionOptions, RetentionOptions> = options<RetentionOptions>()({
  after: period.optional().describe('maximum age of rows: `{ years: 2 }`; default: any age'),
  from: columnName.optional().describe('column with the date or time that the age is counted from'),
  where: z
    .record(columnName, constant)
    .optional()
    .describe('only rows with these values; default: all; needed without `after`'),
  action: tableErasure.optional().describe('`delete` (default), or columns that are set'),
  words: localText.optional().describe('description in words; default: the period; needed without `after`'),
}).superRefine(({ after, from, where = {}, words }, context) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (after !== undefined && from === undefined) refuse('from', 'is missing: the column that the age is counted from');
  if (after !== undefined) return;
  if (from !== undefined) refuse('after', 'is missing: the maximum age of rows, as in { years: 2 }');
  // A missing condition would erase all rows.
  else if (Object.keys(where).length === 0)
    refuse('where', 'name a column and its value, or an age with after and from');
  else if (words === undefined)
    refuse('words', 'describe when rows are erased: a condition alone tells readers nothing');
});
