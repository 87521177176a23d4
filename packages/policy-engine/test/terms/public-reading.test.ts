/** `GET /user_terms/{rule}`: public, and cacheable if it is the same for everybody with those headers. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import type { TestEngine } from 'policy-engine/testing';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { apiOf, assertDescribed } from '../support/openapi.ts';

const PATH = '/policies/user_terms/cookie';
let shop: TestEngine;

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await shop.engine.fetch(new Request(TEST_ORIGIN + path, { headers }));
  await assertDescribed(apiOf(shop.engine), 'GET', path.replace('/policies', ''), response);
  const etag = response.headers.get('etag');
  return { status: response.status, headers: response.headers, etag, text: await response.text() };
}
const publish = (rule: string, description: string) =>
  shop
    .as('admin')
    .json('POST', `/policies/categories/${rule}/terms.json`, { description, state: 'published', material: false });
const varies = (headers: Headers) => (headers.get('vary') ?? '').toLowerCase().split(', ');

beforeEach(async () => {
  shop = await getTestEngine({ appearance: { stylesheets: ['/shop.css'] } });
  await publish('cookie', '# Cookies\n\nTwo of them.');
});
afterEach(() => shop[Symbol.asyncDispose]());

suite('signed out, a policy', () => {
  for (const [format, path] of [
    ['JSON', `${PATH}.json`],
    ['a page', PATH],
  ] as const) {
    test(`a public text is cacheable as ${format}, and 304 for a client that has it`, async () => {
      const { status, headers, etag, text } = await read(path);
      assert.equal(status, 200);
      assert.match(text, /Two of them\./);
      assert.equal(headers.get('cache-control'), 'public, max-age=30, must-revalidate');
      for (const name of ['cookie', 'accept', 'accept-language']) assert.ok(varies(headers).includes(name), name);
      assert.match(etag ?? '', /^"[\w-]{22}"$/);
      assert.equal(headers.getSetCookie().length, 0);
      for (const known of [etag ?? '', `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await read(path, { 'if-none-match': known });
        assert.deepEqual([again.status, again.text, again.etag], [304, '', etag]);
        assert.equal(again.headers.get('cache-control'), headers.get('cache-control'));
        assert.deepEqual(varies(again.headers).toSorted(), varies(headers).toSorted());
        // It would replace the policy that the page was stored with.
        assert.equal(again.headers.get('content-security-policy'), null);
      }
      assert.equal((await read(path)).etag, etag, 'the same for the next visitor');
      assert.equal((await read(path, { 'if-none-match': '"other"' })).status, 200);
    });
  }

  test('has another ETag for any other content', async () => {
    const tags = new Set<string | null>();
    const add = async (path: string, headers: Record<string, string> = {}) =>
      tags.add((await read(path, headers)).etag);
    await add(`${PATH}.json`);
    await add(`${PATH}.json`, { 'accept-language': 'tr' });
    await add(`${PATH}.json`, { cookie: 'policy_rule_cookie=accepted' });
    await add(`${PATH}.json`, { cookie: 'policy_rule_cookie=rejected' });
    await add(PATH);
    await add(PATH, { 'accept-language': 'fr' });
    await add(PATH, { cookie: 'policy_rule_cookie=accepted' });
    assert.equal(tags.size, 7);
    await publish('cookie', '# Cookies\n\nThree of them.');
    await add(`${PATH}.json`);
    await add(PATH);
    assert.equal(tags.size, 9);
  });

  test('shows the decision in the visitor’s cookies', async () => {
    const accepted = await read(`${PATH}.json`, {
      cookie: 'policy_rule_cookie=accepted; policy_rule_cookie_version=1',
    });
    assert.equal((JSON.parse(accepted.text) as { state: string }).state, 'accepted');
    assert.match(accepted.headers.get('cache-control') ?? '', /^public/);
  });

  test('has no scripts if it is cacheable: their nonce would be shared', async () => {
    const { headers, text } = await read(PATH);
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'none'/);
    assert.match(headers.get('content-security-policy') ?? '', /style-src 'self'/);
    assert.doesNotMatch(text, /<script|nonce/);
    assert.match(text, /<link rel="stylesheet" href="\/shop\.css"/);
  });

  test('is not cacheable if the response sets a cookie', async () => {
    const { headers, text } = await read(PATH, { cookie: 'policy_engine_notice=notice.saved' });
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.equal(headers.get('etag'), null);
    assert.equal(headers.getSetCookie().length, 1);
    assert.match(text, /role="status"/);
  });

  test('is not cacheable while it is missing', async () => {
    const missing = await read('/policies/user_terms/age.json', { 'if-none-match': '*' });
    assert.equal(missing.status, 404);
    assert.match(missing.text, /no term for age policy/);
    assert.equal(missing.headers.get('cache-control'), 'private, no-store');
  });
});

test('signed in, a policy depends on the user, and is not cacheable', async () => {
  const { etag } = await read(`${PATH}.json`);
  for (const path of [`${PATH}.json`, PATH]) {
    const mine = await read(path, { 'x-test-user': 'anna', 'if-none-match': etag ?? '' });
    assert.deepEqual([mine.status, mine.etag], [200, null]);
    assert.equal(mine.headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(
      ['cookie', 'accept'].filter((name) => !varies(mine.headers).includes(name)),
      [],
    );
  }
});
