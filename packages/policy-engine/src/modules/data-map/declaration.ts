/** What a host declares about personal data (spec: forgetability module, portability rule; GDPR Art. 15, 17, 30). */
import type { HostFunction, LocalText } from '../export/host-function.ts';
import type { PortabilityRuleOptions } from '../export/rule.ts';

/** A row of a table of the host's: values by column. */
export type DataRow = Readonly<Record<string, unknown>>;

/** What a column can be set to. */
export type ColumnConstant = null | string | number | boolean;

/** A constant, or a function of the row as it is before. */
export type ColumnValue = ColumnConstant | HostFunction<[row: DataRow], ColumnConstant | Promise<ColumnConstant>>;

/** Values by column. */
export type ColumnValues = Readonly<Record<string, ColumnValue>>;

/** A span of the calendar; at least one part is positive. */
export interface Period {
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
}

/** Rows of a person in a table of the host's, in the database of the engine. */
export interface TableSource {
  /** Its name, with or without the schema: `orders`, `shop.orders`. */
  readonly table: string;
  /** Column that tells its rows apart, or several that do so together. Default: `id`; without such a column the primary key. */
  readonly key?: string | readonly string[];
  /**
   * Column that holds the id of the person, or one that refers to a row of another rule's table, which in turn leads to the
   * person.
   */
  readonly person: string | PersonReference;
  /** Columns with personal data: those that are exported. Default: all. */
  readonly columns?: readonly string[];
  /**
   * Whether there are more rows than can be searched after an erasure: then only the first and the last 25,000 are, and the
   * receipt says so. Default: false.
   */
  readonly huge?: boolean;
}

/** A column that refers to a row of another rule's table. */
export interface PersonReference {
  readonly column: string;
  /** Name of the other rule. */
  readonly rule: string;
  /** Column of the other table that it refers to. Default: the key of the other rule. */
  readonly references?: string;
}

/** How the data of a table goes. */
export type TableErasure = 'delete' | DeleteRows | SetColumns;

/** Rows are deleted. */
export interface DeleteRows {
  readonly action: 'delete';
}

/** Columns are set to null, to a constant or by a function. */
export interface SetColumns {
  readonly action: 'set';
  readonly columns: ColumnValues;
  /**
   * Whether the person can still be singled out afterwards, as by a keyed hash: the data counts as pseudonymised then, not as
   * erased (Art. 4(5)). Must be said where a function sets a column. True in any case while a column still leads to the
   * person.
   */
  readonly pseudonymised?: boolean;
}

/** Rows are kept for a legal reason, until a day that follows from a column; then they go by themselves. */
export interface KeepRows {
  readonly action: 'keep';
  /** Why they must be kept, as in "tax law, § 147 AO" (Art. 17(3)). */
  readonly ground: LocalText;
  readonly until: KeptUntil;
  /** Columns that are set at once, since the ground does not cover them. */
  readonly columns?: ColumnValues;
  /** What happens at the end. Default: `delete`. */
  readonly afterwards?: TableErasure;
}

/** A period from the time in a column. */
export interface KeptUntil extends Period {
  /** Column with a date or time. */
  readonly from: string;
  /**
   * Name of the rule whose table has that column, where it is the one that the rows lead to: items of an order are kept for as
   * long as the order. Default: the column is the table's own.
   */
  readonly rule?: string;
}

/** A person whose data is erased. */
export interface ErasurePerson {
  readonly id: string;
  /** The host's record of them; null if `userResource.find` finds none any more. */
  readonly record: unknown;
}

/** What an erasure function did. */
export interface ErasureReport {
  /** How much it erased. */
  readonly rows?: number;
  /** What is left and why, for the receipt. */
  readonly kept?: LocalText;
}

type Later<Type> = Type | Promise<Type>;

/** The host erases by itself: files, search indexes, systems of others. */
export interface RunErasure {
  readonly action: 'run';
  /** Erases; called again after a failure, so what is gone already is not a mistake. */
  readonly erase: HostFunction<
    [person: ErasurePerson, options: { readonly signal: AbortSignal; readonly attempt: number }],
    // oxlint-disable-next-line typescript/no-invalid-void-type -- a function that reports nothing
    Later<ErasureReport | void>
  >;
  /** How much there is, for the plan. */
  readonly count?: HostFunction<[person: ErasurePerson, options: { readonly signal: AbortSignal }], Later<number>>;
}

/** What happens to the data when its person requests erasure. */
export type ErasureOptions = TableErasure | KeepRows | RunErasure;

/** Rows that go by their age, by a condition, or by both, whether anybody asks or not (Art. 5(1)(e)). */
export interface RetentionOptions {
  /** How old rows get. Default: rows with the values of `where` go at the next run, whatever their age. */
  readonly after?: Period;
  /** Column with the date or time that the age is counted from; belongs to `after`. */
  readonly from?: string;
  /** Only rows with these values. Default: all; needed where there is no age. */
  readonly where?: Readonly<Record<string, ColumnConstant>>;
  /** Default: `delete`. */
  readonly action?: TableErasure;
  /** It in words. Default: the period in words; needed where there is no age. */
  readonly words?: LocalText;
}

/** How an export shows the data; as in {@link PortabilityRuleOptions}. */
export type DataPortability = Pick<PortabilityRuleOptions, 'template' | 'jsonTemplate' | 'per' | 'count' | 'files'>;

/** A kind of personal data, declared once: export, erasure, retention and the records of processing follow from it. */
export interface DataRuleOptions {
  /** As of a portability rule: letters, digits, `_` and `-`; unlike the name of every data, portability and erasure rule. */
  readonly name: string;
  /** What people call it, plain or by locale. Default: the name as words. */
  readonly label?: LocalText;
  /** How an export reads many rows; see {@link PortabilityRuleOptions}. Default: the rows of `table`. */
  readonly collection?: PortabilityRuleOptions['collection'];
  /** How an export reads one thing; see {@link PortabilityRuleOptions}. */
  readonly member?: PortabilityRuleOptions['member'];
  /** Where the rows lie. At least one of `table`, `collection`, `member` and an erasure that runs a function is there. */
  readonly table?: TableSource;
  /** False: not exported. Default: exported, if it can be read. */
  readonly portability?: false | DataPortability;
  /** Default: not erased. */
  readonly erasure?: ErasureOptions;
  /** What the data is used for (Art. 15(1)(a), 30(1)(b)). */
  readonly purpose?: LocalText;
  /** What allows it, as in "contract, Art. 6(1)(b)". */
  readonly legalBasis?: LocalText;
  /** Who gets it (Art. 15(1)(c), 30(1)(d)). */
  readonly recipients?: LocalText;
  /** Where it comes from if not from the person (Art. 15(1)(g)). */
  readonly source?: LocalText;
  /** How long it is kept (Art. 15(1)(d), 30(1)(f)): in words, or as a rule that a daily job carries out. */
  readonly retention?: LocalText | RetentionOptions;
}

/** The short form of a data rule that is erased and not exported. */
export interface ErasureRuleOptions extends Pick<
  DataRuleOptions,
  'name' | 'label' | 'table' | 'purpose' | 'legalBasis' | 'recipients' | 'source' | 'retention'
> {
  /** Default with `table`: `delete`. */
  readonly erasure?: ErasureOptions;
}

/** The map as a whole. */
export interface DataMapOptions {
  /** The table of people. Default: that of the rule whose person column is its own key. */
  readonly people?: PeopleTable;
  /** Tables and columns that `policy-engine map check` need not find declared. */
  readonly exempt?: readonly Exemption[];
}

/** Where the host's people lie. */
export interface PeopleTable {
  /** As in {@link TableSource}. */
  readonly table: string;
  /** Column with the id that the engine knows them by. Default: `id`. */
  readonly key?: string;
}

/** A table, or columns of it, that hold no personal data though they look like it. */
export interface Exemption {
  readonly table: string;
  /** Default: all of the table. */
  readonly columns?: readonly string[];
  /** Why; shown to whoever reads the records of processing. */
  readonly reason: string;
}
