/** Wrong values of every option, at every depth: each is refused at start, with its path; right ones are accepted. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { createPolicyEngine, nodeSqliteDatabase, PolicyEngineError } from 'policy-engine';

const database = nodeSqliteDatabase(':memory:');
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-options-'));
after(() => rmSync(folder, { recursive: true }));
const page = path.join(folder, 'page with spaces.html');
writeFileSync(page, '<p><%= it.member %></p>');

const rule = (options: object) => ({ rules: [{ name: 'cookie', ...options }] });
const script = (options: object) => ({
  scripts: [{ name: 'stats', script: '', environments: ['test'], domain: 'shop.example', ...options }],
});
const necessary = (options: object) => ({
  necessaryCookies: [{ name: 'sid', purpose: 'Session', duration: '1 hour', recipients: false, ...options }],
});
const portable = (options: object) => ({ portabilityRules: [{ name: 'orders', collection: 'orders', ...options }] });

function problemsOf(options: object): readonly { readonly path: string; readonly message: string }[] {
  try {
    createPolicyEngine({ database, rules: [{ name: 'cookie' }], currentUser: () => null, ...options });
    return [];
  } catch (error) {
    assert.ok(error instanceof PolicyEngineError, String(error));
    assert.equal(error.code, 'configuration_invalid');
    assert.equal(error.reason, error.problems.map((problem) => `${problem.path}: ${problem.message}`).join('\n'));
    return error.problems;
  }
}

const WRONG: ReadonlyArray<[options: object, path: string, message?: RegExp]> = [
  // Lists and what they hold
  [{ rules: null }, 'rules', /declare at least one rule/],
  [{ rules: [] }, 'rules', /declare at least one rule/],
  [{ rules: {} }, 'rules'],
  [{ rules: [null] }, 'rules[0]', /must be an object, not null/],
  [{ rules: [undefined] }, 'rules[0]'],
  [{ rules: ['cookie'] }, 'rules[0]', /must be an object, such as \{ name: "cookie" \}/],
  [{ scripts: null }, 'scripts'],
  [{ scripts: [undefined] }, 'scripts[0]'],
  [{ scripts: ['stats'] }, 'scripts[0]', /\{ name: "stats" \}/],
  [{ portabilityRules: null }, 'portabilityRules'],
  [{ portabilityRules: [null] }, 'portabilityRules[0]'],
  [script({ cookies: [null] }), 'scripts[0].cookies[0]'],
  [script({ cookies: '_ga' }), 'scripts[0].cookies', /must be a list, not "_ga"/],
  [script({ environments: 'production' }), 'scripts[0].environments'],
  [script({ environments: [] }), 'scripts[0].environments', /at least one environment/],
  [rule({ validatesOn: 'create' }), 'rules[0].validatesOn'],
  [{ publicOrigins: 'https://shop.example' }, 'publicOrigins'],
  [{ publicOrigins: [null] }, 'publicOrigins[0]'],
  [{ appearance: { stylesheets: '/a.css' } }, 'appearance.stylesheets'],
  // Style sheets that the content security policy blocks
  [
    { appearance: { stylesheets: ['/a.css', 'https://cdn.example/a.css'] } },
    'appearance.stylesheets[1]',
    /\/shop\.css/,
  ],
  [
    { appearance: { stylesheets: ['//cdn.example/a.css'] } },
    'appearance.stylesheets[0]',
    /not an address of this site/,
  ],
  [{ appearance: { stylesheets: ['data:text/css,a'] } }, 'appearance.stylesheets[0]', /not an address of this site/],
  [{ environment: 'production ' }, 'environment', /"production " contains white space/],
  [script({ environments: ['prod uction'] }), 'scripts[0].environments[0]', /contains white space/],
  // Cookies that need no consent
  [{ necessaryCookies: 'sid' }, 'necessaryCookies', /must be a list, not "sid"/],
  [{ necessaryCookies: ['sid'] }, 'necessaryCookies[0]', /must be an object, such as \{ name: "sid" \}/],
  [{ necessaryCookies: [{ name: 'sid', duration: '1 hour', recipients: false }] }, 'necessaryCookies[0].purpose'],
  [necessary({ duration: undefined }), 'necessaryCookies[0].duration', /is missing/],
  [necessary({ recipients: undefined }), 'necessaryCookies[0].recipients', /set false if there are none/],
  [necessary({ recipients: true }), 'necessaryCookies[0].recipients', /or false if there are none, not true/],
  [necessary({ purpose: ' ' }), 'necessaryCookies[0].purpose', /must not be blank/],
  [necessary({ name: 'a b' }), 'necessaryCookies[0].name', /not the name of a cookie/],
  [necessary({ name: '*' }), 'necessaryCookies[0].name', /would match every cookie/],
  [necessary({ name: '__Host-policy_proof' }), 'necessaryCookies[0].name', /a cookie of the engine/],
  [necessary({ name: 'policy_*' }), 'necessaryCookies[0].name', /a cookie of the engine/],
  [necessary({ domain: 'co.uk' }), 'necessaryCookies[0].domain', /public suffix/],
  [necessary({ path: 'shop' }), 'necessaryCookies[0].path', /is not a path such as/],
  [necessary({ rule: 'cookie' }), 'necessaryCookies[0].rule', /there is no option rule/],
  [
    { ...necessary({ name: 'sid_1' }), ...script({ cookies: [{ name: 'sid_*' }], permanent: true }) },
    'necessaryCookies[0].name',
    /"sid_1" is also declared by the script "stats" as "sid_\*", which needs consent/,
  ],
  [
    { ...necessary({ name: 'seen', kind: 'local-storage' }), ...script({ localStorage: ['seen'] }) },
    'necessaryCookies[0].name',
    /"seen" is also declared by the script "stats", which needs consent/,
  ],
  [
    necessary({ kind: 'web-sql' }),
    'necessaryCookies[0].kind',
    /one of cookie, local-storage, session-storage, indexed-db, cache-storage/,
  ],
  [necessary({ kind: 'session-storage', name: '*' }), 'necessaryCookies[0].name', /would match every key/],
  [necessary({ kind: 'session-storage', path: '/shop' }), 'necessaryCookies[0].path', /only for cookies/],
  [
    { necessaryCookies: [...necessary({}).necessaryCookies, ...necessary({ path: '/' }).necessaryCookies] },
    'necessaryCookies[1].name',
    /declared twice/,
  ],
  // Unknown options, and the suggested names
  [{ mount_path: '/a' }, 'mount_path', /did you mean mountPath\?/],
  [{ rule: [] }, 'rule', /did you mean rules\?/],
  [{ colour: 'red' }, 'colour', /there is no option colour$/],
  [rule({ validates_on: ['create'] }), 'rules[0].validates_on', /did you mean validatesOn\?/],
  [rule({ sessionles: true }), 'rules[0].sessionles', /did you mean sessionless\?/],
  [script({ enviroments: [] }), 'scripts[0].enviroments', /did you mean environments\?/],
  [script({ cookies: [{ name: '_ga', Path: '/' }] }), 'scripts[0].cookies[0].Path', /did you mean path\?/],
  [portable({ json_template: '[]' }), 'portabilityRules[0].json_template', /did you mean jsonTemplate\?/],
  [{ portability: { autoconfirm: true } }, 'portability.autoconfirm', /did you mean autoConfirm\?/],
  [{ exporter: { Path: folder } }, 'exporter.Path', /did you mean path\?/],
  [{ exporter: { information: { purpose: 'x' } } }, 'exporter.information.purpose', /did you mean purposes\?/],
  [{ attachments: { expiration_link: 5 } }, 'attachments.expiration_link', /did you mean expirationLink\?/],
  [{ ledger: { batch: 5 } }, 'ledger.batch', /there is no option batch$/],
  [{ appearance: { stylesheet: [] } }, 'appearance.stylesheet', /did you mean stylesheets\?/],
  [{ gpc: { lastUpdated: '2026-11-21' } }, 'gpc.lastUpdated', /did you mean lastUpdate\?/],
  [{ consentMode: { wait_for_update: 1 } }, 'consentMode.wait_for_update', /did you mean waitForUpdate\?/],
  [{ mail: { transport: 'smtp://localhost', digest: true }, fromEmail: 'a@b.test' }, 'mail.digest'],
  [{ mailerTemplates: { portability_done: {} } }, 'mailerTemplates.portability_done'],
  [{ mailerTemplates: { ledger_digest: { title: 'x' } } }, 'mailerTemplates.ledger_digest.title'],
  [{ userResource: { findBy: () => null } }, 'userResource.findBy', /there is no option findBy/],
  [{ adminUserResource: { Find: () => null } }, 'adminUserResource.Find', /did you mean find\?/],
  [{ texts: { en: { 'consents.acept': 'I agree' } } }, 'texts.en["consents.acept"]', /did you mean consents\.accept\?/],
  // Booleans, numbers and text of the wrong type
  [rule({ sessionless: 'false' }), 'rules[0].sessionless', /must be true or false, not "false"/],
  [rule({ blocking: 1 }), 'rules[0].blocking', /must be true or false, not 1/],
  [rule({ gpc: 'no' }), 'rules[0].gpc'],
  [script({ permanent: 'false' }), 'scripts[0].permanent'],
  [{ portability: { autoConfirm: 'yes' } }, 'portability.autoConfirm'],
  [{ legacyAttachments: 'true' }, 'legacyAttachments'],
  [{ ledger: { flagForeign: 0 } }, 'ledger.flagForeign'],
  [{ mail: { transport: 'smtp://localhost', ledgerDigest: 'no' }, fromEmail: 'a@b.test' }, 'mail.ledgerDigest'],
  [{ consentMode: { urlPassthrough: 'true' } }, 'consentMode.urlPassthrough'],
  [{ consentMode: { waitForUpdate: '500' } }, 'consentMode.waitForUpdate', /whole number of milliseconds/],
  [{ portability: { keepDays: '30' } }, 'portability.keepDays'],
  [{ portability: { keepDays: 0 } }, 'portability.keepDays', /from 1 to 3650, not 0/],
  [{ attachments: { expirationLink: 1.5 } }, 'attachments.expirationLink'],
  [{ attachments: { linkSecret: 'short' } }, 'attachments.linkSecret', /^must have at least 32 characters$/],
  [{ attachments: { storage: { put() {} } } }, 'attachments.storage'],
  [{ writeLimit: '120' }, 'writeLimit', /whole number of changes a minute, or false/],
  [{ writeLimit: true }, 'writeLimit'],
  [portable({ per: '30' }), 'portabilityRules[0].per'],
  [{ exporter: { maxImages: Number.NaN } }, 'exporter.maxImages'],
  [{ tablePrefix: 7 }, 'tablePrefix', /must be text, not 7/],
  [{ tablePrefix: 'a-b_' }, 'tablePrefix', /cannot be used/],
  [{ schema: 'other' }, 'schema', /SQLite has no schemas/],
  [{ defaultLocale: 7 }, 'defaultLocale'],
  [{ defaultLocale: 'sv' }, 'defaultLocale', /there are no texts in "sv"/],
  [{ texts: { de: { 'banner.reject': '' } } }, 'texts.de["banner.reject"]', /is empty, which hides an answer/],
  [
    { texts: { en: { 'banner.reject': 'accept ALL' } } },
    'texts.en["banner.reject"]',
    /"accept ALL" is the word of banner\.accept and of banner\.reject; write two that differ/,
  ],
  [{ texts: { 'de-AT': { 'optout.do': '' } } }, 'texts.de-AT["optout.do"]', /is empty, which hides an answer/],
  [{ texts: { 'x y': {} } }, 'texts["x y"]', /is not a language tag/],
  [
    { texts: { en: { 'app.label': 'Label {lable}' } } },
    'texts.en["app.label"]',
    /has \{lable\}, which English has not; in English it is /,
  ],
  [{ texts: { en: { 'app.label': 'Label {label' } } }, 'texts.en["app.label"]', /has a broken placeholder or plural/],
  [
    { texts: { pl: { 'choice.figures.days': '{count, plural, one {# dzień} other {# dni}}' } } },
    'texts.pl["choice.figures.days"]',
    /the plural of \{count\} lacks “few”/,
  ],
  [{ texts: { en: { 'consents.accept': 7 } } }, 'texts.en["consents.accept"]'],
  [{ timeZone: null }, 'timeZone'],
  [{ environment: 7 }, 'environment'],
  [{ gpc: { lastUpdate: '2026-02-30' } }, 'gpc.lastUpdate', /is not a day/],
  [{ banner: { hideFrom: ['page renderer'] } }, 'banner.hideFrom[0]', /is not one word of a user agent/],
  [{ banner: { hideFrom: ['Mozilla'] } }, 'banner.hideFrom[0]', /of all browsers/],
  [rule({ label: 7 }), 'rules[0].label', /must be text, an object such as .*, or a function of the locale/],
  [{ appearance: { homeUrl: 'javascript:alert(1)' } }, 'appearance.homeUrl'],
  [{ appearance: null }, 'appearance'],
  [{ logger: {} }, 'logger', /function error/],
  [{ logger: () => {} }, 'logger'],
  [{ now: new Date() }, 'now', /must be a function, not an object/],
  [{ jobs: 'redis' }, 'jobs'],
  [{ userLanguage: 'fr' }, 'userLanguage'],
  [{ currentUser: null }, 'currentUser'],
  [{ userResource: null }, 'userResource'],
  [{ ledgerKey: 'secret' }, 'ledgerKey', /not a key in PEM or JWK form/],
  [{ ledgerKey: 7 }, 'ledgerKey'],
  [{ ledger: { earlierKeys: ['none'] } }, 'ledger.earlierKeys[0]'],
  [{ mail: { transport: 'http://mail.example' }, fromEmail: 'a@b.test' }, 'mail.transport', /smtps:\/\//],
  [{ mail: { transport: 'smtp://localhost' } }, 'fromEmail', /mail needs a sender/],
  // Domains under which no cookie can be set
  ...['https://x.test', 'x.test:80', 'x.test/a', '', '.', 'a b', '*.x.test', 'münchen.example'].map(
    (domain): [object, string, RegExp] => [script({ domain }), 'scripts[0].domain', /is not a domain/],
  ),
  ...['com', '.com', 'co.uk', 'github.io'].map((domain): [object, string, RegExp] => [
    script({ cookies: [{ name: '_ga', domain }] }),
    'scripts[0].cookies[0].domain',
    /is a public suffix/,
  ]),
  [script({ domain: undefined, cookies: ['_ga'] }), 'scripts[0].domain', /cannot be deleted without their domain/],
  [script({ cookies: [{ name: '_ga', path: '/a;b' }] }), 'scripts[0].cookies[0].path'],
  // Names that are already used
  ...['pending', 'blocking_terms', 'accept_multiples'].map((name): [object, string, RegExp] => [
    rule({ name }),
    'rules[0].name',
    /is reserved/,
  ]),
  [{ rules: [{ name: 'cookie' }, { name: 'cookie_version' }] }, 'rules[1].name', /cookie policy_rule_cookie_version/],
  [{ rules: [{ name: 'a' }, { name: 'cookie' }, { name: 'a' }] }, 'rules[2].name', /two rules are named "a"/],
  [script({ rule: 'marketing' }), 'scripts[0].rule', /there is no rule "marketing"/],
  [
    {
      portabilityRules: [
        { name: 'a_b', member: 'x' },
        { name: 'a__b', member: 'x' },
      ],
    },
    'portabilityRules[1].name',
  ],
  // Files and folders that do not exist
  [script({ script: 'nowhere/stats.html' }), 'scripts[0].script', /cannot be read/],
  [portable({ template: 'views/orders.html' }), 'portabilityRules[0].template', /there is no such file/],
  [portable({ template: './orders' }), 'portabilityRules[0].template', /there is no such file/],
  [portable({ jsonTemplate: 'views/orders.json' }), 'portabilityRules[0].jsonTemplate', /there is no such file/],
  [portable({ template: { file: 'none.eta' } }), 'portabilityRules[0].template', /cannot be read/],
  [{ mailerTemplates: { ledger_digest: { html: 'mails/digest.eta' } } }, 'mailerTemplates.ledger_digest.html'],
  [{ exporter: { layout: 'views/layout.eta' } }, 'exporter.layout'],
  [{ exporter: { path: path.join(page, 'x') } }, 'exporter.path', /cannot be made/],
  [{ exporter: { path: page } }, 'exporter.path'],
  [{ exporter: { imageFolders: [page] } }, 'exporter.imageFolders[0]', /is not a folder/],
  [{ legacyAttachments: true }, 'exporter.path', /legacyAttachments needs/],
];

describe('wrong values are refused with their path', () => {
  for (const [options, where, message = /./] of WRONG) {
    const [[option, value]] = Object.entries(options) as [[string, unknown]];
    test(`${where} is refused: ${option} = ${JSON.stringify(value) ?? String(value)}`, () => {
      const problems = problemsOf(options);
      assert.deepEqual(
        problems.map((problem) => problem.path),
        [where],
      );
      assert.match(problems[0]?.message ?? '', message);
    });
  }
});

class Users {
  readonly #known = new Map([['1', { id: '1' }]]);
  readonly cache = [];
  find(id: string) {
    return this.#known.get(id) ?? null;
  }
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = { type: 'pkcs8', format: 'pem' } as const;
const RIGHT: ReadonlyArray<[title: string, options: object]> = [
  ['every option left undefined', { scripts: undefined, exporter: undefined, writeLimit: undefined, gpc: undefined }],
  ['a mount path with a slash at its end', { mountPath: '/legal/' }],
  ['the root as a mount path', { mountPath: '/' }],
  ['a rule with every option', rule({ label: () => 'x', description: '', validatesOn: ['update'], gpc: false })],
  ['similar names of rules', { rules: [{ name: 'cookie' }, { name: 'cookies' }, { name: 'pending_age' }] }],
  ...['shop.example', '.shop.example', 'localhost', 'a.github.io', '127.0.0.1', 'xn--mnchen-3ya.example'].map(
    (domain): [string, object] => [`the cookie domain ${domain}`, script({ domain, cookies: ['_ga', '_ga_*'] })],
  ),
  ['permanent cookies without a domain', script({ domain: undefined, permanent: true, cookies: ['_ga'] })],
  ['cookies with a domain of their own', script({ domain: undefined, cookies: [{ name: 'a', domain: 'x.test' }] })],
  ['a script as a path', script({ script: page })],
  ['a script as HTML', script({ script: '<script src="/stats.js"></script>' })],
  ['a script as a function', script({ script: () => '' })],
  ['a template as a path', portable({ template: page })],
  ['a template as text', portable({ template: 'Orders: <%= it.collection.length %>' })],
  ['a template as plain text', portable({ template: 'orders' })],
  ['a sentence that ends like a path', { mailerTemplates: { ledger_digest: { text: 'See digest.txt' } } }],
  ['a template as a URL', portable({ template: new URL(`file://${page}`) })],
  ['a JSON template as text', portable({ jsonTemplate: '{"a": <%= it.rule %>}' })],
  ['a subject as text', { mailerTemplates: { portability_completed: { subject: 'Your data is ready!' } } }],
  ['mail as a function', { mailerTemplates: { ledger_digest: () => ({}) } }],
  ['an instance of a class as users', { userResource: new Users(), adminUserResource: new Users() }],
  ['SMTP as options', { mail: { transport: { host: 'mail.example', port: 25 } }, fromEmail: 'Shop <a@b.test>' }],
  ['a transport', { mail: { transport: { sendMail: async () => null } }, fromEmail: 'a@b.test' }],
  ['changes without a limit', { writeLimit: false }],
  ['a key as PEM', { ledgerKey: privateKey.export(pem), ledger: { earlierKeys: [publicKey] } }],
  ['a key as JWK', { ledgerKey: privateKey.export({ format: 'jwk' }) }],
  ['a language of the host', { defaultLocale: 'sv', texts: { sv: { 'consents.accept': 'Godkänn' } } }],
  ['a region of a known language', { defaultLocale: 'fr-CA' }],
  ['a folder that can be made', { exporter: { path: path.join(folder, 'a', 'b') }, legacyAttachments: true }],
  ['an empty table prefix', { tablePrefix: '' }],
];

describe('right values are accepted', () => {
  for (const [title, options] of RIGHT)
    test(`a configuration is accepted: ${title}`, () => assert.deepEqual(problemsOf(options), []));
});

test('all configuration errors are reported at once, one line each', () => {
  const problems = problemsOf({
    mount_path: '/a',
    timeZone: 'Mars/Olympus',
    rules: [{ name: 'cookie', sessionless: 'false' }, { name: 'age', validates_on: ['create'] }, { name: 'age' }],
    scripts: [{ name: 'stats', script: '', environments: ['test'], rule: 'marketing', domain: 'com' }],
    exporter: { Path: '/tmp' },
    mail: { transport: 'smtp://localhost' },
  });
  assert.deepEqual(
    new Set(problems.map(({ path: where }) => where)),
    new Set([
      'mount_path',
      'timeZone',
      'rules[0].sessionless',
      'rules[1].validates_on',
      'rules[2].name',
      'scripts[0].domain',
      'scripts[0].rule',
      'exporter.Path',
      'fromEmail',
    ]),
  );
});

test('a configuration that is not an object is refused with the same text', () => {
  for (const options of [undefined, null, 'x']) {
    assert.throws(() => createPolicyEngine(options as never), { code: 'configuration_invalid' });
  }
});
