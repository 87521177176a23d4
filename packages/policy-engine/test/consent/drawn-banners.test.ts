/** A banner that is kept is the one that would be drawn, for every address, language and option. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicyEngine, type PolicyEngineOptions, type RenderBannerOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

const ADDRESSES = [
  '/lamps',
  '/',
  `/search?q=%22%3E&a=1&b='x'`,
  '/straße?ü=ö%20+$&',
  '/return-to-e1b0c7d94f2a?x=return-to-e1b0c7d94f2a',
  '/$&/$1',
];
type Sent = Readonly<Record<string, string>>;

const HEADERS: readonly Sent[] = [
  {},
  { 'accept-language': 'de-CH,de;q=0.9' },
  { 'accept-language': 'ar' },
  { 'sec-gpc': '1' },
];
const OPTIONS: readonly RenderBannerOptions[] = [
  {},
  { settingsLink: 'floating' },
  { settingsLink: false, nonce: 'n1', stylesheet: false },
  { locale: 'fr' },
  { returnTo: '/cart?a=1&b=2' },
];

async function engines() {
  const options: Partial<PolicyEngineOptions> = {
    rules: ['analytics', 'marketing'].map((name) => ({ name, label: name, sessionless: true })),
    scripts: [{ name: 'tag', rule: 'analytics', script: '<script src="/tag.js"></script>', environments: ['test'] }],
  };
  const made = await getTestEngine(options);
  for (const rule of ['analytics', 'marketing']) {
    const text = { description: 'What we count.', state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  const { database } = made.engine;
  /** An engine that has drawn nothing yet. */
  const fresh = () =>
    createPolicyEngine({ ...options, environment: 'test', database, currentUser: () => null } as PolicyEngineOptions);
  return { made, fresh };
}

test('a visitor without a decision gets the same banner from memory as from an engine that has drawn none', async () => {
  const { made, fresh } = await engines();
  await using _ = made;
  const kept = fresh();
  const banner = async (engine: typeof kept, address: string, headers: Sent, options: RenderBannerOptions) =>
    engine.consentContext(new Request(TEST_ORIGIN + address, { headers })).renderBanner(options);
  const cases = [
    ...HEADERS.map((headers) => [headers, {}] as const),
    ...OPTIONS.map((options) => [{}, options] as const),
  ];
  for (const [headers, options] of cases) {
    await banner(kept, '/first', headers, options);
    for (const address of ADDRESSES) {
      const [fromMemory, drawn] = [
        await banner(kept, address, headers, options),
        await banner(fresh(), address, headers, options),
      ];
      assert.match(drawn, /<policy-consent/);
      assert.equal(fromMemory, drawn, `${address} ${JSON.stringify([headers, options])}`);
    }
  }
});

test('a decision and a new text are not answered from memory', async () => {
  const { made, fresh } = await engines();
  await using _ = made;
  const engine = fresh();
  const banner = async (cookie?: string) => {
    const headers: Sent = cookie === undefined ? {} : { cookie };
    return engine.consentContext(new Request(`${TEST_ORIGIN}/lamps`, { headers })).renderBanner();
  };
  const first = await banner();
  assert.equal(await banner(), first);
  assert.notEqual(await banner('policy_rule_analytics=accepted'), first);
  const text = { description: 'We also count clicks.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
  // Another engine learns of a published text from the database.
  assert.notEqual(
    await fresh()
      .consentContext(new Request(`${TEST_ORIGIN}/lamps`))
      .renderBanner(),
    first,
  );
});

test('a banner offers the languages of the texts that are in force', async () => {
  const { made } = await engines();
  await using _ = made;
  const { engine } = made;
  const offered = async (locale: string) => {
    const html = await engine.consentContext(new Request(`${TEST_ORIGIN}/lamps`)).renderBanner({ locale });
    return [...html.matchAll(/hreflang="([^"]*)"/gi)].map(([, tag]) => tag);
  };
  const deploy = async (translations: Readonly<Record<string, string>>) =>
    engine.terms.deploy(
      ['analytics', 'marketing'].map((rule) => ({
        rule,
        markdown: `What we count: ${JSON.stringify(translations)}`,
        translations,
      })),
    );
  assert.deepEqual([await offered('en'), await offered('en')], [[], []]);
  await deploy({ de: 'Was wir zählen.' });
  assert.deepEqual([await offered('en'), await offered('en')], [['de'], ['de']]);
  assert.deepEqual(await offered('de'), ['en']);
  await deploy({ de: 'Was wir zählen.', fr: 'Ce que nous comptons.' });
  assert.deepEqual(await offered('en'), ['de', 'fr']);
  await deploy({});
  assert.deepEqual(await offered('en'), []);
});
