/** What is counted of the traffic: its sums, and that its size does not depend on what is requested. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Counts, NotedRequest } from '../../dist/traffic/counts.js';
import { BOT_CLASSES, botOf } from '../../dist/traffic/bots.js';
import { COUNTED } from '../../dist/traffic/heavy-hitters.js';
import { addDuration, emptyHistogram, quantile } from '../../dist/traffic/histogram.js';
import { RANGES, Traffic } from '../../dist/traffic/traffic.js';
import { UnsentTraffic } from '../../dist/traffic/unsent.js';
import { niceTop } from '../../dist/server/operator/traffic/charts.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 23, 12, 3);

function request(changes: Partial<NotedRequest> = {}): NotedRequest {
  return { site: 'a.test', bot: 'search', isCached: false, code: undefined, ms: 100, ...changes };
}

/** Traffic with a clock of its own. */
function traffic(): { traffic: Traffic; pass: (ms: number) => void } {
  let now = START;
  return { traffic: new Traffic(() => now), pass: (ms) => void (now += ms) };
}

/** Number of all entries of some counters. */
const sizeOf = ({ sites, bots, codes, latency, waited, queued }: Counts) =>
  sites.size + bots.size + codes.size + latency.length + waited.length + queued.length;

describe('the size of what is counted', () => {
  test('does not depend on the number of sites, bots, URLs and minutes', () => {
    const { traffic: all, pass } = traffic();
    const sizes: number[] = [];
    for (let number = 0; number < 100_000; number++) {
      const agent = `Bot${number}/1.0 (+https://${number}.test)`;
      // Searching the list of bots takes most of the time of this test.
      const bot =
        number % 100 === 0
          ? botOf((name) => (name === 'user-agent' ? agent : undefined)).class
          : (BOT_CLASSES[number % BOT_CLASSES.length] ?? 'other');
      all.note(request({ site: `${number}.${'x'.repeat(number % 300)}.test`, bot, isCached: true }));
      if (number % 3 === 0) all.note(request({ site: 'heavy.test' }));
      // Two weeks, in steps that do not divide a minute.
      if (number % 50 === 0) pass((14 * 24 * 60 * MINUTE) / 2_000);
      if (number % 50_000 === 49_999) {
        const views = RANGES.map((range) => all.view(range));
        assert.deepEqual(
          views.map(({ steps }) => steps.length),
          [60, 96, 84],
        );
        for (const { steps } of views) {
          for (const { counts } of steps) {
            assert.ok(!counts || counts.sites.size <= COUNTED, `${counts?.sites.size} sites`);
            assert.ok(!counts || counts.bots.size <= BOT_CLASSES.length);
            for (const name of counts?.sites.keys() ?? []) assert.ok(name.length <= 100);
          }
        }
        sizes.push(
          ...views.map(
            ({ total, steps }) =>
              sizeOf(total) + steps.reduce((sum, { counts }) => sum + (counts ? sizeOf(counts) : 0), 0),
          ),
        );
      }
    }
    assert.deepEqual(sizes.slice(3), sizes.slice(0, 3), 'as large after one week as after two');
    const { total } = all.view('week');
    const heavy = total.sites.get('heavy.test')?.requests ?? 0;
    const share = heavy / total.requests;
    assert.ok(share > 0.24 && share <= 0.25, `a site with a quarter of the requests has ${share}`);
    const listed = [...total.sites.values()].reduce((sum, { requests }) => sum + requests, 0);
    assert.ok(listed <= total.requests, 'no site has more requests than it had');
  });
});

describe('traffic', () => {
  test('is counted by time, site, class of bot and code, and forgotten after its range', () => {
    const { traffic: all, pass } = traffic();
    all.note(request({ isCached: true, ms: 0.2 }));
    all.note(request({ site: 'b.test', bot: 'none', code: 'target-timeout', ms: 9_000 }));
    all.note(request({ site: undefined, code: 'invalid-url' }));
    all.noteRender();
    all.noteBrowser();
    all.noteWait(0, 0);
    all.noteWait(4_000, 6);
    pass(30 * MINUTE);
    all.note(request());
    const { total, steps, since } = all.view('hour');
    assert.equal(since, START);
    assert.deepEqual([total.requests, total.cached, total.errors, total.renders, total.browsers], [4, 1, 2, 1, 1]);
    assert.equal(total.queue, 7);
    assert.deepEqual(
      total.codes,
      new Map([
        ['target-timeout', 1],
        ['invalid-url', 1],
      ]),
    );
    assert.deepEqual(total.bots.get('search'), { requests: 3, cached: 1, errors: 1 });
    assert.deepEqual(total.sites.get('b.test'), { requests: 1, cached: 0, errors: 1, weight: 1 });
    assert.deepEqual(
      steps.flatMap(({ begin, counts }) => (counts ? [[(begin - START) / MINUTE, counts.requests]] : [])),
      [
        [0, 3],
        [30, 1],
      ],
    );
    pass(40 * MINUTE);
    assert.equal(all.view('hour').total.requests, 1);
    assert.equal(all.view('day').total.requests, 4);
    pass(24 * 60 * MINUTE);
    assert.deepEqual(
      RANGES.map((range) => all.view(range).total.requests),
      [0, 0, 4],
    );
  });

  test('of several processes is summed', () => {
    const { traffic: main } = traffic();
    const worker = new UnsentTraffic();
    main.note(request({ site: 'main.test' }));
    assert.equal(worker.take(), undefined);
    for (let number = 0; number < 5; number++) worker.note(request({ isCached: true, ms: 1 }));
    // As between processes.
    main.add(structuredClone(worker.take() ?? assert.fail()));
    assert.equal(worker.take(), undefined);
    const { total } = main.view('hour');
    assert.deepEqual([total.requests, total.cached], [6, 5]);
    assert.equal(total.sites.get('a.test')?.requests, 5);
    assert.equal(
      total.latency.reduce((sum, count) => sum + count, 0),
      6,
    );
  });
});

describe('a histogram', () => {
  test('has quantiles that differ from the real ones by less than the width of a class', () => {
    const histogram = emptyHistogram();
    for (let ms = 1; ms <= 1_000; ms++) addDuration(histogram, ms);
    for (const share of [0.5, 0.95, 0.99]) {
      const found = quantile(histogram, share) ?? assert.fail();
      assert.ok(Math.abs(found / (share * 1_000) - 1) < 0.2, `${share}: ${found}`);
    }
    assert.equal(quantile(emptyHistogram(), 0.5), undefined);
    const strange = emptyHistogram();
    for (const ms of [Number.NaN, Infinity, -1, 0]) addDuration(strange, ms);
    assert.equal(
      strange.reduce((sum, count) => sum + count, 0),
      4,
    );
  });

  test('is drawn up to a round number', () => {
    assert.deepEqual([0, 3, 5, 11, 21, 41, 99, 101].map(niceTop), [4, 4, 10, 20, 40, 100, 100, 200]);
  });
});
