/** The list of bots in the repository equals the one generated from its sources; `npm run agents` updates it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { agentsModule, AGENTS_FILE } from '../agents/module.ts';
import { makeList } from '../agents/list.ts';
import { sourceOf } from '../agents/sources.ts';
import { hasToken, tokenIn } from '../agents/tokens.ts';

test('the list of bots is what its sources make', () => {
  assert.equal(readFileSync(AGENTS_FILE, 'utf8') === agentsModule(), true, 'run `npm run agents`');
});

test('a list that matches people is refused', () => {
  const person = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Googlebot browser/1.0';
  assert.throws(() => makeList([person]), /"Googlebot" is in what a person's browser sends/);
});

test('every published list has its date and a licence that allows its use', () => {
  for (const name of ['crawler-user-agents', 'prerender-node', 'rendertron-middleware', 'user-agents'] as const) {
    const { date, licence, copyright, url, list } = sourceOf(name);
    assert.match(date, /^\d{4}-\d{2}-\d{2}$/);
    assert.match(licence, /^(?:MIT|Apache-2\.0|BSD-2-Clause)$/);
    assert.match(copyright, /^Copyright/);
    assert.ok(URL.canParse(url) && list.length > 10, name);
  }
});

test('tokens are whole words', () => {
  assert.deepEqual(tokenIn('Mozilla/5.0 (compatible; Alexabot/1.0)', 'exabot'), { token: 'Alexabot' });
  assert.deepEqual(tokenIn('Seekbot/1.0', '^Seekbot'), { token: 'Seekbot', at: 'start' });
  assert.equal(tokenIn('curl/8', 'bot'), undefined);
  assert.equal(hasToken('YETIBROWSER/1 yeti', { token: 'Yeti' }), true);
  assert.equal(hasToken('yetibrowser/1', { token: 'Yeti' }), false);
  assert.equal(hasToken('a WhatsApp/2', { token: 'WhatsApp', at: 'start' }), false);
});
