/** The host's own cookies that need no consent: declared, shown with duration and recipients, and never deleted. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { haveCommonName } from '../../dist/modules/consent/scripts/patterns.js';
import { apiOf, assertDescribed } from '../support/openapi.ts';

type Declared = NonNullable<PolicyEngineOptions['necessaryCookies']>[number];

const session: Declared = {
  name: 'session_*',
  purpose: (locale) => (locale === 'fr' ? 'Maintient la connexion' : 'Keeps you signed in'),
  duration: 'Until you sign out',
  recipients: false,
};
const balancer: Declared = {
  name: 'lb',
  purpose: 'Leads to the same server',
  duration: '1 hour',
  recipients: 'Balance <Ltd>',
  domain: '.shop.example',
  path: '/shop',
};
const basket: Declared = {
  name: 'shop/basket',
  kind: 'local-storage',
  purpose: 'Remembers the basket',
  duration: 'Until you order',
  recipients: false,
};
const OPTIONS = {
  rules: [{ name: 'cookie', label: 'Statistics', sessionless: true }],
  scripts: [
    {
      name: 'Counter',
      provider: 'Count Ltd',
      script: '<script src="https://count.example/c.js"></script>',
      environments: ['test'],
      domain: 'shop.example',
      cookies: ['_ga', '_ga_*'],
    },
  ],
  necessaryCookies: [session, basket, balancer],
} satisfies Partial<PolicyEngineOptions>;

interface Declaration {
  readonly necessary: ReadonlyArray<Readonly<Record<string, string | null>>>;
}

let made: Awaited<ReturnType<typeof getTestEngine<string>>>;
const publish = (rule: string, description: string) =>
  made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, { description, state: 'published' });
before(async () => {
  made = await getTestEngine<string>(OPTIONS);
  await publish('cookie', 'We count visits.');
});
after(() => made[Symbol.asyncDispose]());

describe('necessary cookies', () => {
  test('are in the cookie declaration after those of the engine, with duration and recipients, in the language of the reader', async () => {
    const response = await made.as(null).fetch('/policies/cookies.json', { headers: { 'accept-language': 'fr' } });
    const { necessary } = (await assertDescribed(apiOf(made.engine), 'GET', '/cookies.json', response)) as Declaration;
    assert.deepEqual(
      necessary.map(({ name }) => name),
      'policy_rule_* policy_visitor policy_proof policy_gpc policy_told policy_noticed policy_engine_locale policy_engine_panel policy_engine_lists policy_engine_notice session_* shop/basket lb'.split(
        ' ',
      ),
    );
    // The notice is set for the pages of the engine only.
    assert.deepEqual(
      necessary.slice(0, 9).map(({ path }) => path),
      ['/', '/', '/', '/', '/', '/', '/', '/', '/policies'],
    );
    assert.deepEqual(necessary.slice(-3), [
      {
        name: 'session_*',
        kind: 'cookie',
        purpose: 'Maintient la connexion',
        duration: 'Until you sign out',
        domain: null,
        path: '/',
        recipients: null,
        lang: { duration: 'en' },
      },
      {
        name: 'shop/basket',
        kind: 'local-storage',
        purpose: 'Remembers the basket',
        duration: 'Until you order',
        domain: null,
        path: '/',
        recipients: null,
        lang: { purpose: 'en', duration: 'en' },
      },
      {
        name: 'lb',
        kind: 'cookie',
        purpose: 'Leads to the same server',
        duration: '1 hour',
        domain: '.shop.example',
        path: '/shop',
        recipients: 'Balance <Ltd>',
        lang: { purpose: 'en', duration: 'en', recipients: 'en' },
      },
    ]);
  });

  test('come first on the page of the declaration, and in the privacy centre, without a switch', async () => {
    for (const path of ['/policies/cookies', '/policies/privacy']) {
      const html = await (await made.as(null).fetch(path)).text();
      const part = /id="necessary"[^]*?<\/table>/.exec(html)?.[0] ?? '';
      for (const words of [
        'Strictly necessary',
        'policy_proof',
        'session_*',
        'Until you sign out',
        '<code>shop/basket</code> (local storage)',
        'Balance &lt;Ltd&gt;',
      ])
        assert.ok(part.includes(words), `${path}: ${words}`);
      assert.match(part, /Third parties with access/);
      assert.doesNotMatch(part, /<button type="submit"|<input/);
      assert.ok(html.indexOf('id="necessary"') < html.lastIndexOf('Statistics'), path);
    }
  });

  test('are shown although a site asks for no consent at all', async () => {
    await using silent = await getTestEngine<string>({ rules: [{ name: 'age' }], necessaryCookies: [session] });
    const html = await (await silent.as(null).fetch('/policies/privacy')).text();
    assert.match(html, /Nothing here needs your consent/);
    assert.match(html, /session_\*/);
  });

  test('stay when everything is rejected, and the declared cookies of scripts go', async () => {
    const cookie = 'session_1=abc; lb=2; _ga=1; _ga_X=1';
    const response = await made.engine.fetch(
      new Request(`${TEST_ORIGIN}/policies/consent.json`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json', origin: TEST_ORIGIN },
        body: JSON.stringify({ decisions: { cookie: false } }),
      }),
    );
    assert.equal(response.status, 200);
    const deleted = response.headers.getSetCookie().filter((line) => /max-age=0/i.test(line));
    const names = new Set(deleted.map((line) => line.split('=')[0]));
    assert.ok(names.has('_ga') && names.has('_ga_X'));
    assert.ok(!names.has('session_1') && !names.has('lb'));
    const { clear } = (await response.json()) as { clear: { cookies: { name: string }[] }[] };
    const cleared = new Set(clear.flatMap(({ cookies }) => cookies.map(({ name }) => name)));
    assert.deepEqual([...cleared].toSorted(), ['_ga', '_ga_*']);
  });

  test('count as declared where a published text names them', async () => {
    const table = (...names: string[]) => ['| Cookie |', '| --- |', ...names.map((name) => `| ${name} |`)].join('\n');
    await publish('cookie', table('`_ga`', '`_ga_*`', '`session_*`', '`lb`', '`basket`'));
    const found = (await made.engine.check()).filter(({ code }) => code.startsWith('cookies_un'));
    const named = found.filter(({ code }) => code === 'cookies_undeclared').map(({ subject }) => subject);
    assert.deepEqual(named, ['cookie (en): basket']);
    assert.ok(!found.some(({ code }) => code === 'cookies_unnamed'));
  });

  test('are in the record of processing as JSON, CSV and lines, and on its page', async () => {
    const { necessary_cookies: cookies } = made.engine.dataInventory();
    assert.deepEqual(cookies.at(-1), {
      name: 'lb',
      kind: 'cookie',
      purpose: 'Leads to the same server',
      duration: '1 hour',
      recipients: 'Balance <Ltd>',
    });
    const admin = made.as('admin');
    assert.deepEqual(
      (await admin.json('GET', '/policies/data_map.json')).body,
      structuredClone(made.engine.dataInventory()),
    );
    assert.match(await (await admin.fetch('/policies/data_map')).text(), /session_\*[^]*Balance &lt;Ltd&gt;/);
    const csv = await (await admin.fetch('/policies/data_map.csv')).text();
    assert.match(csv, /^shop\/basket,Strictly necessary \(local storage\),Remembers the basket,/m);
    assert.match(csv, /^lb,Strictly necessary,Leads to the same server,,Balance <Ltd>,1 hour,/m);
  });
});

describe('patterns of names', () => {
  test('have a name in common or not, whichever comes first', () => {
    for (const [one, other, common] of [
      ['_ga', '_ga', true],
      ['_ga_*', '_ga_1', true],
      ['_ga_*', '*_1', true],
      ['a*b', 'a*c', false],
      ['a*b*c', 'abc', true],
      ['*a*a*a*a*a*a*a*a*b', `${'a'.repeat(200)}c`, false],
      ['_ga_*', '_ga', false],
      ['session', 'Session', false],
    ] as const) {
      assert.equal(haveCommonName(one, other), common, `${one} ${other}`);
      assert.equal(haveCommonName(other, one), common, `${other} ${one}`);
    }
  });
});
