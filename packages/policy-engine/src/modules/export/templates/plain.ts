/** The default form of rows, for rules without a template. */
import { ExactNumber, LocalDay, WrittenValue } from '../../../platform/written-value.ts';
import { PlainBytes } from './plain-bytes.ts';

const CREDENTIAL =
  /[Pp]assw|[Pp]assphrase|[Tt]oken|[Dd]igest|[Aa]pi_?[Kk]ey|[Pp]rivate_?[Kk]ey|[Rr]ecovery_?[Cc]ode|(?:^|_)(?:secret|salt|otp|hash)(?:_|$)|(?:Secret|Salt|Otp|Hash)$/;

/** Makes rows displayable; one instance per rule, since rows of a rule have the same fields. */
export class PlainRows {
  readonly #omitted: Set<string>;
  /** By name of a field, whether it holds a credential. */
  readonly #names = new Map<string, boolean>();
  /** The objects around the current value. */
  readonly #around: unknown[] = [];

  /** @param omitted collects the names of omitted fields */
  constructor(omitted: Set<string>) {
    this.#omitted = omitted;
  }

  /**
   * A row as values that JSON and people can read: at any depth without fields that are named like credentials (`password_digest`,
   * `reset_token` …), bytes as Base64 or {@link PlainBytes}, a `Map` as an object, a `Set` as an array, numbers that JSON lacks as text,
   * midnight as a day. A row that needs no change is returned itself.
   *
   * @throws {TypeError} for a row that contains itself
   */
  plain(row: unknown): unknown {
    if (typeof row === 'number') return plainNumber(row);
    if (!isRecord(row) || row instanceof WrittenValue) return row;
    if (row instanceof Date) return LocalDay.of(row) ?? row;
    if (row instanceof Uint8Array || row instanceof ArrayBuffer) return PlainBytes.of(row);
    if (this.#around.includes(row))
      throw new TypeError(
        'a row contains a reference to itself; choose what to export with a template and a jsonTemplate',
      );
    this.#around.push(row);
    const value = this.#withoutOwnForm(row);
    this.#around.pop();
    return value;
  }

  #withoutOwnForm(row: Readonly<Record<string, unknown>>): unknown {
    if (typeof row['toJSON'] === 'function') return this.plain((row['toJSON'] as () => unknown)());
    if (Array.isArray(row)) return this.#items(row);
    if (row instanceof Set) return this.#items([...row]);
    if (row instanceof Map) return this.#members(Object.fromEntries(row) as Record<string, unknown>);
    return this.#members(row);
  }

  #items(row: readonly unknown[]): readonly unknown[] {
    let changed: unknown[] | undefined;
    for (const [index, item] of row.entries()) {
      const value = this.plain(item);
      if (value !== item) (changed ??= [...row])[index] = value;
    }
    return changed ?? row;
  }

  #members(row: Readonly<Record<string, unknown>>): unknown {
    let changed: Array<[string, unknown]> | undefined;
    const keys = Object.keys(row);
    for (const [index, key] of keys.entries()) {
      const isOmitted = this.#isCredential(key);
      const member = isOmitted ? undefined : row[key];
      const value = typeof member === 'object' || typeof member === 'number' ? this.plain(member) : member;
      if (isOmitted) this.#omitted.add(key);
      // The first change copies what came before it.
      if (changed === undefined && (isOmitted || value !== member)) {
        changed = keys.slice(0, index).map((before) => [before, row[before]]);
      }
      if (!isOmitted) changed?.push([key, value]);
    }
    return changed === undefined ? row : Object.fromEntries(changed);
  }

  #isCredential(key: string): boolean {
    let known = this.#names.get(key);
    if (known === undefined) {
      known = CREDENTIAL.test(key);
      // If people name the fields of rows, the number of names is unlimited.
      if (this.#names.size < 10_000) this.#names.set(key, known);
    }
    return known;
  }
}

/** JSON has neither infinity nor NaN, and `JSON.stringify` drops the sign of zero. */
function plainNumber(number: number): unknown {
  if (Object.is(number, -0)) return new ExactNumber('-0');
  return Number.isFinite(number) ? number : String(number);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
