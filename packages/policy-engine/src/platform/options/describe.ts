/** The schema of options as JSON Schema and as tables for the documentation. */
import { z } from 'zod';
import { checkedBy, type Shape } from './options.ts';

/** The part of JSON Schema that options need. */
interface JsonSchema {
  $schema?: string;
  description?: string;
  default?: unknown;
  not?: object;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/**
 * JSON Schema (draft 2020-12) of the options that JSON can express. Options that only code can express are listed with
 * their description, and accept no JSON value.
 */
export function jsonSchemaOf(title: string, shape: Shape): Record<string, unknown> {
  const { $schema, ...schema } = convert(z.strictObject(shape));
  return { $schema, title, ...withoutCode(schema) };
}

function convert(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const checked = checkedBy.get(zodSchema);
      if (checked !== undefined) Object.assign(jsonSchema, { ...convert(checked), $schema: undefined });
      // Functions, connections and other objects.
      else if (zodSchema._zod.def.type === 'custom') jsonSchema.not = {};
    },
  }) as JsonSchema;
}

/** JSON cannot contain these, so a JSON configuration cannot be required to have them. */
function withoutCode(schema: JsonSchema): JsonSchema {
  const { anyOf, items, properties, required } = schema;
  const names = Object.entries(properties ?? {}).map(([name, property]) => [name, withoutCode(property)] as const);
  const needed = required?.filter((name) => properties?.[name]?.not === undefined) ?? [];
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.filter(({ not }) => not === undefined).map(withoutCode) }),
    ...(items && { items: withoutCode(items) }),
    ...(properties && { properties: Object.fromEntries(names) }),
    ...(required && { required: needed }),
  };
}

/** The tables of options for the documentation, as Markdown: one for all options, and one for the options of each. */
export function optionTables(shape: Shape): string {
  return tablesOf('', convert(z.strictObject(shape)))
    .map(({ title, rows }) => [...(title === '' ? [] : [`### \`${title}\``, '']), HEAD, ...rows].join('\n'))
    .join('\n\n');
}

const HEAD = '| Option | Default | Meaning |\n| --- | --- | --- |';

interface Table {
  readonly title: string;
  readonly rows: readonly string[];
}

function tablesOf(title: string, schema: JsonSchema): Table[] {
  const properties = Object.entries(schema.properties ?? {}).filter(([, { description }]) => description !== undefined);
  if (properties.length === 0) return [];
  const pathOf = (name: string) => (title === '' ? name : `${title}.${name}`);
  const rows = properties.map(([name, { default: fallback, description = '' }]) => {
    const absent = schema.required?.includes(name) ? 'required' : '';
    const shown = isEmpty(fallback) ? absent : `\`${JSON.stringify(fallback)}\``;
    return tableRow([`\`${pathOf(name)}\``, shown, description]);
  });
  const inner = properties.flatMap(([name, property]) => {
    const items = [property.items ?? {}, ...(property.items?.anyOf ?? [])];
    // An option that is either false or an object has the table of the object.
    const own = [property, ...(property.anyOf?.length === 2 ? property.anyOf : [])];
    return own
      .flatMap((one) => tablesOf(pathOf(name), one))
      .concat(items.flatMap((item) => tablesOf(`${pathOf(name)}[]`, item)));
  });
  return [{ title, rows }, ...inner];
}

/** A row of a Markdown table. A `|` in a cell would end it. */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

function isEmpty(fallback: unknown): boolean {
  return fallback === undefined || (typeof fallback === 'object' && Object.keys(fallback ?? {}).length === 0);
}
