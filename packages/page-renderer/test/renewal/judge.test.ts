/** The inputs of a result, and the reasons why it cannot be renewed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freshUntil, hasClock, validatorsOf } from '../../dist/renewal/answers.js';
import { packInputs, refused, unpackInputs } from '../../dist/renewal/inputs.js';
import type { Exchange } from '../../dist/renewal/judge.js';
import { judgeExchanges } from '../../dist/renewal/judge.js';
import { exchange, JUDGING, NOW, PAGE } from './support/inputs.ts';

const judge = (...exchanges: Exchange[]) => judgeExchanges(exchanges, JUDGING);
const reasonOf = (...exchanges: Exchange[]) => judge(...exchanges).refusal?.reason;
const NONE = { etag: undefined };
const DATE = 'Mon, 23 Nov 2026 12:00:00 GMT';
const EARLIER = 'Mon, 23 Nov 2026 11:59:59 GMT';

describe('a result can be renewed where every input', () => {
  for (const [what, one] of [
    ['has an entity tag', exchange()],
    ['has a weak one', exchange({ headers: { etag: 'W/"1"' } })],
    ['was changed before it was sent', exchange({ headers: { ...NONE, 'last-modified': EARLIER, date: DATE } })],
    ['is fresh by its own word', exchange({ headers: { ...NONE, 'cache-control': 'max-age=60' } })],
    ['has a validator, though it is not to be stored', exchange({ headers: { 'cache-control': 'no-store' } })],
    ['is a redirect', exchange({ status: 302, headers: { ...NONE, location: '/a' } })],
    ['says by its status that it is nothing', exchange({ type: 'Script', status: 404, headers: NONE, end: 'failed' })],
    ['is a picture that is not there', exchange({ type: 'Image', status: 404, headers: NONE })],
    ['is a question whether a script may ask', exchange({ method: 'OPTIONS', type: 'Preflight', headers: NONE })],
    ['is public, whoever asked for it', exchange({ sent: { cookie: 'a=1' }, headers: { 'cache-control': 'public' } })],
    ['sets only cookies that no script reads', exchange({ headers: { 'set-cookie': 'a=1; HttpOnly' } })],
    ['is answered to nobody', exchange({ type: 'Ping', method: 'POST' })],
    ['was not asked for, by a rule', exchange({ method: 'POST', end: 'unasked' })],
  ] as const) {
    test(what, () => assert.equal(judge(one).refusal, null));
  }
});

describe('a result can’t be renewed where an input', () => {
  for (const [reason, what, one] of [
    ['method', 'is a POST', exchange({ method: 'POST' })],
    ['method', 'is an OPTIONS of a script', exchange({ method: 'OPTIONS', type: 'Fetch' })],
    ['socket', 'is a stream of events', exchange({ type: 'EventSource' })],
    ['no-validator', 'has no validator', exchange({ headers: NONE })],
    ['no-validator', 'has none, and is stale', exchange({ headers: { ...NONE, 'cache-control': 'max-age=0' } })],
    [
      'no-validator',
      'changed in the second it was sent',
      exchange({ headers: { ...NONE, 'last-modified': DATE, date: DATE } }),
    ],
    ['no-validator', 'is a part of something', exchange({ status: 206 })],
    ['no-validator', 'is an error that a script may read', exchange({ type: 'Fetch', status: 404, headers: NONE })],
    [
      'no-validator',
      'is a picture with an error status',
      exchange({ type: 'Image', status: 404, headers: { ...NONE, 'content-type': 'image/png' } }),
    ],
    ['personal', 'was asked for with a cookie', exchange({ sent: { cookie: 'a=1' } })],
    ['personal', 'was asked for with credentials', exchange({ sent: { authorization: 'Bearer a' } })],
    [
      'personal',
      'is public, but varies by cookies',
      exchange({ sent: { cookie: 'a=1' }, headers: { 'cache-control': 'public', vary: 'Accept, Cookie' } }),
    ],
    [
      'personal',
      'sets a cookie that scripts read',
      exchange({ headers: { 'set-cookie': 'a=1; HttpOnly\nstock=3; Path=/' } }),
    ],
    ['vary', 'varies by anything', exchange({ headers: { vary: '*' } })],
    ['clock', 'has the moment in its address', exchange({ url: `${PAGE}a?t=${NOW - 1_000}` })],
    ['failed', 'broke off', exchange({ end: 'failed' })],
    ['failed', 'was never answered', { ...exchange(), answer: undefined }],
    ['unknown', 'was asked for nobody knows how', exchange({ sent: undefined })],
  ] as const) {
    test(`${what}: ${reason}`, () => {
      const { refusal, inputs } = judge(exchange(), one);
      assert.deepEqual([refusal?.reason, refusal?.url, inputs], [reason, one.url, []]);
    });
  }
  test('changed while the page was rendered: changed', () => {
    assert.equal(reasonOf(exchange(), exchange({ headers: { etag: '"2"' } })), 'changed');
    assert.equal(reasonOf(exchange(), exchange({ headers: { etag: 'W/"1"' } })), undefined);
  });
  test('is one of more than are remembered: too-many', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => exchange({ url: `${PAGE}${at}` }));
    assert.equal(reasonOf(...many(200)), undefined);
    assert.equal(reasonOf(...many(201)), 'too-many');
  });
});

test('the requested address itself may contain a time', () => {
  const url = `${PAGE}2026-11-23/`;
  assert.equal(judgeExchanges([exchange({ url })], { ...JUDGING, url }).refusal, null);
});

test('headers are remembered as they were sent, but for those that are secret, added or of one connection', () => {
  const sent = {
    ':path': '/',
    host: 'example.com',
    connection: 'keep-alive',
    cookie: 'a=1',
    'if-none-match': '"1"',
    'cache-control': 'max-age=0',
    'x-api': 'key',
    'x-secret': 'of the configuration',
    accept: '*/*',
  };
  const one = exchange({ sent, headers: { 'cache-control': 'public' } });
  const judging = { ...JUDGING, isAdded: (name: string) => name === 'x-secret' };
  assert.deepEqual(judgeExchanges([one], judging).sent, [
    [
      ['accept', '*/*'],
      ['x-api', 'key'],
    ],
  ]);
});

test('how long an answer is fresh', () => {
  const at = (headers: Record<string, string>) => {
    const until = freshUntil(headers, NOW);
    return until === 0 ? 0 : (until - NOW) / 1_000;
  };
  const control = (value: string) => at({ 'cache-control': value });
  assert.equal(control('max-age=60'), 60);
  assert.equal(control('Public, MAX-AGE="60"'), 60);
  assert.equal(control('max-age=60, s-maxage=10'), 10);
  for (const none of ['s-maxage=60', 'no-cache, max-age=60', 'max-age=60, no-store', 'max-age=-1', 'max-age=x', '']) {
    assert.equal(control(none), 0, none);
  }
  assert.equal(at({ 'cache-control': 'max-age=60', age: '20' }), 40);
  assert.equal(at({ 'cache-control': 'max-age=60', age: '90' }), 0);
  assert.equal(at({ expires: 'Mon, 23 Nov 2026 12:01:00 GMT', date: DATE }), 60);
  assert.equal(at({ expires: '0', date: DATE }), 0);
  assert.equal(at({ 'cache-control': 'max-age=0', expires: 'Mon, 23 Nov 2026 12:01:00 GMT', date: DATE }), 0);
});

test('invalid validators are ignored', () => {
  assert.deepEqual(validatorsOf({ etag: 'unquoted', 'last-modified': EARLIER }), { etag: null, lastModified: null });
});

test('the clock in an address', () => {
  for (const url of [
    '/a?d=2026-11-23',
    '/2026/11/22/',
    `/?_=${NOW}`,
    `/?v=${Math.floor(NOW / 1_000)}`,
    '/20261124.js',
  ]) {
    assert.equal(hasClock(url, NOW), true, url);
  }
  for (const url of ['/a?d=2025-11-23', '/12345678901234567', '/?v=1700000000', '/2026/']) {
    assert.equal(hasClock(url, NOW), false, url);
  }
});

test('inputs are the same after being stored, and invalid data is undefined', () => {
  const inputs = judge(exchange(), exchange({ url: `${PAGE}a`, status: 301, headers: { location: '/' } }));
  assert.deepEqual(unpackInputs(packInputs(inputs)), inputs);
  assert.equal(unpackInputs(new Uint8Array()), undefined);
  assert.equal(unpackInputs(Buffer.from('nothing of ours')), undefined);
  const long = Array.from({ length: 200 }, (_, at) => exchange({ url: `${PAGE}${at}/${'x'.repeat(2_000)}` }));
  assert.deepEqual(unpackInputs(packInputs(judge(...long))), refused('too-many'));
});
