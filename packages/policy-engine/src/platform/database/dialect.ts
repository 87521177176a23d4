/**
 * What the engine knows of a kind of database. The folders `postgres`, `mysql` and `sqlite` describe one each, in files of the same
 * names; `dialects.ts` finds a description by its name. All other code asks for what is declared here, and never compares names.
 *
 * Each `supports…` says what follows for other code if it is false.
 */
import type { DatabaseIntrospector, DialectAdapter, Kysely, QueryCompiler, RawBuilder } from 'kysely';
import type { Converted, UserIdType } from './schema/columns.ts';
import type { DriverError, ReadFailure } from './connection/driver-error.ts';
import type { LiveSchemaSql, StoredTablesSql } from './schema/live-schema-sql.ts';
import type { ColumnKind } from './migrations/migration.ts';
import type { Capabilities, Database, Row } from './port.ts';
import type { StoredValues } from './schema/stored-values.ts';
import type { TimeText } from './statements/times.ts';

/** What most kinds of databases have in common. */
class Usual {
  /** What hosts may ask for, too. */
  readonly capabilities: Capabilities = {
    returning: true,
    rowLocks: true,
    skipLocked: true,
    schemas: true,
    writableCte: false,
    transactionalDdl: true,
  };
  /** `insert … on conflict`. If false, `on duplicate key update` is used, which names the new row by `values(column)`. */
  readonly supportsOnConflict: boolean = true;
  /** Indexes of some rows. If false, they contain all rows. */
  readonly supportsPartialIndexes: boolean = true;
  /** `(a, b) in ((1, 2), (3, 4))`. If false, `values` precedes the rows, which would be read as columns. */
  readonly supportsRowLists: boolean = true;
  /**
   * Columns of a host hold values of their types. If false, they may hold anything, and are read as they were stored: nothing is
   * refused because of a type, a search judges each value, and the engine stores times and all IDs as text.
   */
  readonly supportsTypes: boolean = true;
  /** Types that limit the length of text. If false, a check does: an overlong ID would be rejected only in production. */
  readonly supportsLengths: boolean = true;
  /**
   * Times with a zone. If false, the driver of a host that returns a `Date` has read the time in a zone of its own: `fromTransaction`
   * finds out which, and dates are read as text.
   */
  readonly supportsTimeZones: boolean = true;
  /**
   * An error if a transaction is committed in which a statement failed. If false, the server rolls back without one: whether a
   * transaction of a host was committed shows only in what it wrote.
   */
  readonly supportsCommitErrors: boolean = true;
  /** Integer IDs of rows besides the primary key. If false, rows are read in the order of that key, and the server estimates how many. */
  readonly supportsRowIds: boolean = false;
  /** Statements run in this process, which waits for them: a search reads fewer rows at once. */
  readonly runsInProcess: boolean = false;
  /** `like` reads a text to its end. If false, it ends at the first zero: parts of a term are looked for one by one. */
  readonly supportsLikeBeyondZero: boolean = true;

  /**
   * Which foreign keys hold after each row; the others hold at the end of a statement. Rows of one table that refer to each other in a
   * circle by such a key can only be deleted after a column of one is null. `all`: also a row that refers to itself.
   */
  readonly keysPerRow: 'none' | 'restrict' | 'all' = 'none';
  /** Levels of rows that `on delete cascade` deletes with one row; rows of deeper ones are deleted before. Null for any number. */
  readonly cascadeLevels: number | null = null;
  /** Lets the deferrable foreign keys hold at the end of the transaction; null if there are no such keys. */
  readonly deferKeys: string | null = null;
  /** Lets keys that hold at the end of a transaction hold now; null if there are none, or if that cannot be asked for. */
  readonly checkKeys: string | null = null;

  /** How times are written and read. */
  readonly time: Converted = {};
  /** The placeholder of the parameter at a position, from 1. */
  readonly placeholder: (position: number) => string = () => '?';
  /** A name, quoted. */
  readonly quote: (name: string) => string = (name) => `"${name.replaceAll('"', '""')}"`;
  /** What a name cannot contain, even if quoted. */
  readonly refusedInNames: RegExp = /\0/;
  /** The same for all names of a table that differ only in case, if the database does not distinguish them. */
  readonly foldTable: (name: string) => string = (name) => name;
  /** The same for columns. */
  readonly foldColumn: (name: string) => string = (name) => name.toLowerCase();
  /** What a value is cast to as text. */
  readonly textType: string = 'text';
  /** Precedes the values of an insert into a column whose values the database always generates. */
  readonly overriding: string = '';
}

export const usual: Pick<Usual, keyof Usual> = new Usual();

/** The description of a kind of database: `usual`, and what it does differently. */
export interface DatabaseDialect extends Usual {
  /** Compiles queries. */
  readonly kysely: {
    readonly Adapter: new () => DialectAdapter;
    readonly Introspector: new (queries: Kysely<unknown>) => DatabaseIntrospector;
    readonly QueryCompiler: new () => QueryCompiler;
  };
  /** The current time in UTC, not the start time of the transaction. */
  readonly databaseTime: RawBuilder<TimeText>;
  /** The UTC day of a time column, `2026-11-01`. */
  readonly utcDay: (column: string) => RawBuilder<string>;
  /** The schema of tables that are named without one. */
  readonly currentSchema: string;
  readonly errors: DriverErrors;
  readonly liveSchema: LiveSchemaSql;
  readonly ownTables: OwnTables;
  readonly search: TextSearch;
  readonly storedTables: StoredTablesSql;
  /** How the values of a host's column are read unchanged. */
  readonly storedValues: StoredValues;
}

/** How the engine's tables are created, and found. */
export interface OwnTables {
  /** Statements that read the columns of some tables: `in_table`, `name` and `type`. @param schema null for the current one */
  columns(tables: readonly string[], schema: string | null): readonly WithParameters[];
  /** The number of these columns that a table has. @param schema an expression @param among `in (…)` */
  readonly countColumns: (table: string, schema: string, among: string) => string;
  /**
   * Null if there is `create index if not exists`. Otherwise a table is created with its indexes, and later ones are added with the
   * columns, after a look at those that exist: their names (takes the table and its schema or null), or the number of some.
   */
  readonly indexes: { readonly names: string; readonly count: OwnTables['countColumns'] } | null;
  /** Creates a schema if it is missing. @param schema quoted */
  createSchema(schema: string): string;
  /** What a text is cast to so that it compares with a column of user IDs; null if it does so as it is. */
  userIdFromText(userIdType: UserIdType): string | null;
  /** After the columns of a table. */
  readonly tableOptions: string;
  /** The current time as the source of an insert; the text may be run much later than it was printed. */
  readonly fromNow: string;
  typeOf(kind: ColumnKind, userIdType: UserIdType, length: number | undefined): string;
  /** Statements that give text columns their native types; each can run again without harm. */
  convert(table: string, columns: readonly NativeColumn[]): string[];
  /**
   * Locks the tables, until the transaction or the connection ends; null if write transactions are exclusive.
   *
   * @returns what unlocks them, if the end of the transaction does not
   * @throws {PolicyEngineError} `database_busy`, or the error of the server
   */
  readonly lock: ((transaction: Database, key: number, seconds: number) => Promise<WithParameters | null>) | null;
}

/** A statement with its parameters. */
export type WithParameters = readonly [sql: string, parameters: readonly unknown[]];

/** A column with its native type. */
export interface NativeColumn {
  /** Quoted. */
  readonly name: string;
  readonly isTime: boolean;
  readonly type: string;
  /** The type with all else that `create table` says of it. */
  readonly definition: string;
}

/** Reasons why a database cannot work, whatever the statement. */
export type Outage = 'missing' | 'denied' | 'full' | 'readOnly' | 'busy' | 'cut' | 'notReady';

/** What the codes of errors mean. */
export interface DriverErrors {
  isUniqueViolation(error: DriverError): boolean;
  /** Another row refers to a row that would be deleted, or a row that is referred to is missing. */
  isKeyViolation(error: DriverError): boolean;
  /** The transaction lost to another one. */
  isConflict(error: DriverError): boolean;
  /** A table, a column or the schema of a statement is missing. */
  isMissingTable(error: DriverError): boolean;
  isOutage(error: DriverError, outage: Outage): boolean;
  /** Why a table could not be read; null for an error of another kind of database, or of none. */
  readFailure(error: DriverError): ReadFailure | null;
}

/** Runs a query for a limited time, so that a locked table or a slow one does not hold up a search. */
export type BoundedQuery = (sql: string, parameters: readonly unknown[], milliseconds: number) => Promise<Row[]>;

/** Which values a column holds. */
export type Holds = 'text' | 'bytes' | 'any';

/** How values are compared with text. */
export interface TextSearch {
  bounded(database: Database): Promise<BoundedQuery>;
  /** Part of the text of bytes as `lowered` writes it; null if it cannot, and bytes are compared with bytes. */
  readonly inBytes: (part: string) => string | null;
  /** In lower case as far as it is ASCII, regardless of the collation of the column. */
  lowered(name: string, holds: Holds): string;
  /** A part of the value: text or bytes. */
  part(name: string, holds: Holds, part: (value: string) => string): string;
  /** Condition: a value contains bytes. @param bytes a placeholder */
  containsBytes(name: string, bytes: string): string;
  /**
   * Condition: several characters of ASCII in a row may be written as escapes, or in full width, so that no word is found as it is.
   *
   * @param parameter adds a parameter, and returns its placeholder
   */
  mayHide(name: string, parameter: (value: string) => string): string;
  /** The condition, for values that may contain text. */
  ofText(name: string, condition: string): string;
  /** Condition: a text column holds exactly this ID. @param type of the column */
  isId(name: string, type: string, id: () => string): string;
  /** A statement that finds a row if there are large objects, which are outside of tables; null where there are none. */
  readonly largeObjects: string | null;
  /** A key as text, for an exact comparison with one of another type, such as an integer that a text refers to. */
  keyAsText(name: string, ignoresCase: boolean): string;
}
