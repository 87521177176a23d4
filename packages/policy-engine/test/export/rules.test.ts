/** Errors of a portability rule or the exporter are reported at start, by name. */
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
  [
    'neither collection nor member',
    without({}),
    /portabilityRules\[0\]: declare what it exports: collection .* or member/,
  ],
  ['both collection and member', rule({ member: 'account' }), /portabilityRules\[0\]: .*not both/],
  ['a name that leads out of the folder', rule({ name: '../escape' }), /"\.\.\/escape" cannot name a folder/],
  ['a name with a slash', rule({ name: 'a/b' }), /cannot name a folder/],
  ['a name that leads out of the folder on Windows', rule({ name: '..\\b' }), /cannot name a folder/],
  ['a name that begins with a dot', rule({ name: '.ssh' }), /cannot name a folder/],
  ['no name', rule({ name: undefined }), /portabilityRules\[0\]\.name: is missing/],
  ['the name of a Windows device', rule({ name: 'Nul' }), /"Nul": Windows has no folder/],
  ['the name of the folder of images', rule({ name: 'Images' }), /"Images": the export itself needs this name/],
  ['the name of the first page', rule({ name: 'index' }), /"index": the export itself needs/],
  [
    'two names that differ only in case',
    [...rule({}), ...rule({ name: 'Orders' })],
    /"orders" and "Orders" would be one folder/,
  ],
  ['two rules with the same name', [...rule({}), ...rule({})], /two rules are named "orders"/],
  ['zero rows per page', rule({ per: 0 }), /portabilityRules\[0\]\.per: must be a whole number .* not 0/],
  ['too many rows per page', rule({ per: 5000 }), /per: must be a whole number of rows from 1 to 1000, not 5000/],
  ['a fraction of a row per page', rule({ per: 2.5 }), /per: must be a whole number/],
  ['a collection that is a number', rule({ collection: 7 }), /collection: must be the name of a property or method/],
  ['a template that is a number', rule({ template: 7 }), /template: must be text, the path or URL of a file/],
  [
    'a template with a mistake',
    rule({ template: '<% if ( %>' }),
    /portabilityRules\[0\]\.template: Bad template syntax/,
  ],
  [
    'a template with an unclosed tag',
    rule({ template: '<% if (true) {' }),
    /portabilityRules\[0\]\.template: unclosed tag/,
  ],
  [
    'a template file that does not exist',
    rule({ jsonTemplate: { file: 'none.eta' } }),
    /jsonTemplate: none\.eta cannot be read/,
  ],
  [
    'a template URL that is not a file',
    rule({ template: new URL('https://shop.example/a.eta') }),
    /template: https.* cannot be read/,
  ],
  ['a purpose that is a number', rule({ purpose: 7 }), /purpose: must be text/],
  ['files that are a list', rule({ files: ['invoice'] }), /files: must be files by the name of their field/],
  ['a file without a storage', rule({ files: { invoice: {} } }), /files\.invoice\.storage: is missing/],
  ['a storage that cannot read', rule({ files: { a: { storage: '/var' } } }), /storage: must have the function read/],
  [
    'a file name that is a path',
    rule({ files: { a: { storage: () => null, filename: 'invoice.pdf' } } }),
    /files\.a\.filename: must be the name of the field that holds the name of the file/,
  ],
  [
    'a media type that is a number',
    rule({ files: { a: { storage: () => null, mediaType: 7 } } }),
    /files\.a\.mediaType: must be a media type, the name of a field, or a function of the row, not 7/,
  ],
];

for (const [name, rules, message] of RULES) {
  test(`a portability rule is refused: ${name}`, () => assert.throws(() => engineWith(rules), invalid(message)));
}

const EXPORTERS: Array<[name: string, exporter: Record<string, unknown>, message: RegExp]> = [
  [
    'a folder of images that does not exist',
    { imageFolders: ['/none'] },
    /exporter\.imageFolders\[0\]: there is no folder/,
  ],
  ['an export folder below a file', { path: '/dev/null/x' }, /exporter\.path: .* cannot be made/],
  ['a host with a path', { allowedHosts: ['a.test/b'] }, /exporter\.allowedHosts\[0\]: "a\.test\/b" is not a host/],
  ['a layout with a mistake', { layout: '<% { %>' }, /exporter\.layout: Bad template syntax/],
  ['afterZip that is not a function', { afterZip: true }, /exporter\.afterZip: must be a function/],
  ['a limit of zero bytes', { maxImageBytes: 0 }, /exporter\.maxImageBytes: must be a whole number from 1/],
  ['information that is not text', { information: { purposes: 7 } }, /exporter\.information\.purposes: must be text/],
];

for (const [name, exporter, message] of EXPORTERS) {
  test(`the option exporter is refused: ${name}`, () =>
    assert.throws(() => engineWith([], exporter), invalid(message)));
}

test('portability rules can be added one after another', () => {
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
