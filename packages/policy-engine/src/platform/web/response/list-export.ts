/** Whole lists as files: CSV for spreadsheets and JSON for programs, written page by page as they are read. */
import { z } from '@hono/zod-openapi';
import { BYTE_ORDER_MARK, CSV_TYPE, csvLine } from '../../csv.ts';
import { reply } from './reply.ts';
import type { Access, Call, WebApp } from '../routing/route.ts';

/** Rows per read. */
const ROWS_AT_ONCE = 500;

/** A list that can be exported as a file. */
export interface ListExport<A extends Access, Query extends z.ZodObject, Row extends object> {
  /** Path of the list, below the mount path: the files are at `export.csv` and `export.json` below it. */
  readonly path: string;
  /** Name of the list in operation IDs, as in `AdminActions`. */
  readonly id: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  /** The same access as the list. */
  readonly access: A;
  /** The filters of the list. */
  readonly query: Query;
  /** Name of the file without its suffix. */
  readonly file: string;
  /** A row as JSON. */
  readonly row: z.ZodType<Row>;
  /** Members of a row that are columns of the CSV, in order. */
  readonly columns: readonly (keyof Row & string)[];
  /** All rows that match the query, page by page: see {@link allPages}. */
  readonly rows: (
    query: z.output<Query>,
    call: Call<A, unknown, z.output<Query>, unknown>,
  ) => AsyncIterable<readonly Row[]>;
}

/**
 * All pages of a list, each read after the last row of the previous one (keyset), so that the hundredth is as fast as
 * the first, and no transaction stays open during a download.
 *
 * @param read the rows after a given row, in the order of the list; null for its beginning
 * @example
 * ```ts
 * allPages((last, limit) => store.after(filter, last?.id ?? null, limit));
 * ```
 */
export async function* allPages<Row>(
  read: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  limit: number = ROWS_AT_ONCE,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last, limit);
    yield rows;
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < limit) return;
  }
}

/**
 * Declares the files of a list, `<path>/export.csv` and `<path>/export.json`, with the filters and the access of the list.
 *
 * The CSV (RFC 4180) is UTF-8 with a byte order mark; nested values are JSON in a cell, null is an empty cell. The JSON
 * is an array with one row per line.
 *
 * @example
 * ```ts
 * declareExport(app, {
 *   path: '/audit', id: 'AdminActions', summary: 'The audit log', access: 'admin', file: 'log',
 *   query: filters, row: EntryJson, columns: ['at', 'actor', 'action'], rows: (query) => audit.all(query),
 * });
 * ```
 */
export function declareExport<A extends Access, Query extends z.ZodObject, Row extends object>(
  app: WebApp,
  list: ListExport<A, Query, Row>,
): void {
  const { path, id, summary, tags = [], access, query, file, row, columns, rows } = list;
  const shared = { method: 'get', tags, access, query } as const;
  app.route({
    ...shared,
    path: `${path}/export`,
    id: `export${id}`,
    summary: `${summary}: all rows that match the filters, as JSON`,
    description: 'Streamed, however long the list is; a response that is cut off is not valid JSON.',
    answer: { description: 'All rows', json: z.array(row) },
    handle: async (call) => fileReply(`${file}.json`, 'application/json', jsonTexts(rows(call.query, call))),
  });
  app.route({
    ...shared,
    path: `${path}/export.csv`,
    id: `export${id}AsCsv`,
    summary: `${summary}: all rows that match the filters, as a table`,
    description:
      'CSV (RFC 4180) in UTF-8 with a byte order mark. Values that a spreadsheet would treat as a formula start with an apostrophe.',
    answer: { description: 'All rows' },
    otherResponses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
    handle: async (call) => fileReply(`${file}.csv`, CSV_TYPE, csvTexts(columns, rows(call.query, call))),
  });
}

async function fileReply(name: string, type: string, texts: AsyncGenerator<string, void>): Promise<Response> {
  return reply(200, await streamOf(texts), {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** Texts of a file, each created after the reader has taken the previous one, and none after the reader disconnects. */
async function streamOf(texts: AsyncGenerator<string, void>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  // An error now becomes the response. A later one aborts the file.
  let first: IteratorResult<string, void> | null = await texts.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = first ?? (await texts.next());
        first = null;
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* csvTexts<Row extends object>(
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void> {
  let before = BYTE_ORDER_MARK + csvLine(columns);
  for await (const rows of pages) {
    yield before + rows.map((row) => csvLine(columns.map((column) => cellOf(row[column])))).join('');
    before = '';
  }
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}

async function* jsonTexts(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string, void> {
  let before = '[';
  for await (const rows of pages) {
    const text = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield text === '' ? '' : `${before}\n${text}`;
    if (text !== '') before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
