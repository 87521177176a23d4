/** The expressions of the dashboard and of the alerts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const FOLDER = path.join(import.meta.dirname, '../../../deploy');

/** A panel of the dashboard. */
export interface Panel {
  id: number;
  title: string;
  type: string;
  description?: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: Array<{ expr: string; refId: string; legendFormat: string }>;
}

/** A rule. */
export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

/** The dashboard as it is in the package. */
export const dashboard = JSON.parse(readFileSync(path.join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[];
  templating: { list: Array<{ name: string; query: string | { query: string } }> };
};

/** Path of the rules. */
export const ALERTS: string = path.join(FOLDER, 'alerts.yaml');
/** The rules as they are in the package. */
export const alerts: Alert[] = (
  parse(readFileSync(ALERTS, 'utf8')) as { groups: Array<{ rules: Alert[] }> }
).groups.flatMap(({ rules }) => rules);

/** Expressions of the dashboard, with values in the place of its variables. */
export function panelExpressions(): string[] {
  const all = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const filled = (text: string) =>
    text.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'page-renderer').replaceAll('$instance', '.*');
  return all.map(filled);
}

/** Metrics that an expression reads, each with the labels and values that it selects. */
export function selectorsOf(
  expression: string,
): Array<{ name: string; labels: Array<[label: string, values: string[]]> }> {
  const found = expression.matchAll(/\b((?:page_renderer|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selected = '']) => {
    const labels = [...selected.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"([^"]*)"/g)];
    return { name, labels: labels.map(([, label = '', values = '']) => [label, values.split('|')]) };
  });
}

/** Labels by which an expression groups. */
export function groupingsOf(expression: string): string[] {
  return [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
}
