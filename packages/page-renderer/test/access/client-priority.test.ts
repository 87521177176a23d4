/** The class of a request, and who may change it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Credential } from '../../dist/server/access/render-access.js';
import { priorityOf } from '../../dist/server/answers/client-priority.js';
import { AdminAccess } from '../../dist/server/admin/access.js';

const ADMIN = 'the-token-of-the-admin';
const backend = {
  admin: new AdminAccess({ token: ADMIN, isConfigured: true, trustLoopback: false, trustedProxies: [] }),
};
const TOKEN: Credential = { kind: 'token', index: 0 };
const NONE: Credential = { kind: 'none' };

const of = (headers: Record<string, string>, credential: Credential = NONE) =>
  priorityOf({ req: { method: 'GET', header: (name) => headers[name] } }, backend, credential);

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)';

test('the user agent decides', () => {
  assert.equal(of({ 'user-agent': CHROME }), 'person');
  assert.equal(of({}), 'person');
  assert.equal(of({ 'user-agent': 'facebookexternalhit/1.1' }), 'person');
  assert.equal(of({ 'user-agent': 'ChatGPT-User/1.0' }), 'person');
  assert.equal(of({ 'user-agent': GOOGLE }), 'search');
  assert.equal(of({ 'user-agent': 'PerplexityBot/1.0' }), 'search');
  assert.equal(of({ 'user-agent': GPTBOT }), 'training');
  assert.equal(of({ 'user-agent': 'curl/8.16' }), 'bot');
});

test('a middleware names the bot, but a bot cannot raise its class by naming another one', () => {
  assert.equal(of({ 'user-agent': 'node', 'x-render-bot': 'Googlebot' }), 'search');
  assert.equal(of({ 'user-agent': 'node', 'x-render-bot': 'GPTBot' }), 'training');
  assert.equal(of({ 'user-agent': 'node', 'x-render-bot': 'other' }), 'bot');
  assert.equal(of({ 'user-agent': GPTBOT, 'x-render-bot': 'Googlebot' }), 'training');
  assert.equal(of({ 'user-agent': CHROME, 'x-render-bot': 'GPTBot' }), 'training');
});

test('only a client with a token can raise its class; others can lower it', () => {
  const asked = { 'user-agent': GPTBOT, 'x-render-priority': 'person' };
  assert.equal(of(asked), 'training');
  assert.equal(of(asked, { kind: 'key', id: 'a' }), 'training');
  assert.equal(of(asked, TOKEN), 'person');
  assert.equal(of({ ...asked, authorization: `Bearer ${ADMIN}` }), 'person');
  assert.equal(of({ ...asked, authorization: 'Bearer something-else-entirely' }), 'training');
  assert.equal(of({ 'user-agent': CHROME, 'x-render-priority': ' Background ' }), 'background');
});

test('an unknown class is refused', () => {
  for (const credential of [NONE, TOKEN]) {
    assert.throws(() => of({ 'x-render-priority': 'urgent' }, credential), {
      code: 'invalid-parameter',
      reason: 'X-Render-Priority: expected one of person, search, bot, training, renewal, background',
    });
  }
});
