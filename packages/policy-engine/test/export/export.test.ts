/** The contents of an export, and what a failed one leaves. */
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { jsx } from 'hono/jsx';
import type { PortabilityRuleOptions } from 'policy-engine';
import type { ExportProgress, PageData } from 'policy-engine/export';
import { PolicyEngineError } from 'policy-engine';
import { FORMS_IN_WORDS } from '../../dist/modules/export/schema/forms.js';
import { engineWith, exported, temporaryFolder } from './export.ts';

interface Row {
  readonly id: number;
  readonly title: string;
}

const rowsFrom = (from: number, count: number): Row[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: from + index, title: `Row ${from + index}` }));
const idsIn = (json: string | undefined): number[] => (JSON.parse(json ?? 'null') as Row[]).map(({ id }) => id);
const idsTo = (last: number): number[] => rowsFrom(1, last).map(({ id }) => id);

const COLLECTIONS: Array<[name: string, collection: PortabilityRuleOptions['collection'], user: unknown]> = [
  ['an association', 'rows', { rows: rowsFrom(1, 7) }],
  ['a promise of an association', 'rows', { rows: Promise.resolve(rowsFrom(1, 7)) }],
  [
    'a method',
    'rows',
    new (class {
      readonly count = 7;
      rows() {
        return rowsFrom(1, this.count);
      }
    })(),
  ],
  ['a generator', (user: Iterable<Row>) => user, new Set(rowsFrom(1, 7))],
  [
    'an async generator',
    async function* () {
      yield* rowsFrom(1, 7);
    },
    null,
  ],
  ['a readable stream', () => Readable.from(rowsFrom(1, 7)), null],
  ['a query that streams', () => ({ stream: () => Readable.from(rowsFrom(1, 7)) }), null],
  ['a query that is executed', () => ({ execute: async () => rowsFrom(1, 7) }), null],
  [
    'pages by offset',
    async (_user: unknown, page: { limit: number; offset: number }) =>
      rowsFrom(page.offset + 1, Math.min(page.limit, 7 - page.offset)),
    null,
  ],
  [
    'pages after a row',
    (_user: unknown, { limit, after }: { limit: number; after: unknown }) => {
      const last = (after as Row | undefined)?.id ?? 0;
      return rowsFrom(last + 1, Math.min(limit, 7 - last));
    },
    null,
  ],
  [
    'pages with a cursor, shorter than a page',
    (_user: unknown, { after = 1 }: { after?: unknown }) => ({
      rows: rowsFrom(Number(after), Number(after) === 7 ? 1 : 2),
      next: Number(after) === 7 ? null : Number(after) + 2,
    }),
    null,
  ],
];

for (const [name, collection, user] of COLLECTIONS) {
  test(`a collection can be ${name}: each row once, in order`, async () => {
    await using folder = await temporaryFolder();
    const engine = engineWith([{ name: 'rows', collection, per: 3, template: listing }] as PortabilityRuleOptions[]);
    const { files, summary } = await exported(engine, user, folder.path);
    assert.deepEqual(idsIn(files.get('rows/all.json')), idsTo(7));
    assert.match(files.get('rows/index.html') ?? '', /\[1,2,3\]/);
    assert.match(files.get('rows/2/index.html') ?? '', /\[4,5,6\]/);
    assert.match(files.get('rows/3/index.html') ?? '', /\[7\]/);
    assert.equal(files.has('rows/4/index.html'), false);
    assert.equal(summary.rows, 7);
  });
}

function listing({ collection }: PageData<Row>): string {
  return `[${collection.map(({ id }) => id).join(',')}]`;
}

const selfish: Record<string, unknown> = { id: 1 };
selfish['self'] = selfish;

const UNREADABLE: Array<[name: string, rule: Omit<PortabilityRuleOptions, 'name'>, message: RegExp]> = [
  ['that the user record doesn’t have', { collection: 'none' }, /rule "rows": the user record has no "none"/],
  ['that ends never', { collection: (_user, _page) => rowsFrom(1, 3), per: 3 }, /returned the same page twice/],
  [
    'that ends never, of rows without an ID',
    { collection: (_user, _page) => [{ title: 'Order' }, { title: 'Order' }], per: 2 },
    /returned the same page twice/,
  ],
  [
    'that ignores its limit',
    { collection: (_user, _page) => rowsFrom(1, 9), per: 3 },
    /was asked for 3 rows and returned 9/,
  ],
  ['whose cursor stands still', { collection: () => ({ rows: [], next: 1 }) }, /returned the same next twice/],
  ['that is no collection', { collection: () => 7 }, /is not an array, iterable, query or page of rows/],
  ['whose template fails', { collection: () => [1], template: '<%= it.none.more %>' }, /template failed on page 1: /],
  [
    'whose query fails',
    { collection: () => Promise.reject(new Error('no such table')) },
    /rule "rows": can't be read: no such table/,
  ],
  [
    'whose member fails',
    { member: () => Promise.reject(new Error('no table')) },
    /rule "rows": can't be read: no table/,
  ],
  [
    'whose row holds itself',
    { collection: () => [selfish] },
    /a row failed on page 1: a row contains a reference to itself/,
  ],
  [
    'whose row throws',
    { collection: () => [{ toJSON: () => (selfish['none'] as { more: string }).more }] },
    /a row failed on page 1: .*more/,
  ],
  [
    'whose JSON template returns a circular value',
    { collection: () => [1], jsonTemplate: () => selfish },
    /jsonTemplate failed on page 1: .*circular/,
  ],
  [
    'whose JSON template returns invalid JSON',
    { collection: () => [1], jsonTemplate: '{"a": }' },
    /jsonTemplate returned text that is not JSON/,
  ],
];

for (const [name, rule, message] of UNREADABLE) {
  test(`a rule ${name} fails the export with its name, and leaves nothing`, async () => {
    await using folder = await temporaryFolder();
    const engine = engineWith([{ name: 'rows', ...rule }], { path: folder.path });
    const out = nowhere();
    await assert.rejects(engine.exporter.write({ userId: '1', user: {}, out }), (error) => {
      assert.ok(error instanceof PolicyEngineError);
      assert.equal(error.code, 'export_failed');
      assert.match(error.message, message);
      return true;
    });
    assert.ok(out.destroyed);
    assert.deepEqual(await readdir(folder.path), []);
  });
}

test('templates are text, a file or a function, and escape what they print', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'page.eta');
  await writeFile(file, '<p>File: <%= it.member.name %></p>');
  const member = { name: 'Ada <b>&</b>' };
  const engine = engineWith([
    { name: 'text', member: 'account', template: '<p>Text: <%= it.member.name %></p>' },
    { name: 'word', member: 'account', template: 'hello' },
    { name: 'file', member: 'account', template: { file } },
    { name: 'url', member: 'account', template: new URL(`file://${file}`) },
    {
      name: 'call',
      member: 'account',
      template: async ({ member }: PageData<unknown, Row>) => `<p>${member.id ?? 'none'}</p>`,
    },
    {
      name: 'jsx',
      member: 'account',
      template: ({ member, imageTag }: PageData<unknown, { name: string }>) =>
        jsx('p', {}, member.name, imageTag('none.png', { alt: 'Ada' })),
    },
    { name: 'json', member: 'account', template: '', jsonTemplate: '{"name": <%= it.member.name %>}' },
  ]);
  const { files } = await exported(engine, { account: member }, folder.path);
  assert.match(files.get('text/index.html') ?? '', /<p>Text: Ada &lt;b&gt;&amp;&lt;\/b&gt;<\/p>/);
  assert.match(files.get('word/index.html') ?? '', /\nhello\n/);
  for (const name of ['file', 'url']) {
    assert.match(files.get(`${name}/index.html`) ?? '', /<p>File: Ada &lt;b&gt;/);
  }
  assert.match(files.get('call/index.html') ?? '', /<p>none<\/p>/);
  assert.match(files.get('jsx/index.html') ?? '', /<p>Ada &lt;b&gt;&amp;&lt;\/b&gt;<span class="book-missing"/);
  assert.deepEqual(JSON.parse(files.get('json/data.json') ?? ''), member);
  assert.deepEqual(JSON.parse(files.get('json/all.json') ?? ''), [member]);
});

test('a frame or a first page that fails is named in the error', async () => {
  for (const option of ['layout', 'indexTemplate'] as const) {
    const engine = engineWith([], { [option]: '<%= it.none.more %>' });
    const failing = engine.exporter.write({ userId: '1', user: {}, out: nowhere() });
    await assert.rejects(failing, new RegExp(`exporter\\.${option}: .*more`));
  }
});

test('each page with a JSON template has a JSON file beside it, and one file has the rows of all pages', async () => {
  await using folder = await temporaryFolder();
  const collection = () => rowsFrom(1, 5);
  const engine = engineWith([
    {
      name: 'rows',
      collection,
      per: 2,
      jsonTemplate: ({ collection, page }: PageData<Row>) => ({
        collection: collection.map(({ id }) => ({ id, at: new Date(0) })),
        meta: { current_page: page.number },
      }),
    },
    { name: 'plain', collection },
    { name: 'none', collection: () => null },
  ]);
  const { files } = await exported(engine, {}, folder.path);
  assert.deepEqual(JSON.parse(files.get('rows/3/data.json') ?? ''), {
    collection: [{ id: 5, at: '1970-01-01T00:00:00.000Z' }],
    meta: { current_page: 3 },
  });
  assert.ok(files.has('rows/data.json') && files.has('rows/2/data.json'));
  assert.deepEqual(idsIn(files.get('rows/all.json')), idsTo(5));
  assert.deepEqual(JSON.parse(files.get('plain/all.json') ?? ''), rowsFrom(1, 5));
  assert.equal(files.has('plain/data.json'), false);
  assert.deepEqual(JSON.parse(files.get('none/all.json') ?? ''), []);
  assert.match(files.get('none/index.html') ?? '', /No data/);
  const schema = JSON.parse(files.get('schema.json') ?? '') as Record<string, Record<string, unknown>>;
  const items = { type: 'array', items: { $ref: '#/$defs/rows' } };
  assert.deepEqual(schema['properties']?.['rows/all.json'], items);
  assert.deepEqual(schema['patternProperties'], {
    '^rows/(?:[0-9]+/)?data\\.json$': { type: 'object', required: ['collection'], properties: { collection: items } },
  });
  assert.deepEqual(schema['$defs']?.['rows'], {
    type: 'object',
    properties: {
      id: { type: 'number' },
      at: { type: 'string', 'x-form': 'moment', description: FORMS_IN_WORDS.moment },
    },
    required: ['id', 'at'],
  });
});

test('a getter that starts a query is called once', async () => {
  await using folder = await temporaryFolder();
  let asked = 0;
  class User {
    get rows(): Promise<Row[]> {
      asked++;
      return Promise.resolve(rowsFrom(1, 2));
    }
  }
  await exported(engineWith([{ name: 'rows', collection: 'rows' }]), new User(), folder.path);
  assert.equal(asked, 1);
});

test('the same data at the same time produces the same archive', async () => {
  await using folder = await temporaryFolder();
  const engine = engineWith([{ name: 'rows', collection: () => rowsFrom(1, 40) }]);
  const [first, second] = [await exported(engine, {}, folder.path), await exported(engine, {}, folder.path)];
  assert.equal(first.summary.sha256, second.summary.sha256);
});

test('the host can frame every page, render the first one, and is notified when an archive is complete', async () => {
  await using folder = await temporaryFolder();
  const told: unknown[] = [];
  const engine = engineWith([{ name: 'rows', label: (locale) => `Rows ${locale}`, collection: () => rowsFrom(1, 3) }], {
    layout:
      '<!doctype html><head><%= it.head %><title><%= it.title %></title></head><body class="mine"><%= it.body %></body>',
    indexTemplate:
      '<ul><% for (const rule of it.rules) { %><li><a href="<%= rule.href %>"><%= rule.label %></a> <%= rule.rows %></li><% } %></ul>',
    afterZip: ({ userId, sha256 }) => void told.push({ userId, sha256 }),
  });
  const { files, summary } = await exported(engine, {}, folder.path, { locale: 'fr' });
  assert.match(
    files.get('index.html') ?? '',
    /<body class="mine"><ul><li><a href="rows\/index.html">Rows fr<\/a> 3<\/li><\/ul>/,
  );
  assert.match(
    files.get('rows/index.html') ?? '',
    /href="\.\.\/assets\/book\.css"[\s\S]*<title>Rows fr<\/title>[\s\S]*class="mine"/,
  );
  assert.match(files.get('privacy/information.html') ?? '', /Vos droits/);
  assert.deepEqual(told, [{ userId: '1', sha256: summary.sha256 }]);
});

test('the manifest names the user model that the export is built for', async () => {
  await using folder = await temporaryFolder();
  const resourceOf = async (exporter: { resource?: string }) => {
    const { files } = await exported(engineWith([], exporter), {}, folder.path);
    return (JSON.parse(files.get('manifest.json') ?? '') as { resource: string }).resource;
  };
  assert.equal(await resourceOf({ resource: 'Customer' }), 'Customer');
  assert.equal(await resourceOf({}), 'User');
});

test('an export reports its progress, and stops when it is aborted', async () => {
  await using folder = await temporaryFolder();
  const told: ExportProgress[] = [];
  const engine = engineWith([{ name: 'rows', collection: () => rowsFrom(1, 30), count: () => 30 }]);
  await exported(engine, {}, folder.path, { onProgress: (progress) => void told.push(progress) });
  assert.deepEqual([told[0]?.rowsDone, told[0]?.rowsExpected], [0, 30]);
  assert.equal(told.at(-1)?.rowsDone, 30);
  assert.ok((told.at(-1)?.files ?? 0) > 5);

  const reason = new Error('nobody wants it any more');
  const stop = new AbortController();
  const endless = engineWith(
    [
      {
        name: 'rows',
        collection: async function* () {
          for (let id = 1; ; id++) {
            if (id === 5000) stop.abort(reason);
            yield { id, text: 'x'.repeat(500) };
          }
        },
      },
    ],
    { path: folder.path },
  );
  const before = await readdir(folder.path);
  const out = nowhere();
  await assert.rejects(endless.exporter.write({ userId: '1', user: {}, out, signal: stop.signal }), reason);
  assert.ok(out.destroyed);
  assert.deepEqual(await readdir(folder.path), before);
  await assert.rejects(
    engine.exporter.write({ userId: '1', user: {}, out: nowhere(), onProgress: () => Promise.reject(reason) }),
    reason,
  );
});

test('an export fails with the error of a full disk or of a storage that closes', async () => {
  const rows = () => rowsFrom(1, 3000).map(({ id }) => ({ id, noise: String(Math.sin(id)).repeat(20) }));
  const engine = engineWith([{ name: 'rows', collection: rows }]);
  await assert.rejects(engine.exporter.write({ userId: '1', user: {}, out: createWriteStream('/dev/full') }), {
    code: 'ENOSPC',
  });
  const closing = new Writable({ highWaterMark: 1, write() {} });
  const written = engine.exporter.write({ userId: '1', user: {}, out: closing });
  setTimeout(20, undefined).then(
    () => closing.destroy(),
    () => {},
  );
  await assert.rejects(written, /closed before/);
});

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => setImmediate(() => done()) });
}
