/** The signed cookies of a browser: how they are set, which keys sign them, and what is left if they are not valid. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { Computer, visitorIn } from '../support/computer.ts';

const HTTPS = 'https://engine.test';
const [OLD, NEW] = ['the old key of this host, 32 characters', 'the new key of this host, 32 characters'];

async function engineWith(options: Partial<PolicyEngineOptions> = {}) {
  const test = await getTestEngine<string>({
    rules: [
      { name: 'cookie', sessionless: true },
      { name: 'marketing', sessionless: true },
    ],
    scripts: [{ name: 'Counter', script: '<script>count()</script>', environments: ['test'] }],
    ...(options as object),
  });
  for (const rule of ['cookie', 'marketing']) {
    const body = { description: `# ${rule}`, state: 'published' };
    await test.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  }
  return test;
}

type Settings = { ask: boolean; rules: { name: string; state: string; unproved: boolean }[] };
const settings = async (computer: Computer) => {
  const { rules, ask } = (await computer.json('GET', '/consent.json')).body as Settings;
  return { ask, rules: rules.map(({ state, unproved }) => `${state}${unproved ? ', unproved' : ''}`) };
};
const accept = (computer: Computer, rule = 'cookie') => computer.json('PUT', `/user_terms/${rule}/accept.json`);

describe('signed cookies', () => {
  test('have, over https, a prefix that no subdomain can set, and are HttpOnly and host-only', async () => {
    await using made = await engineWith();
    const computer = new Computer(made.engine, HTTPS);
    const put = computer.request('/policies/user_terms/cookie/accept.json', { method: 'PUT' });
    const lines = (await made.engine.fetch(put)).headers.getSetCookie();
    const signed = lines.filter((line) => line.startsWith('__Host-'));
    assert.deepEqual(signed.map((line) => line.split('=')[0]!).toSorted(), [
      '__Host-policy_proof',
      '__Host-policy_visitor',
    ]);
    for (const line of signed) {
      assert.match(line, /; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax$/);
      assert.doesNotMatch(line, /Domain/i);
    }
    const plain = lines.find((line) => line.startsWith('policy_rule_cookie='));
    assert.match(plain ?? '', /^policy_rule_cookie=accepted; /);
    assert.doesNotMatch(plain ?? '', /HttpOnly/);
  });

  test('with the plain name are ignored over https, as a subdomain may have set them', async () => {
    await using made = await engineWith();
    const attacker = new Computer(made.engine, 'http://engine.test');
    await accept(attacker);
    const victim = new Computer(made.engine, HTTPS);
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    assert.deepEqual(await settings(victim), { ask: true, rules: ['accepted, unproved', 'passive'] });
    await accept(victim);
    const [, visitor] = victim.cookies.get('__Host-policy_visitor')!.split('.');
    assert.notEqual(visitor, visitorIn(attacker));
  });
});

describe('the cookie key', () => {
  test('is created once for all processes, and read once by each', async () => {
    await using made = await engineWith();
    const computer = new Computer(made.engine);
    await accept(computer);
    const { rows } = await made.engine.database.execute(
      "select * from policy_manager_secrets where name = 'visitor-cookies'",
    );
    assert.equal(rows.length, 1);
    assert.match(String(rows[0]!['value']), /^[0-9a-f]{64}$/);
    // Another process reads it from the database.
    await using other = await getTestEngine<string>({
      database: made.engine.database,
      rules: [
        { name: 'cookie', sessionless: true },
        { name: 'marketing', sessionless: true },
      ],
    });
    const there = new Computer(other.engine);
    for (const [name, value] of computer.cookies) there.cookies.set(name, value);
    assert.deepEqual(await settings(there), { ask: true, rules: ['accepted', 'passive'] });
  });

  test('is named by the cookie, and an earlier key stays valid as long as it is configured', async () => {
    await using made = await engineWith({ cookieSecret: OLD });
    const computer = new Computer(made.engine);
    await accept(computer);
    const visitor = visitorIn(computer);
    const [id] = computer.cookies.get('policy_visitor')!.split('.');
    const rules = [
      { name: 'cookie', sessionless: true },
      { name: 'marketing', sessionless: true },
    ];
    const { database } = made.engine;
    await using turned = await getTestEngine<string>({ database, rules, cookieSecret: [NEW, OLD] });
    const next = new Computer(turned.engine);
    for (const [name, value] of computer.cookies) next.cookies.set(name, value);
    assert.deepEqual((await settings(next)).rules, ['accepted', 'passive']);
    await accept(next, 'marketing');
    assert.equal(visitorIn(next), visitor);
    assert.notEqual(next.cookies.get('policy_visitor')!.split('.')[0], id);
    assert.deepEqual((await settings(next)).rules, ['accepted', 'accepted']);

    await using forgotten = await getTestEngine<string>({ database, rules, cookieSecret: NEW });
    const last = new Computer(forgotten.engine);
    for (const [name, value] of computer.cookies) last.cookies.set(name, value);
    assert.deepEqual((await settings(last)).rules, ['accepted, unproved', 'passive']);
  });

  test('of fewer than 32 characters is refused', async () => {
    for (const cookieSecret of ['short', [NEW, 'short'], []] as const) {
      await assert.rejects(getTestEngine({ cookieSecret }), { code: 'configuration_invalid' });
    }
  });

  test('signs each part: a changed decision, version, visitor or account is not valid', async () => {
    await using made = await engineWith({ cookieSecret: OLD });
    const computer = new Computer(made.engine);
    await accept(computer);
    const proof = computer.cookies.get('policy_proof')!;
    const changes: [RegExp, string][] = [
      [/cookie~ab1/, 'cookie~ab2'],
      [/cookie~a/, 'marketing~a'],
      [/\.-\./, '.somebody.'],
      [/~ab/, '~rb'],
      [/.$/, proof.endsWith('x') ? 'y' : 'x'],
      [/^[^.]+/, 'unknown'],
    ];
    for (const [what, by] of changes) {
      const changed = proof.replace(what, by);
      assert.notEqual(changed, proof);
      computer.cookies.set('policy_proof', changed);
      assert.deepEqual((await settings(computer)).rules, ['accepted, unproved', 'passive'], String(what));
    }
    for (const value of ['', '.', '...', 'a.b', '%', `${proof}.${proof}`, 'x'.repeat(4000)]) {
      computer.cookies.set('policy_proof', value);
      computer.cookies.set('policy_visitor', value);
      assert.deepEqual((await settings(computer)).rules, ['accepted, unproved', 'passive'], value);
    }
  });

  test('makes a cookie valid only for the visitor that it was signed for', async () => {
    await using made = await engineWith();
    const [one, other] = [new Computer(made.engine), new Computer(made.engine)];
    await accept(one);
    await accept(other);
    one.cookies.set('policy_proof', other.cookies.get('policy_proof')!);
    assert.deepEqual((await settings(one)).rules, ['accepted, unproved', 'passive']);
  });
});

describe('unprovedCookies', () => {
  const planted = { cookie: 'policy_rule_cookie=accepted' };
  const render = async (unprovedCookies: 'count' | 'ignore') => {
    await using made = await engineWith({ unprovedCookies });
    const computer = new Computer(made.engine);
    computer.keep(Object.values(planted));
    const here = made.engine.consentContext(computer.request('/'));
    return { scripts: await here.renderScripts(), ...(await settings(computer)) };
  };

  test('count: scripts are rendered for a plain cookie of the convention, and the banner asks again', async () => {
    const { scripts, ask, rules } = await render('count');
    assert.match(scripts, /count\(\)/);
    assert.deepEqual([ask, rules], [true, ['accepted, unproved', 'passive']]);
  });

  test('ignore: a plain cookie decides nothing', async () => {
    const { scripts, ask, rules } = await render('ignore');
    assert.doesNotMatch(scripts, /count/);
    assert.deepEqual([ask, rules], [true, ['passive', 'passive']]);
  });
});

test('a page of a signed-out visitor needs no query, with or without signed cookies', async () => {
  await using made = await engineWith();
  const computer = new Computer(made.engine);
  await accept(computer);
  // The appearance of the banner is read once, and then at most twice a second.
  await made.engine.consentContext(computer.request('/')).renderBanner();
  const { database } = made.engine;
  let queries = 0;
  const execute = database.execute.bind(database);
  Object.assign(database, { execute: (...call: Parameters<typeof execute>) => ((queries += 1), execute(...call)) });
  for (const request of [computer.request('/'), new Computer(made.engine).request('/')]) {
    const here = made.engine.consentContext(request);
    await here.hasConsented('cookie');
    await here.pendingPolicies();
    await here.renderBanner();
  }
  assert.equal(queries, 0);
});
