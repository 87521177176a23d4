/** The records of requests that hung in earlier renders. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { HangingRequests } from '../dist/render/pending/hanging.js';
import type { PageRequest } from '../dist/render/requests/requests.js';

const SITE = 'https://shop.example';
let now: number;
let hanging: HangingRequests;
beforeEach(() => {
  now = 0;
  hanging = new HangingRequests(() => now);
});

const request = (path: string, method = 'GET', origin = SITE): PageRequest => ({
  url: origin + path,
  method,
  type: 'Fetch',
  frameId: 'frame',
  loaderId: 'loader',
  isNavigation: false,
  isMain: true,
  isRedirect: false,
  isOfServiceWorker: false,
  isFromParser: false,
  isPreload: false,
});
const hangTwice = (one: PageRequest, site = SITE) => {
  for (let render = 0; render < 2; render += 1) hanging.for(site).note(one);
};
const isKnown = (one: PageRequest, site = SITE) => hanging.for(site).has(one);

test('a request that hung is known by its site, method, origin and path', () => {
  hangTwice(request('/news/poll?since=1'));
  assert.equal(isKnown(request('/news/poll?since=2')), true);
  assert.equal(isKnown(request('/news/poll'), 'https://other.example'), false);
  assert.equal(isKnown(request('/news/poll', 'POST')), false);
  assert.equal(isKnown(request('/news/poll', 'GET', 'https://api.example')), false);
  assert.equal(isKnown(request('/news/list')), false);
});

test('a request that hung in a single render is waited for', () => {
  const render = hanging.for(SITE);
  render.note(request('/poll'));
  render.note(request('/poll'));
  assert.equal(isKnown(request('/poll')), false);
  hanging.for(SITE).note(request('/poll'));
  assert.equal(isKnown(request('/poll')), true);
});

test('paths that differ only in an identifier are the same request', () => {
  hangTwice(request('/poll/17/a'));
  hangTwice(request('/poll/0190c3f1-52f4-7a30-8f5e-6e2f3a9d1b7c/b'));
  hangTwice(request('/poll/Xk29fa0LmQpR83kd/c'));
  assert.equal(isKnown(request('/poll/18/a')), true);
  assert.equal(isKnown(request('/poll/7d9f1c2e-0000-4a30-8f5e-000000000000/b')), true);
  assert.equal(isKnown(request('/poll/0000000000000001/c')), true);
  assert.equal(isKnown(request('/poll/products-of-the-summer/a')), false);
});

test('the state of a request stays the same during a render, unless it ends by itself', () => {
  const first = hanging.for(SITE);
  assert.equal(first.has(request('/poll')), false);
  hangTwice(request('/poll'));
  assert.equal(first.has(request('/poll')), false);
  const second = hanging.for(SITE);
  assert.equal(second.has(request('/poll')), true);
  second.forget(request('/poll'), false);
  assert.equal(second.has(request('/poll')), false);
  assert.equal(isKnown(request('/poll')), false);
});

test('in every tenth render, and after an hour, a request that hung is waited for like any other', () => {
  hangTwice(request('/poll'));
  const known = Array.from({ length: 20 }, () => isKnown(request('/poll')));
  assert.deepEqual(
    [...known.keys()].filter((index) => !known[index]),
    [9, 19],
  );
  now = 3_600_001;
  assert.equal(isKnown(request('/poll')), false);
});

test('a request is left once; that several renders left it is no proof that it hangs', () => {
  const both = [hanging.for(SITE), hanging.for(SITE)];
  assert.equal(both[0]?.isNew(request('/poll')), true);
  for (const render of both) render.leave(request('/poll'));
  assert.equal(hanging.for(SITE).isNew(request('/poll')), false);
  assert.equal(isKnown(request('/poll')), false);
  hanging.for(SITE).note(request('/poll'));
  assert.equal(isKnown(request('/poll')), true);
  now = 3_600_001;
  assert.equal(hanging.for(SITE).isNew(request('/poll')), true);
});

test('a request whose response is late is never left, however fast the next one is, and forgets that it hung', () => {
  const isNew = () => hanging.for(SITE).isNew(request('/slow'));
  hangTwice(request('/slow'));
  const render = hanging.for(SITE);
  assert.equal(render.has(request('/slow')), true);
  render.forget(request('/slow'), true);
  assert.deepEqual([render.has(request('/slow')), isKnown(request('/slow')), isNew()], [false, false, false]);
  hanging.for(SITE).forget(request('/slow'), false);
  assert.equal(isNew(), false);
  now = 3_600_001;
  assert.equal(isNew(), true);
});

test('no more than a thousand are remembered', () => {
  for (let count = 0; count <= 1_000; count += 1) hangTwice(request('/poll'), `https://${count}.example`);
  assert.equal(isKnown(request('/poll'), 'https://0.example'), false);
  assert.equal(isKnown(request('/poll'), 'https://1.example'), true);
});
