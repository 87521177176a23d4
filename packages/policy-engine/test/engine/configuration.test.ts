/** What is wrong with a configuration is said at start, by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { createPolicyEngine, nodeSqliteDatabase, PolicyEngineError } from 'policy-engine';

const database = nodeSqliteDatabase(':memory:');
const RIGHT: PolicyEngineOptions = { database, rules: [{ name: 'cookie' }], currentUser: () => null };
const script = { name: 'stats', script: '', environments: ['test'] };

const CASES: Array<[name: string, options: Record<string, unknown>, message: RegExp]> = [
  ['no rule', { rules: [] }, /declare at least one rule/],
  ['no rules at all', { rules: undefined }, /declare at least one rule/],
  ['two rules of one name', { rules: [{ name: 'age' }, { name: 'age' }] }, /two rules are named "age"/],
  ['a rule name that is no identifier', { rules: [{ name: 'Privacy Terms' }] }, /"Privacy Terms" is no name of a rule/],
  [
    'two rules whose helpers would be called alike',
    { rules: [{ name: 'a_b' }, { name: 'a__b' }] },
    /"a_b" and "a__b" would both be hasConsentedAB/,
  ],
  ['a rule without a name', { rules: [{}] }, /"undefined" is no name of a rule/],
  [
    'an unknown event',
    { rules: [{ name: 'age', validatesOn: ['destroy'] }] },
    /rule "age": validatesOn .* not "destroy"/,
  ],
  ['a script whose cookies have no domain', { scripts: [{ ...script, cookies: ['_ga'] }] }, /script "stats": .*domain/],
  ['a script without environments', { scripts: [{ name: 'stats', script: '' }] }, /script "stats": environments/],
  [
    'a script of an unknown rule',
    { scripts: [{ ...script, rule: 'marketing' }] },
    /script "stats": there is no rule "marketing"/,
  ],
  ['two scripts of one name', { scripts: [script, script] }, /two scripts are named "stats"/],
  [
    'a script file that is not there',
    { scripts: [{ ...script, script: new URL('file:///none.html') }] },
    /file:\/\/\/none\.html can't be read/,
  ],
  ['a script that is none', { scripts: [{ ...script, script: 7 }] }, /script must be text/],
  ['no database', { database: undefined }, /give the engine a database/],
  ['no current user', { currentUser: undefined }, /currentUser/],
];

for (const [name, options, message] of CASES) {
  test(name, () => {
    assert.throws(
      () => createPolicyEngine({ ...RIGHT, ...options }),
      (error) => {
        assert.ok(error instanceof PolicyEngineError);
        assert.equal(error.code, 'configuration_invalid');
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

test('a right one is taken', () => {
  assert.equal(createPolicyEngine(RIGHT).basePath, '/policies');
});
