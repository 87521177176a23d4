/** Decision rates, as a chart with the table behind it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rules } from '../../rules/rules.ts';
import { Button, EmptyState, type Page, PageHeader, Table, Time, type View } from '../../../platform/web/index.ts';
import type { FiguresReportJson } from './figures.ts';

type Day = FiguresReportJson['days'][number];

export function figuresPage(view: View, report: FiguresReportJson, rules: Rules): Page {
  const title = view.t('choice.figures');
  const { totals, days } = report;
  const isEmpty = totals.accepted + totals.rejected === 0;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('choice.figures.lead')} />
      <Filter view={view} report={report} rules={rules} />
      {isEmpty ? (
        <EmptyState title={view.t('choice.figures.none')} text={view.t('choice.figures.none_text')} />
      ) : (
        <>
          <Tiles view={view} totals={totals} />
          <Chart view={view} days={days} />
          <details>
            <summary>{view.t('choice.figures.table')}</summary>
            <DayTable view={view} days={days} />
          </details>
        </>
      )}
    </>
  );
  return { title, content };
}

function Filter(props: { view: View; report: FiguresReportJson; rules: Rules }): JSX.Element {
  const { view, report, rules } = props;
  return (
    <form method="get" action={view.href('/consent/figures')} class="pe-filter">
      <label>
        {view.t('choice.figures.from')}
        <input class="pe-input" type="date" name="from" value={report.from} />
      </label>
      <label>
        {view.t('choice.figures.to')}
        <input class="pe-input" type="date" name="to" value={report.to} />
      </label>
      <label>
        {view.t('consents.policy')}
        <select class="pe-input" name="rule">
          <option value="">{view.t('choice.figures.all')}</option>
          {rules.all.map(({ name, label }) => (
            <option value={name} selected={name === report.rule}>
              {label(view.locale)}
            </option>
          ))}
        </select>
      </label>
      <Button text={view.t('choice.figures.show')} />
    </form>
  );
}

function Tiles({ view, totals }: { view: View; totals: FiguresReportJson['totals'] }): JSX.Element {
  const number = new Intl.NumberFormat(view.locale);
  const percent = new Intl.NumberFormat(view.locale, { style: 'percent', maximumFractionDigits: 1 });
  const tiles = [
    [view.t('choice.figures.decisions'), number.format(totals.accepted + totals.rejected)],
    [view.t('choice.figures.rate'), percent.format(totals.acceptance_rate ?? 0)],
    [view.t('choice.figures.gpc_share'), percent.format(totals.gpc_share ?? 0)],
    [view.t('choice.figures.overridden'), number.format(totals.gpc_overridden)],
  ] as const;
  return (
    <dl class="pe-tiles">
      {tiles.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const HEIGHT = 200;
const STEP = 12;
const BAR = 9;

/** What a bar is made of, from below. */
function partsOf({ accepted, rejected, gpc, gpc_overridden: overridden }: Day) {
  const byGpc = gpc - overridden;
  return [
    ['accepted', accepted],
    ['rejected', rejected - byGpc],
    ['gpc', byGpc],
  ] as const;
}

function Chart({ view, days }: { view: View; days: readonly Day[] }): JSX.Element {
  const highest = Math.max(1, ...days.map(({ accepted, rejected }) => accepted + rejected));
  const words = {
    accepted: view.t('ledger.decision.accepted'),
    rejected: view.t('ledger.decision.rejected'),
    gpc: view.t('choice.figures.by_gpc'),
  };
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <figure class="pe-card pe-chart">
      <figcaption>
        {(['accepted', 'rejected', 'gpc'] as const).map((part) => (
          <span class={`pe-legend pe-legend-${part}`}>{words[part]}</span>
        ))}
      </figcaption>
      <p class="pe-chart-top pe-muted pe-small">{new Intl.NumberFormat(view.locale).format(highest)}</p>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={view.t('choice.figures.chart')}
      >
        {days.map((day, index) => (
          <Bar day={day} x={index * STEP} scale={HEIGHT / highest} words={words} />
        ))}
      </svg>
      <p class="pe-chart-days pe-muted pe-small">
        {first && <Time view={view} at={new Date(first.day)} />}
        {last && <Time view={view} at={new Date(last.day)} />}
      </p>
    </figure>
  );
}

function Bar(props: { day: Day; x: number; scale: number; words: Record<string, string> }): JSX.Element {
  const { day, x, scale, words } = props;
  let top = HEIGHT;
  return (
    <g>
      <title>{`${day.day}: ${partsOf(day)
        .map(([part, count]) => `${words[part]} ${count}`)
        .join(', ')}`}</title>
      {partsOf(day).map(([part, count]) => {
        top -= count * scale;
        return (
          <rect
            class={`pe-bar-${part}`}
            x={String(x + (STEP - BAR) / 2)}
            y={top.toFixed(2)}
            width={String(BAR)}
            height={(count * scale).toFixed(2)}
          />
        );
      })}
    </g>
  );
}

function DayTable({ view, days }: { view: View; days: readonly Day[] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('choice.figures')}
      rows={days.toReversed()}
      columns={[
        {
          label: view.t('choice.figures.day'),
          kind: 'heading',
          cell: ({ day }) => <Time view={view} at={new Date(day)} />,
        },
        { label: view.t('ledger.decision.accepted'), kind: 'number', cell: ({ accepted }) => accepted },
        { label: view.t('ledger.decision.rejected'), kind: 'number', cell: ({ rejected }) => rejected },
        { label: view.t('choice.figures.under_gpc'), kind: 'number', cell: ({ gpc }) => gpc },
        { label: view.t('choice.figures.overridden'), kind: 'number', cell: (day) => day.gpc_overridden },
      ]}
    />
  );
}
