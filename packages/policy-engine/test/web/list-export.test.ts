/** Lists as files: streamed as they are read, complete or aborted, and safe in a spreadsheet. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { z } from '@hono/zod-openapi';
import { parse } from 'csv-parse/sync';
import { allPages, declareExport, listPath } from '../../dist/platform/web/index.js';
import { sampleWeb } from '../support/sample-web.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[] | null;
}

const ROWS = 1203;
const rowOf = (id: number): Row => ({ id, name: `Name ${id}`, tags: id % 2 === 0 ? ['a', 'b'] : null });

/** The rows that were read of the list, and whether reading was aborted. */
const read: { from: number[]; ended: boolean } = { from: [], ended: false };

const web = sampleWeb({
  routes: [
    (app) =>
      declareExport(app, {
        path: '/rows',
        id: 'Rows',
        summary: 'Rows',
        access: 'public',
        query: z.object({ of: z.enum(['all', 'none', 'formulas', 'broken', 'refused']).default('all') }),
        file: 'rows',
        row: z.object({ id: z.int(), name: z.string(), tags: z.array(z.string()).nullable() }),
        columns: ['id', 'name', 'tags'],
        rows: async function* ({ of }) {
          read.from = [];
          read.ended = false;
          if (of === 'refused') throw new Error('the database is away');
          try {
            yield* allPages<Row>(async (last, limit) => {
              const from = (last?.id ?? 0) + 1;
              read.from.push(from);
              if (of === 'broken' && from > 1) throw new Error('the database went away');
              if (of === 'none') return [];
              if (of === 'formulas') return [{ id: -1, name: '=1+1', tags: ['"@x"'] }];
              const count = Math.max(0, Math.min(limit, ROWS - from + 1));
              return Array.from({ length: count }, (_, index) => rowOf(from + index));
            });
          } finally {
            read.ended = true;
          }
        },
      }),
  ],
});
const get = (path: string) => web.fetch(new Request(`http://host.test/policies${path}`));

suite('lists as files', () => {
  test('are sent even if a server in the process has replaced the global Response', async () => {
    const { Request: OwnRequest, Response: OwnResponse } = globalThis;
    try {
      // The server does that by default, when it starts.
      getRequestListener(() => new Response());
      assert.notEqual(globalThis.Response, OwnResponse);
      const asked = new OwnRequest('http://host.test/policies/rows/export.csv', { headers: { accept: 'text/html' } });
      const response = await web.fetch(asked);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /^\uFEFF?id,name,tags/);
    } finally {
      Object.assign(globalThis, { Request: OwnRequest, Response: OwnResponse });
    }
  });

  test('contain each row once, in CSV and in JSON', async () => {
    const json = (await (await get('/rows/export.json')).json()) as Row[];
    assert.deepEqual(
      json.map(({ id }) => id),
      Array.from({ length: ROWS }, (_, index) => index + 1),
    );
    assert.deepEqual(json[1], rowOf(2));
    const bytes = new Uint8Array(await (await get('/rows/export.csv')).arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const csv: string[][] = parse(new TextDecoder().decode(bytes));
    assert.equal(csv.length, ROWS + 1);
    assert.deepEqual(csv.slice(0, 3), [
      ['id', 'name', 'tags'],
      ['1', 'Name 1', ''],
      ['2', 'Name 2', '["a","b"]'],
    ]);
    assert.deepEqual(read.from, [1, 501, 1001]);
  });

  test('have column names or an empty array for an empty list', async () => {
    assert.equal(await (await get('/rows/export.csv?of=none')).text(), 'id,name,tags\r\n');
    assert.deepEqual(await (await get('/rows/export.json?of=none')).json(), []);
  });

  test('contain no spreadsheet formulas, and numbers unchanged', async () => {
    const [, row]: string[][] = parse(await (await get('/rows/export.csv?of=formulas')).text());
    assert.deepEqual(row, ['-1', `'=1+1`, String.raw`["\"@x\""]`]);
  });

  test('are read only as far as the client reads the response', async () => {
    const response = await get('/rows/export.json');
    const reader = response.body!.getReader();
    await reader.read();
    assert.deepEqual(read.from, [1]);
    await reader.cancel();
    assert.equal(read.ended, true);
    assert.deepEqual(read.from, [1]);
  });

  test('are aborted if reading fails later, and are an error if it fails at once', async () => {
    for (const format of ['csv', 'json']) {
      const response = await get(`/rows/export.${format}?of=broken`);
      assert.equal(response.status, 200);
      await assert.rejects(response.text(), /went away/);
      assert.equal((await get(`/rows/export.${format}?of=refused`)).status, 500);
    }
  });

  test('use the filters of the list', async () => {
    assert.equal((await get('/rows/export.json?of=some')).status, 422);
  });
});

test('addresses of lists have no empty parameters', () => {
  assert.equal(listPath('/audit', { action: '', actor: undefined, rule: null, page: 1 }), '/audit');
  assert.equal(listPath('/audit', { actor: 'a&b', page: 2 }), '/audit?actor=a%26b&page=2');
});
