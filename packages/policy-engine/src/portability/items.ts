/** The JSON of a rule: its items for `all.json`, and the page around them for `data.json`. */
import { PolicyEngineError } from '../errors.ts';

/** A page of JSON. */
export interface PageJson {
  /** The items as JSON, with commas between them and nothing around. */
  readonly items: string;
  readonly values: readonly unknown[];
  /** Text of `data.json`. */
  readonly page: string;
}

/**
 * JSON of what a `jsonTemplate` returned: text that is JSON already, or a value.
 *
 * @throws {PolicyEngineError} `export_failed` for what is no JSON
 */
export function pageJson(rule: string, result: unknown): PageJson {
  const value = typeof result === 'string' ? parsed(rule, result) : plain(result);
  if (Array.isArray(value)) {
    const items = itemsOf(value);
    return { items, values: value, page: `[${items}]` };
  }
  if (isObject(value) && Array.isArray(value['collection'])) {
    const values: readonly unknown[] = value['collection'];
    const items = itemsOf(values);
    const members = Object.entries(value).flatMap(([key, member]) => {
      const text = key === 'collection' ? `[${items}]` : JSON.stringify(member);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return { items, values, page: `{${members.join(',')}}` };
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw failed(rule, 'returned nothing that JSON can say');
  return { items: text, values: [value], page: text };
}

/** Items as JSON, with commas between them and nothing around. */
export function itemsOf(values: readonly unknown[]): string {
  return stringified(values).slice(1, -1);
}

function stringified(values: readonly unknown[]): string {
  try {
    return JSON.stringify(values);
  } catch (error) {
    // Looking at every value takes five times as long, so it is done where there is a reason.
    if (error instanceof TypeError && /BigInt/.test(error.message)) return JSON.stringify(values, asText);
    throw error;
  }
}

/** What JSON has no way to say would otherwise end the export: large integers are written as text. */
function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function parsed(rule: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failed(rule, `gave text that is no JSON (${(cause as Error).message})`, cause);
  }
}

function plain(value: unknown): unknown {
  return isObject(value) && typeof value['toJSON'] === 'function' ? (value['toJSON'] as () => unknown)() : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function failed(rule: string, reason: string, cause?: unknown): PolicyEngineError {
  return new PolicyEngineError('export_failed', `portability rule "${rule}": jsonTemplate ${reason}`, { cause });
}

const CREDENTIAL =
  /[Pp]assw|[Pp]assphrase|[Tt]oken|[Dd]igest|[Aa]pi_?[Kk]ey|[Pp]rivate_?[Kk]ey|[Rr]ecovery_?[Cc]ode|(?:^|_)(?:secret|salt|otp|hash)(?:_|$)|(?:Secret|Salt|Otp|Hash)$/;

/**
 * A row without the fields that are named like credentials (`password_digest`, `reset_token` …): where the host says nothing
 * about the form of the data, they don't leave the house.
 *
 * @param omitted takes the names of what was left out
 */
export function withoutCredentials(row: unknown, omitted: Set<string>): unknown {
  const value = plain(row);
  if (!isObject(value) || Array.isArray(value)) return value;
  const named = Object.keys(value).filter((key) => CREDENTIAL.test(key));
  if (named.length === 0) return value;
  for (const key of named) omitted.add(key);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !named.includes(key)));
}
