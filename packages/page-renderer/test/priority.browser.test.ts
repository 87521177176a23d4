/** With all slots occupied, the service renders for people first, and tells others when to come back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stretched } from '../../../testing/load.ts';
import { eventually } from './support/processes.ts';
import { useBench } from './support/rendering.ts';
import { startSite } from './support/site.ts';

const bench = useBench({ concurrency: 1, maxQueue: 3, cache: 'memory', timeout: stretched(30_000) });

test('a person is rendered before crawlers, who are refused with Retry-After when the queue is full', async () => {
  const held = Promise.withResolvers<void>();
  await using site = await startSite({
    '/slow': (_, response) => void held.promise.then(() => response.end('<!doctype html><h1>slow</h1>')),
    '*': (_, response) => void response.end('<!doctype html><h1>page</h1>'),
  });
  const ask = (path: string, userAgent: string) => {
    const headers = { 'user-agent': userAgent };
    return bench.renderer.fetch(new Request(`http://renderer.test/render/${site.url}${path}`, { headers }));
  };
  const slow = ask('/slow', 'Googlebot/2.1');
  await eventually(() => site.requests.includes('/slow'), 'the slot is occupied');
  const training = ask('/training', 'GPTBot/1.3');
  const search = ask('/search', 'Googlebot/2.1');
  // The second one becomes more urgent when a person asks for the same page.
  const shared = ask('/shared', 'CCBot/2.0');
  const person = ask('/person', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0');
  const joined = ask('/shared', 'Twitterbot/1.0');
  const answers = [slow, search, person, joined, shared];
  const refused = await Promise.race([training, shared]);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('x-render-verdict'), 'overloaded');
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  held.resolve();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses.slice(0, 3), [200, 200, 200]);
  const order = site.requests.filter((path) => path !== '/slow');
  assert.ok(order.indexOf('/person') < order.indexOf('/search'), String(order));
});
