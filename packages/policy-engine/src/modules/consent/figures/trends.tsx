/** The trend of each policy on the administrators' home: how many decide, how many of them accept, and when versions came into force. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rule, Rules } from '../../rules/index.ts';
import type { TermsService } from '../../terms/index.ts';
import { type Column, listPath, Table, type View } from '../../../platform/web/index.ts';
import { type Bar, barsOf, heightOf } from './bars.ts';
import { barLabel, Chart, partWords, percent } from './chart.tsx';
import { Counted, decisionsHref } from './counted.tsx';
import { type DayRange, dayOf, daysOf, nothing, summed, type VersionMarkJson } from './figures.ts';
import type { FiguresService } from './service.ts';

/** Weeks that are shown. */
const WEEKS = 26;
const DAY = 24 * 60 * 60 * 1000;
/** More marks would cover the chart. */
const MOST_MARKS = 24;

/** What reading the trends needs. */
export interface TrendSources {
  readonly figures: FiguresService;
  readonly terms: TermsService;
  readonly rules: Rules;
  readonly now: () => Date;
}

/** The decisions on one policy. */
interface Trend {
  readonly rule: Rule;
  readonly days: Parameters<typeof barsOf>[0];
  readonly versions: readonly VersionMarkJson[];
}

/** Whole weeks up to today, from a Monday on. */
function rangeOf(now: Date): DayRange {
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return { from: dayOf(now.getTime() - ((WEEKS - 1) * 7 + sinceMonday) * DAY), to: dayOf(now.getTime()) };
}

async function trendsOf({ figures, terms, rules }: TrendSources, range: DayRange): Promise<Trend[]> {
  const period = { from: new Date(range.from), until: new Date(Date.parse(range.to) + DAY), limit: MOST_MARKS };
  const [[counts = []], versions] = await Promise.all([
    figures.count(range, [['day', 'rule', 'decision']]),
    terms.versionsWithin(period),
  ]);
  const sums = summed(counts, ({ day, rule }) => `${rule} ${day}`);
  return rules.all
    .filter(({ name }) => counts.some(({ rule }) => rule === name))
    .map((rule) => ({
      rule,
      days: daysOf(range).map((day) => Object.assign({ day }, sums.get(`${rule.name} ${day}`) ?? nothing())),
      versions: versions
        .filter((version) => version.rule === rule.name)
        .map(({ rule: name, version, publishedAt }) => ({ rule: name, version, published_at: publishedAt })),
    }));
}

/** A card for each policy that somebody decided on; nothing if nobody decided. */
export async function trendsSection(sources: TrendSources, view: View): Promise<JSX.Element> {
  const range = rangeOf(sources.now());
  const trends = await trendsOf(sources, range);
  if (trends.length === 0) return <></>;
  return (
    <section class="pe-stack" aria-labelledby="trends">
      <h2 id="trends">{view.t('choice.figures.trend')}</h2>
      <ul class="pe-trends">
        {trends.map((trend) => (
          <TrendCard view={view} trend={trend} range={range} />
        ))}
      </ul>
    </section>
  );
}

function TrendCard({ view, trend, range }: { view: View; trend: Trend; range: DayRange }): JSX.Element {
  const { rule, days, versions } = trend;
  const bars = barsOf(days, 'week');
  const accepted = bars.reduce((sum, bar) => sum + bar.accepted, 0);
  const all = bars.reduce((sum, bar) => sum + heightOf(bar), 0);
  const label = rule.label(view.locale);
  return (
    <li class="pe-card pe-stack">
      <div class="pe-row">
        <h3>
          <a href={view.href(listPath('/consent/figures', { ...range, rule: rule.name }))}>{label}</a>
        </h3>
        <a href={decisionsHref(view, { ...range, rule: rule.name })}>
          {view.t('choice.figures.trend.sum', {
            count: all.toLocaleString(view.formatLocale),
            rate: percent(view, all === 0 ? null : accepted / all),
          })}
        </a>
      </div>
      <Chart
        view={view}
        bars={bars}
        unit="week"
        words={partWords(view)}
        versions={versions}
        markOf={({ version }) => view.t('terms.version', { version })}
        label={view.t('choice.figures.trend.of', { policy: label })}
        isSmall
      />
      <details class="pe-details-wide">
        <summary>
          {view.t('choice.figures.table')}
          <span class="pe-hidden">: {label}</span>
        </summary>
        <Table
          view={view}
          caption={view.t('choice.figures.trend.of', { policy: label })}
          rows={bars.toReversed()}
          isOfText
          columns={[
            { label: view.t('choice.figures.period'), kind: 'heading', cell: (bar) => barLabel(view, bar, 'week') },
            ...(['accepted', 'rejected'] as const).map((decision): Column<Bar> => ({
              label: view.t(`ledger.decision.${decision}`),
              kind: 'number',
              cell: (bar) => (
                <Counted
                  view={view}
                  count={bar[decision]}
                  list={{ from: bar.from, to: bar.to, rule: rule.name, decision }}
                />
              ),
            })),
            {
              label: view.t('choice.figures.rate'),
              kind: 'number',
              cell: (bar) => percent(view, heightOf(bar) === 0 ? null : bar.accepted / heightOf(bar)),
            },
            {
              label: view.t('choice.figures.versions'),
              cell: ({ from, to }) =>
                versions
                  .filter(({ published_at: at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)
                  .map(({ version }) => view.t('terms.version', { version }))
                  .join(', ') || null,
            },
          ]}
        />
      </details>
    </li>
  );
}
