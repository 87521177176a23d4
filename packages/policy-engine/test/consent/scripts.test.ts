/** Scripts: how they are declared and rendered, and what is left of them after a rejection. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { PolicyEngine, ScriptOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

const folder = mkdtempSync(path.join(tmpdir(), 'scripts-'));
after(() => rmSync(folder, { recursive: true }));

const RULES = [
  { name: 'cookie', sessionless: true },
  { name: 'analytics', sessionless: true },
  { name: 'age', blocking: true },
] as const;
const base = { environments: ['test'], domain: '.shop.example' };

async function engineWith(scripts: readonly ScriptOptions[], options: object = {}) {
  const made = await getTestEngine<string>({ rules: RULES, scripts, ...options });
  for (const { name } of RULES) {
    const body = { description: name, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${name}/terms.json`, body);
  }
  return made;
}

const accepted = (...rules: string[]) =>
  new Request('https://www.shop.example/', {
    headers: { cookie: rules.map((rule) => `policy_rule_${rule}=accepted`).join('; ') },
  });

test('a script can be the path of a template, its URL, text or a function, and tags without a nonce get it', async () => {
  const file = path.join(folder, 'stats.html');
  writeFileSync(file, '<SCRIPT async src="/a.js?x=1&amp;y=2">if (1 < 2) "<script>"</SCRIPT><style>a{}</style>');
  await using made = await engineWith([
    { ...base, name: 'path', script: file },
    {
      ...base,
      name: 'text',
      script: '<script nonce="{nonce}">1</script><link rel="stylesheet" href="/a.css"><p>2</p>',
    },
    { ...base, name: 'function', script: ({ environment }) => `<script>"${environment}"</script>` },
    { ...base, name: 'none', script: '' },
  ]);
  const consent = made.engine.consentContext(accepted('cookie'));
  assert.equal(
    await consent.renderScripts({ nonce: 'n"<' }),
    [
      '<script nonce="n&quot;&lt;" async src="/a.js?x=1&amp;y=2">if (1 < 2) "<script>"</SCRIPT><style nonce="n&quot;&lt;">a{}</style>',
      '<script nonce="n&quot;&lt;">1</script><link nonce="n&quot;&lt;" rel="stylesheet" href="/a.css"><p>2</p>',
      '<script nonce="n&quot;&lt;">"test"</script>',
      '',
    ].join('\n'),
  );
  assert.match(await consent.renderScripts(), /^<SCRIPT async src="\/a\.js/);
});

test('blocked tags are the same for everybody and request nothing', async () => {
  await using made = await engineWith([
    {
      ...base,
      name: 'plain',
      script: '<script src="/a.js?x=1&amp;y=2" async></script><noscript><img src="/p.gif"></noscript>',
    },
    { ...base, name: 'module', script: '<script type="module">import "/b.js"</script>', rule: 'analytics' },
    { ...base, name: 'frame', script: '<iframe src="https://video.example/1" title="A"></iframe>' },
    { ...base, name: 'data', script: '<script type="application/ld+json">{}</script>' },
    { ...base, name: 'elsewhere', script: '<script>1</script>', environments: ['production'] },
  ]);
  const blocked = await made.engine.consentContext(accepted('cookie')).renderScripts({ mode: 'blocked' });
  assert.equal(
    blocked,
    [
      '<script type="text/plain" src="/a.js?x=1&amp;y=2" async="" data-consent="cookie"></script><noscript><img data-src="/p.gif" data-consent="cookie"></noscript>',
      '<script type="text/plain" data-type="module" data-consent="analytics">import "/b.js"</script>',
      '<iframe data-src="https://video.example/1" title="A" data-consent="cookie"></iframe>',
      '<script type="application/ld+json">{}</script>',
    ].join('\n'),
  );
  const anybody = new Request('https://www.shop.example/');
  assert.equal(await made.engine.consentContext(anybody).renderScripts({ mode: 'blocked' }), blocked);
});

/** What the page passes on to Google's tags with, also where it has a `gtag` that passes on something else. */
const PUSH = '(function(){dataLayer.push(arguments)})';

test('Google’s tags are denied everything at first, and granted only what every rule that uses them was accepted for', async () => {
  const google = (name: string, rule: string, consentMode: ScriptOptions['consentMode'] = []) => {
    return { ...base, name, rule, consentMode, script: `<script src="/${name}.js"></script>` };
  };
  await using made = await engineWith(
    [google('ga', 'analytics', ['analytics_storage']), google('ads', 'cookie', ['ad_storage', 'analytics_storage'])],
    { consentMode: { waitForUpdate: 200, adsDataRedaction: true, urlPassthrough: true } },
  );
  const consent = (...rules: string[]) => made.engine.consentContext(accepted(...rules));
  const none = await consent().renderScripts({ nonce: 'n' });
  assert.equal(
    none,
    `<script nonce="n">window.dataLayer=window.dataLayer||[];window.gtag=window.gtag||${PUSH};` +
      `${PUSH}("consent","default",{"ad_storage":"denied","ad_user_data":"denied","ad_personalization":"denied","analytics_storage":"denied","wait_for_update":200});` +
      `${PUSH}("set","ads_data_redaction",true);${PUSH}("set","url_passthrough",true);</script>`,
  );
  const all = await consent('cookie', 'analytics').renderScripts({ nonce: 'n' });
  assert.match(
    all,
    /\("consent","update",\{"ad_storage":"granted","analytics_storage":"granted"\}\);<\/script>\n<script nonce="n" src="\/ga\.js"/,
  );
  const denied = { ad_user_data: 'denied', ad_personalization: 'denied' };
  assert.deepEqual(await consent('cookie').consentMode(), {
    ad_storage: 'granted',
    ...denied,
    analytics_storage: 'denied',
  });
  await using without = await engineWith([]);
  assert.equal(await without.engine.consentContext(accepted('cookie')).consentMode(), null);
});

test('Google’s tags are told by the variable that pages call their data layer', async () => {
  const script = {
    ...base,
    name: 'ga',
    consentMode: ['analytics_storage' as const],
    script: '<script src="/ga.js"></script>',
  };
  await using made = await engineWith([script], { consentMode: { dataLayer: 'shopLayer' } });
  const html = await made.engine.consentContext(accepted('cookie')).renderScripts();
  const page: { shopLayer?: IArguments[]; gtag?: (...words: unknown[]) => void } = {};
  runInNewContext(/<script>(.*?)<\/script>/.exec(html)![1]!, Object.assign(page, { window: page }));
  assert.deepEqual(
    Array.from(page.shopLayer ?? [], ([command, action]) => `${command} ${action}`),
    ['consent default', 'consent update'],
  );
  assert.match(String(page.gtag), /shopLayer\.push\(arguments\)/);
  await assert.rejects(
    engineWith([script], { consentMode: { dataLayer: 'a-b' } }),
    /not the name of a variable; write one such as dataLayer/,
  );
});

const GA: ScriptOptions = {
  ...base,
  name: 'ga',
  script: '',
  cookies: ['_ga', '_ga_*', { name: 'deep', path: '/shop', domain: 'www.shop.example' }],
};
const KEPT: ScriptOptions = { ...base, name: 'kept', script: '', cookies: ['_kept'], permanent: true };

/** The cookies that a response deletes: `name domain path`. */
const deleted = (cookies: readonly string[]) =>
  cookies
    .filter((cookie) => cookie.includes('Max-Age=0'))
    .map((cookie) => {
      const attribute = (name: string) => new RegExp(`; ${name}=([^;]*)`).exec(cookie)?.[1] ?? '-';
      return `${cookie.split('=', 1)[0]} ${attribute('Domain')} ${attribute('Path')}`;
    });
const rejected = async (engine: PolicyEngine, url: string, headers: Record<string, string> = {}) => {
  const init = { method: 'PUT', headers: { 'sec-fetch-site': 'same-origin', ...headers } };
  return (await engine.fetch(new Request(url, init))).headers;
};
const reject = async (...asked: Parameters<typeof rejected>) => deleted((await rejected(...asked)).getSetCookie());

test('a rejection deletes each cookie wherever it may have been set, and no permanent one', async () => {
  await using made = await engineWith([GA, KEPT]);
  const url = 'https://eu.www.shop.example/policies/user_terms/cookie/reject.json';
  const gone = await reject(made.engine, url, { cookie: '_ga_X1=1; _gat=1; _kept=1' });
  for (const domain of ['-', 'shop.example', 'www.shop.example', 'eu.www.shop.example']) {
    for (const name of ['_ga', '_ga_X1']) assert.ok(gone.includes(`${name} ${domain} /`), `${name} ${domain}`);
  }
  assert.ok(gone.includes('deep www.shop.example /shop') && gone.includes('deep shop.example /'));
  assert.deepEqual(
    gone.filter((line) => /^(?:_gat|_kept)|\*| example /.test(line)),
    [],
  );
  const onPage = await reject(made.engine, url, { referer: 'https://eu.www.shop.example/shop/shoes/1?x=1' });
  assert.ok(onPage.includes('_ga - /shop') && onPage.includes('_ga shop.example /shop/shoes'));
});

test('a rejection is recorded whatever the names of the cookies that came with it, and deletes those that a header can name', async () => {
  await using made = await engineWith([GA]);
  const url = 'https://www.shop.example/policies/user_terms/cookie/reject.json';
  const cookie = '_ga_[1](2)=1; _ga_a b=1; _ga_\u00fc=1; _ga_"=1; _ga_,=1; _ga_=1';
  const gone = await reject(made.engine, url, { cookie });
  for (const name of ['_ga_[1](2)', '_ga_a b', '_ga_"', '_ga_,', '_ga_']) assert.ok(gone.includes(`${name} - /`), name);
  assert.ok(!gone.some((line) => line.includes('\u00fc')));
});

test('cookies are also deleted for several decisions at once, by the helpers of a user, and from the account’s own pages', async () => {
  await using made = await engineWith([GA]);
  const several = await made.as('anna').fetch('/policies/user_terms/accept_multiples.json', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"user":{"policy_rule_cookie":false}}',
  });
  assert.ok(deleted(several.headers.getSetCookie()).includes('_ga shop.example /'));
  const policies = made.engine.policiesOf({ id: 'bob' });
  await policies.rejectAllPolicies();
  assert.ok(deleted(policies.policyCookies()).includes('_ga www.shop.example /'));
  const form = await made
    .as(null)
    .fetch('/policies/consent', { method: 'POST', body: new URLSearchParams({ all: 'reject' }) });
  assert.ok(deleted(form.headers.getSetCookie()).includes('_ga shop.example /'));
});

test('no cookie is deleted under a public suffix, and the response stays small with many cookies', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
  await using made = await engineWith([{ ...GA, domain: 'www.shop.co.uk', cookies: names }]);
  const referer = 'https://shop.co.uk/a/b/c/d/e/f';
  const url = 'https://shop.co.uk/policies/user_terms/cookie/reject.json';
  const headers = await rejected(made.engine, url, { referer });
  const gone = deleted(headers.getSetCookie());
  assert.deepEqual([...new Set(gone.map((line) => line.split(' ', 2)[1] ?? ''))].toSorted(), [
    '-',
    'shop.co.uk',
    'www.shop.co.uk',
  ]);
  const bytes = [...headers].reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
  assert.ok(bytes < 3950, `${bytes} of the 4096 that nginx takes without a setting`);
  // The page's own folder comes before its parent folders.
  assert.ok(gone.includes('c0 - /a/b/c/d/e') && !gone.includes('c0 - /a'));
});

for (const [what, script, message] of [
  [
    'a template that is not there',
    { script: './nowhere.html' },
    /scripts\[0\]\.script: \.\/nowhere\.html cannot be read/,
  ],
  ['a public suffix', { domain: '.co.uk' }, /"\.co\.uk" is a public suffix/],
  ['a cookie that is every cookie', { cookies: ['*'] }, /cookies\[0\]: "\*" would match every cookie/],
  [
    'a pattern by which a rejection would delete itself',
    { cookies: ['_a', 'policy_*'] },
    /cookies\[1\]: policy_visitor is a cookie of the engine/,
  ],
  [
    'the cookie of a decision as a cookie of the script',
    { cookies: [{ name: 'policy_rule_cookie' }] },
    /cookies\[0\]: policy_rule_cookie is a cookie of the engine/,
  ],
  ['a name no cookie has', { cookies: ['a b'] }, /"a b" is not the name of a cookie/],
  ['an invalid path', { cookies: [{ name: 'a', path: 'x' }] }, /cookies\[0\]\.path: "x" is not a path/],
  ['keys that are every key', { localStorage: ['**'] }, /would clear every key/],
  [
    'an unknown type of consent',
    { consentMode: ['tracking'] },
    /consentMode\[0\]: must be "ad_storage".*not "tracking"/,
  ],
] as const) {
  test(`a script is refused at start: ${what}`, async () => {
    await assert.rejects(engineWith([{ ...GA, ...script } as ScriptOptions]), {
      code: 'configuration_invalid',
      message,
    });
  });
}

test('databases, caches and service workers of a script are declared, and cleared unless it is permanent', async () => {
  const stored = { indexedDB: ['ads_*'], cacheStorage: ['ads-cache'], serviceWorkers: ['/ads/', '/push/*'] };
  await using made = await engineWith([
    { ...base, name: 'Ads', script: '', ...stored },
    { ...base, name: 'Kept', script: '', rule: 'analytics', ...stored, permanent: true },
  ]);
  const visitor = made.as(null);
  const { body } = await visitor.json('GET', '/policies/consent.json');
  const names = { indexed_db: ['ads_*'], cache_storage: ['ads-cache'], service_workers: ['/ads/', '/push/*'] };
  assert.deepEqual((body as { clear: unknown }).clear, [
    { rule: 'cookie', gate: 'cookie', cookies: [], local_storage: [], session_storage: [], ...names },
  ]);
  const declaration = (await visitor.json('GET', '/policies/cookies.json')).body as {
    rules: { scripts: Record<string, unknown>[] }[];
  };
  for (const { scripts } of declaration.rules) {
    const { indexed_db, cache_storage, service_workers } = scripts[0]!;
    assert.deepEqual({ indexed_db, cache_storage, service_workers }, names);
  }
  const page = await made.engine.fetch(
    new Request('http://engine.test/policies/cookies', { headers: { accept: 'text/html', 'accept-language': 'de' } }),
  );
  const html = await page.text();
  for (const text of [
    'Kein Ablauf (IndexedDB)',
    'Kein Ablauf (Cache Storage)',
    'Kein Ablauf (Service Worker)',
    '/push/*',
  ]) {
    assert.ok(html.includes(text), text);
  }
  const banner = await made.engine.consentContext(new Request('http://engine.test/')).renderBanner();
  assert.match(banner, /<code>ads_\*<\/code> · <bdi>No expiry \(IndexedDB\)<\/bdi>/);
  assert.match(banner, /<code>\/push\/\*<\/code> · <bdi>No expiry \(service worker\)<\/bdi>/);
});

for (const [option, names, problem] of [
  ['indexedDB', ['*'], /scripts\[0\].indexedDB\[0\]: "\*" would delete every database; write its name/],
  ['cacheStorage', [''], /scripts\[0\].cacheStorage\[0\]: "" would delete every cache; write its name/],
  ['serviceWorkers', ['push'], /"push" is not the path of a scope; write one such as "\/push\/"/],
  ['serviceWorkers', ['/*'], /"\/\*" would remove every service worker; write the path of its scope/],
] as const) {
  test(`${option} of a script cannot be ${JSON.stringify(names)}`, async () => {
    await assert.rejects(engineWith([{ ...base, name: 'Ads', script: '', [option]: names }]), problem);
  });
}
