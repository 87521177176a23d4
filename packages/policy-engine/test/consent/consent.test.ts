/** The visitor's choice over HTTP: what a banner reads and sends, and what a plain form does. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifyReceipt } from 'policy-engine/ledger';
import type { TestClient, TestEngine } from 'policy-engine/testing';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { Computer } from '../support/computer.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

/** A response: the choice, or a problem. */
interface ConsentSettingsBody {
  code: string;
  errors: { field: string }[];
  rules: {
    name: string;
    state: string;
    by_gpc: boolean;
    decided_at?: string;
    version: number;
    description: string;
    scripts: unknown[];
  }[];
  ask: boolean;
  gpc: Record<string, boolean>;
  consent_mode: Record<string, string> | null;
  clear: { rule: string; cookies: { name: string; domain: string | null; path: string }[]; local_storage: string[] }[];
}

let made: TestEngine;
const calls: string[] = [];

const publish = async (rule: string, fields: Record<string, unknown> = {}) => {
  const body = { description: `${rule} ${Math.random()}`, state: 'published', ...fields };
  const { status } = await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  assert.equal(status, 201);
};

beforeEach(async () => {
  calls.length = 0;
  made = await getTestEngine<string>({
    rules: [
      { name: 'cookie', sessionless: true, label: 'Statistics', description: 'Counts visits.' },
      { name: 'marketing', sessionless: true, onReject: ({ user }) => void calls.push(user?.id ?? 'anonymous') },
      { name: 'age', blocking: true },
    ],
    scripts: [
      {
        name: 'Counter',
        script: '<script src="https://count.example/c.js"></script>',
        environments: ['test'],
        description: (locale) => (locale === 'fr' ? 'Compte' : 'Counts'),
        provider: 'Count Ltd',
        domain: '.shop.example',
        cookies: ['_ga', { name: '_ga_*', purpose: 'Session', duration: '13 months' }],
        localStorage: ['count:*'],
        consentMode: ['analytics_storage'],
      },
    ],
  });
  for (const rule of ['cookie', 'marketing', 'age']) await publish(rule);
});
afterEach(() => made[Symbol.asyncDispose]());

const PLANTED = { cookie: 'policy_rule_cookie=accepted; policy_rule_cookie_version=1' };
const GPC = { 'sec-gpc': '1' };
/** Reads the choice, or decides if there is a body. */
async function choose(client: TestClient, body?: unknown, headers: Record<string, string> = {}) {
  const response = await client.fetch('/policies/consent.json', {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: ConsentSettingsBody = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}
const states = ({ rules }: { rules: { name: string; state: string }[] }) =>
  Object.fromEntries(rules.map(({ name, state }) => [name, state]));
interface Row {
  rule: string;
  decision: string;
  how: string;
  gpc: string | null;
  subject: string | null;
  visitor: string | null;
  shown: string | null;
}
const events = async () => {
  const sql =
    'select e.rule, e.decision, e.how, e.gpc, i.subject, i.visitor, i.shown from policy_manager_ledger_events e ' +
    "join policy_manager_ledger_identities i on i.event_id = e.id where e.kind = 'decision' order by e.id";
  return (await made.engine.database.execute<Row>(sql)).rows;
};

test('a visitor reads everything that a banner needs, and the response is not cached', async () => {
  const response = await made.as(null).fetch('/policies/consent.json');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  await assertDescribed(apiOf(made.engine), 'GET', '/consent.json', response);
  const body: ConsentSettingsBody = JSON.parse(await response.text());
  assert.deepEqual(states(body), { cookie: 'passive', marketing: 'passive' });
  assert.deepEqual(body.rules[0]?.scripts, [
    { name: 'Counter', description: 'Counts', provider: 'Count Ltd', gate: 'cookie:Count%20Ltd' },
  ]);
  assert.equal(body.rules[0]?.description, 'Counts visits.');
  assert.equal(body.ask, true);
  assert.deepEqual(body.gpc, { signal: false, honoured: false, overridden: false, conflict: false, unrecorded: false });
  assert.equal(body.consent_mode?.['analytics_storage'], 'denied');
  assert.deepEqual(body.clear[0]?.local_storage, ['count:*']);
});

test('a decision of a visitor is stored with what was shown, remembered, and not asked again', async () => {
  const visitor = made.as(null);
  const shown = {
    locale: 'fr',
    choices: ['accept', 'refuse', 'choose'],
    texts: { marketing: 1, cookie: 1, nothing: 7 },
  };
  const decisions = { cookie: true, marketing: false };
  const { status, body } = await choose(visitor, { decisions, shown });
  assert.equal(status, 200);
  assert.deepEqual(states(body), { cookie: 'accepted', marketing: 'rejected' });
  assert.equal(body.ask, false);
  assert.equal(body.consent_mode?.['analytics_storage'], 'granted');
  assert.deepEqual(calls, ['anonymous']);
  const again = await choose(visitor, { decisions, shown });
  assert.equal(again.status, 200);
  assert.deepEqual(calls, ['anonymous']);
  assert.deepEqual(states((await choose(visitor)).body), states(body));
  const rows = await events();
  assert.equal(rows.length, 2);
  assert.deepEqual(
    rows.map(({ how, gpc }) => [how, gpc]),
    [
      ['banner', null],
      ['banner', null],
    ],
  );
  assert.equal(
    rows[0]?.shown,
    '{"choices":["accept","refuse","choose"],"locale":"fr","texts":{"cookie":"1","marketing":"1"}}',
  );
  await publish('marketing');
  const asked = (await choose(visitor)).body;
  assert.deepEqual([asked.ask, states(asked)], [true, { cookie: 'accepted', marketing: 'passive' }]);
});

test('a request with an invalid, unknown or outdated decision is refused completely', async () => {
  const visitor = made.as(null);
  const put = (body: unknown) => choose(visitor, body);
  for (const rule of ['age', 'nothing']) {
    const { status, body } = await put({ decisions: { cookie: true, [rule]: true } });
    assert.equal(status, 422);
    assert.equal(body.errors[0]?.field, `decisions.${rule}`);
  }
  const { hash } = (await visitor.json('GET', '/policies/user_terms/cookie.json')).body as { hash: string };
  await publish('cookie');
  const stale = await put({ decisions: { cookie: true, marketing: true }, shown: { texts: { cookie: 1 } } });
  assert.deepEqual([stale.status, stale.body.code], [409, 'text_changed']);
  for (const text of [hash, '0', 'v2']) {
    const outdated = await put({ decisions: { cookie: true }, shown: { texts: { cookie: text } } });
    assert.deepEqual([outdated.status, outdated.body.code], [409, 'text_changed'], text);
  }
  assert.equal((await put({ decisions: 'all' })).status, 422);
  assert.equal((await put({})).status, 422);
  assert.equal((await put({ decisions: {}, shown: { choices: 'x' } })).status, 422);
  assert.deepEqual(await events(), []);
  const foreign = await visitor.fetch('/policies/consent.json', {
    method: 'PUT',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    body: '{"decisions":{"cookie":true}}',
  });
  assert.equal(foreign.status, 403);
});

test('a rejection of a text that changed while it was read is recorded', async () => {
  await publish('cookie');
  const { status, body } = await choose(made.as(null), {
    decisions: { cookie: false, marketing: true },
    shown: { texts: { cookie: 1, marketing: 1 } },
  });
  assert.deepEqual([status, states(body)], [200, { cookie: 'rejected', marketing: 'accepted' }]);
  assert.deepEqual(
    (await events()).map(({ decision, shown }) => [decision, shown?.includes('"cookie":"1"')]),
    [
      ['rejected', true],
      ['accepted', true],
    ],
  );
});

test('a plain form decides on one rule or all, and redirects only to a path of this site', async () => {
  const post = async (fields: Record<string, string> | Array<[string, string]>) => {
    const visitor = made.as(null);
    const response = await visitor.fetch('/policies/consent', { method: 'POST', body: new URLSearchParams(fields) });
    const { body } = await choose(visitor);
    return [response.status, response.headers.get('location'), Object.values(states(body)).join(' ')];
  };
  assert.deepEqual(await post({ 'decisions[cookie]': 'accept', return_to: '/shop?x=1' }), [
    303,
    '/shop?x=1',
    'accepted passive',
  ]);
  assert.deepEqual(await post({ all: 'reject', return_to: '//evil.example/' }), [
    303,
    '/policies/privacy#browser',
    'rejected rejected',
  ]);
  assert.deepEqual(await post({ all: 'accept', 'shown[choices][]': 'accept', 'shown[texts][cookie]': '1' }), [
    303,
    '/policies/privacy#browser',
    'accepted accepted',
  ]);
  // The hidden field of a switch and its own: as a browser sends them, and as a parser of the host makes a list of them.
  for (const name of ['decisions[cookie]', 'decisions[cookie][]']) {
    const both: Array<[string, string]> = [
      [name, 'reject'],
      [name, 'accept'],
    ];
    assert.equal((await post(both)).at(-1), 'accepted passive', name);
    assert.equal((await post(both.slice(0, 1))).at(-1), 'rejected passive', name);
  }
  const refused = await made.as(null).fetch('/policies/consent', {
    method: 'POST',
    body: new URLSearchParams({ 'decisions[age]': 'accept' }),
  });
  assert.equal(refused.status, 422);
});

test('the settings link the receipt of each recorded decision, and no other', async () => {
  const receiptsOf = async (client: TestClient, headers: Record<string, string> = {}) => {
    const page = await client.fetch('/policies/privacy', { headers: { ...headers, accept: 'text/html' } });
    const html = await page.text();
    assert.equal(html.includes('that we have no record of'), headers === PLANTED);
    const links = [...html.matchAll(/href="(?<path>[^"]+\/receipt)"/g)];
    return links.map(({ groups }) => groups?.['path'] ?? '');
  };
  for (const client of [made.as(null), made.as('anna')]) {
    assert.deepEqual(await receiptsOf(client), []);
    await choose(client, { decisions: { cookie: true } });
    const links = await receiptsOf(client);
    assert.deepEqual(links, ['/policies/user_terms/cookie/receipt']);
    assert.equal((await client.fetch(links[0]!, { headers: { accept: 'text/html' } })).status, 200);
  }
  assert.deepEqual(await receiptsOf(made.as(null), PLANTED), []);
  assert.deepEqual(await receiptsOf(made.as(null), GPC), []);
});

test('Global Privacy Control rejects undecided rules, is recorded once, and names nobody', async () => {
  const visitor = made.as(null);
  const first = (await choose(visitor, undefined, GPC)).body;
  assert.deepEqual(first.gpc, { signal: true, honoured: true, overridden: false, conflict: false, unrecorded: true });
  assert.deepEqual([first.ask, states(first)], [false, { cookie: 'rejected', marketing: 'rejected' }]);
  assert.deepEqual(await events(), []);
  for (let round = 0; round < 2; round += 1) {
    const { body } = await choose(visitor, { decisions: {} }, GPC);
    assert.equal(body.gpc.unrecorded, false);
  }
  assert.equal((await choose(visitor, undefined, GPC)).body.gpc.unrecorded, false);
  const rows = await events();
  assert.deepEqual(
    rows.map(({ rule, decision, how, gpc, subject, visitor: id }) => [rule, decision, how, gpc, subject, id]),
    ['cookie', 'marketing'].map((rule) => [rule, 'rejected', 'gpc', 'honoured', null, null]),
  );
  const page = made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers: GPC }));
  assert.deepEqual([await page.stateOf('cookie'), await page.undecidedPolicies()], ['rejected', ['age']]);
});

test('a decision that overrides the Global Privacy Control signal counts, and is recorded as an override', async () => {
  const client = made.as(null);
  const { body } = await choose(client, { decisions: { cookie: true } }, GPC);
  assert.deepEqual(body.gpc, { signal: true, honoured: true, overridden: true, conflict: false, unrecorded: false });
  assert.deepEqual(states(body), { cookie: 'accepted', marketing: 'rejected' });
  assert.deepEqual(
    (await events()).map(({ rule, decision, how, gpc }) => [rule, decision, how, gpc]),
    [
      ['cookie', 'accepted', 'banner', 'overridden'],
      ['marketing', 'rejected', 'gpc', 'honoured'],
    ],
  );
  // The same browser without the signal: only real decisions count.
  assert.deepEqual(states((await choose(client)).body), {
    cookie: 'accepted',
    marketing: 'passive',
  });
  await made.engine.ledger.seal();
  assert.equal((await made.engine.ledger.verify()).ok, true);
});

test('the rejection signal of the browser is stored for a known account, and applies in all its browsers', async () => {
  const { body } = await choose(made.as('anna'), { decisions: {} }, GPC);
  assert.equal(body.gpc.unrecorded, false);
  const elsewhere = (await choose(made.as('anna'))).body;
  assert.deepEqual(states(elsewhere), { cookie: 'rejected', marketing: 'rejected' });
  assert.ok(elsewhere.rules[0]?.decided_at);
  assert.deepEqual(calls, ['anna']);
});

test('a consent given before sign-up is taken over by the account with what was shown', async () => {
  const computer = new Computer(made.engine);
  const shown = { locale: 'tr', choices: ['accept', 'refuse'], texts: { cookie: 1 } };
  await computer.json('PUT', '/consent.json', { body: { decisions: { cookie: true }, shown } });
  const signUp = computer.request('/sign-up', { method: 'POST', user: 'bob' });
  await made.engine.consentContext(signUp).adoptVisitorDecision('cookie');
  const decided = await made.engine.ledger.eventsAbout({ userId: 'bob', visitorId: null });
  assert.deepEqual(decided.map(({ leaf }) => leaf.kind).toSorted(), ['adoption', 'decision']);
  for (const { identity } of decided) assert.match(identity?.shown ?? '', /"locale":"tr"/);
  await made.engine.ledger.seal();
  const receipt = await made.engine.ledger.receipt(decided[0]?.leaf.id ?? '');
  assert.deepEqual(verifyReceipt(JSON.parse(JSON.stringify(receipt)), null).problems, []);
  const changed = structuredClone(receipt);
  if (changed?.openings) changed.openings.circumstances.shown = '{}';
  assert.equal(verifyReceipt(changed, null).valid, false);
});

test('the cookie declaration is public, in the reader’s language, and cacheable', async () => {
  const response = await made.as(null).fetch('/policies/cookies.json', { headers: { 'accept-language': 'fr' } });
  const declared = await assertDescribed(apiOf(made.engine), 'GET', '/cookies.json', response);
  assert.match(response.headers.get('cache-control') ?? '', /^public/);
  const { rules } = declared as { rules: { scripts: unknown[] }[] };
  assert.deepEqual(rules[0]?.scripts, [
    {
      name: 'Counter',
      description: 'Compte',
      provider: 'Count Ltd',
      cookies: [
        { name: '_ga', purpose: '', duration: '', domain: '.shop.example', path: '/' },
        {
          name: '_ga_*',
          purpose: 'Session',
          duration: '13 months',
          domain: '.shop.example',
          path: '/',
          lang: { purpose: 'en', duration: 'en' },
        },
      ],
      local_storage: ['count:*'],
      session_storage: [],
      indexed_db: [],
      cache_storage: [],
      service_workers: [],
    },
  ]);
  assert.equal(rules.length, 1);
});

test('the site declares that it honours the signal, unless a consent ignores it', async () => {
  assert.deepEqual(made.engine.gpcResource('2026-12-01'), { gpc: true, lastUpdate: '2026-12-01' });
  assert.match(made.engine.gpcResource().lastUpdate, /^\d{4}-\d\d-\d\d$/);
  for (const day of ['today', '2026-02-30']) {
    assert.throws(() => made.engine.gpcResource(day), { code: 'configuration_invalid' });
    await assert.rejects(getTestEngine({ gpc: { lastUpdate: day } }), { code: 'configuration_invalid' });
  }
  await using deaf = await getTestEngine<string>({
    rules: [{ name: 'cookie', sessionless: true, gpc: false }],
    gpc: { lastUpdate: '2027-01-31' },
  });
  const response = await deaf.engine.fetch(new Request(`${TEST_ORIGIN}/.well-known/gpc.json`));
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.match(response.headers.get('cache-control') ?? '', /^public/);
  assert.deepEqual(await response.json(), { gpc: false, lastUpdate: '2027-01-31' });
  const head = await deaf.engine.fetch(new Request(`${TEST_ORIGIN}/.well-known/gpc.json`, { method: 'HEAD' }));
  assert.deepEqual([head.status, await head.text()], [200, '']);
});

test('the receipt states what was shown, and that the signal of the browser was overridden', async () => {
  const client = made.as('carl');
  const shown = { locale: 'en', choices: ['accept', 'refuse'], texts: { cookie: 1 } };
  await choose(client, { decisions: { cookie: true }, shown }, GPC);
  const [event] = await made.engine.ledger.eventsAbout({ userId: 'carl', visitorId: null }, { rule: 'cookie' });
  const page = await (await client.fetch(`/policies/ledger/events/${event?.leaf.id}.html`)).text();
  assert.match(page, /Accepted despite the browser’s signal/);
  assert.match(page, /What was shown[\s\S]*accept[\s\S]*refuse/);
});
