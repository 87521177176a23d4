/** Reads the data of rules: each row once, in the order of the host, never more than a page or two at a time. */
import { isDeepStrictEqual } from 'node:util';
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import type { CursorPage, PageRequest, PortabilityRule, Reading } from '../rule.ts';
import { isPromise } from '../templates/template.ts';

type Rows = readonly unknown[];

/** Number of pages in a row that may begin with equal rows without an ID. A function that ignores `offset` would never end. */
const MOST_EQUAL = 100;

/** What the user record has for a rule, of unknown type. */
interface Source {
  /** Whether the host's function is called page by page. */
  readonly isPaging: boolean;
  read(options: PageRequest | { readonly signal: AbortSignal }): unknown;
}

/**
 * The pages of a collection rule: `per` rows each, the last one fewer; none for an empty collection.
 *
 * @throws {PolicyEngineError} `export_failed`, naming the rule, for what cannot be read as rows
 */
export async function* pagesOf(rule: PortabilityRule, user: unknown, signal: AbortSignal): AsyncGenerator<Rows> {
  let held: unknown[] = [];
  for await (const batch of readable(rule, batchesOf(rule, user, signal), signal)) {
    signal.throwIfAborted();
    if (held.length === 0 && batch.length === rule.per) {
      yield batch;
      continue;
    }
    for (let from = 0; from < batch.length;) {
      const part = batch.slice(from, from + rule.per - held.length);
      from += part.length;
      held = held.length === 0 ? part : held.concat(part);
      if (held.length < rule.per) continue;
      yield held;
      held = [];
    }
  }
  if (held.length > 0) yield held;
}

/** What a member rule exports. @throws {PolicyEngineError} `export_failed` */
export async function memberOf(rule: PortabilityRule, user: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    const member: unknown = await sourceOf(rule.name, rule.reads, user).read({ signal });
    if (typeof member !== 'symbol' && typeof member !== 'function') return member;
    throw new TypeError(`it is a ${typeof member}`);
  } catch (error) {
    throw unread(rule, error, signal);
  }
}

/** The number of rows that the rule expects; undefined if it is unknown. */
export async function countOf(rule: PortabilityRule, user: unknown, signal: AbortSignal): Promise<number | undefined> {
  if (rule.kind === 'member') return 1;
  if (rule.count !== undefined) {
    try {
      const count = Number(await sourceOf(rule.name, rule.count, user).read({ signal }));
      return Number.isFinite(count) && count >= 0 ? count : undefined;
    } catch (error) {
      throw unread(rule, error, signal);
    }
  }
  // A getter is not called: it may start a query that nobody would await.
  const reads = typeof rule.reads === 'string' ? rule.reads : '';
  const value: unknown = Object.getOwnPropertyDescriptor(Object(user), reads)?.value;
  return Array.isArray(value) ? value.length : undefined;
}

/** Rows of the host, with errors that name the rule. */
async function* readable(
  rule: PortabilityRule,
  batches: AsyncIterable<Rows>,
  signal: AbortSignal,
): AsyncGenerator<Rows> {
  try {
    yield* batches;
  } catch (error) {
    throw unread(rule, error, signal);
  }
}

/** The error for a failure of the host's code; an abort stays unchanged. */
function unread(rule: PortabilityRule, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof PolicyEngineError) return error;
  return failed(rule, `can't be read: ${reasonOf(error)}`, error);
}

async function* batchesOf(rule: PortabilityRule, user: unknown, signal: AbortSignal): AsyncGenerator<Rows> {
  const source = sourceOf(rule.name, rule.reads, user);
  const first: PageRequest = { limit: rule.per, offset: 0, after: undefined, signal };
  const value = source.read(source.isPaging ? first : { signal });
  // Many queries are also promises of all their rows: reading row by row is preferred.
  if (!source.isPaging && canStream(value)) return yield* allOf(rule, value);
  const found = await value;
  if (Array.isArray(found) && source.isPaging) yield* arraysOf(rule, source, found, signal);
  else if (isCursorPage(found)) yield* cursorPagesOf(rule, source, found, signal);
  else yield* allOf(rule, found);
}

async function* arraysOf(
  rule: PortabilityRule,
  source: Source,
  first: Rows,
  signal: AbortSignal,
): AsyncGenerator<Rows> {
  let offset = 0;
  let page = first;
  let begins: unknown;
  let equal = 0;
  for (;;) {
    if (page.length > rule.per) {
      throw failed(
        rule,
        `its paging function was asked for ${rule.per} rows and returned ${page.length}; use limit and offset`,
      );
    }
    if (page.length === 0) return;
    equal = page === first || !isDeepStrictEqual(page[0], begins) ? 0 : equal + 1;
    if (isSameRow(page[0], begins) || equal >= MOST_EQUAL) {
      throw failed(rule, 'its paging function returned the same page twice; use offset, or after');
    }
    begins = page[0];
    yield page;
    if (page.length < rule.per) return;
    offset += page.length;
    const next: unknown = await source.read({ limit: rule.per, offset, after: page.at(-1), signal });
    if (!Array.isArray(next))
      throw failed(rule, 'its paging function returned an array first and something else later');
    page = next;
  }
}

async function* cursorPagesOf(
  rule: PortabilityRule,
  source: Source,
  first: CursorPage,
  signal: AbortSignal,
): AsyncGenerator<Rows> {
  let offset = 0;
  let page = first;
  for (;;) {
    yield page.rows;
    offset += page.rows.length;
    const { next } = page;
    if (next === undefined || next === null) return;
    const found: unknown = await source.read({ limit: rule.per, offset, after: next, signal });
    if (!isCursorPage(found)) throw failed(rule, 'its function returned { rows, next } first and something else later');
    if (found.next !== undefined && found.next === next) {
      throw failed(rule, 'its function returned the same next twice; it would never end');
    }
    page = found;
  }
}

/** All rows from one value. */
async function* allOf(rule: PortabilityRule, found: unknown): AsyncGenerator<Rows> {
  if (found === null || found === undefined) return;
  if (Array.isArray(found)) {
    for (let from = 0; from < found.length; from += rule.per) yield found.slice(from, from + rule.per);
    return;
  }
  const rows = isIterable(found) ? found : await queried(rule, found);
  if (Array.isArray(rows)) return yield* allOf(rule, rows);
  let batch: unknown[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rule.per) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type AnyIterable = Iterable<unknown> | AsyncIterable<unknown>;

/** Rows of a query that is not iterable; streaming is preferred to loading all rows. */
async function queried(rule: PortabilityRule, query: unknown): Promise<AnyIterable> {
  for (const method of ['stream', 'cursor', 'execute'] as const) {
    const call: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, method) : undefined;
    if (typeof call !== 'function') continue;
    const rows: unknown = await (call as () => unknown).call(query);
    if (isIterable(rows)) return rows;
  }
  throw failed(rule, 'its collection is not an array, iterable, query or page of rows');
}

function canStream(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Promise) && Symbol.asyncIterator in value;
}

function isIterable(value: unknown): value is AnyIterable {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

function isCursorPage(value: unknown): value is CursorPage {
  return (
    typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows) && !isPromise(value)
  );
}

function sourceOf(rule: string, reads: Reading, user: unknown): Source {
  if (typeof reads === 'function') {
    const call = reads as (user: unknown, options: unknown) => unknown;
    return { isPaging: call.length >= 2, read: (options) => call(user, options) };
  }
  const record = Object(user) as object;
  if (!(reads in record)) {
    throw new PolicyEngineError('export_failed', `portability rule "${rule}": the user record has no "${reads}"`);
  }
  const value: unknown = Reflect.get(record, reads);
  if (typeof value !== 'function') return { isPaging: false, read: () => value };
  const method = value as (options: unknown) => unknown;
  return { isPaging: method.length >= 1, read: (options) => method.call(record, options) };
}

/** Whether a row is the same as another: it has the same ID, or is the same object. */
function isSameRow(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return false;
  return 'id' in one && typeof one.id !== 'object' ? 'id' in other && one.id === other.id : one === other;
}

function failed(rule: PortabilityRule, reason: string, cause?: unknown): PolicyEngineError {
  return new PolicyEngineError('export_failed', `portability rule "${rule.name}": ${reason}`, { cause });
}
