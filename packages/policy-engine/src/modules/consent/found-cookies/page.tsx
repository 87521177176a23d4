/** The cookies found, as tables: first those that need attention. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  type Column,
  EmptyState,
  ForDevelopers,
  ListBar,
  type Page,
  PageHeader,
  Table,
  type TextKey,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { type FoundCookieJson, type FoundCookiesJson, LEAST_REQUESTS } from './report.ts';
import { KEPT_DAYS } from './service.ts';

/** @param path of the list, below the mount path */
export function foundCookiesPage(view: View, report: FoundCookiesJson, path: string): Page {
  const title = view.t('found_cookies.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('found_cookies.lead')} />
      {!report.collects && (
        <div>
          <p class="pe-muted">{view.t('found_cookies.off')}</p>
          <ForDevelopers view={view} names={['cookieInventory']} />
        </div>
      )}
      {report.since === null ? (
        <EmptyState title={view.t('found_cookies.none')} text={view.t('found_cookies.none_text')} />
      ) : (
        <Shown view={view} report={report} since={report.since} path={path} />
      )}
    </>
  );
  return { title, content };
}

function Shown(props: { view: View; report: FoundCookiesJson; since: string; path: string }): JSX.Element {
  const { view, report, since, path } = props;
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const inState = (state: FoundCookieJson['state']) => report.cookies.filter((cookie) => cookie.state === state);
  const columns = columnsOf(view);
  const { name, requests, first, last, by, without, lastWithout } = columns;
  return (
    <>
      <p class="pe-muted pe-small pe-dots">
        <span>{view.t('found_cookies.requests_all', { count: number(report.requests) })}</span>
        <span>
          {view.t('app.label', { label: view.t('found_cookies.since') })} <DayTime view={view} day={since} />
        </span>
      </p>
      <p class="pe-muted pe-small">{view.t('found_cookies.limits', { days: number(KEPT_DAYS) })}</p>
      <ListBar view={view} path={path} query={{}} isExported />
      <Section
        view={view}
        name="before_consent"
        rows={inState('before_consent')}
        columns={[name, by, without, lastWithout]}
        options={['renderScripts']}
      />
      <Section
        view={view}
        name="undeclared"
        rows={inState('undeclared')}
        columns={[name, requests, first, last]}
        options={['scripts', 'necessaryCookies']}
      />
      {report.rare > 0 && (
        <p class="pe-muted pe-small">
          {view.t('found_cookies.rare', { count: number(report.rare), least: number(LEAST_REQUESTS) })}
        </p>
      )}
      <Section view={view} name="declared" rows={inState('declared')} columns={[name, by, requests, last]} />
      <Section view={view} name="not_found" rows={inState('not_found')} columns={[name, by]} />
    </>
  );
}

function Section(props: {
  view: View;
  name: FoundCookieJson['state'];
  rows: readonly FoundCookieJson[];
  columns: readonly Column<FoundCookieJson>[];
  /** What a developer uses to change it. Default: none. */
  options?: readonly string[];
}): JSX.Element {
  const { view, name, rows, columns, options = [] } = props;
  if (rows.length === 0) return <></>;
  const title = view.text(`found_cookies.${name}` as TextKey);
  return (
    <section class="pe-stack">
      <h2>{title}</h2>
      <div>
        <p>{view.text(`found_cookies.${name}_text` as TextKey)}</p>
        {options.length > 0 && <ForDevelopers view={view} names={options} />}
      </div>
      <Table view={view} caption={title} rows={rows} columns={columns} />
    </section>
  );
}

function DayTime({ view, day }: { view: View; day: string }): JSX.Element {
  return <Time view={{ formatLocale: view.formatLocale }} at={new Date(day)} />;
}

type Columns = Readonly<
  Record<'name' | 'by' | 'requests' | 'first' | 'last' | 'without' | 'lastWithout', Column<FoundCookieJson>>
>;

function columnsOf(view: View): Columns {
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const day = (text: string | null) => (text === null ? null : <DayTime view={view} day={text} />);
  return {
    name: { label: view.t('choice.cookie'), kind: 'heading', cell: ({ name }) => <code>{name}</code> },
    by: { label: view.t('found_cookies.by'), cell: (cookie) => declaredBy(view, cookie) },
    requests: {
      label: view.t('found_cookies.requests'),
      kind: 'number',
      cell: ({ requests }) => number(requests),
    },
    first: {
      label: view.t('found_cookies.first'),
      kind: 'fixed',
      priority: 2,
      cell: ({ first_day: first }) => day(first),
    },
    last: { label: view.t('found_cookies.last'), kind: 'fixed', cell: ({ last_day: last }) => day(last) },
    without: {
      label: view.t('found_cookies.without'),
      kind: 'number',
      cell: ({ without_consent: count, requests }) =>
        view.t('found_cookies.of', { count: number(count), all: number(requests) }),
    },
    lastWithout: {
      label: view.t('found_cookies.last_without'),
      kind: 'fixed',
      cell: ({ last_without_consent: last }) => day(last),
    },
  };
}

function declaredBy(view: View, { declared_as: as, scripts }: FoundCookieJson): string {
  if (as === 'engine') return view.t('found_cookies.by_engine');
  return as === 'necessary' ? view.t('found_cookies.by_site') : scripts.join(', ');
}
