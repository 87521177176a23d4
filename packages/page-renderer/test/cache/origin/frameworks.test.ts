/** The table of docs/caching.md says what becomes of pages of frameworks; those that are installed send what it says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { listening } from '../../../../../testing/listening.ts';
import { objectionsIn } from '../../../dist/headers/caching.js';
import { proposedRule } from '../../../dist/cache/origin/remedy.js';

const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/caching.md'), 'utf8');
const [, table = ''] = guide.split('## Frameworks and hosts');
const rows = table
  .split('\n')
  .filter((line) => /^\| (?!Page of|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, page = '', sends = '', result = '', remedy = '']) => ({ page, sends, result, remedy }));

const headersOf = (sends: string): Record<string, string> =>
  Object.fromEntries(
    [...sends.matchAll(/`([\w-]+): ([^`]+)`/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );

describe('as the guide says, a page is cached or not of', () => {
  for (const { page, sends, result, remedy } of rows) {
    test(page, () => {
      const objections = objectionsIn(headersOf(sends));
      assert.equal(result, objections.length === 0 ? 'cached' : 'not cached');
      if (objections.length === 0) return assert.equal(remedy, '');
      const { ignore = [], keyHeaders = [] } = proposedRule('https://a.test/', objections);
      if (keyHeaders.length > 0) assert.match(remedy, /^`keyHeaders`/);
      else assert.equal(remedy, `\`ignore\`: ${ignore.map((one) => `\`${one}\``).join(', ')}`);
    });
  }
  test('every row', () => assert.ok(rows.length >= 20, String(rows.length)));
});

describe('a page sends what the guide says, on', () => {
  const app = express();
  app.get('/', (_, response) => void response.type('html').send('<p>page'));
  const files = express().use(express.static(path.join(import.meta.dirname, '../../fixtures/pages')));
  const hono = new Hono().get('/', (c) => c.html('<p>page'));
  for (const [name, listener, url = '/'] of [
    ['Express 5', app],
    ['Express 5, `express.static`', files, '/forms.html'],
    ['Hono 4', getRequestListener(hono.fetch)],
  ] as const) {
    test(name, async () => {
      await using site = await listening(createServer((request, response) => void listener(request, response)));
      const { status, headers } = await fetch(site.url + url);
      assert.equal(status, 200);
      const row = rows.find(({ page }) => page === name || page.startsWith('Fastify 5, Hono 4, Koa 3'));
      const said = ['cache-control', 'vary'].flatMap((header) => {
        const value = headers.get(header);
        return value === null ? [] : [[header, value]];
      });
      assert.deepEqual(Object.fromEntries(said), headersOf(row?.sends ?? 'no row'));
    });
  }
});
