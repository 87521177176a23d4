/** The JSON Schema of the data that was actually exported: it needs no declaration and fits every item. */
import { ExactNumber, LocalDay } from '../../../platform/written-value.ts';
import type { StoredForm } from '../../../platform/database/schema/stored-values.ts';
import type { ExportedColumn } from '../rule.ts';
import { PlainBytes } from '../templates/plain-bytes.ts';
import { SafeHtml } from '../templates/safe-html.ts';
import { FORMS_IN_WORDS } from './forms.ts';

type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Most properties that are described: if people name the fields, their number is unlimited. */
const MOST = 1000;

interface Property {
  readonly types: Set<JsonType>;
  /** What values of these types stand for; null for those that stand for themselves. */
  readonly forms: Set<StoredForm | null>;
  count: number;
}

/** Collects the common structure of items. */
export class ItemSchema {
  #items = 0;
  readonly #types = new Set<JsonType>();
  readonly #properties = new Map<string, Property>();

  see(values: readonly unknown[]): void {
    for (const value of values) {
      this.#items++;
      this.#types.add(typeOf(value));
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && !hasOwnForm(value))
        this.#seeMembers(value);
    }
  }

  /**
   * A JSON Schema (2020-12) of one item. `x-form` states what a value stands for, and `x-column` the type of its column.
   *
   * @param columns of the table that the items come from
   */
  schema(columns: readonly ExportedColumn[] = []): Readonly<Record<string, unknown>> {
    if (this.#items === 0) return {};
    const stored = new Map(columns.map((column) => [column.name, column]));
    const properties = [...this.#properties].map(([name, { types, forms }]) => {
      const column = stored.get(name);
      const [seen] = forms.size === 1 ? forms : [];
      const form = column?.form ?? seen ?? undefined;
      const words = form === undefined ? {} : { 'x-form': form, description: FORMS_IN_WORDS[form] };
      return [name, { type: oneOrMany(types), ...(column && { 'x-column': column.type }), ...words }];
    });
    const required = [...this.#properties].filter(([, { count }]) => count === this.#items).map(([name]) => name);
    return {
      type: oneOrMany(this.#types),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) as unknown, required }),
    };
  }

  #seeMembers(item: object): void {
    for (const name of Object.keys(item)) {
      const value = (item as Record<string, unknown>)[name];
      if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
      let property = this.#properties.get(name);
      if (property === undefined) {
        if (this.#properties.size >= MOST) continue;
        this.#properties.set(name, (property = { types: new Set(), forms: new Set(), count: 0 }));
      }
      property.count++;
      property.types.add(typeOf(value));
      if (value !== null) property.forms.add(formOf(value));
    }
  }
}

function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    // Values without a JSON form are null in an array.
    case 'function':
    case 'symbol':
      return 'null';
    case 'string':
    case 'bigint':
      return 'string';
    case 'number':
      return Number.isFinite(value) ? 'number' : 'null';
    case 'boolean':
      return 'boolean';
    default:
      if (Array.isArray(value)) return 'array';
      if (value instanceof Date || value instanceof SafeHtml || value instanceof LocalDay) return 'string';
      if (value instanceof PlainBytes) return 'string';
      if (value instanceof ExactNumber) return 'number';
      return hasOwnForm(value) ? typeOf((value as { toJSON(): unknown }).toJSON()) : 'object';
  }
}

function formOf(value: unknown): StoredForm | null {
  if (value instanceof LocalDay) return 'day';
  if (value instanceof Date) return 'moment';
  return typeof value === 'bigint' ? 'integer' : null;
}

function hasOwnForm(value: unknown): boolean {
  if (value instanceof SafeHtml) return true;
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

function oneOrMany(types: ReadonlySet<JsonType>): JsonType | JsonType[] {
  const all = [...types].toSorted();
  return all.length === 1 && all[0] !== undefined ? all[0] : all;
}
