/** Rates, hours and schedules of sites, with clocks that jump. */
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { parseConfig } from 'page-renderer';
import { LocalPace } from '../../dist/crawl/pace/pace.js';
import { offsetOf } from '../../dist/warming/schedule.js';
import { newerThan } from '../../dist/crawl/sitemap/lastmod.js';
import { retryAfterOf } from '../../dist/crawl/sitemap/retry-after.js';
import { readHours, Sites, waitForHours } from '../../dist/crawl/pace/sites.js';
import { eventually } from '../support/processes.ts';
import { startSite } from '../support/site.ts';
import { metricsOf, pageOf, phaseOf, sitemapOf, startWarming, VARIANTS } from './support.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

describe('hours', () => {
  const CASES: Array<[hours: string, zone: string, now: string, wait: number]> = [
    ['22:00-06:00', 'UTC', '2026-11-25T21:30:00Z', HOUR / 2],
    ['22:00-06:00', 'UTC', '2026-11-25T22:00:00Z', 0],
    ['22:00-06:00', 'UTC', '2026-11-26T05:59:59Z', 0],
    ['22:00-06:00', 'UTC', '2026-11-26T06:00:00Z', HOUR],
    ['09:00-17:00', 'Europe/Rome', '2026-11-25T08:00:00Z', 0],
    ['09:00-17:00', 'Europe/Rome', '2026-11-25T07:45:00Z', HOUR / 4],
    // Summer time begins: the same hours are an hour earlier in UTC.
    ['09:00-17:00', 'Europe/Rome', '2026-03-29T07:00:00Z', 0],
    ['02:10-02:50', 'Europe/Rome', '2026-03-29T01:30:00Z', HOUR],
    ['09:00-09:00', 'UTC', '2026-11-25T12:00:00Z', 0],
  ];
  for (const [hours, zone, now, wait] of CASES) {
    test(`${hours} in ${zone} at ${now}`, () => assert.equal(waitForHours(readHours(hours, zone), at(now)), wait));
  }
  test('are checked at start, with the time zone and the rates', () => {
    const site = (more: object) => () => parseConfig({ sites: [{ prefix: 'https://a.test/', ...more }] });
    assert.throws(site({ hours: '25:00-06:00' }), /sites\.0\.hours: expected times of day/);
    assert.throws(site({ timeZone: 'Mars/Olympus' }), /sites\.0\.timeZone: not a time zone/);
    assert.throws(site({ rendersPerMinute: 0 }), /sites\.0\.rendersPerMinute/);
    assert.throws(site({ sitemaps: [{ url: 'nonsense' }] }), /sites\.0\.sitemaps\.0\.url: expected an http/);
    assert.throws(site({ sitemap: [] }), /unknown key "sites\.0\.sitemap"/);
  });
});

describe('the rate of a site', () => {
  const { sites } = parseConfig({
    sites: [
      { prefix: 'https://a.test/', rendersPerMinute: 60, concurrency: 50 },
      { prefix: 'https://a.test/shop/', rendersPerMinute: 6_000 },
    ],
  });
  test('is that of the longest prefix, and gentle for others', () => {
    const all = new Sites(sites);
    const rate = (url: string) => [all.of(url).interval, all.of(url).concurrency];
    assert.deepEqual(rate('https://a.test/shop/1'), [10, 2]);
    assert.deepEqual(rate('https://a.test/'), [1_000, 50]);
    assert.deepEqual(rate('https://b.test/'), [1_000, 2]);
  });
  test('has no bursts, whatever the clock of the machine does', async () => {
    let [now, wall] = [1_000, at('2026-11-25T12:00:00Z')];
    const pace = new LocalPace(
      () => now,
      () => wall,
    );
    const rules = new Sites(sites).of('https://a.test/');
    const starts: number[] = [];
    for (let step = 0; step < 600; step += 1) {
      const turn = await pace.enter(rules);
      if (turn.kind === 'go') {
        starts.push(now + turn.after);
        await turn.leave();
      }
      now += 50;
      // Each second the clock jumps by a day, back or forth.
      if (step % 20 === 0) wall += (step % 40 === 0 ? 1 : -1) * 24 * HOUR;
    }
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    assert.ok(starts.length >= 30 && starts.length <= 36, String(starts.length));
    assert.ok(
      gaps.every((gap) => gap >= 999),
      gaps.join(' '),
    );
  });
  test('rests while the server asks for it, and the job continues', async () => {
    let refusals = 0;
    await using bench = await startWarming({}, (url) => {
      const isBusy = url.endsWith('/always') || (url.endsWith('/twice') && (refusals += 1) < 3);
      return isBusy ? pageOf('', { status: 429, verdict: 'complete', headers: [['Retry-After', '0']] }) : pageOf('ok');
    });
    const urls = ['http://127.0.0.1/twice', 'http://127.0.0.1/1', 'http://127.0.0.2/always'];
    const { id } = await bench.warming.warmUrls(urls, VARIANTS);
    const { done, failed, errors } = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual([done, failed, refusals], [2, 1, 3]);
    assert.deepEqual(errors, [{ url: 'http://127.0.0.2/always', error: '429, complete' }]);
  });
  test('outside of its hours, nothing is rendered', async () => {
    const hour = new Date().getUTCHours();
    const two = (value: number) => String(value % 24).padStart(2, '0');
    const hours = `${two(hour + 2)}:00-${two(hour + 3)}:00`;
    await using bench = await startWarming({
      sites: [
        { prefix: 'http://127.0.0.1/', hours },
        { prefix: 'http://127.0.0.2/', rendersPerMinute: 6_000 },
      ],
    });
    const urls = ['http://127.0.0.1/', ...['a', 'b'].map((one) => `http://127.0.0.2/${one}`)];
    const { id } = await bench.warming.warmUrls(urls, VARIANTS);
    await eventually(() => bench.rendered.length === 2, 'the other site is rendered');
    const job = await bench.warming.job(id);
    assert.deepEqual([job?.phase, job?.done], ['working', 2]);
    const { sum } = await metricsOf(bench);
    const waited = sum('page_renderer_warming_wait_seconds_total', { reason: 'hours' });
    assert.ok(waited > 1_800 && waited <= 3_600, `put off for ${waited} seconds`);
  });
});

test('Retry-After is read in both forms', () => {
  assert.equal(retryAfterOf(200, '5'), undefined);
  assert.equal(retryAfterOf(429, '5'), 5_000);
  assert.equal(retryAfterOf(503, undefined), 60_000);
  assert.equal(retryAfterOf(503, 'nonsense'), 60_000);
  assert.equal(retryAfterOf(503, '999999999'), 24 * HOUR);
  const wait = retryAfterOf(503, new Date(Date.now() + 90_000).toUTCString()) ?? 0;
  assert.ok(wait > 80_000 && wait <= 90_000, String(wait));
});

test('lastmod says how new a result must be', () => {
  const now = at('2026-11-25T12:00:00Z');
  for (const [lastmod, expected] of [
    ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00Z'],
    ['2026-11-25T10:00+02:00', '2026-11-25T08:00:00Z'],
    ['2026-11-25T10:00:00.123+0200', '2026-11-25T08:00:00Z'],
    ['2026-11-20', '2026-11-21T00:00:00Z'],
    // It may have changed later today: a result of the last hour is used.
    ['2026-11-25', '2026-11-25T11:00:00Z'],
    ['2026-11', '2026-11-01T00:00:00Z'],
    ['2025', '2026-01-01T00:00:00Z'],
    ['2027-01-01', '1970-01-01T00:00:00Z'],
    ['yesterday', '1970-01-01T00:00:00Z'],
    ['2026-13-45T99:00:00Z', '1970-01-01T00:00:00Z'],
  ] as const) {
    assert.equal(new Date(newerThan(lastmod, now)).toISOString(), new Date(expected).toISOString(), lastmod);
  }
  assert.equal(newerThan(undefined, now), 0);
});

test('a sitemap of the configuration is read once in its interval, with validators', async () => {
  const asked: Array<string | undefined> = [];
  await using site = await startSite({
    '/s.xml': (request, response) => {
      asked.push(request.headers['if-none-match']);
      const isKnown = request.headers['if-none-match'] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { ETag: '"1"' });
      response.end(isKnown ? '' : sitemapOf(site.url, ['/a']));
    },
  });
  const sitemap = { url: `${site.url}/s.xml`, everyMinutes: 60 };
  const offset = offsetOf(sitemap);
  assert.ok(offset >= 0 && offset < 6 * 60_000 && offset === offsetOf(sitemap), String(offset));
  assert.notEqual(offset, offsetOf({ ...sitemap, url: `${site.url}/t.xml` }));
  await using bench = await startWarming({
    sites: [{ prefix: site.url, rendersPerMinute: 6_000, sitemaps: [sitemap] }],
  });
  // Real time for everything but the schedule.
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const realNow = performance.now.bind(performance);
    const clock = mock.method(performance, 'now', () => realNow() + jump);
    let jump = 0;
    bench.warming.start();
    jump = 10 * 60_000;
    mock.timers.tick(30_000);
    await eventually(() => bench.rendered.length === 1, 'the page is rendered');
    mock.timers.tick(60_000);
    const date = mock.method(Date, 'now', () => new Date().getTime() + HOUR);
    mock.timers.tick(30_000);
    await eventually(() => asked.length === 2, 'it is read again');
    assert.deepEqual(asked, [undefined, '"1"']);
    await eventually(async () => (await bench.warming.jobs()).every(({ phase }) => phase === 'done'), 'both are done');
    assert.equal(bench.rendered.length, 1);
    date.mock.restore();
    clock.mock.restore();
  } finally {
    mock.timers.reset();
  }
});
