/** What is wrong with a portability rule or the exporter is said at start, by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PortabilityRuleOptions } from 'policy-engine';
import { configurePolicyEngine, nodeSqliteDatabase, PolicyEngineError } from 'policy-engine';
import { engineWith } from './export.ts';

const rule = (options: Record<string, unknown>): PortabilityRuleOptions[] => [
  { name: 'orders', collection: 'orders', ...options },
];
const without = (options: Record<string, unknown>): PortabilityRuleOptions[] => [{ name: 'orders', ...options }];

const RULES: Array<[name: string, rules: PortabilityRuleOptions[], message: RegExp]> = [
  ['neither collection nor member', without({}), /rule "orders": declare what it exports: collection .* or member/],
  ['both collection and member', rule({ member: 'account' }), /rule "orders": .*not both/],
  ['a way out of the folder', rule({ name: '../escape' }), /"\.\.\/escape" can't name a folder/],
  ['a folder in a folder', rule({ name: 'a/b' }), /can't name a folder/],
  ['a way out on Windows', rule({ name: '..\\b' }), /can't name a folder/],
  ['a hidden folder', rule({ name: '.ssh' }), /can't name a folder/],
  ['no name', rule({ name: undefined }), /undefined can't name a folder/],
  ['a device of Windows', rule({ name: 'Nul' }), /rule "Nul": Windows has no folder/],
  ['the folder of the images', rule({ name: 'Images' }), /rule "Images": the export itself needs this name/],
  ['the first page', rule({ name: 'index' }), /rule "index": the export itself needs/],
  [
    'one folder where case does not count',
    [...rule({}), ...rule({ name: 'Orders' })],
    /"orders" and "Orders" would be one folder/,
  ],
  ['two of one name', [...rule({}), ...rule({})], /two rules are named "orders"/],
  ['a page without rows', rule({ per: 0 }), /rule "orders": per is a whole number .* not 0/],
  ['a page that is a whole export', rule({ per: 5000 }), /per is a whole number of rows from 1 to 1000, not 5000/],
  ['half a row', rule({ per: 2.5 }), /per is a whole number/],
  ['a collection that is a number', rule({ collection: 7 }), /collection is the name of a property or method/],
  ['a template that is none', rule({ template: 7 }), /rule "orders": template must be text, the URL of a file/],
  ['a template with a mistake', rule({ template: '<% if ( %>' }), /rule "orders": template: Bad template syntax/],
  ['a template without an end', rule({ template: '<% if (true) {' }), /rule "orders": template: unclosed tag/],
  ['a file that is not there', rule({ jsonTemplate: { file: 'none.eta' } }), /jsonTemplate: none\.eta can't be read/],
  [
    'a URL that is no file',
    rule({ template: new URL('https://shop.example/a.eta') }),
    /template: https.* can't be read/,
  ],
  ['a purpose that is none', rule({ purpose: 7 }), /rule "orders": purpose must be text/],
];

for (const [name, rules, message] of RULES) {
  test(name, () => assert.throws(() => engineWith(rules), invalid(message)));
}

const EXPORTERS: Array<[name: string, exporter: Record<string, unknown>, message: RegExp]> = [
  ['a folder of images that is not there', { imageFolders: ['/none'] }, /exporter\.imageFolders: there is no folder/],
  ['an export folder below a file', { path: '/dev/null/x' }, /exporter\.path: .* can't be made/],
  ['a host with a path', { allowedHosts: ['a.test/b'] }, /exporter\.allowedHosts: "a\.test\/b" is no host/],
  ['a layout with a mistake', { layout: '<% { %>' }, /exporter\.layout: Bad template syntax/],
  ['a hook that is none', { afterZip: true }, /exporter\.afterZip: must be a function/],
  ['no bytes', { maxImageBytes: 0 }, /exporter\.maxImageBytes: a whole number above 0/],
  ['information that is no text', { information: { purposes: 7 } }, /exporter\.information\.purposes must be text/],
];

for (const [name, exporter, message] of EXPORTERS) {
  test(name, () => assert.throws(() => engineWith([], exporter), invalid(message)));
}

test('rules can be added one after another', () => {
  const engine = configurePolicyEngine((config) => {
    config.database = nodeSqliteDatabase(':memory:');
    config.currentUser = () => null;
    return config
      .addRule({ name: 'cookie' })
      .addPortabilityRule({ name: 'orders', collection: 'orders' })
      .addPortabilityRule({ name: 'account', member: 'account' });
  });
  assert.ok(engine.exporter.hasRules);
});

function invalid(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof PolicyEngineError);
    assert.equal(error.code, 'configuration_invalid');
    assert.match(error.message, message);
    return true;
  };
}
