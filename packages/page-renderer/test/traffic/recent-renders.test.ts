import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndedRender } from '../../dist/traffic/recent-renders.js';
import { RecentRenders } from '../../dist/traffic/recent-renders.js';

const ended = (changes: Partial<EndedRender> = {}): EndedRender => {
  const request = { kind: 'render', url: new URL('https://a.test/'), options: {}, refresh: false } as const;
  const all = {
    parameters: 'url=https://a.test/',
    kind: 'render',
    verdict: 'complete',
    code: null,
    reason: null,
  } as const;
  return { ...all, ms: 100, request, ...changes };
};

test('renders that failed, were stopped or were slow are remembered, the last one first', () => {
  const recent = new RecentRenders(1_000);
  recent.note(ended());
  recent.note(ended({ verdict: null, code: 'overloaded' }));
  recent.note(ended({ ms: 500 }));
  recent.note(ended({ verdict: 'over-requests' }));
  recent.note(ended({ verdict: null, code: 'unknown-host' }));
  recent.note(ended({ ms: 600 }));
  assert.deepEqual(
    recent.all.map(({ verdict, code, ms, times }) => [verdict ?? code, ms, times]),
    [
      ['complete', 600, 2],
      ['unknown-host', 100, 1],
      ['over-requests', 100, 1],
    ],
  );
});

test('the number of remembered renders and their lengths do not depend on what is requested', () => {
  const recent = new RecentRenders(1_000);
  for (let page = 0; page < 100_000; page++) {
    recent.note(ended({ parameters: `url=https://a.test/${page}`, verdict: 'budget' }));
  }
  recent.note(ended({ parameters: `url=https://a.test/${'x'.repeat(100_000)}`, verdict: 'budget' }));
  assert.equal(recent.all.length, 50);
  assert.equal(recent.all[0]?.parameters, 'url=https://a.test/99999');
});

test('a render is found by its id until it is forgotten, and its reason is cut', () => {
  const recent = new RecentRenders(1_000);
  recent.note(ended({ verdict: null, code: 'unknown-host', reason: 'x'.repeat(1_000) }));
  const [one] = recent.all;
  assert.equal(recent.find(one!.id)?.reason?.length, 300);
  recent.forget(one!.id);
  assert.deepEqual([recent.all, recent.find(one!.id)], [[], undefined]);
});
