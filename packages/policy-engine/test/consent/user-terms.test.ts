/** The user-term endpoints, and the form of all their responses. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { RuleCallbackContext } from 'policy-engine';
import type { TestClient, TestEngine } from 'policy-engine/testing';
import { getTestEngine } from 'policy-engine/testing';
import { assertDescribed, type DescribedApi } from '../support/openapi.ts';

const BASE = '/policies';

let engine: TestEngine;
let api: DescribedApi;
const calls: string[] = [];
const faults: unknown[] = [];

function note(verb: string) {
  return ({ rule, user, cookies }: RuleCallbackContext) => {
    calls.push(`${verb} ${rule} ${user?.id ?? 'anonymous'}`);
    if (rule === 'privacy_terms') throw new Error('callback failed');
    cookies.set('from_callback', verb);
  };
}

beforeEach(async () => {
  calls.length = 0;
  faults.length = 0;
  engine = await getTestEngine({
    rules: [
      { name: 'cookie', label: 'Cookies', sessionless: true, onAccept: note('accept'), onReject: note('reject') },
      { name: 'age', blocking: true, validatesOn: ['create', 'update'], onAccept: note('accept') },
      { name: 'privacy_terms', blocking: true, onAccept: note('accept'), onReject: note('reject') },
    ],
    scripts: [
      {
        name: 'stats',
        script: '<script></script>',
        environments: ['test'],
        cookies: ['_ga', '_gid'],
        domain: '.shop.test',
      },
      { name: 'kept', script: '', environments: ['production'], cookies: ['_kept'], permanent: true },
    ],
    logger: { error: (message, details) => void faults.push({ message, ...details }) },
  });
  api ??= engine.engine.openApiDocument();
});
afterEach(() => engine[Symbol.asyncDispose]());

async function publish(rule: string, description = `# ${rule}\n\nText.`): Promise<void> {
  const made = await engine.as('admin').json('POST', `${BASE}/categories/${rule}/terms.json`, {
    description,
    state: 'published',
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

/** Requests JSON and compares the response with the OpenAPI document. */
async function ask(client: TestClient, method: string, path: string, body?: unknown) {
  const response = await client.fetch(BASE + path, {
    method,
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await assertDescribed(api, method, path, response.clone());
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

type Item = { name: string; state: string; status: string; error?: string };
const listed = (body: unknown) => (body as Item[]).map(({ name, state }) => `${name} ${state}`);

describe('before any text is published', () => {
  test('every rule is listed as pending with the error of the specification', async () => {
    const { status, body } = await ask(engine.as('anna'), 'GET', '/user_terms/pending.json');
    assert.equal(status, 200);
    assert.deepEqual(
      (body as unknown as Item[]).map(({ name, error }) => [name, error]),
      [
        ['cookie', 'no term for cookie policy'],
        ['age', 'no term for age policy'],
        ['privacy_terms', 'no term for privacy_terms policy'],
      ],
    );
  });
  for (const [method, path] of [
    ['GET', '/user_terms/age.json'],
    ['PUT', '/user_terms/age/accept.json'],
    ['PUT', '/user_terms/age/reject.json'],
  ] as const) {
    test(`${method} ${path} is 404 with that sentence`, async () => {
      const { status, body } = await ask(engine.as('anna'), method, path);
      assert.equal(status, 404);
      assert.equal(body['detail'], 'no term for age policy');
      assert.equal(body['code'], 'missing_term');
    });
  }
  test('one missing text does not affect other rules', async () => {
    const home = async () => (await engine.as(null).fetch('/policies', { headers: { accept: 'text/html' } })).text();
    assert.match(await home(), /No policies yet/);
    await publish('cookie');
    assert.deepEqual((await home()).match(/href="\/policies\/user_terms\/[^"]+/g), [
      'href="/policies/user_terms/cookie',
    ]);
    const anna = engine.as('anna');
    assert.equal((await ask(anna, 'PUT', '/user_terms/cookie/accept.json')).status, 200);
    assert.deepEqual(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body), [
      'age passive',
      'privacy_terms passive',
    ]);
    const html = await (await anna.fetch(`${BASE}/user_terms/pending`)).text();
    // Nobody can decide on a text that is not there: nothing waits, and the privacy centre says why.
    assert.match(html, /No decisions pending/);
    const centre = await (await anna.fetch(`${BASE}/privacy`)).text();
    const [, unpublished = ''] = centre.split('Not published yet');
    assert.match(unpublished, /data-error="no term for age policy"/);
    assert.doesNotMatch(centre, /id="rule-age"|>[^<]*no term for/);
  });
});

describe('a signed-in user', () => {
  beforeEach(() => Promise.all(['cookie', 'age', 'privacy_terms'].map((rule) => publish(rule))));

  test('accepts a rule, and it stays accepted', async () => {
    const anna = engine.as('anna');
    const accepted = await ask(anna, 'PUT', '/user_terms/age/accept.json');
    assert.equal(accepted.status, 200);
    assert.deepEqual([accepted.body['state'], accepted.body['status']], ['accepted', 'accepted']);
    assert.deepEqual(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body), [
      'cookie passive',
      'privacy_terms passive',
    ]);
    const shown = await ask(anna, 'GET', '/user_terms/age.json');
    assert.deepEqual([shown.body['state'], shown.body['url']], ['accepted', '/policies/user_terms/age/reject']);
    assert.match(String(shown.body['body']), /<h2[^>]*>age<\/h2>/);
    assert.match(String(shown.body['hash']), /^[0-9a-f]{64}$/);
  });
  test('is found by the ID of the user term as well, but not by that of another user', async () => {
    const id = String((await ask(engine.as('anna'), 'PUT', '/user_terms/age/accept.json')).body['id']);
    assert.notEqual(id, 'age');
    assert.equal((await ask(engine.as('anna'), 'GET', `/user_terms/${id}.json`)).body['name'], 'age');
    assert.equal((await ask(engine.as('anna'), 'PUT', `/user_terms/${id}/reject.json`)).body['state'], 'rejected');
    assert.equal((await ask(engine.as('bob'), 'GET', `/user_terms/${id}.json`)).status, 404);
    assert.equal((await ask(engine.as('bob'), 'PUT', `/user_terms/${id}/accept.json`)).status, 404);
  });
  test('gets the same result for a repeated decision, which changes nothing', async () => {
    const anna = engine.as('anna');
    for (const [verb, state] of [
      ['accept', 'accepted'],
      ['accept', 'accepted'],
      ['reject', 'rejected'],
      ['reject', 'rejected'],
      ['accept', 'accepted'],
    ] as const) {
      const { status, body } = await ask(anna, 'PUT', `/user_terms/cookie/${verb}.json`);
      assert.deepEqual([status, body['state'], body['status']], [200, state, state]);
    }
    assert.deepEqual(calls, ['accept cookie anna', 'reject cookie anna', 'accept cookie anna']);
  });
  test('has a rejected rule as pending, but not as undecided', async () => {
    const anna = engine.as('anna');
    await ask(anna, 'PUT', '/user_terms/age/reject.json');
    assert.ok(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('age rejected'));
  });
  test('is asked again by a new version', async () => {
    const anna = engine.as('anna');
    await ask(anna, 'PUT', '/user_terms/age/accept.json');
    await publish('age', 'A new text.');
    assert.ok(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('age passive'));
    await ask(anna, 'PUT', '/user_terms/age/accept.json');
    assert.ok(!listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('age accepted'));
  });
  test('is not asked again by a version that is not material, but is by a material one before it', async () => {
    const editorial = async () => {
      const made = await engine.as('admin').json('POST', `${BASE}/categories/age/terms.json`, {
        description: 'A comma.',
        state: 'published',
        material: false,
      });
      assert.equal(made.status, 201);
    };
    const [anna, bob] = [engine.as('anna'), engine.as('bob')];
    await ask(anna, 'PUT', '/user_terms/age/accept.json');
    await editorial();
    assert.equal((await ask(anna, 'GET', '/user_terms/age.json')).body['state'], 'accepted');
    await publish('age', 'Something else.');
    await ask(bob, 'PUT', '/user_terms/age/accept.json');
    await editorial();
    assert.equal((await ask(anna, 'GET', '/user_terms/age.json')).body['state'], 'passive');
    assert.equal((await ask(bob, 'GET', '/user_terms/age.json')).body['state'], 'accepted');
  });
  test('lists all rules in their order with the decision on each', async () => {
    const anna = engine.as('anna');
    await ask(anna, 'PUT', '/user_terms/privacy_terms/reject.json');
    const { body } = await ask(anna, 'GET', '/user_terms.json');
    assert.deepEqual(listed(body), ['cookie passive', 'age passive', 'privacy_terms rejected']);
  });
  test('decides on several rules at once; omitted ones do not change', async () => {
    const anna = engine.as('anna');
    const { status, body } = await ask(anna, 'PUT', '/user_terms/accept_multiples.json', {
      user: { policy_rule_age: true, policy_rule_cookie: false },
    });
    assert.equal(status, 200);
    assert.deepEqual(listed(body), ['privacy_terms passive']);
    assert.equal((await ask(anna, 'GET', '/user_terms/cookie.json')).body['state'], 'rejected');
    assert.equal(anna.cookies.get('policy_rule_cookie'), 'rejected');
    assert.deepEqual(calls.toSorted(), ['accept age anna', 'reject cookie anna']);
  });
  test('accepts no text of several that is not the one that was read', async () => {
    const anna = engine.as('anna');
    const hashOf = async (rule: string) => String((await ask(anna, 'GET', `/user_terms/${rule}.json`)).body['hash']);
    const hashes = { age: await hashOf('age'), privacy_terms: await hashOf('age') };
    const accept = async (given: object) =>
      ask(anna, 'PUT', '/user_terms/accept_multiples.json', {
        user: { policy_rule_age: true, policy_rule_privacy_terms: true },
        hashes: given,
      });
    const { status, body } = await accept(hashes);
    assert.deepEqual([status, body['code']], [409, 'text_changed']);
    assert.equal((await ask(anna, 'GET', '/user_terms/age.json')).body['state'], 'passive');
    assert.equal((await accept({ ...hashes, privacy_terms: await hashOf('privacy_terms') })).status, 200);
  });
  test('links from the page about a changed text to that text', async () => {
    const response = await engine.as('anna').fetch(`${BASE}/user_terms/age/accept`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ _method: 'PUT', hash: '0'.repeat(64) }),
    });
    assert.equal(response.status, 409);
    assert.match(await response.text(), /<a class="[^"]*" href="[^"]*\/user_terms\/age">Read the text<\/a>/);
  });
  test('may accept several rules by a form, and again after a rejection', async () => {
    const anna = engine.as('anna');
    await ask(anna, 'PUT', '/user_terms/age/reject.json');
    const response = await anna.fetch(`${BASE}/user_terms/accept_multiples`, {
      method: 'POST',
      body: new URLSearchParams({ _method: 'PUT', 'user[policy_rule_age]': '1' }),
    });
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), '/policies/user_terms/pending');
    assert.ok(
      !listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).some((line) => line.startsWith('age')),
    );
  });
  test('stores nothing by a decision that names no rule', async () => {
    const anna = engine.as('anna');
    const { status, body } = await ask(anna, 'PUT', '/user_terms/accept_multiples.json', {
      user: { policy_rule_age: true, policy_rule_nothing: true },
    });
    assert.equal(status, 422);
    assert.deepEqual(
      (body['errors'] as Array<{ field: string }>).map(({ field }) => field),
      ['user.policy_rule_nothing'],
    );
    assert.ok(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('age passive'));
  });
  test('gets 400 for several decisions without `user`', async () => {
    for (const body of [{}, { how: 'api' }, undefined]) {
      assert.equal((await ask(engine.as('anna'), 'PUT', '/user_terms/accept_multiples.json', body)).status, 400);
    }
  });
  test('loses no decision by a callback that throws, which is reported', async () => {
    const anna = engine.as('anna');
    assert.equal((await ask(anna, 'PUT', '/user_terms/privacy_terms/accept.json')).status, 200);
    assert.ok(!listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('privacy_terms passive'));
    assert.equal(faults.length, 1);
    assert.match(JSON.stringify(faults[0]), /a callback of a rule failed.*privacy_terms/);
  });
  test('makes two simultaneous first decisions: one row, both with status 200', async () => {
    const anna = engine.as('anna');
    const answers = await Promise.all([
      ask(anna, 'PUT', '/user_terms/age/accept.json'),
      ask(anna, 'PUT', '/user_terms/age/accept.json'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(calls.length, 1);
  });
  test('is redirected to the path that a form of the host names, but never to another site', async () => {
    const anna = engine.as('anna');
    for (const [wanted, location] of [
      ['/products/1?page=2', '/products/1?page=2'],
      ['https://evil.test/', '/policies/privacy#rule-age'],
      ['//evil.test/', '/policies/privacy#rule-age'],
      ['/\\\\evil.test/', '/policies/privacy#rule-age'],
    ] as const) {
      const response = await anna.fetch(`${BASE}/user_terms/age/accept`, {
        method: 'POST',
        body: new URLSearchParams({ _method: 'PUT', return_to: wanted }),
      });
      assert.deepEqual([response.status, response.headers.get('location')], [303, location], wanted);
    }
  });
  test('sees the HTML page and is redirected back to it with a notice', async () => {
    const anna = engine.as('anna');
    const page = await (await anna.fetch(`${BASE}/user_terms/pending`)).text();
    assert.match(page, /<form[^>]*action="\/policies\/user_terms\/age\/accept"/);
    const response = await anna.fetch(`${BASE}/user_terms/age/accept`, {
      method: 'POST',
      body: new URLSearchParams({ _method: 'PUT' }),
    });
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/policies/privacy#rule-age']);
    assert.match(await (await anna.fetch(`${BASE}/privacy`)).text(), /You accepted \u2068Age\u2069\./);
  });
});

describe('a visitor without an account', () => {
  beforeEach(() => Promise.all(['cookie', 'age'].map((rule) => publish(rule))));

  test('decides on a sessionless rule, and gets the cookies of the convention', async () => {
    const visitor = engine.as(null);
    const { status, headers, body } = await ask(visitor, 'PUT', '/user_terms/cookie/accept.json');
    assert.deepEqual([status, body['state']], [200, 'accepted']);
    const line = headers.getSetCookie().find((text) => text.startsWith('policy_rule_cookie='));
    assert.equal(line, 'policy_rule_cookie=accepted; Path=/; Max-Age=34560000; SameSite=Lax');
    assert.equal((await ask(visitor, 'GET', '/user_terms/cookie.json')).body['state'], 'accepted');
  });
  test('gets 401 for a rule that needs a user', async () => {
    const { status, body } = await ask(engine.as(null), 'PUT', '/user_terms/age/accept.json');
    assert.deepEqual([status, body['code']], [401, 'sign_in_required']);
  });
  test('reads any text', async () => {
    const { status, body } = await ask(engine.as(null), 'GET', '/user_terms/age.json');
    assert.deepEqual([status, body['state']], [200, 'passive']);
  });
  for (const [method, path] of [
    ['GET', '/user_terms.json'],
    ['GET', '/user_terms/pending.json'],
    ['PUT', '/user_terms/accept_multiples.json'],
  ] as const) {
    test(`${method} ${path} needs a user: 401`, async () => {
      assert.equal((await ask(engine.as(null), method, path, method === 'PUT' ? { user: {} } : undefined)).status, 401);
    });
  }
  test('has a rejection stored, and the callback runs once', async () => {
    const visitor = engine.as(null);
    await ask(visitor, 'PUT', '/user_terms/cookie/accept.json');
    await ask(visitor, 'PUT', '/user_terms/cookie/reject.json');
    await ask(visitor, 'PUT', '/user_terms/cookie/reject.json');
    assert.equal(visitor.cookies.get('policy_rule_cookie'), 'rejected');
    assert.equal(visitor.cookies.get('from_callback'), 'reject');
    assert.deepEqual(calls, ['accept cookie anonymous', 'reject cookie anonymous']);
  });
  test('is asked again by a new version', async () => {
    const visitor = engine.as(null);
    await ask(visitor, 'PUT', '/user_terms/cookie/reject.json');
    await publish('cookie', 'Another text.');
    assert.equal((await ask(visitor, 'GET', '/user_terms/cookie.json')).body['state'], 'passive');
  });
  test('counts as having accepted if a script set the cookie', async () => {
    const response = await engine
      .as(null)
      .fetch(`${BASE}/user_terms/cookie.json`, { headers: { cookie: 'policy_rule_cookie=accepted' } });
    assert.equal(((await response.json()) as Item).state, 'accepted');
  });
  test('is undecided if the decision cookie is invalid', async () => {
    const response = await engine
      .as(null)
      .fetch(`${BASE}/user_terms/cookie.json`, { headers: { cookie: 'policy_rule_cookie=<b>' } });
    assert.equal(((await response.json()) as Item).state, 'passive');
  });
});

describe('on rejection', () => {
  test('the cookies of the rule’s scripts are deleted by name and domain, permanent ones kept', async () => {
    await publish('cookie');
    const { headers } = await ask(engine.as(null), 'PUT', '/user_terms/cookie/reject.json');
    const deleted = headers.getSetCookie().filter((line) => line.includes('Max-Age=0'));
    for (const name of ['_ga', '_gid']) {
      assert.ok(
        deleted.some((line) => line.startsWith(`${name}=; `) && line.includes('Domain=shop.test')),
        name,
      );
      assert.ok(
        deleted.some((line) => line.startsWith(`${name}=; `) && !line.includes('Domain=')),
        `${name}, host only`,
      );
    }
    assert.ok(!headers.getSetCookie().some((line) => line.startsWith('_kept')));
  });
});

describe('a request', () => {
  test('for an unknown rule is 404', async () => {
    assert.equal((await ask(engine.as('anna'), 'GET', '/user_terms/nothing.json')).status, 404);
    assert.equal((await ask(engine.as('anna'), 'PUT', '/user_terms/nothing/accept.json')).status, 404);
  });
  test('with an unknown suffix is 406, and changes nothing', async () => {
    await publish('age');
    const anna = engine.as('anna');
    const response = await anna.fetch(`${BASE}/user_terms/age/accept.xml`, { method: 'PUT' });
    assert.equal(response.status, 406);
    assert.ok(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('age passive'));
  });
  test('for the list of blocking rules needs no account', async () => {
    const { body } = await ask(engine.as(null), 'GET', '/user_terms/blocking_terms.json');
    assert.deepEqual(body, ['age', 'privacy_terms']);
  });
  test('that changes something is refused from other sites', async () => {
    await publish('age');
    const anna = engine.as('anna');
    for (const site of ['cross-site', 'same-site']) {
      const response = await anna.fetch(`${BASE}/user_terms/age/accept.json`, {
        method: 'PUT',
        headers: { 'sec-fetch-site': site },
      });
      assert.equal(response.status, 403, site);
    }
    assert.ok(listed((await ask(anna, 'GET', '/user_terms/pending.json')).body).includes('age passive'));
  });
});

describe('the engine at the mount path', () => {
  test('describes every route at openapi.json', async () => {
    const { status, body } = await ask(engine.as(null), 'GET', '/openapi.json');
    assert.equal(status, 200);
    assert.equal(body['openapi'], '3.1.0');
    const paths = Object.keys(body['paths'] as object);
    for (const path of ['/user_terms/pending', '/user_terms/{id}/accept', '/categories/{rule}/terms', '/openapi']) {
      assert.ok(paths.includes(path), path);
    }
  });
  test('lists the policies to everybody', async () => {
    const { body } = await ask(engine.as(null), 'GET', '/');
    assert.deepEqual(
      (body as unknown as Item[]).map(({ name }) => name),
      ['cookie', 'age', 'privacy_terms'],
    );
  });
  test('redirects people to their privacy centre and shows administrators what is due', async () => {
    const headers = { accept: 'text/html' };
    const own = await engine.as('anna').fetch(BASE, { headers });
    assert.deepEqual([own.status, own.headers.get('location')], [303, '/policies/privacy']);
    const home = await engine.as('admin').fetch(BASE, { headers });
    assert.equal(home.status, 200);
    assert.match(await home.text(), /<h2 id="attention">/);
  });
});

test('a response has the text that was decided on, even if another one is published meanwhile', async () => {
  const published: Promise<void>[] = [];
  await using host = await getTestEngine({
    rules: [
      {
        name: 'age',
        // Runs when the decision is stored and the response is not sent yet.
        onAccept: async () => {
          const draft = { description: '# Age, again', state: 'published' };
          const made = host.as('admin').json('POST', `${BASE}/categories/age/terms.json`, draft);
          published.push(made.then(({ status }) => assert.equal(status, 201)));
          await published[0];
        },
      },
    ],
  });
  const first = { description: '# Age', state: 'published' };
  await host.as('admin').json('POST', `${BASE}/categories/age/terms.json`, first);
  const anna = host.as('anna');
  const answer = await anna.json('PUT', `${BASE}/user_terms/age/accept.json`);
  const { state, version } = answer.body as { state: string; version: number };
  assert.deepEqual([published.length, state, version], [1, 'accepted', 1]);
  const [event] = await host.engine.ledger.eventsAbout({ userId: 'anna', visitorId: null });
  assert.equal(event?.leaf.version, 1);
  const now = (await anna.json('GET', `${BASE}/user_terms/age.json`)).body as { version: number };
  assert.equal(now.version, 2);
});
