/** The document of the HTTP interface, held against the grammar and the routes, both ways. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KNOWN } from '../../dist/grammar/dialects/prerender.js';
import { RENDER_PARAMETERS, SCREENSHOT_PARAMETERS } from '../../dist/grammar/dialects/rendertron.js';
import { isRenderLine, parseLine } from '../../dist/grammar/grammar.js';
import { METHODS } from '../../dist/server/methods.js';
import { openApiDocument } from '../../dist/server/openapi/index.js';
import { PURGE_PARAMETERS } from '../../dist/server/routes/cache.js';
import { ENDPOINTS } from '../../dist/server/openapi/endpoints.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly schema: { readonly description?: string } }>;
  readonly requestBody?: {
    readonly content: { 'application/json': { schema: { properties?: Record<string, object> } } };
  };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const document = openApiDocument() as {
  readonly paths: Paths;
  readonly components: { schemas: Record<string, object> };
};
const METHOD_NAMES = new Set(['get', 'post', 'delete', 'put', 'patch']);
const methodsOf = (path: string) => Object.keys(document.paths[path]!).filter((name) => METHOD_NAMES.has(name));
const lineOf = (path: string) => path.replace('{url}', encodeURIComponent('https://example.com/')).replace('{id}', 'a');

/** Endpoints with pages for people only. */
const FOR_PEOPLE = new Set(['home', 'explain', 'inspect', 'operator']);

test('each path and method of the document is one of its endpoint', () => {
  for (const [endpoint, paths] of Object.entries(ENDPOINTS)) {
    for (const path of Object.keys(paths)) {
      assert.equal(parseLine(lineOf(path))?.endpoint, endpoint, path);
      const served = new Set(METHODS[endpoint as keyof typeof METHODS].map((name) => name.toLowerCase()));
      assert.deepEqual(
        methodsOf(path).filter((name) => !served.has(name)),
        [],
        path,
      );
    }
  }
  const listed = Object.values(ENDPOINTS).flatMap((paths) => Object.keys(paths));
  assert.deepEqual(Object.keys(document.paths).toSorted(), listed.toSorted());
});

test('each method of each endpoint for programs is in the document', () => {
  for (const [endpoint, methods] of Object.entries(METHODS)) {
    const paths = Object.keys(ENDPOINTS[endpoint as keyof typeof ENDPOINTS]);
    assert.equal(paths.length === 0, FOR_PEOPLE.has(endpoint), endpoint);
    if (paths.length === 0) continue;
    const described = new Set(paths.flatMap(methodsOf));
    const served = methods.filter((name) => name !== 'HEAD').map((name) => name.toLowerCase());
    assert.deepEqual([...described].toSorted(), served.toSorted(), endpoint);
    if (methods.includes('GET')) assert.ok(methods.includes('HEAD'), endpoint);
  }
});

describe('parameters are those of the grammar', () => {
  const names = (path: string, method: string) =>
    (document.paths[path]?.[method]?.parameters ?? []).map(({ name }) => name).toSorted();
  for (const [path, method, known] of [
    ['/render/{url}', 'get', RENDER_PARAMETERS],
    ['/screenshot/{url}', 'get', SCREENSHOT_PARAMETERS],
    ['/screenshot/{url}', 'post', SCREENSHOT_PARAMETERS],
    ['/render', 'get', new Set([...KNOWN, 'format'])],
  ] as const) {
    test(`${method} ${path}`, () => assert.deepEqual(names(path, method), [...known].toSorted()));
  }
  test('post /render, where headers and cookies are objects', () => {
    const { properties = {} } =
      document.paths['/render']?.['post']?.requestBody?.content['application/json'].schema ?? {};
    const others = [...KNOWN].filter((name) => name !== 'header' && name !== 'cookie');
    const expected = [...others, 'format', 'headers', 'cookies', 'html', 'network'];
    assert.deepEqual(Object.keys(properties).toSorted(), expected.toSorted());
  });
  test('post /purge', () => assert.deepEqual(names('/purge', 'post'), [...PURGE_PARAMETERS].toSorted()));
  test('and each is described', () => {
    for (const path of Object.values(document.paths)) {
      for (const operation of Object.values(path)) {
        for (const { name, schema } of operation.parameters ?? []) {
          if (!['prefix', 'tag', 'pattern', 'dryRun', 'all'].includes(name)) assert.ok(schema.description, name);
        }
      }
    }
  });
});

test('every operation has an id of its own, and every reference leads to a schema', () => {
  const ids = Object.keys(document.paths).flatMap((path) =>
    methodsOf(path).map((name) => document.paths[path]![name]!.operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    assert.ok(document.components.schemas[name!], name);
  }
});

test('only renders can be signed, as the document says', () => {
  for (const path of Object.keys(document.paths)) {
    const line = parseLine(lineOf(path));
    const signed = parseLine(`/signed/a.1.b${lineOf(path)}`);
    assert.equal(signed !== undefined, line !== undefined && isRenderLine(line), path);
  }
});
