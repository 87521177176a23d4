import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { isParameter, segmentsOf } from '../../dist/platform/web/view/format.js';
import { bySpecificity } from '../../dist/platform/web/response/resource.js';
import { assertDescribed, type DescribedApi, operationOf } from '../support/openapi.ts';
import { sampleWeb } from '../support/sample-web.ts';

const web = sampleWeb();
const api = web.openApiDocument() as unknown as DescribedApi;
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const anna = { 'x-user': 'anna' };
const admin = { 'x-user': 'admin' };

const CASES: [method: string, path: string, status: number, headers?: Record<string, string>, body?: string][] = [
  ['GET', '/', 200],
  ['GET', '/notes/n1', 200],
  ['GET', '/notes/n1.json', 200],
  ['GET', '/notes/n1.json', 304, { 'if-none-match': '"n1"' }],
  ['GET', '/notes/none.json', 404],
  ['GET', '/notes/none', 404],
  ['GET', '/notes/n1.xml', 406],
  ['GET', '/notes/pending.json', 200, anna],
  ['GET', '/notes/pending.json', 401],
  ['GET', '/notes/pending', 401],
  ['GET', '/notes/pending.json?page=x', 422, anna],
  ['POST', '/notes.json', 201, { ...anna, ...json }, '{"note":{"title":"A","urgent":true}}'],
  ['POST', '/notes', 303, { ...anna, ...form }, 'note[title]=A&note[urgent]=1'],
  ['POST', '/notes', 422, { ...anna, ...form }, 'note[title]='],
  ['POST', '/notes.json', 422, { ...anna, ...json }, '{}'],
  ['POST', '/notes.json', 400, { ...anna, ...json }, '{'],
  ['POST', '/notes.json', 401, json, '{"note":{"title":"A"}}'],
  ['POST', '/notes.json', 403, { ...anna, ...json, 'sec-fetch-site': 'cross-site' }, '{}'],
  ['POST', '/notes.json', 415, { ...anna, 'content-type': 'text/plain' }, '{}'],
  ['POST', '/echo.json', 413, json, `"${'x'.repeat(600_000)}"`],
  ['POST', '/echo', 200, json, '[1]'],
  ['DELETE', '/notes/n1.json', 403, anna],
  ['DELETE', '/notes/n1.json', 409, admin],
  ['DELETE', '/notes/a.b@example.com.json', 200, admin],
  ['DELETE', '/notes/none.json', 404, admin],
  ['GET', '/admin.json', 200, admin],
  ['GET', '/admin', 403, anna],
  ['GET', '/failures/inside.json', 500],
  ['GET', '/failures/promise', 500],
];

suite('the OpenAPI document describes every response of a route:', () => {
  for (const [method, path, status, headers = {}, body] of CASES) {
    test(`the OpenAPI document describes the response ${status} of ${method} ${path}`, async () => {
      const init = { method, headers, ...(body !== undefined && { body }) };
      const response = await web.fetch(new Request(`https://host.test/policies${path}`, init));
      assert.equal(response.status, status, await response.clone().text());
      await assertDescribed(api, method, path, response);
    });
  }

  test('these cases include every route', () => {
    const described = Object.entries(api.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const used = new Set(CASES.map(([method, path]) => `${method} ${operationOf(api, method, path).template}`));
    // The stream is tested on the hosts, where it is one.
    assert.deepEqual(
      described.filter((name) => !used.has(name)),
      ['GET /stream'],
    );
  });
});

test('no path of the engine is hidden by one with a parameter', async () => {
  await using made = await getTestEngine();
  const paths = Object.keys(made.engine.openApiDocument().paths).map((path) => ({ path, segments: segmentsOf(path) }));
  for (const shuffled of [paths, paths.toReversed()]) {
    const sorted = shuffled.toSorted(bySpecificity);
    for (const [place, { path, segments }] of sorted.entries()) {
      const hiding = sorted
        .slice(0, place)
        .find(
          (other) =>
            other.segments.length === segments.length &&
            other.segments.every((segment, index) => isParameter(segment) || segment === segments[index]),
        );
      assert.equal(hiding?.path, undefined, path);
    }
  }
});

suite('the OpenAPI check finds', () => {
  const problem = (status: number, extra: object = {}) =>
    Response.json(
      { type: 'about:blank', title: '', status, detail: '', instance: '/', code: 'x', request_id: '1', ...extra },
      { status, headers: { 'content-type': 'application/problem+json' } },
    );
  const note = { id: '1', title: 'A', urgent: false };
  const bad: [what: string, response: Response, message: RegExp][] = [
    ['an undeclared status', Response.json(note, { status: 418 }), /418 is not declared/],
    ['an undeclared content type', new Response('a,b', { headers: { 'content-type': 'text/csv' } }), /"text\/csv"/],
    ['a missing field', Response.json({ id: '1', title: 'A' }), /urgent/],
    ['a field too many', Response.json({ ...note, secret: 1 }), /secret/],
    ['a field of another type', Response.json({ ...note, id: 1 }), /id/],
    ['a problem with a field too many', problem(404, { stack: 'Error' }), /stack/],
    [
      'content where none is declared',
      new Response('x', { status: 200, headers: { 'content-type': '' } }),
      /content type/,
    ],
  ];
  for (const [what, response, message] of bad) {
    test(`a response with ${what} does not match the OpenAPI document`, async () => {
      await assert.rejects(assertDescribed(api, 'GET', '/notes/n1.json', response), message);
    });
  }
  test('an undescribed path', async () => {
    await assert.rejects(assertDescribed(api, 'GET', '/nowhere', Response.json(note)), /is not described/);
  });
  test('the check accepts a response that is described', async () => {
    assert.deepEqual(await assertDescribed(api, 'GET', '/notes/n1.json', Response.json(note)), note);
    await assertDescribed(api, 'GET', '/notes/n1.json', problem(404));
  });
});
