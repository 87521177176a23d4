/** Reads the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
import assert from 'node:assert/strict';

/** A value with its labels. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The metrics of a page. */
export interface Exposition {
  /** Type by name of the metric. */
  types: Map<string, string>;
  samples: Sample[];
  /** Sum of the samples with this name and these labels. */
  sum: (name: string, labels?: Record<string, string>) => number;
}

/** Parses a page; a line that is not in the format fails the test. */
export function readExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, typed, type = ''] = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (typed !== undefined) types.set(typed, type);
    if (line.startsWith('#')) continue;
    const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? assert.fail(line);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(([, key = '', of = '']) => [key, of]);
    samples.push({ name: name ?? '', labels: Object.fromEntries(pairs), value: Number(value) });
  }
  const sum = (name: string, labels: Record<string, string> = {}) =>
    samples
      .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
      .reduce((total, { value }) => total + value, 0);
  return { types, samples, sum };
}
