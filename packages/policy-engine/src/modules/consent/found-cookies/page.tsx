/** The cookies found, as a list: first those that need attention. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Badge,
  type Column,
  EmptyState,
  ForDevelopers,
  List,
  type ListQuery,
  type Page,
  PageHeader,
  pageOf,
  type TextKey,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { cookieStates, type FoundCookieJson, type FoundCookiesJson, LEAST_REQUESTS } from './report.ts';
import { KEPT_DAYS } from './service.ts';

/** What the page shows. */
export interface ShownCookies {
  readonly report: FoundCookiesJson;
  /** Those that match the filters, in the chosen order. */
  readonly cookies: readonly FoundCookieJson[];
  /** Of the list, below the mount path. */
  readonly path: string;
  /** Counted from 1. */
  readonly page: number;
  readonly query: ListQuery;
}

type State = FoundCookieJson['state'];

const TONES = { before_consent: 'danger', undeclared: 'warning', declared: 'success', not_found: 'neutral' } as const;

/** What a developer uses to change it. */
const OPTIONS: Readonly<Partial<Record<State, readonly string[]>>> = {
  before_consent: ['renderScripts'],
  undeclared: ['scripts', 'necessaryCookies'],
};

export function foundCookiesPage(view: View, shown: ShownCookies): Page {
  const { report } = shown;
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
        <Shown view={view} shown={shown} since={report.since} />
      )}
    </>
  );
  return { title, content };
}

function Shown({ view, shown, since }: { view: View; shown: ShownCookies; since: string }): JSX.Element {
  const { report, cookies, path, page, query } = shown;
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const listed = pageOf(cookies, page);
  const countOf = (state: State) => report.cookies.filter((cookie) => cookie.state === state).length;
  const states = cookieStates.filter((state) => countOf(state) > 0);
  const chosen = states.filter((state) => (query['state'] || state) === state);
  return (
    <>
      <p class="pe-muted pe-small pe-dots">
        <span>{view.t('found_cookies.requests_all', { count: number(report.requests) })}</span>
        <span>
          {view.t('app.label', { label: view.t('found_cookies.since') })} <DayTime view={view} day={since} />
        </span>
      </p>
      <p class="pe-muted pe-small">{view.t('found_cookies.limits', { days: number(KEPT_DAYS) })}</p>
      <List
        view={view}
        path={path}
        query={query}
        chips={{
          name: 'state',
          label: view.t('requests.filter'),
          options: [
            { value: '', text: view.t('audit.all'), count: report.cookies.length },
            ...states.map((state) => ({ value: state, text: labelOf(view, state), count: countOf(state) })),
          ],
        }}
        search={{ name: 'q', label: view.t('list.search') }}
        order="state"
        caption={view.t('found_cookies.title')}
        columns={columnsOf(view)}
        rows={listed.rows}
        total={{ count: listed.total }}
        page={page}
        pages={listed.pages}
        empty={{ title: view.t('found_cookies.no_match'), text: view.t('found_cookies.no_match_text') }}
        isExported
        above={chosen.map((state) => (
          <About view={view} state={state} />
        ))}
      />
      {report.rare > 0 && (
        <p class="pe-muted pe-small">
          {view.t('found_cookies.rare', { count: number(report.rare), least: number(LEAST_REQUESTS) })}
        </p>
      )}
    </>
  );
}

const labelOf = (view: View, state: State): string => view.text(`found_cookies.${state}` as TextKey);

/** What a state means, and what to do about it. */
function About({ view, state }: { view: View; state: State }): JSX.Element {
  const options = OPTIONS[state] ?? [];
  return (
    <div>
      <p>
        <strong>{view.t('app.label', { label: labelOf(view, state) })}</strong>{' '}
        {view.text(`found_cookies.${state}_text` as TextKey)}
      </p>
      {options.length > 0 && <ForDevelopers view={view} names={options} />}
    </div>
  );
}

function DayTime({ view, day }: { view: View; day: string }): JSX.Element {
  return <Time view={{ formatLocale: view.formatLocale }} at={new Date(day)} />;
}

function columnsOf(view: View): readonly Column<FoundCookieJson>[] {
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const day = (text: string | null) => (text === null ? null : <DayTime view={view} day={text} />);
  return [
    { label: view.t('choice.cookie'), kind: 'heading', sort: 'name', cell: ({ name }) => <code>{name}</code> },
    {
      label: view.t('requests.state'),
      kind: 'fixed',
      isPlain: true,
      sort: 'state',
      sortsUpOnly: true,
      cell: ({ state }) => <Badge tone={TONES[state]} text={labelOf(view, state)} />,
    },
    { label: view.t('found_cookies.by'), priority: 2, id: 'by', cell: (cookie) => declaredBy(view, cookie) || null },
    {
      label: view.t('found_cookies.requests'),
      kind: 'number',
      sort: 'requests',
      cell: ({ requests }) => number(requests),
    },
    {
      label: view.t('found_cookies.without'),
      id: 'without',
      priority: 2,
      cell: ({ state, without_consent: count, requests }) =>
        state === 'before_consent'
          ? view.t('found_cookies.of', { count: number(count), all: number(requests) })
          : null,
    },
    {
      label: view.t('found_cookies.first'),
      id: 'first',
      isHidden: true,
      kind: 'fixed',
      priority: 3,
      cell: ({ first_day: first }) => day(first),
    },
    {
      label: view.t('found_cookies.last'),
      id: 'last',
      kind: 'fixed',
      sort: 'last',
      cell: ({ last_day: last }) => day(last),
    },
    {
      label: view.t('found_cookies.last_without'),
      id: 'last_without',
      isHidden: true,
      kind: 'fixed',
      priority: 3,
      cell: ({ state, last_without_consent: last }) => day(state === 'before_consent' ? last : null),
    },
  ];
}

function declaredBy(view: View, { declared_as: as, scripts }: FoundCookieJson): string {
  if (as === 'engine') return view.t('found_cookies.by_engine');
  return as === 'necessary' ? view.t('found_cookies.by_site') : scripts.join(', ');
}
