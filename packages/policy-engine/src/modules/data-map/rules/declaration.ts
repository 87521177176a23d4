/** What a host declares about personal data (spec: P-forgetability, P-portability-rule; GDPR Art. 15, 17, 30). */
import type { HostFunction, LocalText, OneText, PortabilityRuleOptions } from '../../export/index.ts';
import type { ProcessingRecordOptions } from '../record/declaration.ts';

/** A row of a table of the host: values by column. */
export type DataRow = Readonly<Record<string, unknown>>;

/** What a column can be set to. */
export type ColumnConstant = null | string | number | boolean;

/** A constant, or a function of the row as it is before. */
export type ColumnValue = ColumnConstant | HostFunction<[row: DataRow], ColumnConstant | Promise<ColumnConstant>>;

/** Values by column. */
export type ColumnValues = Readonly<Record<string, ColumnValue>>;

/** A calendar period; at least one part is positive. */
export interface Period {
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
}

/** Rows of a person in a table of the host, in the database of the engine. */
export interface TableSource {
  /** Its name, with or without the schema: `orders`, `shop.orders`. */
  readonly table: string;
  /**
   * Column that identifies its rows, or several columns that do so together. Default: `id`; without such a column, the
   * primary key.
   */
  readonly key?: string | readonly string[];
  /**
   * Column with the ID of the person, or one that refers to a row of another rule's table, which in turn leads to the
   * person. Several, for rows about several people: `['sender_id', 'recipient_id']`. Each of them exports such a row, without what
   * is about the others; the erasure of one leaves the others their copy.
   */
  readonly person: string | PersonReference | ReadonlyArray<string | PersonSide>;
  /** Only rows with these values, such as `{ commentable_type: 'Post' }`. Default: all. */
  readonly where?: Readonly<Record<string, ColumnConstant>>;
  /** Columns with personal data, which are exported. Default: all. */
  readonly columns?: readonly string[];
  /**
   * Whether there are too many rows to be searched after an erasure: then only the first and the last 25,000 are, and the receipt
   * says so. Default: false.
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

/** One of the people that rows are about. */
export interface PersonSide {
  /** Column with the ID of the person, or, with `rule`, one that refers to a row of another rule's table. */
  readonly column: string;
  readonly rule?: string;
  /** As of {@link PersonReference}. */
  readonly references?: string;
  /**
   * Columns that are about this person alone: the others get a placeholder instead of their values, and the erasure of this person
   * empties them. Default: those whose names begin like the column, as `sender_name` and `sender_email` with `sender_id`.
   */
  readonly columns?: readonly string[];
  /** Those of `columns`, or `column` itself, that the others get nevertheless. Default: none. */
  readonly shown?: readonly string[];
  /** What replaces the ID of this person if they are erased and the others keep the row. Default: null. */
  readonly erased?: ColumnConstant;
}

/** How the data of a table is erased. */
export type TableErasure = 'delete' | DeleteRows | SetColumns;

/** Rows are deleted. */
export interface DeleteRows {
  readonly action: 'delete';
  /**
   * What happens to rows of other people that depend on the deleted ones. `detach`: their references become null first. `delete`: they
   * are deleted, too: by the database if the reference cascades, and a row about several people for all of them. Default: rows
   * about several people stay for the others; any other row of theirs that would be deleted or changed stops the plan.
   */
  readonly others?: 'detach' | 'delete';
}

/** Columns are set to null, to a constant or by a function. */
export interface SetColumns {
  readonly action: 'set';
  readonly columns: ColumnValues;
  /**
   * Whether the person can still be singled out afterwards, for example by a keyed hash: then the data counts as pseudonymised, not
   * as erased (Art. 4(5)). Required if a function sets a column. Always true while a column still leads to the person.
   */
  readonly pseudonymised?: boolean;
}

/** Rows are kept for a legal reason, until a date computed from a column; then they are erased automatically. */
export interface KeepRows {
  readonly action: 'keep';
  /** Why they must be kept, such as "tax law, § 147 AO" (Art. 17(3)). */
  readonly ground: LocalText;
  readonly until: KeptUntil;
  /** Columns that are set immediately, since the legal reason does not cover them. */
  readonly columns?: ColumnValues;
  /** What happens at the end. Default: `delete`. */
  readonly afterwards?: TableErasure;
}

/** A period from the time in a column. */
export interface KeptUntil extends Period {
  /** Column with a date or time. */
  readonly from: string;
  /**
   * Name of the rule whose table has that column, if the rows refer to it: items of an order are kept for as long as the order.
   * Default: the column is in the same table.
   */
  readonly rule?: string;
}

/** A person whose data is erased. */
export interface ErasurePerson {
  readonly id: string;
  /** The host's record of them; null if `userResource.find` no longer finds them. */
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

/** The host erases with its own function: files, search indexes, other systems. */
export interface RunErasure {
  readonly action: 'run';
  /** Erases; called again after a failure, so data that is already erased is not an error. */
  readonly erase: HostFunction<
    [person: ErasurePerson, options: { readonly signal: AbortSignal; readonly attempt: number }],
    // oxlint-disable-next-line typescript/no-invalid-void-type -- a function that reports nothing
    Later<ErasureReport | void>
  >;
  /** Counts the data, for the plan. */
  readonly count?: HostFunction<[person: ErasurePerson, options: { readonly signal: AbortSignal }], Later<number>>;
}

/** What happens to the data when its person requests erasure. */
export type ErasureOptions = TableErasure | KeepRows | RunErasure;

/** Rows that are erased by age, by a condition, or by both, without a request (Art. 5(1)(e)). */
export interface RetentionOptions {
  /** Maximum age of rows. Default: rows with the values of `where` are erased in the next run, at any age. */
  readonly after?: Period;
  /** Column with the date or time that the age is counted from; belongs to `after`. */
  readonly from?: string;
  /** Only rows with these values. Default: all; required without an age. */
  readonly where?: Readonly<Record<string, ColumnConstant>>;
  /** Default: `delete`. */
  readonly action?: TableErasure;
  /** Description in words. Default: the period in words; required without an age. */
  readonly words?: LocalText;
}

/** How an export shows the data; as in {@link PortabilityRuleOptions}. */
export type DataPortability = Pick<
  PortabilityRuleOptions,
  'template' | 'jsonTemplate' | 'per' | 'count' | 'files' | 'include'
>;

/**
 * A kind of personal data, declared once: export, erasure, retention and the records of processing activities are
 * derived from it.
 */
export interface DataRuleOptions {
  /** As of a portability rule: letters, digits, `_` and `-`; unique among data, portability and erasure rules. */
  readonly name: string;
  /** Label that people see, as text or by locale. Default: the name as words. */
  readonly label?: LocalText;
  /** How an export reads many rows; see {@link PortabilityRuleOptions}. Default: the rows of `table`. */
  readonly collection?: PortabilityRuleOptions['collection'];
  /** How an export reads one thing; see {@link PortabilityRuleOptions}. */
  readonly member?: PortabilityRuleOptions['member'];
  /**
   * Where the rows are. At least one of `table`, `collection`, `member` and an erasure that runs a function is
   * required.
   */
  readonly table?: TableSource;
  /** False: not exported. Default: exported, if it can be read. */
  readonly portability?: false | DataPortability;
  /** Default: not erased. */
  readonly erasure?: ErasureOptions;
  /** What the data is used for (Art. 15(1)(a), 30(1)(b)). */
  readonly purpose?: LocalText;
  /** Legal basis, such as "contract, Art. 6(1)(b)". */
  readonly legalBasis?: LocalText;
  /** Categories of people it is about (Art. 30(1)(c)). Default: `dataMap.record.people`. */
  readonly people?: LocalText;
  /** Recipients (Art. 15(1)(c), 30(1)(d)). Default in the record of processing: `dataMap.record.recipients`. */
  readonly recipients?: LocalText;
  /** Where it comes from if not from the person (Art. 15(1)(g)). */
  readonly source?: LocalText;
  /** How long it is kept (Art. 15(1)(d), 30(1)(f)): in words, or as a rule that a daily job enforces. */
  readonly retention?: OneText | RetentionOptions;
}

/** The short form of a data rule for data that is erased but not exported. */
export interface ErasureRuleOptions extends Pick<
  DataRuleOptions,
  'name' | 'label' | 'table' | 'purpose' | 'legalBasis' | 'people' | 'recipients' | 'source' | 'retention'
> {
  /** Default with `table`: `delete`. */
  readonly erasure?: ErasureOptions;
}

/** The map as a whole. */
export interface DataMapOptions {
  /** The table of users. Default: that of the rule whose person column is its own key. */
  readonly people?: PeopleTable;
  /** Tables and columns that `policy-engine map check` need not find declared. */
  readonly exempt?: readonly Exemption[];
  /**
   * What columns without a time zone hold (`timestamp`, `datetime`): with `utc`, as many ORMs write them, an export has instants, which
   * its pages show in the person's time zone. Default: `stored`, they are exported as they are, without a zone.
   */
  readonly timesWithoutZone?: 'stored' | 'utc';
  /**
   * The record of processing activities (Art. 30(1)), besides what rules and scripts declare. False: it is kept elsewhere, and
   * nothing is reported as missing. Default: everything that no rule declares is missing.
   */
  readonly record?: ProcessingRecordOptions | false;
}

/** The table of the host's users. */
export interface PeopleTable {
  /** See {@link TableSource}. */
  readonly table: string;
  /** Column with the user ID that the engine uses. Default: `id`. */
  readonly key?: string;
}

/** A table, or columns of it, that contain no personal data although they look like it. */
export interface Exemption {
  /** With or without its schema; `shop.*` for all tables of a schema. */
  readonly table: string;
  /** Default: all columns of the table. */
  readonly columns?: readonly string[];
  /** Why; shown in the records of processing, and where something is not searched. */
  readonly reason: string;
  /**
   * Whether it is searched after an erasure, as all tables are. With false, plan, receipt and `doctor` name it as not searched, with
   * the reason. Default: true.
   */
  readonly search?: boolean;
}
