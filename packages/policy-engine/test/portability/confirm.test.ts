/** `GET …/confirm` changes something, so it only acts on an intended request: a row for each way a browser sends it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ALL, MINE, requestsEngine } from './requests-engine.ts';

const NAVIGATION = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
/** `asks`: a page with a button. `refused`: 403. */
type Outcome = 'acts' | 'asks' | 'refused';

const cases: readonly [name: string, format: 'html' | 'json', headers: Record<string, string>, outcome: Outcome][] = [
  ['a link of this site', 'html', NAVIGATION, 'acts'],
  ['a typed address', 'html', { ...NAVIGATION, 'sec-fetch-site': 'none' }, 'asks'],
  ['a link of another site', 'html', { ...NAVIGATION, 'sec-fetch-site': 'cross-site' }, 'asks'],
  ['a link of a sister site', 'html', { ...NAVIGATION, 'sec-fetch-site': 'same-site' }, 'asks'],
  ['a picture in a policy', 'html', { ...NAVIGATION, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 'asks'],
  ['a frame', 'html', { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }, 'asks'],
  ['a prefetch', 'html', { ...NAVIGATION, 'sec-purpose': 'prefetch' }, 'asks'],
  ['a prerender', 'html', { ...NAVIGATION, 'sec-purpose': 'prefetch;prerender' }, 'asks'],
  ['an old prefetch', 'html', { ...NAVIGATION, purpose: 'prefetch' }, 'asks'],
  [
    'a script of this site that asks for HTML',
    'html',
    { ...NAVIGATION, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    'asks',
  ],
  ['a program that asks for HTML', 'html', { 'sec-fetch-site': '' }, 'asks'],
  ['a program', 'json', { 'sec-fetch-site': '' }, 'acts'],
  ['a script of this site', 'json', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 'acts'],
  ['an opened address', 'json', { ...NAVIGATION, 'sec-fetch-site': 'none' }, 'acts'],
  ['a script of another site', 'json', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }, 'refused'],
  ['a script of a sister site', 'json', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' }, 'refused'],
  [
    'a picture in an old browser',
    'json',
    { 'sec-fetch-site': '', accept: 'image/png,image/*;q=0.8,*/*;q=0.5' },
    'refused',
  ],
  ['a foreign origin without fetch metadata', 'json', { 'sec-fetch-site': '', origin: 'https://evil.test' }, 'refused'],
  ['a sandboxed page without fetch metadata', 'json', { 'sec-fetch-site': '', origin: 'null' }, 'refused'],
  [
    'a foreign referrer without fetch metadata',
    'json',
    { 'sec-fetch-site': '', referer: 'https://evil.test/page' },
    'refused',
  ],
  [
    'a sister site without fetch metadata',
    'json',
    { 'sec-fetch-site': '', referer: 'http://shop.engine.test/' },
    'refused',
  ],
  ['this origin without fetch metadata', 'json', { 'sec-fetch-site': '', origin: 'http://engine.test' }, 'acts'],
  [
    'a page of this site without fetch metadata',
    'json',
    { 'sec-fetch-site': '', referer: 'http://engine.test/a' },
    'acts',
  ],
  ['a picture that names the JSON', 'json', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 'refused'],
];

for (const [name, format, headers, outcome] of cases) {
  test(`${name} ${outcome === 'acts' ? 'confirms' : 'does not confirm'} (${format})`, async () => {
    await using engine = await requestsEngine();
    const { body: request } = await engine.ask('anna', 'POST', `${MINE}.json`);
    const path = `/policies${ALL}/${request.id}/confirm.${format}`;
    const head = await engine.test.as('admin').fetch(path, { method: 'HEAD', headers });
    assert.ok([200, 403].includes(head.status), `HEAD is ${head.status}`);
    assert.equal((await engine.list('anna'))[0]?.state, 'pending', 'HEAD never acts');
    const response = await engine.test.as('admin').fetch(path, { headers });
    const acted = format === 'html' ? 303 : 200;
    assert.equal(response.status, { acts: acted, asks: 200, refused: 403 }[outcome]);
    if (outcome === 'asks') {
      const page = await response.text();
      assert.match(page, new RegExp(`<form method="post" action="/policies${ALL}/${request.id}/confirm"`));
    }
    assert.equal((await engine.list('anna'))[0]?.state, outcome === 'acts' ? 'progress' : 'pending');
    if (outcome !== 'acts') return;
    assert.equal((await engine.test.as('admin').fetch(path, { headers })).status, 409, 'a second time');
  });
}

test('a user who is not an administrator confirms nothing', async () => {
  await using engine = await requestsEngine();
  const { body: request } = await engine.ask('anna', 'POST', `${MINE}.json`);
  const response = await engine.test.as('anna').fetch(`/policies${ALL}/${request.id}/confirm`, { headers: NAVIGATION });
  assert.equal(response.status, 403);
  assert.equal((await engine.list('anna'))[0]?.state, 'pending');
});

suite('if no copy can be made', () => {
  for (const [option, lacking] of [
    ['userResource.find', { userResource: {} }],
    ['portabilityRules', { portabilityRules: [] }],
  ] as const) {
    test(`without ${option} the page offers no request, and a confirmation reports the reason`, async () => {
      await using engine = await requestsEngine(lacking);
      const html = async (user: string, path: string) =>
        (await engine.test.as(user).fetch(`/policies${path}`, { headers: { accept: 'text/html' } })).text();
      assert.doesNotMatch(await html('anna', '/user_portability_requests'), /Request your data/);
      const { body } = await engine.ask('anna', 'POST', '/user_portability_requests.json');
      const refused = await engine.ask('admin', 'POST', `/portability_requests/${body.id}/confirm.json`);
      assert.equal(refused.status, 409);
      const { code, detail } = refused.body as unknown as { code: string; detail: string };
      assert.equal(code, 'export_impossible');
      assert.ok(detail.includes(`“${option}”`));
      const page = await html('admin', `/portability_requests/${body.id}`);
      assert.ok(page.includes(`“${option}”`) && !page.includes('/confirm"'));
      assert.equal((await engine.ask('admin', 'GET', `/portability_requests/${body.id}.json`)).body.state, 'pending');
    });
  }

  test('a request that no worker processes shows that, under a readable name', async () => {
    await using engine = await requestsEngine({ userResource: { find: (id: string) => ({ id }) } });
    engine.setTime('2026-11-21T09:30:00Z');
    const { body } = await engine.ask('7', 'POST', '/user_portability_requests.json');
    await engine.ask('admin', 'POST', `/portability_requests/${body.id}/confirm.json`);
    const page = async () => {
      const headers = { accept: 'text/html' };
      return (await engine.test.as('admin').fetch(`/policies/portability_requests/${body.id}`, { headers })).text();
    };
    assert.doesNotMatch(await page(), /Waiting for a worker/);
    engine.setTime('2026-11-21T09:32:00Z');
    const waiting = await page();
    assert.match(waiting, /Waiting for a worker/);
    assert.match(waiting, />User 7</);
    await engine.test.engine.jobs.runDue();
    assert.doesNotMatch(await page(), /Waiting for a worker/);
  });
});
