/** Decisions in the cookies of other consent tools count as the host approves it, and are never stronger than they were there. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, type TestClient } from 'policy-engine/testing';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';

type ToolOptions = NonNullable<PolicyEngineOptions['otherConsentTools']>[number];

const NOW = new Date('2026-11-29T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

const rule = { rule: 'cookie', names: ['analytics'], version: 1 };
const COOKIECONSENT: ToolOptions = { tool: 'cookieconsent', rules: [rule] };

interface Said {
  readonly ask: boolean;
  readonly gpc: { readonly unrecorded: boolean };
  readonly rules: readonly { readonly name: string; readonly state: string; readonly decided_at: string | null }[];
}

async function engineWith(tools: readonly ToolOptions[], options: Partial<PolicyEngineOptions> = {}) {
  const made = await getTestEngine({
    rules: [{ name: 'cookie', sessionless: true }],
    otherConsentTools: tools,
    now: () => NOW,
    writeLimit: false,
    ...options,
  });
  await made.engine.terms.import([{ rule: 'cookie', markdown: 'Cookies.', publishedAt: '2026-11-01T00:00:00Z' }]);
  return made;
}

/** What cookieconsent 3.1 writes. */
const cc = (changes: object = {}) =>
  encodeURIComponent(
    JSON.stringify({
      categories: ['necessary', 'analytics'],
      revision: 0,
      data: null,
      consentTimestamp: ago(30).toISOString(),
      consentId: '9b1b8a5e-8a5e-4a5e-8a5e-9b1b8a5e8a5e',
      services: { necessary: [], analytics: [], ads: [] },
      languageCode: 'en',
      lastConsentTimestamp: ago(30).toISOString(),
      expirationTime: ago(30 - 182).getTime(),
      expiration: 0,
      ...changes,
    }),
  );

const read = async (client: TestClient, headers: Record<string, string> = {}) =>
  (await (await client.fetch('/policies/consent.json', { headers })).json()) as Said;

/** The client of the banner does this where something is not recorded. */
const record = async (client: TestClient, headers: Record<string, string> = {}) => {
  const response = await client.fetch('/policies/consent.json', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"decisions":{}}',
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Said;
};

const stateOf = ({ rules }: Said) => rules[0]?.state;

/** What a browser with a cookie of a tool ends up with. */
async function outcome(
  tool: ToolOptions,
  value: string,
  {
    headers = {},
    cookie = { cookieconsent: 'cc_cookie', klaro: 'klaro', tarteaucitron: 'tarteaucitron' }[tool.tool],
  } = {},
): Promise<string> {
  await using made = await engineWith([tool]);
  const visitor = made.as(null);
  (visitor.cookies as Map<string, string>).set(cookie, value);
  const before = await read(visitor, headers);
  assert.equal(stateOf(before), 'passive', 'nothing is recorded by a request that only reads');
  const after = await record(visitor, headers);
  assert.equal(before.gpc.unrecorded, stateOf(after) !== 'passive');
  if (stateOf(after) === 'passive') assert.equal(after.ask, true, 'whoever has no decision is asked');
  return stateOf(after) ?? '';
}

describe('cookieconsent 3', () => {
  const cases: readonly (readonly [title: string, wanted: string, changes: object, options?: Partial<ToolOptions>])[] =
    [
      ['an acceptance counts', 'accepted', {}],
      ['a rejection counts', 'rejected', { categories: ['necessary'] }],
      [
        'a category that it did not know is asked',
        'passive',
        { services: { necessary: [] }, categories: ['necessary'] },
      ],
      ['one that is over there is asked', 'passive', { expirationTime: ago(1).getTime() }],
      ['one that would last less than a month is asked', 'passive', { expirationTime: ago(30 - 20).getTime() }],
      ['one of another revision is asked', 'passive', { revision: 1 }],
      ['one of the approved revision counts', 'accepted', { revision: 1 }, { revision: 1 }],
      [
        'one from the future is asked',
        'passive',
        { consentTimestamp: ago(-2).toISOString(), lastConsentTimestamp: ago(-2).toISOString() },
      ],
      ['an acceptance from before the approved day is asked', 'passive', {}, { since: '2026-11-10' }],
      ['a rejection from before the approved day counts', 'rejected', { categories: [] }, { since: '2026-11-10' }],
      ['one rejected category of two rejects', 'rejected', {}, { rules: [{ ...rule, names: ['analytics', 'ads'] }] }],
      ['a category with services is asked', 'passive', { services: { necessary: [], analytics: ['ga'] } }],
      [
        'a service of it counts',
        'accepted',
        { services: { necessary: [], analytics: ['ga'] } },
        { rules: [{ ...rule, names: ['analytics/ga'] }] },
      ],
      [
        'a service that was not accepted rejects',
        'rejected',
        { services: { necessary: [], analytics: ['matomo'] } },
        { rules: [{ ...rule, names: ['analytics/ga'] }] },
      ],
      ['a version that was never published is asked', 'passive', {}, { rules: [{ ...rule, version: 2 }] }],
      ['a cookie in another form is asked', 'passive', { categories: 'analytics' }],
    ];
  for (const [title, wanted, changes, options = {}] of cases) {
    test(title, async () => {
      assert.equal(await outcome({ ...COOKIECONSENT, ...options }, cc(changes)), wanted);
    });
  }

  test('an acceptance that the signal of the browser speaks against does not count, also when the signal ends', async () => {
    await using made = await engineWith([COOKIECONSENT]);
    const visitor = made.as(null);
    (visitor.cookies as Map<string, string>).set('cc_cookie', cc());
    assert.equal(stateOf(await record(visitor, { 'sec-gpc': '1' })), 'rejected');
    assert.equal(stateOf(await record(visitor)), 'passive');
  });
});

describe('Klaro and tarteaucitron, whose cookies have no date', () => {
  const klaro = (said: object) => encodeURIComponent(JSON.stringify(said));
  const [k, t] = [
    { tool: 'klaro', rules: [rule] },
    { tool: 'tarteaucitron', rules: [rule] },
  ] as const;
  const cases: readonly (readonly [title: string, wanted: string, tool: ToolOptions, value: string])[] = [
    ['an acceptance may be as old as the cookie can be, and is asked', 'passive', k, klaro({ analytics: true })],
    [
      'one that cannot be older than a day counts',
      'accepted',
      { ...k, since: '2026-11-01' },
      klaro({ analytics: true }),
    ],
    ['a rejection counts', 'rejected', k, klaro({ analytics: false })],
    ['a service that is not in it is asked', 'passive', { ...k, since: '2026-11-01' }, klaro({ matomo: true })],
    ['what is not JSON is asked', 'passive', k, '{analytics'],
    ['the same of tarteaucitron: it may be a year old', 'passive', t, '!analytics=true'],
    ['it counts from the day of the host', 'accepted', { ...t, since: '2026-06-01' }, '!analytics=true!ads=false'],
    ['a rejection of tarteaucitron counts', 'rejected', t, '!ads=true!analytics=false'],
    ['no answer is asked', 'passive', { ...t, since: '2026-06-01' }, '!analytics=wait'],
    ['another text is asked', 'passive', t, 'analytics=true'],
  ];
  for (const [title, wanted, tool, value] of cases) {
    test(title, async () => {
      assert.equal(await outcome(tool, value), wanted);
    });
  }
});

/** What browsers of real sites have: each is asked, or as weak as there. */
describe('cookies as sites have left them', () => {
  const klaro: ToolOptions = { tool: 'klaro', rules: [rule], since: '2026-11-01' };
  const tarteaucitron: ToolOptions = { tool: 'tarteaucitron', rules: [rule], since: '2026-06-01' };
  const json = (said: object) => encodeURIComponent(JSON.stringify(said));
  const older = { consentTimestamp: ago(90).toISOString(), lastConsentTimestamp: ago(90).toISOString() };
  const two = (name: string, first: string, second: string) => `${first}; ${name}=${second}`;
  const cases: readonly (readonly [title: string, wanted: string, tool: ToolOptions, value: string])[] = [
    [
      'version 2 of cookieconsent, without encoding: version 3 asks again, too',
      'passive',
      COOKIECONSENT,
      `{"categories":["necessary","analytics"],"level":["necessary","analytics"],"revision":0,"data":null,"rfc_cookie":false,"consent_date":"${ago(30).toISOString()}","consent_uuid":"9b1b8a5e-8a5e-4a5e-8a5e-9b1b8a5e8a5e","last_consent_update":"${ago(30).toISOString()}"}`,
    ],
    ['a candidate of version 3, without the end', 'passive', COOKIECONSENT, cc({ expirationTime: undefined })],
    ['cookieconsent without the ID of the consent, which asks there', 'passive', COOKIECONSENT, cc({ consentId: '' })],
    ['the same without its last change', 'passive', COOKIECONSENT, cc({ lastConsentTimestamp: undefined })],
    [
      'until the browser was closed (expiresAfterDays: 0)',
      'passive',
      COOKIECONSENT,
      cc({ expirationTime: ago(30).getTime() }),
    ],
    ['encoded twice', 'passive', COOKIECONSENT, encodeURIComponent(cc())],
    ['cut off', 'passive', COOKIECONSENT, cc().slice(0, 200)],
    ['longer than browsers store', 'passive', COOKIECONSENT, cc({ data: 'x'.repeat(5000) })],
    ['of the two domains, rejected on one', 'rejected', COOKIECONSENT, two('cc_cookie', cc(), cc({ categories: [] }))],
    ['of the two domains, one unreadable', 'passive', COOKIECONSENT, two('cc_cookie', 'x', cc())],
    [
      'of the two domains, one of an old revision',
      'passive',
      COOKIECONSENT,
      two('cc_cookie', cc({ revision: 3 }), cc()),
    ],
    ['accepted on both domains', 'accepted', COOKIECONSENT, two('cc_cookie', cc(), cc(older))],
    ['Klaro before 0.5, without encoding', 'accepted', klaro, '{"analytics":true,"matomo":false}'],
    ['Klaro with a service that has no default', 'passive', klaro, json({ analytics: true, other: null })],
    [
      'an acceptance and a rejection of two names of Klaro',
      'rejected',
      klaro,
      two('klaro', json({ analytics: true }), json({ analytics: false })),
    ],
    ['a service that tarteaucitron has twice', 'rejected', tarteaucitron, '!analytics=false!ads=true!analytics=true'],
    ['a service of tarteaucitron that waits again', 'passive', tarteaucitron, '!analytics=true!analytics=wait'],
    ['a service whose name ends like it', 'passive', tarteaucitron, '!xanalytics=true'],
    ['a service in another case', 'passive', tarteaucitron, '!Analytics=true'],
    ['a cookie that another program has added to', 'passive', tarteaucitron, '!analytics=true!engage'],
  ];
  for (const [title, wanted, tool, value] of cases) {
    test(`${title}: ${wanted}`, async () => {
      assert.equal(await outcome(tool, value), wanted);
    });
  }

  test('of two acceptances, the one that ends first counts', async () => {
    await using made = await engineWith([COOKIECONSENT]);
    const visitor = made.as(null);
    const first = { ...older, expirationTime: ago(90 - 182).getTime() };
    (visitor.cookies as Map<string, string>).set('cc_cookie', two('cc_cookie', cc(), cc(first)));
    assert.equal(stateOf(await record(visitor)), 'accepted');
    const events = (await visitor.json('GET', '/policies/ledger/events.json')).body as { at: string; months: number }[];
    assert.deepEqual(
      events.map(({ at, months }) => [at, months]),
      [[ago(90).toISOString(), 6]],
    );
  });

  test('a cookie by its old name does not count once the host approves another name', async () => {
    const renamed = { ...klaro, cookie: 'klaro-2026' };
    const accepted = json({ analytics: true });
    assert.equal(await outcome(renamed, accepted), 'passive');
    assert.equal(await outcome(renamed, accepted, { cookie: 'klaro-2026' }), 'accepted');
  });

  test('of two tools, a rejection counts', async () => {
    await using made = await engineWith([COOKIECONSENT, klaro]);
    const visitor = made.as(null);
    (visitor.cookies as Map<string, string>).set('cc_cookie', cc()).set('klaro', json({ analytics: false }));
    assert.equal(stateOf(await record(visitor)), 'rejected');
  });
});

test('it is recorded once, with its own date and end, as imported and unproved', async () => {
  await using made = await engineWith([COOKIECONSENT]);
  const visitor = made.as(null);
  (visitor.cookies as Map<string, string>).set('cc_cookie', cc());
  const first = await read(visitor);
  assert.deepEqual([first.ask, first.gpc.unrecorded], [false, true]);
  await record(visitor);
  assert.deepEqual([stateOf(await record(visitor)), (await read(visitor)).gpc.unrecorded], ['accepted', false]);
  const events = (await visitor.json('GET', '/policies/ledger/events.json')).body as Record<string, unknown>[];
  assert.deepEqual(
    events.map(({ how, at, months, decision, version }) => ({ how, at, months, decision, version })),
    [{ how: 'import-cookie', at: ago(30).toISOString(), months: 6, decision: 'accepted', version: 1 }],
  );
  // 182 days later, as there: six months are exactly that long here. The last day is the one before.
  assert.equal(visitor.cookies.get('policy_rule_cookie_until'), '2027-04-29');
  const receipt = await visitor.fetch('/policies/user_terms/cookie/receipt', { headers: { accept: 'text/html' } });
  assert.match(await receipt.text(), /This decision was imported and is not proved/);
  const mine = await visitor.fetch('/policies/ledger/events', { headers: { accept: 'text/html' } });
  assert.match(await mine.text(), /Cookie of another consent tool, not proved/);
  const { ok } = await made.engine.ledger.verify();
  assert.equal(ok, true);
});

test('a decision made here counts, whatever the cookie says afterwards', async () => {
  await using made = await engineWith([COOKIECONSENT]);
  const visitor = made.as(null);
  (visitor.cookies as Map<string, string>).set('cc_cookie', cc());
  await visitor.json('PUT', '/policies/consent.json', { decisions: { cookie: false } });
  assert.deepEqual([stateOf(await record(visitor)), (await read(visitor)).gpc.unrecorded], ['rejected', false]);
});

test('an account takes nothing from a cookie of its browser', async () => {
  await using made = await engineWith([COOKIECONSENT]);
  const anna = made.as('anna');
  (anna.cookies as Map<string, string>).set('cc_cookie', cc());
  const { gpc, ask } = await read(anna);
  assert.deepEqual([gpc.unrecorded, ask, stateOf(await record(anna))], [false, true, 'passive']);
});

test('a configuration that cannot work is refused', () => {
  const make = (otherConsentTools: unknown) =>
    createPolicyEngine({
      database: nodeSqliteDatabase(':memory:'),
      rules: [{ name: 'cookie', sessionless: true }, { name: 'terms' }],
      currentUser: () => null,
      otherConsentTools: otherConsentTools as ToolOptions[],
    });
  for (const [tool, message] of [
    [{ tool: 'onetrust', rules: [] }, /must be one of cookieconsent, klaro, tarteaucitron, not "onetrust"/],
    [
      { ...COOKIECONSENT, rules: [{ ...rule, rule: 'terms' }] },
      /rules\[0\]\.rule: needs a rule that is sessionless and not blocking/,
    ],
    [{ ...COOKIECONSENT, rules: [{ ...rule, rule: 'ads' }] }, /there is no rule "ads"/],
    [{ ...COOKIECONSENT, rules: [rule, rule] }, /"cookie" is named twice/],
    [{ ...COOKIECONSENT, rules: [{ ...rule, names: [] }] }, /must name at least one category or service/],
    [{ ...COOKIECONSENT, keptDays: 30 }, /keptDays: is not for cookieconsent/],
    [{ tool: 'klaro', rules: [rule], revision: 1 }, /revision: is only for cookieconsent/],
    [{ tool: 'klaro', rules: [rule], since: '2026-02-30' }, /"2026-02-30" is not a day/],
  ] as const) {
    assert.throws(() => make([tool]), { code: 'configuration_invalid', message });
  }
});
