/** Which bot a request is for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botOf } from '../../dist/traffic/bots.js';

const of = (headers: Record<string, string>) => botOf((name) => headers[name]);

test('a bot has the name and class of its entry in the list', () => {
  assert.deepEqual(of({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }), {
    class: 'search',
    name: 'Googlebot',
  });
  assert.deepEqual(of({ 'user-agent': 'node', 'x-render-bot': 'GPTBot' }), { class: 'ai-training', name: 'GPTBot' });
});

test('programs that are not in the list are others, and browsers are no bots', () => {
  assert.equal(of({ 'user-agent': 'curl/8.16' }).class, 'other');
  assert.equal(of({ 'user-agent': 'Mozilla/5.0 (compatible; NewSpider; +https://spider.test)' }).class, 'other');
  assert.equal(of({ 'user-agent': 'node', 'x-render-bot': 'other' }).class, 'other');
  assert.equal(of({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }).class, 'none');
  assert.equal(of({}).class, 'none');
});
