/** Compares a real response with the OpenAPI document: the document must declare everything that an operation returns. */
import assert from 'node:assert/strict';
import { z } from 'zod';

interface MediaType {
  readonly schema?: object;
}
interface ResponseObject {
  readonly content?: Readonly<Record<string, MediaType>>;
}
type Operation = { readonly responses: Readonly<Record<string, ResponseObject>> };

/** The part of an OpenAPI 3.1 document that is used. */
export interface DescribedApi {
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

const documents = new WeakMap<object, DescribedApi>();

/** The document of an engine or its web part, created once: describing all operations takes 50 ms. */
export function apiOf(engine: { openApiDocument(): unknown }): DescribedApi {
  const known = documents.get(engine);
  if (known !== undefined) return known;
  const api = engine.openApiDocument() as DescribedApi;
  documents.set(engine, api);
  return api;
}

function fits(template: string, path: string): boolean {
  const expected = template.split('/');
  const actual = path.split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => segment.startsWith('{') || segment === actual[index])
  );
}

/** The declared operation for a path below the mount path; literal paths win over parameters. */
export function operationOf(
  api: DescribedApi,
  method: string,
  path: string,
): { template: string; operation: Operation } {
  const plain = path.split('?', 1)[0]?.replace(/\.(?:json|html)$/, '') || '/';
  const parameters = (template: string) => template.split('{').length;
  const candidates = Object.keys(api.paths ?? {})
    .filter((template) => fits(template, plain))
    .toSorted((a, b) => parameters(a) - parameters(b));
  for (const template of candidates) {
    const item = api.paths?.[template] as Readonly<Record<string, Operation | undefined>>;
    const operation = item[method.toLowerCase()];
    if (operation !== undefined) return { template, operation };
  }
  assert.fail(`${method} ${path} is not described`);
}

/** Undeclared properties count as an error, although JSON Schema allows them by default. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'enum' || key === 'example' ? value : closed(value)]),
  );
  if (copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy)) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

const validators = new WeakMap<object, z.ZodType>();

/** Created once for each schema of a document. */
function validatorOf(api: DescribedApi, schema: object): z.ZodType {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = newValidator(api, schema);
  validators.set(schema, validator);
  return validator;
}

function newValidator(api: DescribedApi, schema: object): z.ZodType {
  const local = { ...schema, $defs: api.components?.schemas ?? {} };
  const text = JSON.stringify(local).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(closed(JSON.parse(text)) as Parameters<typeof z.fromJSONSchema>[0]);
}

/**
 * Asserts that a response is declared by its operation: status, content type, and for JSON the body.
 *
 * @param path - below the mount path, as it was requested
 * @returns the parsed JSON, or the text
 */
export async function assertDescribed(
  api: DescribedApi,
  method: string,
  path: string,
  response: Response,
): Promise<unknown> {
  const { template, operation } = operationOf(api, method, path);
  const where = `${method} ${template} → ${response.status}`;
  const declared = operation.responses[response.status];
  assert.ok(declared, `${where} is not declared; declared are ${Object.keys(operation.responses).join(', ')}`);
  const text = await response.clone().text();
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (declared.content === undefined) {
    assert.equal(text, '', `${where} declares no content`);
    return text;
  }
  const media = declared.content[type];
  assert.ok(
    media,
    `${where}: content type "${type}" is not declared; declared are ${Object.keys(declared.content).join(', ')}`,
  );
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) return text;
  assert.ok(media.schema, `${where}: ${type} has no schema`);
  const body: unknown = JSON.parse(text);
  const result = validatorOf(api, media.schema).safeParse(body);
  assert.ok(
    result.success,
    `${where} does not match its schema: ${result.error && z.prettifyError(result.error)}\n${text}`,
  );
  return body;
}
