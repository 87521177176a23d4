/** The JSON Schema of what was really exported: the host declares nothing, and it is true of every item. */
import { SafeHtml } from './safe-html.ts';

type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Looks at items and says what they have in common. */
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
    for (const name in item) {
      const value = (item as Record<string, unknown>)[name];
      if (value === undefined || typeof value === 'function') continue;
      let property = this.#properties.get(name);
      if (property === undefined) this.#properties.set(name, (property = { types: new Set(), count: 0 }));
      property.count++;
      property.types.add(typeOf(value));
    }
  }
}

function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
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
