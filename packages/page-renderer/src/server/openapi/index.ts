/** `GET /openapi.json`: the HTTP interface for programs (OpenAPI 3.1). */
import { z } from 'zod';
import { RENDERER_ERROR_CODES, RendererError } from '../../kernel/errors.ts';
import { VERSION } from '../../kernel/version.ts';
import { ENDPOINTS, type Operation, type Returned } from './endpoints.ts';
import { RENDER_PARAMETER_SCHEMAS, type Schema } from './parameters.ts';
import { SCHEMAS } from './schemas.ts';

const SECURITY = {
  render: [{}, { renderToken: [] }],
  admin: [{ adminToken: [] }],
  none: [],
} as const;

/** The document. Its servers are those that it was loaded from. */
export const openApiDocument = (): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'page-renderer',
    version: VERSION,
    description:
      'Renders pages in a headless browser. Every GET also exists as HEAD, and every render with GET as /signed/{signature} followed by its path.',
  },
  servers: [{ url: '/' }],
  paths: Object.fromEntries(
    Object.values(ENDPOINTS)
      .flatMap((paths) => Object.entries(paths))
      .map(([path, operations]) => [path, pathOf(path, operations)]),
  ),
  components: {
    schemas: Object.fromEntries(
      Object.entries(SCHEMAS).map(([name, schema]) => {
        const { $schema: _, ...described } = z.toJSONSchema(schema);
        return [name, described];
      }),
    ),
    securitySchemes: {
      renderToken: { type: 'http', scheme: 'bearer', description: 'the render token, where the configuration has one' },
      adminToken: { type: 'http', scheme: 'bearer', description: 'the admin token' },
    },
  },
});

function pathOf(path: string, operations: Readonly<Record<string, Operation | undefined>>): Schema {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const parameters = names.map((name) => {
    const schema = name === 'url' ? RENDER_PARAMETER_SCHEMAS['url']! : { type: 'string' };
    return { name, in: 'path', required: true, schema };
  });
  const methods = Object.entries(operations).flatMap(([method, operation]) =>
    operation ? [[method, operationOf(`${method} ${path}`, operation)]] : [],
  );
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(methods) };
}

function operationOf(name: string, operation: Operation): Schema {
  const { summary, access, query = [], required = [], body, status = 200, returns, returnsOfErrors } = operation;
  const schemas = Array.isArray(query)
    ? Object.fromEntries((query as readonly string[]).map((one) => [one, schemaOf(one)]))
    : (query as Readonly<Record<string, Schema>>);
  const parameters = Object.entries(schemas).map(([one, schema]) => ({
    name: one,
    in: 'query',
    required: required.includes(one),
    schema,
  }));
  const returned = Object.fromEntries(
    Object.entries(returns).map(([type, schema]) => [type, { schema: contentOf(schema) }]),
  );
  const isPage = 'text/html' in returns || 'image/jpeg' in returns;
  return {
    operationId: name.replaceAll(/\W+(\w)/g, (_, first: string) => first.toUpperCase()).replaceAll(/\W/g, ''),
    summary,
    security: SECURITY[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: {
        description: isPage ? 'what was asked for; other statuses are those of the page' : summary,
        content: returned,
      },
      default: {
        description: `an error: ${RENDERER_ERROR_CODES.length} codes, each with a page of its own`,
        content: {
          ...(returnsOfErrors && returned),
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  };
}

function schemaOf(parameter: string): Schema {
  const schema = RENDER_PARAMETER_SCHEMAS[parameter];
  if (schema) return schema;
  throw new RendererError('internal', `The parameter ${parameter} is not described`);
}

function contentOf(schema: Returned): Schema {
  if (typeof schema === 'object') return { anyOf: schema.map(contentOf) };
  if (schema === 'text') return { type: 'string' };
  // Without a type it is what its media type says (OpenAPI 3.1).
  return schema === 'binary' ? {} : { $ref: `#/components/schemas/${schema}` };
}

let made: string | undefined;

/** The route. */
export function answerOpenApi(): Response {
  made ??= JSON.stringify(openApiDocument());
  return new Response(made, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } });
}
