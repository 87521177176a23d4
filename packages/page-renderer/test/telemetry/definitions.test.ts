/** The declared metrics: their names, the number of their time series, and their table in the documentation. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { METRIC_NAMES, METRICS, metricsTable } from '../../dist/telemetry/definitions.js';
import { otelName } from '../../dist/telemetry/metrics.js';

/** Most combinations of label values of one metric, if every one of them occurs. */
const MOST_SERIES = 4_000;

describe('each metric', () => {
  test('has a limited number of time series, because each label has a list of values', () => {
    // The version of a browser, of which one is running.
    const open = new Set(['page_renderer_browser_info', 'page_renderer_browser_age_days']);
    for (const name of METRIC_NAMES) {
      const values: ReadonlyArray<readonly string[] | string> = Object.values(METRICS[name].labels);
      assert.equal(
        values.some((list) => typeof list === 'string'),
        open.has(name),
        name,
      );
      const series = values.reduce((product, list) => product * list.length, METRICS[name].buckets?.length ?? 1);
      if (!open.has(name)) assert.ok(series <= MOST_SERIES, `${name} may have ${series} time series`);
    }
  });

  test('is named as Prometheus recommends: a unit at the end, and _total for counters', () => {
    for (const name of METRIC_NAMES) {
      const { kind, unit, buckets = [] } = METRICS[name];
      assert.equal(name.endsWith('_total'), kind === 'counter', name);
      assert.equal(/_seconds(?:_total)?$/.test(name), unit === 's', name);
      assert.ok(kind !== 'histogram' || unit === 's', name);
      assert.deepEqual(
        buckets,
        buckets.toSorted((a, b) => a - b),
      );
    }
  });

  test('has a name of its own in OpenTelemetry', () => {
    assert.equal(new Set(METRIC_NAMES.map(otelName)).size, METRIC_NAMES.length);
    assert.equal(otelName('page_renderer_stage_duration_seconds'), 'page_renderer.stage_duration');
    assert.equal(otelName('page_renderer_warming_wait_seconds_total'), 'page_renderer.warming_wait');
    assert.equal(otelName('page_renderer_request_duration_seconds'), 'http.server.request.duration');
  });
});

test('the table of the guide is the one of the code', () => {
  const file = path.join(import.meta.dirname, '../../docs/observability.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = ['<!-- metrics: written by `npm run generate` -->\n', '<!-- /metrics -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  const table = text.slice(before.length, text.indexOf(end));
  if (process.env['UPDATE_GENERATED'] === '1') {
    writeFileSync(file, `${before}\n${metricsTable()}\n\n${text.slice(text.indexOf(end))}`);
    return;
  }
  const cells = (lines: string) =>
    lines
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-')));
  assert.deepEqual(cells(table), cells(metricsTable()), 'run `npm run generate`');
});
