/** The traffic of the service. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { pageOf } from '../../../kernel/errors.ts';
import type { RendererErrorCode } from '../../../kernel/errors.ts';
import type { BrowserState } from '../../../browser/running.ts';
import type { BotClass } from '../../../traffic/bots.ts';
import type { Counts } from '../../../traffic/counts.ts';
import type { Tally } from '../../../traffic/heavy-hitters.ts';
import { quantile } from '../../../traffic/histogram.ts';
import type { Range, TrafficView } from '../../../traffic/traffic.ts';
import { RANGES } from '../../../traffic/traffic.ts';
import { Table } from '../../inspect/page/parts.tsx';
import { bytes, count, duration } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import type { ServiceLoad } from '../../admission/load.ts';
import { Chart } from './charts.tsx';
import { type Figure, Figures, Part, PauseButton } from '../frame/frame.tsx';
import { span } from '../frame/moments.tsx';

/** Number of sites that are listed. */
const SITES = 20;
/** Milliseconds between two updates of the page. */
const LIVE = 10_000;
const NONE = '–';

const RANGE_NAMES: Readonly<Record<Range, string>> = { hour: 'Last hour', day: 'Last day', week: 'Last week' };

interface TrafficPageProps {
  view: TrafficView;
  load: ServiceLoad;
  browserVersion: string | undefined;
}

/** The page. */
export function TrafficPage({ view, load, browserVersion }: TrafficPageProps): JSX.Element {
  return (
    <>
      <section class="head">
        <div class="stack">
          <h1>Traffic</h1>
          <p class="muted">
            Of this instance with all its processes, since its start, {clock(view.since, true)} UTC. A restart begins at
            zero. Times are UTC.
          </p>
        </div>
        <PauseButton />
      </section>
      <nav aria-label="Time">
        <ul class="tabs">
          {RANGES.map((range) => (
            <li>
              <a href={`/operator?range=${range}`} aria-current={range === view.range ? 'page' : undefined}>
                {RANGE_NAMES[range]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="live" data-live={String(LIVE)}>
        <Totals total={view.total} load={load} />
        <Charts view={view} />
        <div class="pair">
          <Sites total={view.total} />
          <Bots total={view.total} />
        </div>
        <div class="pair">
          <Errors total={view.total} />
          <Browsers load={load} version={browserVersion} started={view.total.browsers} />
        </div>
        <p class="small muted">As of {clock(view.now, false, true)} UTC.</p>
      </div>
    </>
  );
}

/** A sentence about a value; nothing if there is none. */
const about = (value: string, sentence: (value: string) => string): string => (value === NONE ? '' : sentence(value));

function Totals({ total, load }: { total: Counts; load: ServiceLoad }): JSX.Element {
  const most = (kind: Parameters<typeof time>[1]) => time(total, kind, 0.95);
  const within = (value: string) => `95% within ${value}`;
  const figures: readonly Figure[] = [
    ['Requests', count(total.requests), count(total.renders, 'render')],
    ['Hit rate', share(total.cached, total.requests), 'served without waiting for a render'],
    ['Errors', count(total.errors), about(share(total.errors, total.requests), (value) => `${value} of requests`)],
    ['Response time', time(total, 'latency', 0.5), about(most('latency'), within)],
    ['With a render', time(total, 'waited', 0.5), about(most('waited'), within)],
    [
      'Queue now',
      count(load.waiting),
      `${load.running} of ${load.slots} slots in use${about(most('queued'), (value) => `; 95% waited at most ${value}`)}`,
    ],
  ];
  return <Figures figures={figures} />;
}

function Charts({ view }: { view: TrafficView }): JSX.Element {
  const { steps, range, total } = view;
  const labels = steps.map(({ begin }) => clock(begin, range === 'week'));
  const of = (read: (counts: Counts) => number | undefined) => steps.map(({ counts }) => counts && read(counts));
  const rows = steps.flatMap(({ counts }, index) => (counts ? [[labels[index] ?? '', ...rowOf(counts)]] : []));
  return (
    <>
      <Chart
        id="requests"
        heading="Requests"
        kind="bars"
        empty="No page was requested in this time."
        labels={labels}
        format={count}
        summary={`${count(total.requests, 'request')}, ${count(total.cached)} from the cache, ${count(total.errors, 'error')}. The table below has the numbers.`}
        series={[
          { name: 'from the cache', look: 'cached', values: of(({ cached }) => cached) },
          {
            name: 'other',
            look: 'rendered',
            values: of((counts) => Math.max(0, counts.requests - counts.cached - counts.errors)),
          },
          { name: 'errors', look: 'errors', values: of(({ errors }) => errors) },
        ]}
      />
      <div class="pair">
        <Chart
          id="latency"
          heading="Response time with a render"
          kind="lines"
          empty="No request waited for a render in this time."
          labels={labels}
          format={ms}
          summary={`Half of the responses with a render within ${time(total, 'waited', 0.5)}, 95% within ${time(total, 'waited', 0.95)}.`}
          series={[
            { name: 'median', look: 'typical', values: of(({ waited }) => quantile(waited, 0.5)) },
            { name: '95th percentile', look: 'slow', values: of(({ waited }) => quantile(waited, 0.95)) },
          ]}
        />
        <Chart
          id="queue"
          heading="Longest queue"
          kind="bars"
          empty="No render waited for a slot in this time."
          labels={labels}
          format={count}
          summary={`At most ${count(total.queue, 'render')} waited at the same time.`}
          series={[{ name: 'waiting renders', look: 'cached', values: of(({ queue }) => queue) }]}
        />
      </div>
      <details id="numbers">
        <summary>Numbers of the charts</summary>
        <div class="explained">
          <Table
            columns={['Time', 'Requests', 'From cache', 'Errors', 'Renders', 'Median', '95%', 'Queue']}
            rows={rows}
          />
        </div>
      </details>
    </>
  );
}

function rowOf(counts: Counts): string[] {
  const { requests, cached, errors, renders, queue } = counts;
  const times = [0.5, 0.95].map((part) => time(counts, 'waited', part));
  return [count(requests), count(cached), count(errors), count(renders), ...times, count(queue)];
}

function Sites({ total }: { total: Counts }): JSX.Element {
  const sites = [...total.sites].toSorted(([, a], [, b]) => b.requests - a.requests).slice(0, SITES);
  const rest = { requests: total.requests, cached: total.cached, errors: total.errors };
  for (const [, { requests, cached, errors }] of sites) {
    rest.requests -= requests;
    rest.cached -= cached;
    rest.errors -= errors;
  }
  const rows: Array<readonly [string, Tally]> = sites.map(([name, tally]) => [name, tally]);
  if (rest.requests > 0) rows.push(['All others', rest]);
  return (
    <Part id="sites" heading="Sites">
      <Tallies name="Site" rows={rows} />
    </Part>
  );
}

const BOTS: Readonly<Record<BotClass, string>> = {
  search: 'Search engines',
  'ai-search': 'AI search',
  'ai-training': 'AI training',
  'ai-user': 'AI assistants, for a person',
  social: 'Link previews',
  tools: 'Tools',
  other: 'Other programs',
  none: 'Browsers',
};

function Bots({ total }: { total: Counts }): JSX.Element {
  const rows = [...total.bots].toSorted(([, a], [, b]) => b.requests - a.requests);
  return (
    <Part id="bots" heading="Bots">
      <Tallies name="Class" rows={rows.map(([bot, tally]) => [BOTS[bot], tally])} />
    </Part>
  );
}

function Tallies({ name, rows }: { name: string; rows: ReadonlyArray<readonly [string, Tally]> }): JSX.Element {
  if (rows.length === 0) return <p class="muted">No requests in this time.</p>;
  return (
    <div class="compact">
      <Table
        columns={[name, 'Requests', 'Hit rate', 'Errors']}
        rows={rows.map(([label, { requests, cached, errors }]) => [
          <bdi>{label}</bdi>,
          <span class="figure">{count(requests)}</span>,
          <span class="figure">{share(cached, requests)}</span>,
          <span class="figure">{count(errors)}</span>,
        ])}
      />
    </div>
  );
}

function Errors({ total }: { total: Counts }): JSX.Element {
  const codes = [...total.codes].toSorted(([, a], [, b]) => b - a);
  return (
    <Part id="errors" heading="Errors">
      {codes.length === 0 && <p class="muted">No error in this time.</p>}
      {codes.length > 0 && (
        <Table
          columns={['Code', 'Responses']}
          rows={codes.map(([code, many]) => [
            <a href={pageOf(code as RendererErrorCode)} rel="noreferrer">
              {code}
            </a>,
            count(many),
          ])}
        />
      )}
    </Part>
  );
}

function BrowserBadge({ state }: { state: BrowserState }): JSX.Element {
  if (state === 'running') return <Badge tone="success">Running</Badge>;
  return <Badge tone="neutral">{state === 'spare' ? 'Spare' : 'Ends soon'}</Badge>;
}

function Browsers(props: { load: ServiceLoad; version: string | undefined; started: number }): JSX.Element {
  const { load, version, started } = props;
  return (
    <Part id="browsers" heading="Browsers">
      <p class="muted">
        {version !== undefined && `${version}. `}
        {count(started, 'browser')} started in this time, {count(load.browsers.length)} now.
      </p>
      {load.browsers.length === 0 && <p class="muted">The next render starts one.</p>}
      {load.browsers.length > 0 && (
        <Table
          columns={['Started', 'State', 'Pages', 'Renders', 'Memory']}
          rows={load.browsers.map(({ age, state, pages, renders, bytes: memory }) => [
            `${span(age)} ago`,
            <BrowserBadge state={state} />,
            count(pages),
            count(renders),
            memory === null ? NONE : bytes(memory),
          ])}
        />
      )}
    </Part>
  );
}

function time(counts: Counts, which: 'latency' | 'waited' | 'queued', part: number): string {
  const value = quantile(counts[which], part);
  return value === undefined ? NONE : ms(value);
}

/** Below 10 ms, fractions matter: a cached page takes less than one. */
function ms(value: number): string {
  if (value > 0 && value < 1) return '< 1 ms';
  return duration(Math.round(value));
}

function share(part: number, whole: number): string {
  return whole === 0 ? NONE : `${Math.round((part / whole) * 100)}%`;
}

/** `12:03`, `23 Nov, 12:03` or `12:03:10`. */
function clock(at: number, withDate: boolean, withSeconds = false): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
    ...(withDate && { day: 'numeric', month: 'short' }),
  }).format(at);
}
