/** How the tags of companies are told what was accepted, before the first of them runs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import type { PolicyEngineOptions, ScriptOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

const script = (
  name: string,
  rule: string,
  consentMode: ScriptOptions['consentMode'],
  provider = '',
): ScriptOptions => ({
  name,
  rule,
  provider,
  consentMode: consentMode ?? [],
  script: '',
  environments: ['test'],
});

const SCRIPTS = [
  script('Counter', 'analytics', ['analytics_storage'], 'Acme Ltd'),
  script('Ads', 'marketing', ['ad_storage', 'analytics_storage']),
];
const ALL = ['google', 'microsoft-uet', 'microsoft-clarity'] as const;

async function engineWith(options: Partial<PolicyEngineOptions> = {}) {
  const made = await getTestEngine<string>({
    rules: [
      { name: 'analytics', sessionless: true },
      { name: 'marketing', sessionless: true },
    ],
    scripts: SCRIPTS,
    consentSignals: ALL,
    ...(options as object),
  });
  for (const rule of ['analytics', 'marketing']) {
    const body = { description: rule, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  }
  return made;
}

type Made = Awaited<ReturnType<typeof engineWith>>;

async function head(made: Made, cookie: string, mode: 'consented' | 'blocked', nonce = ''): Promise<string> {
  const consent = made.engine.consentContext(new Request('https://www.shop.example/', { headers: { cookie } }));
  return consent.renderScripts({ mode, nonce });
}

/** Runs the script of a page, and returns what the queues of the tags contain. */
function run(html: string, cookie: string | (() => string)) {
  const code = /^<script[^>]*>(.*)<\/script>$/s.exec(html.trim())?.[1];
  assert.ok(code !== undefined, html);
  const document = Object.defineProperty({}, 'cookie', { get: typeof cookie === 'string' ? () => cookie : cookie });
  const window: Record<string, unknown> = { document };
  window['window'] = window;
  runInContext(code, createContext(window));
  const { dataLayer, uetq, clarity } = window as {
    dataLayer?: ArrayLike<unknown>[];
    uetq?: unknown[];
    clarity?: { q: ArrayLike<unknown>[] };
  };
  // Objects of another realm are not equal to ours.
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  const listed = (queue: ArrayLike<unknown>[] | undefined) =>
    queue && Array.from(queue, (entry) => plain(Array.from(entry)));
  return {
    google: listed(dataLayer),
    uet: uetq && plain(uetq),
    clarity: listed(clarity?.q),
  };
}

const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};
const DEFAULTS = {
  google: [['consent', 'default', { ...DENIED, wait_for_update: 500 }]],
  uet: ['consent', 'default', { ad_storage: 'denied' }],
  clarity: [['consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }]],
};

const accepted = (...rules: string[]) => rules.map((rule) => `policy_rule_${rule}=accepted`).join('; ');

describe('in a page of one visitor', () => {
  test('each signal denies everything first, and then tells what was accepted', async () => {
    await using made = await engineWith();
    assert.deepEqual(run(await head(made, '', 'consented'), ''), DEFAULTS);
    const { google, uet, clarity } = run(await head(made, accepted('marketing'), 'consented'), '');
    assert.deepEqual(google, [...DEFAULTS.google, ['consent', 'update', { ad_storage: 'granted' }]]);
    assert.deepEqual(uet, [...DEFAULTS.uet, 'consent', 'update', { ad_storage: 'granted' }]);
    assert.deepEqual(clarity, [
      ...DEFAULTS.clarity,
      ['consentv2', { ad_Storage: 'granted', analytics_Storage: 'denied' }],
    ]);
  });

  test('only the signals of the site are sent, and consent.json names them', async () => {
    await using made = await engineWith({ consentSignals: ['microsoft-uet'] });
    const { google, clarity, uet } = run(await head(made, '', 'consented'), '');
    assert.deepEqual([google, clarity, uet], [undefined, undefined, DEFAULTS.uet]);
    const { body } = await made.as(null).json('GET', '/policies/consent.json');
    assert.deepEqual((body as { signals: unknown }).signals, ['microsoft-uet']);
    await using without = await engineWith({ scripts: [script('Counter', 'analytics', [])] });
    const { body: none } = await without.as(null).json('GET', '/policies/consent.json');
    assert.deepEqual((none as { signals: unknown }).signals, []);
  });

  test('a signal that does not exist is refused', async () => {
    await assert.rejects(
      engineWith({ consentSignals: ['bing' as never] }),
      /consentSignals\[0\]: "bing" is not a signal; write one of google, microsoft-uet, microsoft-clarity/,
    );
  });
});

describe('in a page that is the same for everybody', () => {
  // https://github.com/AmauriC/tarteaucitron.js/issues/1220
  const CASES: readonly [what: string, cookie: string, granted: Record<string, string>][] = [
    ['nothing without a decision', 'other=1', {}],
    ['what was accepted', `a=1; ${accepted('marketing')}; b=2`, { ad_storage: 'granted' }],
    ['a type only if all of its scripts were accepted', accepted('analytics'), {}],
    ['all types', accepted('analytics', 'marketing'), { analytics_storage: 'granted', ad_storage: 'granted' }],
    ['nothing of a rejection', 'policy_rule_marketing=rejected; policy_rule_analytics=rejected', {}],
    ['nothing if one of two cookies rejects', `${accepted('marketing')}; policy_rule_marketing=rejected`, {}],
    ['nothing if the other one rejects', `policy_rule_marketing=rejected; ${accepted('marketing')}`, {}],
    [
      'no vendor where vendors were chosen one by one',
      `${accepted('analytics', 'marketing')}; policy_rule_analytics_vendors=abcdef.`,
      { ad_storage: 'granted' },
    ],
    ['nothing after the last day', `${accepted('marketing')}; policy_rule_marketing_until=2020-01-01`, {}],
    [
      'until the last day',
      `${accepted('marketing')}; policy_rule_marketing_until=2999-01-01`,
      { ad_storage: 'granted' },
    ],
    [
      'nothing of a cookie whose name is longer',
      'x_policy_rule_marketing=accepted; policy_rule_marketings=accepted',
      {},
    ],
  ];

  test('the script is the same for everybody, is short, and has the nonce', async () => {
    await using made = await engineWith();
    const one = await head(made, accepted('marketing'), 'blocked', 'n0nce');
    assert.equal(one, await head(made, '', 'blocked', 'n0nce'));
    assert.match(one, /^<script nonce="n0nce">/);
    assert.ok(one.length < 1700, String(one.length));
  });

  for (const [what, cookie, granted] of CASES) {
    test(`the cookies of the browser grant ${what}`, async () => {
      await using made = await engineWith();
      const { google, uet, clarity } = run(await head(made, '', 'blocked'), cookie);
      const isAny = Object.keys(granted).length > 0;
      const ofAds = granted['ad_storage'] ?? 'denied';
      assert.deepEqual(google, [...DEFAULTS.google, ...(isAny ? [['consent', 'update', granted]] : [])]);
      assert.deepEqual(uet, [...DEFAULTS.uet, ...(isAny ? ['consent', 'update', { ad_storage: ofAds }] : [])]);
      const update = { ad_Storage: ofAds, analytics_Storage: granted['analytics_storage'] ?? 'denied' };
      assert.deepEqual(clarity, [...DEFAULTS.clarity, ...(isAny ? [['consentv2', update]] : [])]);
    });
  }

  test('nothing is granted where only recorded decisions count, or cookies cannot be read', async () => {
    await using strict = await engineWith({ unprovedCookies: 'ignore' });
    const all = accepted('analytics', 'marketing');
    assert.deepEqual(run(await head(strict, '', 'blocked'), all), DEFAULTS);
    await using made = await engineWith();
    const throwing = () => {
      throw new Error('The document is sandboxed');
    };
    assert.deepEqual(run(await head(made, '', 'blocked'), throwing), DEFAULTS);
  });
});
