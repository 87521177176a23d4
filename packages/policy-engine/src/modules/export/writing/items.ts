/** The JSON of a rule: its items for `all.json`, and the page around them for `data.json`. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { isRecord } from '../templates/plain.ts';

/** A page of JSON. */
export interface PageJson {
  /** The items as JSON, separated by commas, without brackets. */
  readonly items: string;
  readonly values: readonly unknown[];
  /** Text of `data.json`. */
  readonly page: string;
  readonly form: PageForm;
}

/** The form of a page of JSON: an array of items, an object with them as its `collection`, or a single item. */
export type PageForm = 'items' | 'collection' | 'item';

/**
 * JSON of what a `jsonTemplate` returned: a JSON text, or a value.
 *
 * @throws {PolicyEngineError} `export_failed` for invalid JSON
 */
export function pageJson(rule: string, result: unknown): PageJson {
  const value = typeof result === 'string' ? parsed(rule, result) : plain(result);
  if (Array.isArray(value)) {
    const items = itemsOf(value);
    return { items, values: value, page: `[${items}]`, form: 'items' };
  }
  if (isRecord(value) && Array.isArray(value['collection'])) {
    const values: readonly unknown[] = value['collection'];
    const items = itemsOf(values);
    const members = Object.entries(value).flatMap(([key, member]) => {
      const text = key === 'collection' ? `[${items}]` : stringified(member);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return { items, values, page: `{${members.join(',')}}`, form: 'collection' };
  }
  const text = stringified(value);
  if (text === undefined) throw failed(rule, 'returned a value that JSON cannot represent');
  return { items: text, values: [value], page: text, form: 'item' };
}

/** Items as JSON, separated by commas, without brackets. */
export function itemsOf(values: readonly unknown[]): string {
  return (stringified(values) ?? '[]').slice(1, -1);
}

/** JSON of a value; undefined for one without a JSON form. */
export function stringified(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Checking every value takes five times as long, so it is done only after an error.
    if (error instanceof TypeError && /BigInt/.test(error.message)) return JSON.stringify(value, asText);
    throw error;
  }
}

/** Values without a JSON form would otherwise end the export: large integers are written as text. */
function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function parsed(rule: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failed(rule, `returned text that is not JSON (${(cause as Error).message})`, cause);
  }
}

function plain(value: unknown): unknown {
  return isRecord(value) && typeof value['toJSON'] === 'function' ? (value['toJSON'] as () => unknown)() : value;
}

function failed(rule: string, reason: string, cause?: unknown): PolicyEngineError {
  return new PolicyEngineError('export_failed', `portability rule "${rule}": jsonTemplate ${reason}`, { cause });
}
