/** What a person can export: the host's portability rules (spec: P-portability-rule). */
import type { StoredForm } from '../../platform/database/schema/stored-values.ts';
import type { FileField, FilesOptions } from './files/declaration.ts';
import type { HostFunction, LocalText } from './host-function.ts';
import type { Render, Template } from './templates/template.ts';
import type { PageData } from './templates/template-data.ts';

/** The rows that a paging function is asked for. */
export interface PageRequest {
  /** Rows wanted: the rule's `per`. */
  readonly limit: number;
  /** Rows read so far. */
  readonly offset: number;
  /** The `next` of the previous page, or its last row if the function returns plain arrays; undefined at first. */
  readonly after: unknown;
  /** Aborted when the export is no longer needed. */
  readonly signal: AbortSignal;
}

/** A page that contains the start of the next one. */
export interface CursorPage<Row = unknown> {
  readonly rows: readonly Row[];
  /** Passed back as `after`; null or undefined after the last page. */
  readonly next?: unknown;
}

/** A rule as declared by the host: what is exported, and how it is rendered. */
export interface PortabilityRuleOptions {
  /** Name of the folder in the export: letters, digits, `_` and `-`, at most 63, unique regardless of case. */
  readonly name: string;
  /** Label that people see, as text or by locale. Default: the name as words. */
  readonly label?: LocalText;
  /**
   * Many rows: the name of a property or method of the user record, or a function of the record. Either returns,
   * synchronously or as a promise,
   *
   * - an array or another iterable: all rows, read once;
   * - an async iterable (generator, cursor, readable stream), or a query with `stream()`, `cursor()` or `execute()`, or
   *   one that can be awaited: read once, row by row where the query allows it;
   * - `{ rows, next }`: a page; the function is called again with `after: next` until there is no `next`.
   *
   * A function that declares a second parameter, `(user, { limit, offset, after, signal })`, or a method that declares
   * a first one, is a paging function: if it returns an array, it is called again with the next `offset` until a page
   * has fewer than `limit` rows. Give its query a total order (`ORDER BY created_at, id`), or rows may be missed.
   */
  readonly collection?: string | HostFunction<[user: unknown, page: PageRequest], unknown>;
  /** A single value: the name of a property or method of the user record, or a function of the record; a promise is awaited. */
  readonly member?: string | HostFunction<[user: unknown, options: { readonly signal: AbortSignal }], unknown>;
  /**
   * HTML of a page; reads `it.collection` or `it.member` and the rest of {@link PageData}. Text and files are Eta templates
   * (`<%= %>` escapes) of the host's own, trusted; a function returns HTML or Hono JSX. Default: a card per row.
   */
  readonly template?: Template<PageData>;
  /**
   * JSON of a page: a template whose text is JSON, or a function that returns a value. With it each page has a `data.json`. An
   * array, or the array `collection` of an object, provides the items of `all.json`. Default: only `all.json`, with the rows
   * unchanged except for fields that are held back; see `include`.
   */
  readonly jsonTemplate?: Template<PageData>;
  /** Rows of a page of a collection, at most 1,000. Default: 30. */
  readonly per?: number;
  /** Approximate number of rows, for the progress: a name or function as in `member`. */
  readonly count?: string | HostFunction<[user: unknown, options: { readonly signal: AbortSignal }], unknown>;
  /**
   * Files of the rows, such as uploads and invoices, by the field that holds their path: streamed into the export from
   * your storage. In JSON, and in the default layout, the file replaces the path.
   */
  readonly files?: FilesOptions;
  /**
   * Fields that are exported although they look like secrets, like those who handled a row, or like data of other people; each with
   * the reason why they may leave. Without a template such fields are held back at any depth, and the export says so.
   */
  readonly include?: Readonly<Record<string, string>>;
  /** What the data is used for (GDPR Art. 15(1)(a)). */
  readonly purpose?: LocalText;
  /** Recipients (Art. 15(1)(c)). */
  readonly recipients?: LocalText;
  /** How long it is kept (Art. 15(1)(d)). */
  readonly retention?: LocalText;
  /** Where it comes from if not from the person (Art. 15(1)(g)). */
  readonly source?: LocalText;
}

/** What a rule reads from the user record. */
export type Reading = string | HostFunction<[user: unknown, options: never], unknown>;

/** A column whose values a rule exports. */
export interface ExportedColumn {
  readonly name: string;
  /** As the database reports it: `numeric(12,2)`. */
  readonly type: string;
  /** What its values become. */
  readonly form: StoredForm;
}

/** A rule with its defaults filled in. */
export interface PortabilityRule {
  readonly name: string;
  readonly label: (locale: string) => string;
  readonly kind: 'collection' | 'member';
  readonly reads: Reading;
  /** The columns of a table, for the schema of the export; undefined if the host reads the data. */
  readonly columns?: ((signal: AbortSignal) => Promise<readonly ExportedColumn[]>) | undefined;
  readonly per: number;
  readonly count: Reading | undefined;
  /** Undefined: the default layout. */
  readonly template: Render<PageData> | undefined;
  readonly jsonTemplate: Render<PageData> | undefined;
  readonly files: readonly FileField[];
  /** Reasons by field. */
  readonly include: ReadonlyMap<string, string>;
  /** Whether what a field says of other people is replaced already when it is read; undefined: in none. */
  readonly replaces?: ((field: string) => boolean) | undefined;
  /** The table that its rows come from; undefined: not known. */
  readonly table: string | undefined;
  readonly purpose: LocalText | undefined;
  /** Of data rules. */
  readonly legalBasis: LocalText | undefined;
  readonly recipients: LocalText | undefined;
  readonly retention: LocalText | undefined;
  readonly source: LocalText | undefined;
}
