/** T10: a page that is rendered for bots contains no banner, and hiding the banner decides nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const RENDER = { 'user-agent': `${CHROME} page-renderer/0.1.0` };
const PERSON = { 'user-agent': CHROME };

type BannerOptions = PolicyEngineOptions['banner'];

async function engineWithTexts(banner?: BannerOptions, options: Partial<PolicyEngineOptions> = {}) {
  const made = await getTestEngine({
    rules: [{ name: 'analytics', label: 'Statistics', sessionless: true }],
    scripts: [{ name: 'tag', rule: 'analytics', script: '<script src="/tag.js"></script>', environments: ['test'] }],
    ...(banner && { banner }),
    ...options,
  });
  const text = { description: 'What we count.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
  return made;
}

const eventsIn = async (database: Database) =>
  (await database.execute('select id from policy_manager_ledger_events')).rows.length;

type Sent = Readonly<Record<string, string>>;

const requestOf = (headers: Sent) => new Request(`${TEST_ORIGIN}/lamps?utm_source=x`, { headers });

test('the page of a person contains the banner, and one that is rendered for bots does not', async () => {
  await using made = await engineWithTexts();
  const { engine } = made;
  assert.match(
    await engine.consentContext(requestOf(PERSON)).renderBanner(),
    /^<script type="text\/plain"[^]*<policy-consent/,
  );
  for (const headers of [RENDER, { ...PERSON, 'x-prerender': '1' }]) {
    const consent = engine.consentContext(requestOf(headers));
    assert.deepEqual([await consent.renderBanner(), await consent.renderScripts()], ['', '']);
    assert.deepEqual(consent.policyCookies(), []);
    assert.deepEqual([await consent.hasConsented('analytics'), await consent.stateOf('analytics')], [false, 'passive']);
  }
});

test('the client of a page that is the same for everybody shows nothing in a render for bots', async () => {
  await using made = await engineWithTexts();
  const client = made.as(null);
  assert.equal((await client.fetch('/policies/consent/banner.html', { headers: PERSON })).status, 200);
  assert.equal((await client.fetch('/policies/consent/banner.html', { headers: RENDER })).status, 204);
  const before = await eventsIn(made.engine.database);
  for (const [headers, ask, unrecorded] of [
    [PERSON, true, true],
    [RENDER, false, false],
  ] as const) {
    const signalling = { headers: { ...headers, 'sec-gpc': '1' } };
    const plain = (await (await client.fetch('/policies/consent.json', { headers })).json()) as { ask: boolean };
    const answer = await client.fetch('/policies/consent.json', signalling);
    const { gpc, rules } = (await answer.json()) as { gpc: { unrecorded: boolean }; rules: { state: string }[] };
    assert.deepEqual([plain.ask, gpc.unrecorded, rules[0]?.state], [ask, unrecorded, 'rejected']);
    assert.equal(answer.headers.get('set-cookie'), null);
  }
  assert.equal(await eventsIn(made.engine.database), before);
});

test('a person with the user agent of a renderer can still decide, in the privacy centre', async () => {
  await using made = await engineWithTexts();
  const client = made.as(null);
  const page = await client.fetch('/policies/privacy.html', { headers: RENDER });
  assert.match(await page.text(), /What we count|Statistics/);
  const headers = { ...RENDER, 'content-type': 'application/json', origin: TEST_ORIGIN };
  const body = JSON.stringify({ decisions: { analytics: true } });
  const decided = await client.fetch('/policies/consent.json', { method: 'PUT', headers, body });
  assert.equal(decided.status, 200);
  assert.match(decided.headers.get('set-cookie') ?? '', /policy_rule_analytics=accepted/);
});

test('`banner.hideFrom` sets the names of other renderers, matched as whole words, or none', async () => {
  const isHidden = async (banner: BannerOptions, headers: Sent) => {
    await using made = await engineWithTexts(banner);
    return (await made.engine.consentContext(requestOf(headers)).renderBanner()) === '';
  };
  const prerender = { 'user-agent': `${CHROME} Prerender (+https://github.com/prerender/prerender)` };
  assert.equal(await isHidden(undefined, prerender), false);
  assert.equal(await isHidden({ hideFrom: ['prerender'] }, prerender), true);
  assert.equal(await isHidden({ hideFrom: ['prerender'] }, RENDER), false);
  assert.equal(await isHidden(undefined, { 'user-agent': `${CHROME} my-page-renderer/1` }), false);
  assert.equal(await isHidden({ hideFrom: [] }, { ...RENDER, 'x-prerender': '1' }), false);
});

test('`banner.isBot` hides the banner from bots only, and decides nothing', async () => {
  const bot = { 'user-agent': `${CHROME} (compatible; ExampleBot/1.0)` };
  await using made = await engineWithTexts({
    isBot: (request) => /ExampleBot/.test(request.headers.get('user-agent') ?? ''),
  });
  const banner = (headers: Sent) => made.engine.consentContext(requestOf(headers)).renderBanner();
  assert.equal(await banner(bot), '');
  assert.match(await banner(PERSON), /<policy-consent/);
  // Renderers are still recognised by their names.
  assert.equal(await banner(RENDER), '');
  const client = made.as(null);
  const { ask } = (await (await client.fetch('/policies/consent.json', { headers: bot })).json()) as { ask: boolean };
  assert.equal(ask, false);
  assert.equal((await client.fetch('/policies/consent/banner.html', { headers: bot })).status, 204);
});

test('a `banner.isBot` that fails shows the banner, and is logged', async () => {
  const fails: ReadonlyArray<() => unknown> = [
    () => {
      throw new Error('the list of bots is missing');
    },
    () => Promise.reject(new Error('the list of bots is missing')),
    () => Promise.resolve(true),
  ];
  for (const isBot of fails) {
    const lines: string[] = [];
    const logger = { error: (message: string) => void lines.push(message) };
    await using made = await engineWithTexts({ isBot: isBot as () => boolean }, { logger });
    assert.match(await made.engine.consentContext(requestOf(PERSON)).renderBanner(), /<policy-consent/);
    assert.equal(lines[0], 'banner.isBot failed: the banner is shown');
  }
});
