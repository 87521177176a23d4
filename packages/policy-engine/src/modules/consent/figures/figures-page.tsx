/** Decision rates, as a chart and as a table. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { UNKNOWN_LANGUAGE } from '../../proof/index.ts';
import type { Rules } from '../../rules/index.ts';
import {
  type Column,
  EmptyState,
  ListBar,
  listPath,
  type ListQuery,
  type Page,
  PageHeader,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { type Bar, barsOf, heightOf, type BarUnit, unitOf } from './bars.ts';
import { barLabel, Chart, partWords, percent } from './chart.tsx';
import { Counted } from './counted.tsx';
import type { DayRange, FiguresReportJson, RateJson, VersionMarkJson } from './figures.ts';

/** What the page shows. */
export interface Figures {
  readonly report: FiguresReportJson;
  readonly rules: Rules;
  /** Ranges that are one click away. */
  readonly presets: readonly Preset[];
  /** The range without a choice. */
  readonly usual: DayRange;
}

/** A named range of days. */
export interface Preset {
  readonly from: string;
  readonly to: string;
  /** The range: a number of days or months, or all since a version. */
  readonly of: { readonly days: number } | { readonly months: number } | { readonly version: number };
}

const PATH = '/consent/figures';

export function figuresPage(view: View, figures: Figures): Page {
  const title = view.t('choice.figures');
  const { report, usual } = figures;
  const isUsual = report.from === usual.from && report.to === usual.to && report.rule === null;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('choice.figures.lead')} />
      <Presets view={view} figures={figures} />
      <Range view={view} figures={figures} />
      {heightOf(report.totals) === 0 ? (
        <EmptyState
          title={view.t('choice.figures.none')}
          text={view.t(isUsual ? 'choice.figures.usual_text' : 'choice.figures.none_text')}
        />
      ) : (
        <Shown view={view} figures={figures} />
      )}
    </>
  );
  return { title, content };
}

function Presets({ view, figures: { report, presets } }: { view: View; figures: Figures }): JSX.Element {
  return (
    <nav class="pe-chips" aria-label={view.t('choice.figures.period')}>
      {presets.map(({ from, to, of }) => (
        <a
          href={view.href(listPath(PATH, { from, to, rule: report.rule }))}
          aria-current={from === report.from && to === report.to ? 'page' : undefined}
        >
          {'days' in of
            ? view.t('choice.figures.days', { count: of.days })
            : 'months' in of
              ? view.t('choice.figures.months', { count: of.months })
              : view.t('choice.figures.since', { version: of.version })}
        </a>
      ))}
    </nav>
  );
}

function Range({ view, figures: { report, rules, usual } }: { view: View; figures: Figures }): JSX.Element {
  const all = { value: '', text: view.t('choice.figures.all') };
  return (
    <ListBar
      view={view}
      path={PATH}
      query={{ from: report.from, to: report.to, rule: report.rule }}
      defaults={{ ...usual }}
      fields={[
        { name: 'from', label: view.t('choice.figures.from'), type: 'date' },
        { name: 'to', label: view.t('choice.figures.to'), type: 'date' },
        {
          name: 'rule',
          label: view.t('consents.policy'),
          options: [all, ...rules.all.map(({ name, label }) => ({ value: name, text: label(view.locale) }))],
        },
      ]}
      isExported
    />
  );
}

function Shown({ view, figures }: { view: View; figures: Figures }): JSX.Element {
  const { report, rules } = figures;
  const unit = unitOf(report.days.length);
  const bars = barsOf(report.days, unit);
  const labelOf = (name: string) => rules.find(name)?.label(view.locale) ?? name;
  return (
    <>
      <Tiles view={view} report={report} rules={rules} />
      <h2>{view.t('choice.figures.over_time')}</h2>
      <Chart
        view={view}
        bars={bars}
        unit={unit}
        words={partWords(view)}
        versions={report.versions}
        label={view.t('choice.figures.chart')}
        markOf={({ rule, version }) =>
          report.rule === null
            ? view.t('choice.figures.mark', { policy: labelOf(rule), version })
            : view.t('terms.version', { version })
        }
      />
      <VersionList view={view} versions={report.versions} labelOf={labelOf} />
      <details class="pe-details-wide">
        <summary>{view.t('choice.figures.table')}</summary>
        <BarTable view={view} bars={bars} unit={unit} rule={report.rule} />
      </details>
      <Rates view={view} report={report} labelOf={labelOf} />
    </>
  );
}

/** The rates of policies that may be rejected, and of those that are required: a common rate would mean nothing. */
function ratesOf(view: View, report: FiguresReportJson, rules: Rules): (readonly [string, string])[] {
  const { totals, by_rule: byRule } = report;
  const isRequired = (name: string) => {
    const rule = rules.find(name);
    return rule !== undefined && (rule.blocking || rule.validatesOn.length > 0);
  };
  const [required, free] = [true, false].map((wanted) => byRule.filter(({ rule }) => isRequired(rule) === wanted));
  if (required === undefined || free === undefined || required.length === 0 || free.length === 0) {
    return [[view.t('choice.figures.rate'), percent(view, totals.acceptance_rate)]];
  }
  const rate = (rows: readonly RateJson[]): string => {
    const accepted = rows.reduce((sum, row) => sum + row.accepted, 0);
    const all = rows.reduce((sum, row) => sum + heightOf(row), 0);
    return percent(view, all === 0 ? null : accepted / all);
  };
  return [
    [view.t('choice.figures.rate_free'), rate(free)],
    [view.t('choice.figures.rate_required'), rate(required)],
  ];
}

function Tiles(props: { view: View; report: FiguresReportJson; rules: Rules }): JSX.Element {
  const { view, report, rules } = props;
  const { totals } = report;
  const period = { from: report.from, to: report.to, rule: report.rule };
  const selling = rules.all.filter(({ name, sells }) => sells && (report.rule ?? name) === name);
  // The list of the ledger is about one policy, or all.
  const [only] = selling.length === 1 ? selling : [];
  const optOuts: ListQuery | undefined = only && {
    from: report.from,
    to: report.to,
    rule: only.name,
    decision: 'rejected',
  };
  const tiles = [
    [view.t('choice.figures.decisions'), <Counted view={view} count={heightOf(totals)} list={period} />],
    ...ratesOf(view, report, rules),
    [view.t('choice.figures.gpc_share'), percent(view, totals.gpc_share)],
    [
      view.t('choice.figures.overridden'),
      <Counted view={view} count={totals.gpc_overridden} list={{ ...period, gpc: 'overridden' }} />,
    ],
    ...(rules.all.some(({ sells }) => sells)
      ? ([[view.t('choice.figures.opt_outs'), <Counted view={view} count={totals.opt_outs} list={optOuts} />]] as const)
      : []),
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

/** The legend of the marks in the chart. */
function VersionList(props: {
  view: View;
  versions: readonly VersionMarkJson[];
  labelOf: (name: string) => string;
}): JSX.Element {
  const { view, versions, labelOf } = props;
  if (versions.length === 0) return <></>;
  return (
    <section>
      <h2>{view.t('choice.figures.versions')}</h2>
      <ul>
        {versions.map(({ rule, version, published_at: publishedAt }) => (
          <li>
            <bdi>{labelOf(rule)}</bdi>: {view.t('terms.version', { version })},{' '}
            <Time view={view} at={new Date(publishedAt)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param props.rule of which policy; null for all */
function BarTable(props: { view: View; bars: readonly Bar[]; unit: BarUnit; rule: string | null }): JSX.Element {
  const { view, bars, unit, rule } = props;
  const counted = (label: string, countOf: (bar: Bar) => number, filter: ListQuery): Column<Bar> => ({
    label,
    kind: 'number',
    cell: (bar) => <Counted view={view} count={countOf(bar)} list={{ from: bar.from, to: bar.to, rule, ...filter }} />,
  });
  return (
    <Table
      view={view}
      caption={view.t('choice.figures')}
      rows={bars.toReversed()}
      columns={[
        { label: view.t('choice.figures.period'), kind: 'heading', cell: (bar) => barLabel(view, bar, unit) },
        counted(view.t('ledger.decision.accepted'), ({ accepted }) => accepted, { decision: 'accepted' }),
        counted(view.t('ledger.decision.rejected'), ({ rejected }) => rejected, { decision: 'rejected' }),
        counted(view.t('choice.figures.under_gpc'), ({ gpc }) => gpc, { gpc: 'any' }),
        counted(view.t('choice.figures.overridden'), (bar) => bar.gpc_overridden, { gpc: 'overridden' }),
      ]}
    />
  );
}

function Rates(props: { view: View; report: FiguresReportJson; labelOf: (name: string) => string }): JSX.Element {
  const { view, report, labelOf } = props;
  // With one version of each, this table would repeat that of the policies.
  const hasVersions = report.rule !== null || report.by_version.length > report.by_rule.length;
  const period = { from: report.from, to: report.to };
  const languages = new Intl.DisplayNames([view.locale], { type: 'language', fallback: 'code' });
  return (
    <>
      {report.rule === null && (
        <RateTable
          view={view}
          title={view.t('choice.figures.by_rule')}
          of={view.t('consents.policy')}
          rows={report.by_rule.map((row) => ({ ...row, name: labelOf(row.rule), list: { ...period, rule: row.rule } }))}
        />
      )}
      {hasVersions && (
        <RateTable
          view={view}
          title={view.t('choice.figures.by_version')}
          of={view.t('terms.column.text')}
          rows={report.by_version.map((row) => {
            const version = view.t('terms.version', { version: row.version });
            const list = { ...period, rule: row.rule, version: row.version };
            return {
              ...row,
              list,
              name:
                report.rule === null ? view.t('text.labelled', { label: labelOf(row.rule), value: version }) : version,
            };
          })}
        />
      )}
      <RateTable
        view={view}
        title={view.t('choice.figures.by_language')}
        of={view.t('terms.language')}
        rows={report.by_language.map((row) => {
          const { language } = row;
          return Object.assign(
            { name: language === '' ? view.t('choice.figures.unknown') : nameOf(languages, language) },
            row,
            { list: { ...period, rule: report.rule, language: language === '' ? UNKNOWN_LANGUAGE : language } },
          );
        })}
      />
    </>
  );
}

/** A tag from a request may be invalid. */
function nameOf(languages: Intl.DisplayNames, tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

interface NamedRate extends RateJson {
  readonly name: string;
  /** Parameters of the list of its decisions. */
  readonly list: ListQuery;
}

function RateTable(props: { view: View; title: string; of: string; rows: readonly NamedRate[] }): JSX.Element {
  const { view, title, of, rows } = props;
  return (
    <section class="pe-stack">
      <h2>{title}</h2>
      <Table
        view={view}
        caption={title}
        rows={rows}
        columns={[
          { label: of, kind: 'heading', cell: ({ name }) => name },
          {
            label: view.t('choice.figures.decisions'),
            kind: 'number',
            cell: (row) => <Counted view={view} count={heightOf(row)} list={row.list} />,
          },
          ...(['accepted', 'rejected'] as const).map((decision): Column<NamedRate> => ({
            label: view.t(`ledger.decision.${decision}`),
            kind: 'number',
            priority: 2,
            cell: (row) => <Counted view={view} count={row[decision]} list={{ ...row.list, decision }} />,
          })),
          {
            label: view.t('choice.figures.rate'),
            kind: 'number',
            cell: ({ acceptance_rate: rate }) => (
              <>
                {percent(view, rate)} <RateBar rate={rate ?? 0} />
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

function RateBar({ rate }: { rate: number }): JSX.Element {
  return (
    <svg class="pe-rate" viewBox="0 0 100 8" aria-hidden="true" preserveAspectRatio="none">
      <rect class="pe-rate-all" width="100" height="8" />
      <rect class="pe-bar-accepted" width={(rate * 100).toFixed(1)} height="8" />
    </svg>
  );
}
