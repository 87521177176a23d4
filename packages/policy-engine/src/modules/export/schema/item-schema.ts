/** The JSON Schema of the data that was actually exported: it needs no declaration and fits every item. */
import { SafeHtml } from '../templates/safe-html.ts';

type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Most properties that are described: if people name the fields, their number is unlimited. */
const MOST = 1000;

/** Collects the common structure of items. */
export class ItemSchema {
  #items = 0;
  readonly #types = new Set<JsonType>();
  readonly #properties = new Map<string, { types: Set<JsonType>; count: number }>();

  see(values: readonly unknown[]): void {
    for (const value of values) {
      this.#items++;
      this.#types.add(typeOf(value));
      if (typeof value === 'object' && value !== null && !Array.isArray(value) && !hasOwnForm(value))
        this.#seeMembers(value);
    }
  }

  /** A JSON Schema (2020-12) of one item. */
  schema(): Readonly<Record<string, unknown>> {
    if (this.#items === 0) return {};
    const properties = [...this.#properties].map(([name, { types }]) => [name, { type: oneOrMany(types) }]);
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
        this.#properties.set(name, (property = { types: new Set(), count: 0 }));
      }
      property.count++;
      property.types.add(typeOf(value));
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
      if (value instanceof Date || value instanceof SafeHtml) return 'string';
      return hasOwnForm(value) ? typeOf((value as { toJSON(): unknown }).toJSON()) : 'object';
  }
}

function hasOwnForm(value: unknown): boolean {
  if (value instanceof SafeHtml) return true;
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

function oneOrMany(types: ReadonlySet<JsonType>): JsonType | JsonType[] {
  const all = [...types].toSorted();
  return all.length === 1 && all[0] !== undefined ? all[0] : all;
}
