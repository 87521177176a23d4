/** Counts and measures for Prometheus, and for OpenTelemetry if the host has set it up. */
import type { Attributes, Counter as OtelCounter, Histogram as OtelHistogram, Meter } from '@opentelemetry/api';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CounterLabels, Definition, GaugeLabels, HistogramLabels, MetricName } from './definitions.ts';
import { METRIC_NAMES, METRICS } from './definitions.ts';

type Labels = Readonly<Record<string, string>>;
type WatchedLabels = CounterLabels & GaugeLabels;
/** A value and its labels. */
export type Reading<Of> = readonly [value: number, labels: Of];
/** The metrics of another process, as it sends them. */
export type Snapshot = Array<MetricObjectWithValues<MetricValue<string>>>;

const definitionOf = (name: MetricName): Definition<Labels> => METRICS[name];

/** The metrics of one service, or of a worker process of it. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<MetricName, Counter>();
  readonly #gauges = new Map<MetricName, Gauge>();
  readonly #histograms = new Map<MetricName, Histogram>();
  /** Reads values of other objects when metrics are requested. */
  readonly #readers: Array<() => Promise<void>> = [];
  readonly #meter: Meter | undefined;
  readonly #otelCounters = new Map<MetricName, OtelCounter>();
  readonly #otelHistograms = new Map<MetricName, OtelHistogram>();
  #others: () => readonly Snapshot[] = () => [];

  /** @param meter also gets what is counted and measured */
  constructor(meter?: Meter) {
    this.#meter = meter;
    for (const name of METRIC_NAMES) this.#declare(name);
  }

  /** Adds to a counter. */
  count<Name extends keyof CounterLabels>(name: Name, labels: CounterLabels[Name], amount = 1): void {
    this.#counters.get(name)?.inc(labels, amount);
    if (this.#meter) this.#otelCounter(this.#meter, name).add(amount, labels);
  }

  /** Measures a duration. @param attributes those for OpenTelemetry, if they differ */
  time<Name extends keyof HistogramLabels>(
    name: Name,
    labels: HistogramLabels[Name],
    seconds: number,
    attributes: Attributes | null = labels,
  ): void {
    this.#histograms.get(name)?.observe(labels, seconds);
    if (this.#meter && attributes !== null) this.#otelHistogram(this.#meter, name).record(seconds, attributes);
  }

  /** Has a gauge, or a counter that is counted elsewhere, read when metrics are requested. */
  watch<Name extends keyof WatchedLabels>(
    name: Name,
    read: () => ReadonlyArray<Reading<WatchedLabels[Name]>> | Promise<ReadonlyArray<Reading<WatchedLabels[Name]>>>,
  ): void {
    const counter = this.#counters.get(name);
    const gauge = this.#gauges.get(name);
    this.#readers.push(async () => {
      const readings = await read();
      // Without a pause in between: several requests may read at the same time.
      counter?.reset();
      if (gauge) withoutValue(gauge);
      for (const [value, labels] of readings) {
        counter?.inc(labels, value);
        gauge?.set(labels, value);
      }
    });
    const { kind, help, unit } = definitionOf(name);
    const options = { description: help, unit };
    const observed =
      kind === 'counter'
        ? this.#meter?.createObservableCounter(otelName(name), options)
        : this.#meter?.createObservableGauge(otelName(name), options);
    observed?.addCallback(async (result) => {
      for (const [value, labels] of await read()) result.observe(value, labels);
    });
  }

  /** Adds the metrics of other processes to those of this one. @param read their metrics at this moment */
  addOthers(read: () => readonly Snapshot[]): void {
    this.#others = read;
  }

  /** What this process has counted and measured so far, to be added to that of others. */
  async snapshot(): Promise<Snapshot> {
    const all = await this.#registry.getMetricsAsJSON();
    const counted = all.filter(({ name }) => !this.#gauges.has(name as MetricName));
    return counted.filter(({ values }) => values.some(({ value }) => value > 0));
  }

  /** All metrics in the text format of Prometheus, with those of Node. */
  async text(): Promise<{ body: string; type: string }> {
    await Promise.all(this.#readers.map((read) => read()));
    const others = this.#others();
    const all = others.length === 0 ? this.#registry : sumOf([await this.#registry.getMetricsAsJSON(), ...others]);
    return { body: (await all.metrics()) + (await ofNode().metrics()), type: this.#registry.contentType };
  }

  #declare(name: MetricName): void {
    const { kind, help, labels, buckets } = definitionOf(name);
    const options = { name, help, labelNames: Object.keys(labels), registers: [this.#registry] };
    if (kind === 'gauge') {
      const gauge = new Gauge(options);
      withoutValue(gauge);
      this.#gauges.set(name, gauge);
    } else if (kind === 'counter') this.#counters.set(name, new Counter(options));
    else this.#histograms.set(name, new Histogram({ ...options, ...(buckets && { buckets: [...buckets] }) }));
    // A series begins with 0, so that its first increase is one. Those of several labels are too many.
    const [[label, values] = ['', []], ...more] = Object.entries(labels);
    if (more.length > 0 || typeof values === 'string') return;
    for (const value of values) {
      this.#counters.get(name)?.inc({ [label]: value }, 0);
      this.#histograms.get(name)?.zero({ [label]: value });
    }
  }

  #otelCounter(meter: Meter, name: MetricName): OtelCounter {
    let counter = this.#otelCounters.get(name);
    if (!counter) {
      const { help: description, unit } = definitionOf(name);
      this.#otelCounters.set(name, (counter = meter.createCounter(otelName(name), { description, unit })));
    }
    return counter;
  }

  #otelHistogram(meter: Meter, name: MetricName): OtelHistogram {
    let histogram = this.#otelHistograms.get(name);
    if (!histogram) {
      const { help: description, unit, buckets = [] } = definitionOf(name);
      const options = { description, unit, advice: { explicitBucketBoundaries: [...buckets] } };
      this.#otelHistograms.set(name, (histogram = meter.createHistogram(otelName(name), options)));
    }
    return histogram;
  }
}

/** The sum of the metrics of several processes. */
export function sumOf(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate([...snapshots]);
}

/**
 * The name of a metric in OpenTelemetry: that of the semantic conventions if there is one
 * (https://opentelemetry.io/docs/specs/semconv/http/http-metrics/), otherwise the one from which exporters to Prometheus make the
 * same name.
 */
export function otelName(name: MetricName): string {
  if (name === 'page_renderer_request_duration_seconds') return 'http.server.request.duration';
  return name.replace(/^page_renderer_/, 'page_renderer.').replace(/(?:_seconds)?(?:_total)?$/, '');
}

/** Without the value of 0 that a gauge begins with: a service without a cache must not look like one whose cache is down. */
function withoutValue(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

let node: Registry | undefined;

/** The metrics of the process. There is one registry for all services in it, because the observers of Node never end. */
function ofNode(): Registry {
  if (!node) collectDefaultMetrics({ register: (node = new Registry()) });
  return node;
}
