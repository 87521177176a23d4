/** What a copy contains, before an administrator confirms it: counted by the rules, bounded, and shown in any case. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf } from '../../dist/modules/export/preview.js';
import type { PortabilityRule } from '../../dist/modules/export/rule.js';
import { ALL, MINE, type RequestsEngine, requestsEngine } from './requests-engine.ts';

const HTML = { accept: 'text/html', 'accept-language': 'en' };

async function page({ test: made }: RequestsEngine, path: string): Promise<string> {
  const response = await made.as('admin').fetch(`/policies${path}`, { headers: HTML });
  assert.equal(response.status, 200);
  return response.text();
}

/** Rows of the table: the label, the records, the files. */
function linesOf(html: string): string[][] {
  const [, section = ''] = html.split('id="preview"');
  const rows = section.split('<tr role="row">').slice(2);
  return rows.map((row) =>
    [...row.matchAll(/<t[hd] [^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, ' ').trim()),
  );
}

test('the request and the question show what each rule has, and read none of its rows', async () => {
  let reads = 0;
  await using engine = await requestsEngine({
    userResource: { find: (id: string) => ({ id }) },
    portabilityRules: [
      { name: 'account', member: () => assert.fail('read') },
      {
        name: 'orders',
        collection: () => ((reads += 1), []),
        count: () => 1200,
        files: { invoice: { storage: () => null }, label: { storage: () => null } },
      },
      {
        name: 'returns',
        collection: () => ((reads += 1), []),
        count: () => 0,
        files: { label: { storage: () => null } },
      },
      { name: 'notes', collection: () => ((reads += 1), []) },
      { name: 'reviews', collection: () => [], count: () => Promise.reject(new Error('no such table')) },
    ],
  });
  await engine.test.engine.terms.publish((await engine.test.engine.terms.create('age', { markdown: '# Age' })).id);
  await engine.test.as('anna').json('PUT', '/policies/user_terms/age/accept.json');
  const { body } = await engine.ask('anna', 'POST', MINE);
  const expected = [
    ['Account', '1 or fewer', '–'],
    ['Orders', '1,200', '2,400 or fewer'],
    ['Returns', '0', '0'],
    ['Notes', 'Not counted', '–'],
    ['Reviews portability rule "reviews": can’t be read: no such table', 'Not counted', '–'],
    ['Consents', '1', '–'],
    ['Decision history', '1', '–'],
    ['Texts the person agreed to', '1', '–'],
    ['Requests', '1', '–'],
  ];
  const shown = (html: string) =>
    linesOf(html).map((line) =>
      line.map((cell) =>
        cell.replaceAll('&quot;', '"').replaceAll('&#39;', '’').replaceAll("can't", 'can’t').replaceAll(/\s+/g, ' '),
      ),
    );
  for (const path of [`${ALL}/${body.id}`, `${ALL}/${body.id}/confirmation`, `${ALL}/${body.id}/confirm`])
    assert.deepEqual(shown(await page(engine, path)), expected, path);
  assert.equal(reads, 0);
  // Nothing is left to confirm.
  await engine.ask('admin', 'POST', `${ALL}/${body.id}/confirm`);
  assert.doesNotMatch(await page(engine, `${ALL}/${body.id}`), /What the copy contains/);
});

test('a person who is gone, and a host that fails, are said instead of the table', async () => {
  let find = (id: string): { readonly id: string } | null => ({ id });
  await using engine = await requestsEngine({ userResource: { find: (id: string) => find(id) } });
  const { body } = await engine.ask('anna', 'POST', MINE);
  find = () => null;
  assert.match(await page(engine, `${ALL}/${body.id}`), /The user no longer exists, so no copy can be created/);
  find = () => assert.fail('the directory is down');
  const html = await page(engine, `${ALL}/${body.id}`);
  assert.match(html, /The content can’t be previewed\. Error:<br\/><code>the directory is down<\/code>/);
  assert.deepEqual(linesOf(html), []);
});

test('a count that does not end is given up, and the others are shown', async () => {
  const shared = {
    kind: 'collection',
    reads: () => [],
    per: 10,
    label: (locale: string) => locale,
    files: [],
  } as const;
  const none = {
    template: undefined,
    jsonTemplate: undefined,
    include: new Map<string, string>(),
    table: undefined,
    purpose: undefined,
    legalBasis: undefined,
    recipients: undefined,
    retention: undefined,
    source: undefined,
  };
  const rules: PortabilityRule[] = [
    { ...shared, ...none, name: 'endless', count: () => new Promise(() => {}) },
    { ...shared, ...none, name: 'orders', count: () => 3 },
  ];
  const ending = new AbortController();
  const counted = previewOf(rules, {}, ending.signal);
  setImmediate(() => ending.abort(new Error('out of time')));
  assert.deepEqual(
    (await counted).map(({ name, rows, error }) => [name, rows, error]),
    [
      ['endless', null, 'out of time'],
      ['orders', 3, null],
    ],
  );
  assert.deepEqual(
    (await previewOf(rules, {}, ending.signal)).map(({ error }) => error),
    ['out of time', 'out of time'],
  );
});
