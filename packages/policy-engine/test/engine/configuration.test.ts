/** Errors of a configuration are reported at start, by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { configurePolicyEngine, createPolicyEngine, nodeSqliteDatabase, PolicyEngineError } from 'policy-engine';

const database = nodeSqliteDatabase(':memory:');
const RIGHT: PolicyEngineOptions = { database, rules: [{ name: 'cookie' }], currentUser: () => null };
const script = { name: 'stats', script: '', environments: ['test'] };

const CASES: Array<[name: string, options: Record<string, unknown>, message: RegExp]> = [
  ['no rule', { rules: [] }, /declare at least one rule/],
  ['no rules at all', { rules: undefined }, /declare at least one rule/],
  ['two rules of one name', { rules: [{ name: 'age' }, { name: 'age' }] }, /two rules are named "age"/],
  [
    'a rule name that is no identifier',
    { rules: [{ name: 'Privacy Terms' }] },
    /rules\[0\]\.name: "Privacy Terms" is not the name of a rule/,
  ],
  [
    'two rules whose helpers would have the same name',
    { rules: [{ name: 'a_b' }, { name: 'a__b' }] },
    /"a_b" and "a__b" would both be hasConsentedAB/,
  ],
  ['a rule without a name', { rules: [{}] }, /rules\[0\]\.name: is missing/],
  [
    'an unknown event',
    { rules: [{ name: 'age', validatesOn: ['destroy'] }] },
    /rules\[0\]\.validatesOn\[0\]: .* not "destroy"/,
  ],
  [
    'a script whose cookies have no domain',
    { scripts: [{ ...script, cookies: ['_ga'] }] },
    /scripts\[0\]\.domain: is missing/,
  ],
  [
    'a script without environments',
    { scripts: [{ name: 'stats', script: '' }] },
    /scripts\[0\]\.environments: must name at least one/,
  ],
  [
    'a script of an unknown rule',
    { scripts: [{ ...script, rule: 'marketing' }] },
    /scripts\[0\]\.rule: there is no rule "marketing"/,
  ],
  ['two scripts with the same name', { scripts: [script, script] }, /two scripts are named "stats"/],
  [
    'a script file that does not exist',
    { scripts: [{ ...script, script: new URL('file:///none.html') }] },
    /file:\/\/\/none\.html cannot be read/,
  ],
  ['a script that is a number', { scripts: [{ ...script, script: 7 }] }, /scripts\[0\]\.script: must be HTML/],
  [
    'a condition that is not a function',
    { rules: [{ name: 'age', if: true }] },
    /rules\[0\]\.if: must be a function, not true/,
  ],
  [
    'a callback that is not a function',
    { rules: [{ name: 'age', onReject: 'x' }] },
    /rules\[0\]\.onReject: must be a function/,
  ],
  ['a sign-in URL with a space', { loginUrl: 'sign in' }, /loginUrl: "sign in" is neither a path .* nor a URL/],
  ['a sign-in URL that runs a script', { loginUrl: 'javascript:alert(1)' }, /loginUrl/],
  ['a sign-out URL on another host', { logoutUrl: '//evil.example' }, /logoutUrl: "\/\/evil\.example"/],
  ['a sender that is not an email address', { fromEmail: 'privacy' }, /fromEmail: "privacy" is not an email address/],
  ['a sender with a second header', { fromEmail: 'a@b.test\r\nBcc: c@d.test' }, /fromEmail/],
  [
    'an inbox that is not an email address',
    { adminEmailInbox: 'a@b@c' },
    /adminEmailInbox: "a@b@c" is not an email address/,
  ],
  ['an inbox that is a number', { adminEmailInbox: 7 }, /adminEmailInbox: must be an email address.*, not 7/],
  ['a mount path without a leading slash', { mountPath: 'policies' }, /mountPath: "policies" is not a path/],
  ['a mount path with a query', { mountPath: '/policies?x' }, /mountPath/],
  ['an origin with a path', { publicOrigins: ['https://shop.example/app'] }, /publicOrigins\[0\]: .* is not an origin/],
  [
    'an origin without a scheme',
    { publicOrigins: ['shop.example'] },
    /publicOrigins\[0\]: "shop\.example" is not an origin/,
  ],
  ['an environment without a name', { environment: ' ' }, /environment: " " is not a name/],
  [
    'a default locale that is not a language tag',
    { defaultLocale: 'x_y z' },
    /defaultLocale: "x_y z" is not a language tag/,
  ],
  ['isAdminMethod that is not a function', { isAdminMethod: true }, /isAdminMethod: must be a function, not true/],
  [
    'userResource.find that is not a function',
    { userResource: { find: 'users' } },
    /userResource\.find: must be a function/,
  ],
  [
    'adminUserResource.id that is not a function',
    { adminUserResource: { id: 7 } },
    /adminUserResource\.id: must be a function/,
  ],
  ['a write limit of zero', { writeLimit: 0 }, /writeLimit: must be a whole number .* or false, not 0/],
  [
    'an option with the name of the older system',
    { is_admin_method: () => true },
    /is_admin_method: there is no option is_admin_method; did you mean isAdminMethod\?$/,
  ],
  ['an unknown option', { colour: 'red' }, /^colour: there is no option colour$/],
  [
    'an option of a rule with the name of the older system',
    { rules: [{ name: 'age', validates_on: ['create'] }] },
    /rules\[0\]\.validates_on: there is no option validates_on; did you mean validatesOn\?$/,
  ],
  ['no database', { database: undefined }, /give the engine a database/],
  ['the path of a database', { database: 'app.db' }, /await connectDatabase\(url\).*; this is of type string$/],
  ['a promise of a database', { database: Promise.resolve(database) }, /await it$/],
  ['no current user', { currentUser: undefined }, /currentUser/],
];

for (const [name, options, message] of CASES) {
  test(`a configuration is refused: ${name}`, () => {
    assert.throws(
      () => createPolicyEngine({ ...RIGHT, ...options }),
      (error) => {
        assert.ok(error instanceof PolicyEngineError);
        assert.equal(error.code, 'configuration_invalid');
        assert.match(error.reason, message);
        return true;
      },
    );
  });
}

test('a valid configuration is accepted', () => {
  assert.equal(createPolicyEngine(RIGHT).basePath, '/policies');
});

test('every option of the specification has a place in the configuration', () => {
  const engine = createPolicyEngine({
    ...RIGHT,
    loginUrl: 'https://id.example/sign-in?app=shop',
    logoutUrl: '/sign-out',
    fromEmail: 'Shop <privacy@shop.example>',
    adminEmailInbox: () => 'admin@shop.example',
    userResource: { find: (id) => ({ id }), id: (user: { id: string }) => user.id, email: () => null },
    adminUserResource: { find: () => null },
    isAdminMethod: () => false,
    environment: 'production',
    publicOrigins: ['https://shop.example', 'http://localhost:3000/'],
  });
  assert.equal(engine.basePath, '/policies');
});

test('configuring line by line creates the same engine, and reports the same errors', async () => {
  const rejected: string[] = [];
  const engine = configurePolicyEngine((config) => {
    config.database = nodeSqliteDatabase(':memory:');
    config.currentUser = () => null;
    config.mountPath = '/legal';
    config.environment = 'test';
    config.fromEmail = 'privacy@shop.example';
    return config
      .addRule({ name: 'cookie', sessionless: true, onReject: ({ rule }) => void rejected.push(rule) })
      .addRule({ name: 'privacy_terms', blocking: true })
      .addScript({ name: 'stats', script: '', environments: ['test'] });
  });
  await engine.migrate();
  const user: { hasConsentedCookie(): Promise<boolean> } = engine.policiesOf({ id: 1 });
  assert.equal(await user.hasConsentedCookie(), false);
  // @ts-expect-error there is no rule `age`
  assert.equal(engine.policiesOf({ id: 1 }).hasConsentedAge, undefined);
  const answer = await engine.fetch(new Request('http://shop.example/legal/user_terms/blocking_terms.json'));
  assert.deepEqual(await answer.json(), ['privacy_terms']);

  const loose: PolicyEngine = configurePolicyEngine((config) => {
    config.database = database;
    config.currentUser = () => null;
    config.addRule({ name: 'cookie' });
    config.addScript({ name: 'stats', script: '', environments: ['test'] });
  });
  assert.equal(loose.basePath, '/policies');
  assert.throws(() => configurePolicyEngine(() => {}), /database: give the engine a database/);
  assert.throws(
    () =>
      configurePolicyEngine((config) => {
        Object.assign(config, RIGHT);
        config.addRule({ name: 'age' });
        config.addRule({ name: 'age' });
      }),
    /two rules are named "age"/,
  );
});

test('a numeric user ID is the same person in the proof; an invalid ID is refused by name', async () => {
  let id: unknown = 42;
  const errors: unknown[] = [];
  await using host = await getTestEngine({
    currentUser: () => ({ id, record: {} }) as never,
    isAdminMethod: () => true,
    logger: { error: (_message, { error }) => void errors.push(error) },
  });
  const caller = host.as(null);
  await caller.json('POST', '/policies/categories/age/terms.json', { description: 'text', state: 'published' });
  assert.equal((await caller.json('PUT', '/policies/user_terms/age/accept.json')).status, 200);
  await host.engine.ledger.seal();
  assert.deepEqual((await host.engine.ledger.verify()).findings, []);
  assert.deepEqual(errors, []);
  for (id of ['', Number.NaN, {}]) {
    assert.equal((await caller.json('PUT', '/policies/user_terms/age/accept.json')).status, 500);
    assert.match(String(errors.pop()), /currentUser: the ID of the signed-in user must be/);
  }
});
