/** The administrators' pages of retention: rules that erase automatically and the last runs, and one run. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  type Column,
  EmptyState,
  List,
  Notice,
  type Page,
  PageHeader,
  Table,
  Time,
  type Tone,
  type View,
} from '../../../platform/web/index.ts';
import { Live, Moment } from '../../requests/index.ts';
import type { RetentionRule } from '../retention/overview.ts';
import type { RetentionEntry } from '../retention/report.ts';
import type { RetentionRun, RunState } from '../retention/runs.ts';

/** Paths of the pages, below the mount path. */
export const retentionPaths = {
  all: '/retention',
  one: (id: string) => `/retention/${id}`,
  count: '/retention/count',
} as const;

/** What the page shows. */
interface Shown {
  readonly rules: readonly RetentionRule[];
  readonly runs: readonly RetentionRun[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** Rules that erase automatically, and the last runs. */
export function retentionPage(view: View, { rules, runs, page, pages, total }: Shown): Page {
  const title = view.t('retention.title');
  const isEmpty = rules.length === 0 && runs.length === 0;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('retention.lead')} {...(!isEmpty && { action: <Count view={view} /> })} />
      {isEmpty ? (
        <EmptyState title={view.t('retention.none')} text={view.t('retention.none_text')} />
      ) : (
        <>
          {rules.length > 0 && <Rules view={view} rules={rules} />}
          <h2>{view.t('retention.runs')}</h2>
          <List
            view={view}
            path={retentionPaths.all}
            query={{}}
            total={runs.length > 0 ? { count: total } : undefined}
            isExported={runs.length > 0}
            caption={view.t('retention.runs')}
            columns={runColumns(view)}
            rows={runs}
            page={page}
            pages={pages}
            empty={{ title: view.t('retention.no_runs'), text: view.t('retention.no_runs_text') }}
          />
        </>
      )}
    </>
  );
  return { title, content };
}

function Count({ view }: { view: View }): JSX.Element {
  return <ActionForm kind="primary" action={view.href(retentionPaths.count)} text={view.t('retention.count')} />;
}

function Rules({ view, rules }: { view: View; rules: readonly RetentionRule[] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('retention.title')}
      rows={[...new Set(rules.map(({ rule }) => rule))].map((name) => rules.filter(({ rule }) => rule === name))}
      columns={[
        { label: view.t('retention.data'), kind: 'heading', cell: ([one]) => one?.label ?? null },
        {
          label: view.t('retention.when'),
          cell: (periods) => (
            <div class="pe-sentence">
              {periods.map(({ when }) => (
                <p>{when}</p>
              ))}
            </div>
          ),
        },
        { label: view.t('retention.next'), cell: (periods) => nextOf(view, periods) },
      ]}
    />
  );
}

function nextOf(view: View, periods: readonly RetentionRule[]): Child {
  const at = earliest(periods);
  const isUncounted = at === null && periods.some(({ isCounted }) => !isCounted);
  return isUncounted ? view.t('retention.next.uncounted') : dayOf(view, at);
}

/** The next erasure under any of the periods of a rule; null if none is known. */
function earliest(periods: readonly RetentionRule[]): string | null {
  return periods.flatMap(({ next }) => next ?? []).toSorted()[0] ?? null;
}

function runColumns(view: View): readonly Column<RetentionRun>[] {
  const number = (value: number) => value.toLocaleString(view.formatLocale);
  return [
    {
      label: view.t('retention.begun'),
      kind: 'heading',
      cell: ({ id, createdAt, begunAt }) => (
        <a href={view.href(retentionPaths.one(id))}>
          <Time view={view} at={new Date(begunAt ?? createdAt)} precision="minute" short />
        </a>
      ),
    },
    { label: view.t('retention.kind'), cell: (run) => kindOf(view, run) },
    { label: view.t('retention.state'), cell: ({ state }) => <StateBadge view={view} state={state} /> },
    { label: view.t('retention.rows'), kind: 'number', cell: ({ entries }) => number(total(entries)) },
    {
      label: view.t('retention.failures'),
      priority: 2,
      kind: 'number',
      cell: ({ entries }) => number(entries.filter(({ error }) => error !== undefined).length),
    },
  ];
}

const total = (entries: readonly RetentionEntry[]) => entries.reduce((sum, { rows }) => sum + rows, 0);
const kindOf = (view: View, { isDry }: RetentionRun) => view.t(isDry ? 'retention.kind.dry' : 'retention.kind.real');

const TONES: Readonly<Record<RunState, Tone>> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  stopped: 'warning',
};

function StateBadge({ view, state }: { view: View; state: RunState }): JSX.Element {
  return <Badge tone={TONES[state]} text={view.t(`retention.state.${state}`)} />;
}

/** One run: what was erased by each rule, or would be. @param labelOf names a rule */
export function retentionRunPage(view: View, run: RetentionRun, labelOf: (rule: string) => string): Page {
  const { id, isDry, state } = run;
  const title = view.t(isDry ? 'retention.one.dry' : 'retention.one.real');
  const about = (
    <>
      <Facts view={view} run={run} />
      {run.entries.length > 0 && <Entries view={view} run={run} labelOf={labelOf} />}
      {run.entries.length === 0 && state === 'done' && <p>{view.t('retention.one.nothing')}</p>}
    </>
  );
  const isLive = state === 'waiting' || state === 'running';
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t(isDry ? 'retention.one.dry_lead' : 'retention.one.real_lead')}
        back={{ href: view.href(retentionPaths.all), text: view.t('retention.title') }}
      />
      {isLive ? (
        <Live view={view} href={view.href(retentionPaths.one(id))}>
          {about}
        </Live>
      ) : (
        about
      )}
    </>
  );
  return { title, content };
}

function Facts({ view, run }: { view: View; run: RetentionRun }): JSX.Element {
  const { state, begunAt, endedAt, error } = run;
  return (
    <section class="pe-card pe-stack" aria-label={view.t('retention.state')}>
      <div class="pe-row">
        <StateBadge view={view} state={state} />
      </div>
      {state === 'stopped' && <Notice view={view} tone="warning" text={view.t('retention.one.stopped')} />}
      {error !== null && (
        <Notice view={view} tone="danger">
          {view.t('retention.one.failed')}
          <br />
          <code>{error}</code>
        </Notice>
      )}
      <dl class="pe-facts">
        <Moment view={view} label={view.t('retention.begun')} at={begunAt} />
        <Moment view={view} label={view.t('retention.ended')} at={endedAt} />
      </dl>
    </section>
  );
}

function Entries(props: { view: View; run: RetentionRun; labelOf: (rule: string) => string }): JSX.Element {
  const { view, run, labelOf } = props;
  const hasFailed = run.entries.some(({ error }) => error !== undefined);
  return (
    <Table
      view={view}
      caption={view.t('retention.one.rules')}
      rows={run.entries}
      columns={[
        { label: view.t('retention.data'), kind: 'heading', cell: ({ rule }) => labelOf(rule) },
        { label: view.t('retention.why'), cell: ({ action }) => view.t(`retention.action.${action}`) },
        {
          label: view.t(run.isDry ? 'retention.rows.would' : 'retention.rows'),
          kind: 'number',
          cell: ({ rows }) => rows.toLocaleString(view.formatLocale),
        },
        { label: view.t('retention.oldest'), priority: 2, cell: ({ oldest }) => dayOf(view, oldest) },
        { label: view.t('retention.next'), cell: ({ next }) => dayOf(view, next) },
        ...(hasFailed
          ? [
              {
                label: view.t('retention.error'),
                priority: 2 as const,
                cell: ({ error }: RetentionEntry) => (error === undefined ? null : <code>{error}</code>),
              },
            ]
          : []),
      ]}
    />
  );
}

function dayOf(view: View, at: string | null): JSX.Element | null {
  return at === null ? null : <Time view={view} at={new Date(at)} />;
}
