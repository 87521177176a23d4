/** The cookies that published texts name, compared with those that scripts declare. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { cookieDifference } from '../../dist/modules/consent/found-cookies/cookie-texts.js';

const KNOWN = ['_ga', '_ga_*', 'sid', 'theme.colour'];
const difference = (html: string, expected: readonly string[] = ['_ga', '_ga_*']) =>
  cookieDifference(html, expected, KNOWN);
const NOTHING = { unnamed: [], undeclared: [] };

test('a text that names what is declared, and no other cookie, does not differ', () => {
  for (const html of [
    '<p>We use <code>_ga</code> and <code>_ga_*</code>.</p>',
    '<p>We use _ga, and _ga_ABC123.</p>',
    '<table><tbody><tr><td>_ga</td><td>13 months</td></tr><tr><td>_ga_&lt;ID&gt;</td></tr></tbody></table>',
    '<p>_ga, _ga_*, and the consent in policy_rule_cookie and __Host-policy_visitor.</p>',
    // It leaves the list to the cookie declaration.
    '<p>The <a href="/policies/cookies">list of all cookies</a> has <em>each</em> of them.</p>',
  ])
    assert.deepEqual(difference(html), NOTHING, html);
});

test('a declared cookie that the text leaves out is found, also if another name contains it', () => {
  assert.deepEqual(difference('<p><code>_ga_*</code></p>').unnamed, ['_ga']);
  assert.deepEqual(difference('<p><code>_ga</code></p>').unnamed, ['_ga_*']);
  assert.deepEqual(difference('<p>theme.colour, themexcolour</p>', ['theme.colour', 'sid']).unnamed, ['sid']);
  assert.deepEqual(difference('<p>themexcolour</p>', ['theme.colour']), NOTHING);
});

test('a name that nothing declares is found by its underscore, or in a table of cookies', () => {
  assert.deepEqual(difference('<p>_ga, _ga_* and <b>_fbp</b></p>').undeclared, ['_fbp']);
  const row = (name: string) => `<tr>\n<td>${name}</td>\n<td>1 year</td>\n</tr>`;
  const table = (...names: string[]) => `<table><tbody>${names.map(row).join('')}</tbody></table>`;
  assert.deepEqual(difference(table('sid', 'IDE', 'the session'), []).undeclared, ['IDE']);
  assert.deepEqual(difference(table('Name', 'E-mail'), []), NOTHING);
  assert.deepEqual(difference('<p>snake_case and __dirname</p>', []), NOTHING);
});

test('the check names the cookies that the text of a rule and its scripts do not share, in each language', async () => {
  const cookie = (name: string) => ({ name, purpose: 'Counts', duration: '1 year' });
  await using made = await getTestEngine({
    rules: [
      { name: 'cookie', label: 'Cookies', sessionless: true },
      { name: 'age' },
      { name: 'privacy', notice: true },
    ],
    scripts: [
      {
        name: 'Statistics',
        provider: 'Us',
        script: '',
        environments: ['production'],
        domain: 'shop.example',
        cookies: [cookie('_ga'), cookie('_gid')],
      },
    ],
  });
  const publish = (rule: string, description: string, translations = {}) =>
    made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, {
      description,
      translations,
      state: 'published',
    });
  const list = (...names: string[]) =>
    ['| Name | For |', '| --- | --- |', ...names.map((n) => `| ${n} | x |`)].join('\n');
  await publish('cookie', list('_ga', '_gid'), { fr: list('`_ga`', '_fbp'), de: '_Alle_ Cookies' });
  await publish('privacy', 'We also use _pk_id.');
  await publish('age', 'Are you 16?');
  const about = async (locales: string[]) =>
    (await made.engine.check({ locales })).filter(({ code }) => /^cookies_un(?:named|declared)$/.test(code));
  const found = await about(['en']);
  assert.deepEqual(found.map(({ code, subject }) => `${code} ${subject}`).toSorted(), [
    'cookies_undeclared cookie (fr): _fbp',
    'cookies_undeclared privacy (en): _pk_id',
    'cookies_unnamed cookie (fr): _gid',
  ]);
  await publish('cookie', list('_ga', '_gid'));
  await publish('privacy', 'The list is on its own page.');
  assert.deepEqual(await about(['en']), []);
});
