/** The options `dataRules`, `erasureRules` and `dataMap`. */
import { z } from 'zod';
import { folderName, type FunctionOf, include, type PageData, reading, rowFiles, template } from '../export/index.ts';
import { localised } from '../../platform/options/host-text.ts';
import { listOf, localText, oneText, wholeNumber } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import { nameAsWords, shown } from '../../platform/options/words.ts';
import type {
  DataMapOptions,
  DataPortability,
  DataRuleOptions,
  ErasureRuleOptions,
  Exemption,
  PeopleTable,
} from './rules/declaration.ts';
import { faultsOf } from './rules/faults.ts';
import { erasureOf, portabilityOf, retentionOf, tableOf } from './rules/normalise.ts';
import { addressOf, type DeclaredRule, type Exempt, type People } from './rules/rule.ts';
import { type DeclaredRecord, recordOption } from './record/options.ts';
import { columnList, columnName, erasure, retention, tableName, tableSource } from './rules/rule-options.ts';

const words = localText.optional();
const PER = 30;

const portability = options<DataPortability>()({
  template: template<PageData>('html').optional().describe('HTML of a page, as of a portability rule'),
  jsonTemplate: template<PageData>('json').optional().describe('JSON of a page, as of a portability rule'),
  per: wholeNumber(1, 1000, 'rows').default(PER).describe('rows per page'),
  count: reading<FunctionOf<'count'>>()
    .optional()
    .describe('approximate number of rows, for the progress; default: counted in the table'),
  files: rowFiles
    .prefault({})
    .describe('files of the rows, by the column that holds their path, as of a portability rule'),
  include,
});

/** What data rules and erasure rules share. */
const common = {
  name: folderName.describe('letters, digits, `_` and `-`; unique among all data rules'),
  label: words.describe('label that people see, as text or by locale; default: the name as words'),
  table: tableSource.optional().describe('where the rows lie, in the database of the engine'),
  purpose: words.describe('what the data is used for (GDPR Art. 15(1)(a), 30(1)(b))'),
  legalBasis: words.describe('legal basis, as in "contract, Art. 6(1)(b)"'),
  people: words.describe('categories of people it is about (Art. 30(1)(c)); default: `dataMap.record.people`'),
  recipients: words.describe('recipients (Art. 15(1)(c), 30(1)(d))'),
  source: words.describe('where it comes from if not from the person (Art. 15(1)(g))'),
  retention: z
    .union([oneText, retention], {
      error: ({ input }) => `must be text, a function of the locale, or { after, from }, not ${shown(input)}`,
    })
    .optional()
    .describe('how long it is kept (Art. 15(1)(d), 30(1)(f)): text, or `{ after, from }`, which a daily job enforces'),
};

const dataRule = options<DataRuleOptions>()({
  ...common,
  collection: reading<FunctionOf<'collection'>>()
    .optional()
    .describe('how an export reads many rows, as of a portability rule; default: from the table'),
  member: reading<FunctionOf<'member'>>()
    .optional()
    .describe('how an export reads one thing, as of a portability rule'),
  portability: z
    .union([z.literal(false), portability], {
      error: ({ input }) => `must be false, or how the export shows it, not ${shown(input)}`,
    })
    .optional()
    .describe('how an export shows it; `false`: it is not exported'),
  erasure: erasure
    .optional()
    .describe("`delete`, `{ action: 'set' | 'keep' | 'run' }`; default: not erased, which doctor reports"),
})
  .superRefine((rule, context) => {
    for (const { message, path } of faultsOf(rule)) context.addIssue({ code: 'custom', message, path: [...path] });
  })
  .transform((rule): DeclaredRule => {
    const table = tableOf(rule.table);
    return {
      ...describedBy(rule),
      declaredAs: 'dataRules',
      table,
      portability: portabilityOf(rule, PER),
      erasure: erasureOf(rule.erasure, table),
      retention: retentionOf(rule.retention, table),
    };
  });

const erasureRule = options<ErasureRuleOptions>()({
  ...common,
  erasure: erasure.optional().describe('as of a data rule; default with a table: `delete`'),
})
  .superRefine((rule, context) => {
    for (const { message, path } of faultsOf({ ...rule, portability: false })) {
      context.addIssue({ code: 'custom', message, path: [...path] });
    }
  })
  .transform((rule): DeclaredRule => {
    const table = tableOf(rule.table);
    return {
      ...describedBy(rule),
      declaredAs: 'erasureRules',
      table,
      portability: undefined,
      erasure: erasureOf(rule.erasure ?? 'delete', table),
      retention: retentionOf(rule.retention, table),
    };
  });

type Described = Pick<DeclaredRule, 'name' | 'label' | 'purpose' | 'legalBasis' | 'people' | 'recipients' | 'source'>;

function describedBy({ name, label, ...rule }: ErasureRuleOptions): Described {
  const { purpose, legalBasis, people: concerned, recipients, source } = rule;
  const shownAs = localised(label ?? nameAsWords(name), nameAsWords(name));
  return { name, label: shownAs, purpose, legalBasis, people: concerned, recipients, source };
}

const people = options<PeopleTable>()({
  table: tableName.describe('the table of people, with or without its schema'),
  key: columnName.default('id').describe('column with the user ID that the engine uses'),
});

const exemption = options<Exemption>()({
  table: tableName.describe('name of the table, with or without its schema; `shop.*`: all tables of a schema'),
  columns: columnList.optional().describe('default: all columns of the table'),
  reason: z
    .string()
    .refine((text) => text.trim() !== '', 'state why it contains no personal data')
    .describe('why it contains no personal data'),
  search: z
    .boolean()
    .default(true)
    .describe('whether it is searched after an erasure; if not, plan, receipt and `doctor` name it with the reason'),
});

/** The declarations for the map as a whole. */
export interface DataMapSettings {
  readonly people: People | undefined;
  readonly exempt: readonly Exempt[];
  readonly record: DeclaredRecord;
  readonly timesWithoutZone: 'stored' | 'utc';
}

const dataMap = options<DataMapOptions>()({
  people: people
    .optional()
    .describe('the table of people; default: that of the rule whose person column is its own key'),
  exempt: listOf(exemption)
    .prefault([])
    .describe('tables and columns that contain no personal data although `policy-engine map check` finds them'),
  timesWithoutZone: z
    .enum(['stored', 'utc'])
    .default('stored')
    .describe(
      'what columns without a time zone hold: with `utc` an export shows them in the time zone of the person, otherwise as stored',
    ),
  record: recordOption.describe(
    'the record of processing activities (Art. 30(1)), besides what rules and scripts declare; `false`: it is kept elsewhere',
  ),
}).transform(({ people: given, exempt, record, timesWithoutZone }): DataMapSettings => {
  return {
    record,
    timesWithoutZone,
    people: given && { ...addressOf(given.table), key: given.key },
    exempt: exempt.map(({ table, columns, reason, search }) => ({
      ...addressOf(table),
      columns,
      reason,
      isSearched: search,
    })),
  };
});

export const dataMapOptions: {
  readonly dataRules: z.ZodType<readonly DeclaredRule[], readonly DataRuleOptions[] | undefined>;
  readonly erasureRules: z.ZodType<readonly DeclaredRule[], readonly ErasureRuleOptions[] | undefined>;
  readonly dataMap: z.ZodType<DataMapSettings, DataMapOptions | undefined>;
} = {
  dataRules: listOf(dataRule, 'must be a list of rules')
    .prefault([])
    .describe('kinds of personal data, declared once: what is exported, how it is erased, how long it is kept'),
  erasureRules: listOf(erasureRule, 'must be a list of rules').prefault([]).describe('what is erased and not exported'),
  dataMap: dataMap.prefault({}).describe('options of the data map as a whole'),
};
