import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { overriddenMethod, parseBody, takeParsedBody } from '../../dist/platform/web/request/body.js';
import { nestFields } from '../../dist/platform/web/request/form-fields.js';
import { HttpError } from '../../dist/platform/web/index.js';

const LIMIT = 1024;
const FORM = 'application/x-www-form-urlencoded';
const status = (expected: number) => (error: unknown) => error instanceof HttpError && error.status === expected;
const post = (type: string | null, body?: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { ...(type !== null && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
    duplex: 'half',
  });

suite('form fields', () => {
  const nest = (query: string) => nestFields(new URLSearchParams(query));
  test('are nested', () => {
    assert.deepEqual(nest('user[policy_rule_age]=1&user[a][b]=2&c=3&d[]=4&d[]=5'), {
      user: { policy_rule_age: '1', a: { b: '2' } },
      c: '3',
      d: ['4', '5'],
    });
  });
  test('keep the last value of a name, as for a hidden 0 before a checkbox', () => {
    assert.deepEqual(nest('a=0&a=1'), { a: '1' });
  });
  test('may have names of Object.prototype', () => {
    const fields = nest('toString=1&hasOwnProperty[valueOf]=2');
    assert.deepEqual(fields, { toString: '1', hasOwnProperty: { valueOf: '2' } });
  });
  const refused = [
    '__proto__=1',
    '__proto__[polluted]=1',
    'a[__proto__][polluted]=1',
    'constructor[prototype][polluted]=1',
    'a[constructor]=1',
    'a[prototype]=1',
    'a[b][c][d][e][f]=1',
    'a[][b]=1',
    'a[=1',
    'a]=1',
    'a[b]c=1',
    'a[[b]]=1',
    '[a]=1',
    '=1',
    'a=1&a[b]=2',
    'a[b]=1&a=2',
    'a[]=1&a[b]=2',
    'a[b]=1&a[]=2',
    'a=1&a[]=2',
    Array.from({ length: 1001 }, (_, index) => `f${index}=1`).join('&'),
  ];
  for (const query of refused) {
    test(`the query ${query.slice(0, 40)} is refused with 400`, () => {
      assert.throws(() => nest(query), status(400));
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    });
  }
});

suite('bodies', () => {
  test('can be JSON, forms or empty', async () => {
    assert.deepEqual((await parseBody(post('application/json', '{"a":[1]}'), LIMIT)).value, { a: [1] });
    assert.deepEqual((await parseBody(post('application/merge-patch+json', '1'), LIMIT)).value, 1);
    assert.deepEqual((await parseBody(post(FORM, 'a[b]=1'), LIMIT)).value, { a: { b: '1' } });
    assert.deepEqual(await parseBody(post(null), LIMIT), { type: '', value: undefined });
    assert.equal((await parseBody(post('text/plain', ''), LIMIT)).value, undefined);
  });
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  const deep = '['.repeat(40) + ']'.repeat(40);
  const file = new FormData();
  file.set('upload', new File(['x'], 'x.txt'));
  const refused: [what: string, status: number, request: () => Request][] = [
    ['JSON as text/plain', 415, () => post('text/plain', '{}')],
    ['JSON without a media type', 415, () => post('', new Uint8Array([123, 125]))],
    ['XML', 415, () => post('application/xml', '<a/>')],
    ['compressed JSON', 415, () => post('application/json', '{}', { 'content-encoding': 'gzip' })],
    ['a file', 415, () => new Request('http://localhost/', { method: 'POST', body: file })],
    ['broken JSON', 400, () => post('application/json', '{"a":')],
    ['JSON that is not UTF-8', 400, () => post('application/json', bytes)],
    ['JSON with __proto__', 400, () => post('application/json', '{"a":{"__proto__":{"polluted":1}}}')],
    ['JSON nested too deeply', 400, () => post('application/json', deep)],
    ['multipart without its boundary', 400, () => post('multipart/form-data', 'x')],
    ['longer than the limit', 413, () => post('application/json', `"${'x'.repeat(LIMIT)}"`)],
    [
      'longer than the limit, with its Content-Length',
      413,
      () => post('application/json', '1', { 'content-length': '5000' }),
    ],
    [
      'longer than the limit, with a smaller Content-Length',
      413,
      () => post('application/json', 'x'.repeat(LIMIT + 1), { 'content-length': '1' }),
    ],
    ['an endless stream', 413, () => post('application/json', endless())],
  ];
  for (const [what, expected, request] of refused) {
    test(`a body is refused with ${expected}: ${what}`, () =>
      assert.rejects(parseBody(request(), LIMIT), status(expected)));
  }
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(256).fill(0x20)) });
}

suite('_method', () => {
  const form = (value: Record<string, string>) => ({ type: FORM, value });
  test('_method replaces the method of a form with PUT, PATCH or DELETE', () => {
    for (const name of ['PUT', 'patch', 'Delete']) {
      const { method, body } = overriddenMethod('POST', form({ _method: name, a: '1' }));
      assert.equal(method, name.toUpperCase());
      assert.deepEqual(body.value, { a: '1' });
    }
  });
  test('_method is ignored in JSON, multipart, and methods other than POST', () => {
    const value = { _method: 'DELETE' };
    for (const type of ['application/json', 'multipart/form-data']) {
      assert.equal(overriddenMethod('POST', { type, value }).method, 'POST');
    }
    assert.equal(overriddenMethod('PUT', form(value)).method, 'PUT');
  });
  for (const name of ['GET', 'HEAD', 'OPTIONS', 'POST', 'CONNECT', '', 'DELETE ']) {
    test(`_method "${name}" is refused with 400`, () =>
      assert.throws(() => overriddenMethod('POST', form({ _method: name })), status(400)));
  }
});

suite('a body that a parser of the host has read', () => {
  const sent = (type: string, length = '10') =>
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': type, 'content-length': length },
    });

  test('is used unchanged, without being serialised and parsed again', () => {
    const parsed = { user: { policy_rule_age: true, tags: ['ä', 1, null] } };
    const { type, value } = takeParsedBody(sent('application/json'), parsed, 100);
    assert.equal(type, 'application/json');
    assert.equal(value, parsed);
  });

  test('is refused if it reaches a prototype or is nested too deeply', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 40; level += 1) deep = { deep };
    for (const parsed of [JSON.parse('{"a":{"__proto__":{"admin":true}}}'), deep]) {
      assert.throws(() => takeParsedBody(sent('application/json'), parsed, 100), status(400));
    }
    assert.throws(() => takeParsedBody(sent(FORM), { a: { constructor: 'b' } }, 100), status(400));
  });

  test('is refused over the limit', () => {
    assert.throws(() => takeParsedBody(sent('application/json', '101'), {}, 100), status(413));
  });

  test('is nested like a form that is parsed here, whether the parser nests or not', () => {
    const nested = { user: { policy_rule_age: '1' }, tags: ['a', 'b'] };
    const flat = { 'user[policy_rule_age]': '1', 'tags[]': ['a', 'b'] };
    for (const parsed of [nested, flat]) {
      assert.deepEqual(takeParsedBody(sent(FORM), parsed, 100), { type: FORM, value: nested });
    }
  });
});
