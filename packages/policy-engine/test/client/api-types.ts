/** TypeScript of the OpenAPI document: the operations for people, with their request and response types. */
import { fileURLToPath } from 'node:url';

/** The committed module of the operations. */
export const OPERATIONS_FILE = fileURLToPath(new URL('../../src/client/api.generated.ts', import.meta.url));

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: ReadonlyArray<{ name: string; in: string; required?: boolean; schema?: Schema }>;
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of an OpenAPI 3.1 document that are used here. */
export interface ApiDocument {
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';
const lines = (parts: readonly string[]): string => parts.join('\n');
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */ `;

/** The type of a schema. @throws Error for an unsupported schema */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return union.map(typeOf).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(schema.type)) {
    return (schema.type as readonly string[]).map((type) => typeOf({ ...schema, type })).join(' | ');
  }
  return typeOfOne(schema);
}

function typeOfOne(schema: Schema): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `ReadonlyArray<${typeOf(schema.items ?? {})}>`;
    case 'object':
      return objectOf(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`There is no type for ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${key(name)}${mark}: ${typeOf(schema)};`;
  });
  const known = fields.length > 0 ? `{ ${fields.join(' ')} }` : undefined;
  if (typeof additionalProperties !== 'object') return known ?? 'Readonly<Record<string, unknown>>';
  const rest = `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  return known === undefined ? rest : `${known} & ${rest}`;
}

function parametersOf({ parameters = [] }: Operation, place: string): string {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, schema }) => `readonly ${key(name)}${required ? '' : '?'}: ${typeOf(schema ?? {})};`);
  return fields.length === 0 ? 'undefined' : `{ ${fields.join(' ')} }`;
}

/** Type of the JSON of a successful response; undefined for an operation with pages only. */
function answerOf({ responses }: Operation): string | undefined {
  if ('204' in responses) return 'undefined';
  const [, success] = Object.entries(responses).find(([status]) => /^2\d\d$/.test(status)) ?? [];
  const schema = success?.content?.[JSON_TYPE]?.schema;
  return schema && typeOf(schema);
}

function operationsOf(document: ApiDocument, isWanted: (path: string, tags: readonly string[]) => boolean) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Partial<Record<string, Operation>>)[method];
      if (operation === undefined || !isWanted(path, operation.tags ?? [])) return [];
      const answer = answerOf(operation);
      return answer === undefined ? [] : [{ path, method, operation, answer }];
    }),
  );
}

type Found = ReturnType<typeof operationsOf>[number];

function operationType({ operation, answer }: Found): string {
  const body = operation.requestBody?.content?.[JSON_TYPE]?.schema;
  const optional = operation.requestBody?.required === true ? '' : ' | undefined';
  return lines([
    `  /** ${operation.summary ?? operation.operationId}. */`,
    `  readonly ${operation.operationId}: {`,
    `    readonly params: ${parametersOf(operation, 'path')};`,
    `    readonly query: ${parametersOf(operation, 'query')};`,
    `    readonly body: ${body === undefined ? 'undefined' : typeOf(body) + optional};`,
    `    readonly answer: ${answer};`,
    '  };',
  ]);
}

/** Components that these types refer to, directly or indirectly. */
function componentsIn(text: string, all: Readonly<Record<string, Schema>>, found = new Map<string, string>()) {
  for (const [name, schema] of Object.entries(all)) {
    if (found.has(name) || !new RegExp(`\\b${name}\\b`).test(text)) continue;
    const type = typeOf(schema);
    found.set(
      name,
      `/** ${schema.description ?? `\`${name}\` of the OpenAPI document.`} */\nexport type ${name} = ${type};`,
    );
    componentsIn(type, all, found);
  }
  return found;
}

/** Text of the module. */
export function operationsModule(
  document: ApiDocument,
  isWanted: (path: string, tags: readonly string[]) => boolean,
): string {
  const found = operationsOf(document, isWanted).toSorted((a, b) =>
    a.operation.operationId < b.operation.operationId ? -1 : 1,
  );
  const types = lines(found.map(operationType));
  const components = componentsIn(types, (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>);
  const table = found.map(
    ({ path, method, operation }) => `  ${operation.operationId}: ['${method.toUpperCase()}', '${path}'],`,
  );
  return lines([
    '/** Generated from the OpenAPI document by `npm run generate`. */',
    ...[...components].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
    '',
    '/** Operations by their `operationId`: what each takes and answers. */',
    'export interface Operations {',
    types,
    '}',
    '',
    '/** Method and path of each operation, below the mount path. */',
    'export const operations: { readonly [Id in keyof Operations]: readonly [method: string, path: string] } = {',
    ...table,
    '};',
    '',
  ]);
}
