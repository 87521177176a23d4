/** Data rules with every default filled in, as the other modules read them. */
import type { LocalText, PortabilityRule } from '../../export/index.ts';
import type { ColumnConstant, ColumnValues, Period, RunErasure } from './declaration.ts';

/** Name of a table, with its schema if given. */
export interface TableAddress {
  readonly schema: string | undefined;
  readonly table: string;
}

/** How rows lead to their person: by an ID in a column, or by a row of another rule's table. */
export type PersonColumn =
  | { readonly kind: 'id'; readonly column: string }
  | {
      readonly kind: 'reference';
      readonly column: string;
      /** Name of a rule that has a table. */
      readonly rule: string;
      /** Column of that table. */
      readonly references: string;
    };

/** One of the people that a row is about. */
export interface Side {
  readonly person: PersonColumn;
  /** Columns about this person alone; undefined: those whose names begin like that of the person's column. */
  readonly columns: readonly string[] | undefined;
  /** Columns of this person that the others see. */
  readonly shown: readonly string[];
  /** What replaces the ID of this person when they are erased. */
  readonly erased: ColumnConstant;
}

/** What happens to rows of others that depend on deleted rows; undefined: they stop the plan. */
export type Others = 'detach' | 'delete' | undefined;

/** Where the rows of a rule are stored. */
export interface DataTable extends TableAddress {
  /** Columns of a unique key. */
  readonly key: readonly string[];
  /** The first of the sides. */
  readonly person: PersonColumn;
  /** The people that a row is about; more than one if the host declared several. */
  readonly sides: readonly Side[];
  /** Values of the rows that the rule is about; empty for all. */
  readonly where: Readonly<Record<string, ColumnConstant>>;
  /** Undefined: all. */
  readonly columns: readonly string[] | undefined;
  /** Whether there are too many rows to be searched. */
  readonly isHuge: boolean;
}

export interface SetAction {
  readonly action: 'set';
  readonly columns: ColumnValues;
  /** Whether the person can be singled out afterwards. */
  readonly pseudonymised: boolean;
}

/** How rows of a table are erased. */
export type TableAction = { readonly action: 'delete'; readonly others?: Others } | SetAction;

/** The date or time at which a period starts. */
export interface BeginsAt {
  readonly from: string;
  /** The rule that the rows lead to, if the column is in its table; undefined: their own. */
  readonly rule: string | undefined;
}

/** Rows that are kept until a date, and then erased. */
export interface KeepAction {
  readonly action: 'keep';
  readonly ground: LocalText;
  readonly until: BeginsAt & { readonly period: Required<Period> };
  /** What happens to the row immediately; undefined: nothing. */
  readonly meanwhile: SetAction | undefined;
  /** What happens at the end. */
  readonly end: TableAction;
}

/** What happens to the data of a rule when its person is erased. All but `run` need a table. */
export type ErasureAction = TableAction | KeepAction | RunErasure;

/** Rows that are erased by age, by a condition, or by both. */
export interface RetentionSchedule {
  /** Undefined: at any age. */
  readonly age: { readonly after: Required<Period>; readonly from: string } | undefined;
  /** Values of the rows that are erased; not empty if there is no age. */
  readonly where: Readonly<Record<string, ColumnConstant>>;
  readonly action: TableAction;
}

/** How long data is kept. */
export interface Retention {
  /** In the host's words; undefined: described by the schedule. */
  readonly words: LocalText | undefined;
  /** Only for rules with a table; undefined: nothing is erased by age. */
  readonly schedule: RetentionSchedule | undefined;
}

/** How the data is exported, before its reader is known. */
export type RulePortability = Pick<
  PortabilityRule,
  'per' | 'count' | 'template' | 'jsonTemplate' | 'files' | 'include'
> & {
  /** The host's own reader; undefined: the rows of the table. */
  readonly reading: Pick<PortabilityRule, 'kind' | 'reads'> | undefined;
};

/** A kind of personal data. */
export interface DataRule {
  readonly name: string;
  readonly label: (locale: string) => string;
  /** The option that declared it. */
  readonly declaredAs: 'dataRules' | 'erasureRules' | 'portabilityRules';
  readonly table: DataTable | undefined;
  /** Undefined: not exported. */
  readonly portability: RulePortability | undefined;
  /** Undefined: not erased. */
  readonly erasure: ErasureAction | undefined;
  readonly purpose: LocalText | undefined;
  readonly legalBasis: LocalText | undefined;
  /** Categories of people; undefined: those of the record. */
  readonly people: LocalText | undefined;
  readonly recipients: LocalText | undefined;
  readonly source: LocalText | undefined;
  readonly retention: Retention | undefined;
}

/** A rule before the others are known: a column that refers to another rule's table need not name the other column. */
export type DeclaredRule = Omit<DataRule, 'table'> & { readonly table: DeclaredTable | undefined };

/** See {@link DeclaredRule}. */
export type DeclaredTable = Omit<DataTable, 'person' | 'sides'> & {
  readonly person: DeclaredPerson;
  readonly sides: readonly DeclaredSide[];
};

/** See {@link DeclaredRule}. */
export type DeclaredSide = Omit<Side, 'person'> & { readonly person: DeclaredPerson };

/** See {@link DeclaredRule}. */
export type DeclaredPerson =
  | Extract<PersonColumn, { kind: 'id' }>
  | (Omit<Extract<PersonColumn, { kind: 'reference' }>, 'references'> & { readonly references: string | undefined });

/** A rule whose rows are in a table. */
export type TableRule = DataRule & { readonly table: DataTable };

/** Whether the rows of a rule are in a table. */
export function hasTable(rule: DataRule): rule is TableRule {
  return rule.table !== undefined;
}

/** The table of people. */
export interface People extends TableAddress {
  readonly key: string;
}

/** An exemption. */
export interface Exempt extends TableAddress {
  /** Undefined: all. */
  readonly columns: readonly string[] | undefined;
  readonly reason: string;
  /** Whether it is searched after an erasure nevertheless. */
  readonly isSearched: boolean;
}

/** `shop.orders` → its schema and table. */
export function addressOf(name: string): TableAddress {
  const dot = name.indexOf('.');
  return dot === -1 ? { schema: undefined, table: name } : { schema: name.slice(0, dot), table: name.slice(dot + 1) };
}

/** The name of a table as people write it. */
export function nameOfTable({ schema, table }: TableAddress): string {
  return schema === undefined ? table : `${schema}.${table}`;
}
