/** The default form of rows, for rules without a template. */
import type { FieldJudge } from '../held-back/held-fields.ts';
import { ExactNumber, LocalDay, WrittenValue } from '../../../platform/written-value.ts';
import { PlainBytes } from './plain-bytes.ts';

/** Makes rows displayable; one instance per rule, since rows of a rule have the same fields. */
export class PlainRows {
  readonly #judge: FieldJudge;
  /** The objects around the current value. */
  readonly #around: unknown[] = [];

  constructor(judge: FieldJudge) {
    this.#judge = judge;
  }

  /**
   * A row as values that JSON and people can read: at any depth without fields that are held back (secrets, staff,
   * other people), bytes as Base64 or {@link PlainBytes}, a `Map` as an object, a `Set` as an array, numbers that JSON lacks as text,
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
      const member = row[key];
      const isHeld = this.#judge.holds(key, member, keys, row);
      const value = !isHeld && (typeof member === 'object' || typeof member === 'number') ? this.plain(member) : member;
      // The first change copies what came before it.
      if (changed === undefined && (isHeld || value !== member)) {
        changed = keys.slice(0, index).map((before) => [before, row[before]]);
      }
      if (!isHeld) changed?.push([key, value]);
    }
    return changed === undefined ? row : Object.fromEntries(changed);
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
