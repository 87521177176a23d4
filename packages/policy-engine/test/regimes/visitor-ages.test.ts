/** How long the decision of a visitor counts: `lasts` of a rule. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connectDatabase, type PolicyEngineOptions, type RuleOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

const PIXEL = '<script>count()</script>';
const SCRIPTS = [{ name: 'pixel', script: PIXEL, environments: ['test'], rule: 'cookie' }];

interface Shown {
  readonly ask: boolean;
  readonly state: string | undefined;
}

/** A site with one consent and a visitor, on a clock that can be set. @param more its database may be that of an earlier site */
async function siteWith(lasts: RuleOptions['lasts'], more: Partial<PolicyEngineOptions> = {}) {
  let now = new Date('2026-08-31T15:00:00Z');
  const made = await getTestEngine<string>({
    rules: [{ name: 'cookie', sessionless: true, ...(lasts !== undefined && { lasts }) }],
    scripts: SCRIPTS,
    now: () => now,
    ...more,
  });
  const body = { description: 'Cookies', state: 'published' };
  if ((await made.engine.policyTexts()).length === 0)
    await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', body);
  const visitor = made.as(null);
  const request = (headers: Record<string, string> = {}) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Request(TEST_ORIGIN, { headers: { ...headers, ...(cookie !== '' && { cookie }) } });
  };
  return {
    ...made,
    visitor,
    at: (moment: string) => void (now = new Date(moment)),
    decide: async (decision: 'accept' | 'reject') => {
      const { status } = await visitor.json('PUT', `/policies/user_terms/cookie/${decision}.json`);
      assert.equal(status, 200);
    },
    /** What the page, the JSON and the privacy centre say; they must agree. */
    async sees(headers: Record<string, string> = {}): Promise<Shown> {
      const { body: document } = await visitor.json('GET', '/policies/consent.json');
      const { ask, rules } = document as { ask: boolean; rules: { state: string }[] };
      const page = made.engine.consentContext(request(headers));
      const runs = (await page.renderScripts()).includes('count()');
      assert.equal(runs, rules[0]?.state === 'accepted');
      assert.equal(await page.hasConsented('cookie'), runs);
      const [panel = 'no panel'] = /<section[^>]*pe-consent-panel[^>]*>/.exec(await page.renderBanner()) ?? [];
      assert.equal(!/ hidden(?:=|>| )/.test(panel), ask, panel);
      return { ask, state: rules[0]?.state };
    },
    events: async () => {
      const { body: listed } = await made.as('admin').json('GET', '/policies/ledger.json');
      return (listed as { events: { decision: string; at: string }[] }).events.map(
        ({ decision, at }) => `${at.slice(0, 10)} ${decision}`,
      );
    },
  };
}

const UNDECIDED = { ask: true, state: 'passive' };

describe('an acceptance', () => {
  test('counts to the day before its months have passed; then nothing runs, and the visitor is asked again', async () => {
    await using site = await siteWith({ acceptance: 6 });
    await site.decide('accept');
    assert.equal(site.visitor.cookies.get('policy_rule_cookie_until'), '2027-02-27');
    site.at('2027-02-27T23:59:59Z');
    assert.deepEqual(await site.sees(), { ask: false, state: 'accepted' });
    site.at('2027-02-28T00:00:00Z');
    assert.deepEqual(await site.sees(), UNDECIDED);
  });

  test('counts no more by the proof, when the visitor deletes or changes the cookie with its last day', async () => {
    await using site = await siteWith({ acceptance: 6 });
    await site.decide('accept');
    site.at('2027-03-01T00:00:00Z');
    for (const until of [undefined, '2099-01-01', 'never']) {
      const cookies = site.visitor.cookies as Map<string, string>;
      if (until === undefined) cookies.delete('policy_rule_cookie_until');
      else cookies.set('policy_rule_cookie_until', until);
      assert.deepEqual(await site.sees(), UNDECIDED, String(until));
    }
  });

  test('can be given again: it is recorded, and counts from then on', async () => {
    await using site = await siteWith({ acceptance: 6 });
    await site.decide('accept');
    site.at('2027-03-15T00:00:00Z');
    await site.decide('accept');
    assert.deepEqual(await site.sees(), { ask: false, state: 'accepted' });
    assert.equal(site.visitor.cookies.get('policy_rule_cookie_until'), '2027-09-14');
    assert.deepEqual((await site.events()).toSorted(), ['2026-08-31 accepted', '2027-03-15 accepted']);
  });

  test('that is repeated in its time is not recorded again, and lasts no longer', async () => {
    await using site = await siteWith({ acceptance: 6 });
    await site.decide('accept');
    site.at('2027-01-15T00:00:00Z');
    await site.decide('accept');
    assert.equal(site.visitor.cookies.get('policy_rule_cookie_until'), '2027-02-27');
    assert.equal((await site.events()).length, 1);
  });

  test('that is too old is not taken over by an account', async () => {
    await using site = await siteWith({ acceptance: 6 });
    await site.decide('accept');
    site.at('2027-03-01T00:00:00Z');
    const cookie = [...site.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-test-user': 'anna', 'sec-fetch-site': 'same-origin' };
    const page = site.engine.consentContext(new Request(TEST_ORIGIN, { method: 'POST', headers }));
    await assert.rejects(page.adoptVisitorDecision('cookie'), { code: 'nothing_to_adopt' });
  });
});

describe('a refusal', () => {
  test('is not asked again before its months have passed, and never ends in running', async () => {
    await using site = await siteWith({ acceptance: 12, refusal: 6 });
    await site.decide('reject');
    assert.equal(site.visitor.cookies.get('policy_rule_cookie_until'), '2027-02-28');
    site.at('2027-02-28T23:59:59Z');
    assert.deepEqual(await site.sees(), { ask: false, state: 'rejected' });
    site.at('2027-03-01T00:00:00Z');
    assert.deepEqual(await site.sees(), UNDECIDED);
  });

  test('by the signal of the browser has no end while the browser sends it', async () => {
    await using site = await siteWith({ acceptance: 6, refusal: 6 });
    site.at('2029-01-01T00:00:00Z');
    const context = site.engine.consentContext(new Request(TEST_ORIGIN, { headers: { 'sec-gpc': '1' } }));
    assert.equal((await context.renderScripts()).includes('count()'), false);
  });
});

test('without `lasts` an acceptance of a consent counts twelve months, and after a refusal nobody is asked for six', async () => {
  await using site = await siteWith(undefined);
  await site.decide('accept');
  assert.equal(site.visitor.cookies.get('policy_rule_cookie_until'), '2027-08-30');
  site.at('2027-08-31T00:00:00Z');
  assert.deepEqual(await site.sees(), UNDECIDED);
  await site.decide('reject');
  assert.equal(site.visitor.cookies.get('policy_rule_cookie_until'), '2028-02-29');
  site.at('2028-02-29T23:59:59Z');
  assert.deepEqual(await site.sees(), { ask: false, state: 'rejected' });
  site.at('2028-03-01T00:00:00Z');
  assert.deepEqual(await site.sees(), UNDECIDED);
});

describe('a decision of a visitor counts, where the host has changed `lasts` since,', () => {
  const DAYS = { acceptance: ['2027-02-27', '2027-02-28'], refusal: ['2027-08-31', '2027-09-01'] } as const;
  for (const [decision, kind, [then, later]] of [
    ['accept', 'acceptance', [6, 12]],
    ['accept', 'acceptance', [12, 6]],
    ['reject', 'refusal', [6, 12]],
    ['reject', 'refusal', [12, 6]],
  ] as const) {
    const by = kind === 'acceptance' ? 'the shorter' : 'the longer';
    test(`as ${kind} for ${by} of both: ${then}, then ${later} months`, async (t) => {
      const database = await connectDatabase(':memory:');
      t.after(() => database.close());
      const more = { database, cookieSecret: 'a secret of more than 32 characters' };
      const before = await siteWith({ [kind]: then }, more);
      await before.decide(decision);
      const after = await siteWith({ [kind]: later }, more);
      const cookies = after.visitor.cookies as Map<string, string>;
      for (const [name, value] of before.visitor.cookies) cookies.set(name, value);
      const [last, next] = DAYS[kind];
      after.at(`${last}T23:59:59Z`);
      assert.equal((await after.sees()).ask, false);
      after.at(`${next}T00:00:00Z`);
      assert.deepEqual(await after.sees(), UNDECIDED);
    });
  }
});

describe('ages that cannot be are refused with what to write:', () => {
  const refused = async (rule: Partial<RuleOptions>, message: RegExp) => {
    const rules = [{ name: 'cookie', sessionless: true, ...rule }];
    await assert.rejects(getTestEngine({ rules }), { code: 'configuration_invalid', message });
  };
  for (const months of [0, -6, 1.5, 121, '12', Number.NaN, Infinity, null]) {
    test(`${JSON.stringify(months)} (${typeof months}) months`, async () => {
      await refused(
        { lasts: { acceptance: months as number } },
        /rules\[0\]\.lasts\.acceptance.* must be a whole number of calendar months from 1 to 120, not /,
      );
      await refused(
        { lasts: { refusal: months as number } },
        /rules\[0\]\.lasts\.refusal.* must be a whole number of calendar months from 1 to 120, not /,
      );
    });
  }

  test('a notice, a blocking rule', async () => {
    await refused({ sessionless: false, notice: true, lasts: { refusal: 6 } }, /rules\[0\]\.lasts.* notice: true/);
    await refused(
      { blocking: true, lasts: { refusal: 6 } },
      /rules\[0\]\.lasts.* blocking: true, which asks again at once; leave refusal out/,
    );
    await using accepted = await getTestEngine({
      rules: [{ name: 'cookie', sessionless: true, blocking: true, lasts: { acceptance: 12 } }],
    });
    assert.ok(accepted.engine);
  });

  test('a name that is no age', async () => {
    await refused({ lasts: { accepted: 6 } as never }, /rules\[0\]\.lasts.*accepted/);
  });
});
