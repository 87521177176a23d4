/** The dashboard and the alert rules: they read metrics that exist, and alerts fire when they should. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { METRIC_NAMES, METRICS } from '../../dist/telemetry/definitions.js';
import { ALERTS, alerts, dashboard, groupingsOf, panelExpressions, selectorsOf } from './support/deployed.ts';
import { promtool, withoutPromtool } from './support/promtool.ts';

const expressions = [...panelExpressions(), ...alerts.map(({ expr }) => expr)];
/** Labels that Prometheus adds, and those of the buckets of histograms. */
const ADDED = ['job', 'instance', 'le'];
const baseOf = (name: string) => METRIC_NAMES.find((one) => one === name.replace(/_(?:bucket|sum|count)$/, ''));

describe('dashboard and alerts', () => {
  test('select only labels and values that the metrics have', () => {
    for (const { name, labels } of expressions.flatMap(selectorsOf)) {
      if (!name.startsWith('page_renderer_')) continue;
      const metric = baseOf(name) ?? assert.fail(`there is no ${name}`);
      assert.equal(name !== metric, METRICS[metric].kind === 'histogram', name);
      const known: Readonly<Record<string, readonly string[] | string>> = METRICS[metric].labels;
      for (const [label, values] of labels.filter(([one]) => !ADDED.includes(one))) {
        const possible = known[label] ?? assert.fail(`${metric} has no label ${label}`);
        assert.deepEqual(
          values.filter((value) => !possible.includes(value)),
          [],
          `${metric}{${label}}`,
        );
      }
    }
    for (const expression of expressions) {
      const known = selectorsOf(expression).flatMap(({ name }) =>
        Object.keys(METRICS[baseOf(name) ?? 'page_renderer_workers'].labels),
      );
      for (const label of groupingsOf(expression))
        assert.ok([...known, ...ADDED].includes(label), `${label} in ${expression}`);
    }
  });

  test('read every metric that the service has', () => {
    const read = new Set(expressions.flatMap(selectorsOf).map(({ name }) => baseOf(name)));
    assert.deepEqual(
      METRIC_NAMES.filter((name) => !read.has(name)),
      [],
    );
  });
});

test('the autoscaler follows a gauge that the service has', () => {
  const file = new URL('../../deploy/kubernetes/autoscaler.yaml', import.meta.url);
  const [, name = ''] = /metric: \{ name: (\w+) \}/.exec(readFileSync(file, 'utf8')) ?? [];
  const metric = METRIC_NAMES.find((one) => one === name) ?? assert.fail(`there is no ${name}`);
  assert.equal(METRICS[metric].kind, 'gauge');
});

describe('the dashboard', () => {
  test('has panels with a title, a description and an id of their own, none above another', () => {
    const { panels } = dashboard;
    assert.ok(panels.length > 20);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const taken = new Map<string, string>();
    for (const {
      title,
      type,
      description,
      targets = [],
      gridPos: { h, w, x, y },
    } of panels) {
      assert.ok(title.length > 0 && x + w <= 24);
      if (type !== 'row') assert.ok(targets.length > 0 && description, title);
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
      for (let cell = 0; cell < w * h; cell++) {
        const place = `${x + (cell % w)} ${y + Math.floor(cell / w)}`;
        assert.equal(taken.get(place), undefined, `${title} is above ${taken.get(place)}`);
        taken.set(place, title);
      }
    }
  });

  test('uses only variables that it declares', () => {
    const declared = dashboard.templating.list.map(({ name }) => name);
    const used = JSON.stringify(dashboard).matchAll(/\$(?:\{(\w+)\}|(\w+))/g);
    const names = new Set(
      [...used].map(([, one, other]) => one ?? other ?? '').filter((name) => !name.startsWith('__')),
    );
    assert.deepEqual([...names].toSorted(), declared.toSorted());
  });

  test('has expressions that Prometheus understands', { skip: withoutPromtool }, () => {
    const rules = panelExpressions().map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'panels-')), 'rules.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const { status, output } = promtool(['check', 'rules', file]);
    rmSync(path.dirname(file), { recursive: true });
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`\\b${rules.length} rules found`));
  });
});

describe('the alerts', () => {
  test('have a severity, a summary and a description that says what to do', () => {
    assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
    for (const { alert, labels, annotations } of alerts) {
      assert.match(alert, /^PageRenderer[A-Z]\w+$/);
      assert.match(labels.severity, /^(?:critical|warning|info)$/);
      assert.ok(annotations.summary.length > 20 && annotations.description.length > 40, alert);
      // An alert that nothing is there has no instance.
      if (alert !== 'PageRendererMissing') assert.match(annotations.summary, /\{\{ \$labels\.instance \}\}/, alert);
    }
  });

  test('are rules that Prometheus understands', { skip: withoutPromtool }, () => {
    const { status, output } = promtool(['check', 'rules', ALERTS]);
    assert.equal(status, 0, output);
  });

  test('fire for each problem, and not without one', { skip: withoutPromtool }, () => {
    const { status, output } = promtool(['test', 'rules', path.join(import.meta.dirname, 'alerts.test.yaml')]);
    assert.equal(status, 0, output);
  });
});
