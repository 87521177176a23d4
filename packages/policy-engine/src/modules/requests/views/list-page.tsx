/** All requests of a kind, for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ButtonLink,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Pager,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import type { RequestsPage } from '../register.ts';
import type { PersonRequest, RequestFilter } from '../request.ts';
import type { KindPages, Shown } from './kind-pages.ts';
import { Live, StateRow } from './parts.tsx';

/** What the list shows. */
export interface RequestList<Request extends PersonRequest, Row extends Shown<Request>> {
  /** The requests of the page, with who made them. */
  readonly rows: readonly Row[];
  readonly list: RequestsPage<Request>;
  readonly filter: RequestFilter<Request['state']> | undefined;
  /** The state of a row. */
  readonly badge: (row: Row) => JSX.Element;
  /** What an administrator most likely wants to do with a row; null for nothing. */
  readonly next: (row: Row) => JSX.Element | null;
}

/** The page: overdue requests first, the filters, the pager. */
export function listPage<Request extends PersonRequest, Row extends Shown<Request>>(
  view: View,
  pages: KindPages<Request>,
  shown: RequestList<Request, Row>,
): Page {
  const { list, filter, rows } = shown;
  const title = view.text(pages.list.title);
  const href = (wanted: typeof filter, page = 1) => addressOf(view, pages, wanted, page);
  const content = (
    <>
      <PageHeader title={title} lead={view.text(pages.list.lead)} />
      {list.overdue > 0 && filter !== 'overdue' && (
        <Notice view={view} tone="danger">
          {view.t('requests.all.overdue', { count: list.overdue.toLocaleString(view.locale) })}{' '}
          <a href={href('overdue')}>{view.t('requests.all.show_overdue')}</a>
        </Notice>
      )}
      <Filters view={view} pages={pages} filter={filter} />
      {rows.length === 0 ? (
        <Nothing view={view} pages={pages} isFiltered={filter !== undefined} />
      ) : (
        <Live view={view} href={href(filter, list.page)}>
          <RequestTable view={view} pages={pages} title={title} shown={shown} />
        </Live>
      )}
      <Pager view={view} page={list.page} pages={list.pages} href={(page) => href(filter, page)} />
    </>
  );
  return { title, content };
}

function addressOf<Request extends PersonRequest>(
  view: View,
  { paths }: KindPages<Request>,
  filter: RequestFilter<Request['state']> | undefined,
  page: number,
): string {
  const query = new URLSearchParams();
  if (filter !== undefined) query.set('state', filter);
  if (page > 1) query.set('page', String(page));
  return view.href(query.size === 0 ? paths.all : `${paths.all}?${query.toString()}`);
}

function Filters<Request extends PersonRequest>(props: {
  view: View;
  pages: KindPages<Request>;
  filter: RequestFilter<Request['state']> | undefined;
}): JSX.Element {
  const { view, pages, filter } = props;
  return (
    <nav class="pe-chips" aria-label={view.t('requests.filter')}>
      {[undefined, ...pages.filters].map((one) => (
        <a href={addressOf(view, pages, one, 1)} aria-current={one === filter ? 'page' : undefined}>
          {view.text(one === undefined ? 'requests.filter.all' : pages.filterText(one))}
        </a>
      ))}
    </nav>
  );
}

function Nothing<Request extends PersonRequest>(props: {
  view: View;
  pages: KindPages<Request>;
  isFiltered: boolean;
}): JSX.Element {
  const { view, pages, isFiltered } = props;
  if (!isFiltered) return <EmptyState title={view.text(pages.list.none)} text={view.text(pages.list.noneText)} />;
  const all = <ButtonLink href={view.href(pages.paths.all)} text={view.t('requests.filter.all')} />;
  return (
    <EmptyState title={view.t('requests.all.none_such')} text={view.t('requests.all.none_such_text')} action={all} />
  );
}

function RequestTable<Request extends PersonRequest, Row extends Shown<Request>>(props: {
  view: View;
  pages: KindPages<Request>;
  title: string;
  shown: RequestList<Request, Row>;
}): JSX.Element {
  const { view, pages, title, shown } = props;
  const open = view.t('requests.open');
  const one = ({ request }: Row) => view.href(pages.paths.one(request.id));
  return (
    <Table
      view={view}
      caption={title}
      rows={shown.rows}
      columns={[
        {
          label: view.t('requests.person'),
          kind: 'heading',
          cell: (row) => <a href={one(row)}>{row.person}</a>,
        },
        {
          label: view.t('requests.state'),
          cell: (row) => (
            <span class="pe-row">
              <StateRow view={view} badge={shown.badge(row)} overdue={row.overdue} />
            </span>
          ),
        },
        {
          label: view.t('requests.created'),
          priority: 2,
          cell: ({ request }) => <Time view={view} at={new Date(request.createdAt)} />,
        },
        {
          label: view.t('requests.due'),
          cell: ({ request, open: isOpen }) => (isOpen ? <Time view={view} at={new Date(request.dueAt)} /> : '–'),
        },
        {
          label: view.t('table.actions'),
          kind: 'actions',
          cell: (row) => (
            <>
              {shown.next(row)}
              <ButtonLink small href={one(row)} text={open} name={`${open}: ${row.person}`} />
            </>
          ),
        },
      ]}
    />
  );
}
