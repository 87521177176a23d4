/** A list of requests, of one kind or of all, for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Breakable,
  Button,
  ButtonLink,
  type Column,
  EmptyState,
  ListBar,
  type ListBarProps,
  type ListOption,
  listPath,
  type ListQuery,
  type Page,
  PageHeader,
  Pager,
  PLACE,
  type Selection,
  SelectionBar,
  Sentence,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { PEOPLE } from '../../../platform/users/person-path.ts';
import type { ListedRequest, RequestKind } from '../register/kind.ts';
import { orders } from '../register/lists.ts';
import { BULK, REQUESTS, TEMPLATES } from '../routes/paths.ts';
import { type BulkAct, bulkActs } from './kind-pages.ts';
import { Due } from './parts.tsx';

/** A row: a request, with its kind. */
export interface RequestListRow extends ListedRequest {
  readonly kind: RequestKind;
}

/** Whether an action is possible for a request now. */
export function allows({ mayConfirm, mayDeny, mayExtend }: RequestListRow, act: BulkAct): boolean {
  return { confirm: mayConfirm, deny: mayDeny, extend: mayExtend }[act];
}

/** The columns of a short list: whose request it is, its kind, its state, and when it is due. */
export function requestColumns(view: View): Array<Column<RequestListRow>> {
  return [
    {
      label: view.t('requests.person'),
      kind: 'heading',
      cell: ({ kind, request, person }) => (
        <a href={view.href(kind.pages.paths.one(request.id))}>
          <Breakable text={person} />
        </a>
      ),
    },
    { label: view.t('requests.kind.label'), priority: 2, cell: ({ kind }) => view.text(kind.label) },
    { label: view.t('requests.state'), kind: 'fixed', cell: ({ badge }) => badge },
    {
      label: view.t('requests.due'),
      kind: 'fixed',
      cell: ({ request, daysLeft }) => <Due view={view} request={request} daysLeft={daysLeft} />,
    },
  ];
}

/** The data of a list. */
export interface RequestListShown {
  readonly title: string;
  readonly lead: string;
  /** The text if there is no request at all. */
  readonly none: { readonly title: string; readonly text: string };
  /** Path of the list below the mount path. */
  readonly path: string;
  /** Its parameters, without the page. */
  readonly query: ListQuery;
  readonly chips: readonly ListOption[];
  /** Kinds to choose from; empty in the list of one kind. */
  readonly kinds: readonly RequestKind[];
  readonly rows: readonly RequestListRow[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** Whether the host finds people by a name or an address. */
  readonly findsNames: boolean;
}

/** Id of the form that the boxes of the rows belong to. */
const CHOSEN = 'chosen';

/** The page: the numbers, the rows, and the actions on several of them. */
export function requestListPage(view: View, shown: RequestListShown): Page {
  const { title, lead, path, query, rows, page, pages } = shown;
  const acts = bulkActs.filter((act) => rows.some((row) => allows(row, act)));
  const templates = <ButtonLink href={view.href(TEMPLATES)} text={view.t('requests.templates')} />;
  const content = (
    <>
      <PageHeader
        title={title}
        lead={lead}
        action={templates}
        {...(path !== REQUESTS && { back: { href: view.href(REQUESTS), text: view.t('requests.desk.title') } })}
      />
      {!isEmpty(shown) && (
        <p class="pe-muted pe-small">
          <Elsewhere view={view} />
        </p>
      )}
      <ListBar {...barOf(view, shown)} />
      {rows.length === 0 && page <= pages && <Nothing view={view} shown={shown} />}
      {rows.length > 0 && (
        <>
          {acts.length > 0 && (
            <SelectionBar view={view} id={CHOSEN} action={view.href(`${BULK}/ask`)}>
              {acts.map((act) => (
                <Button small field="act" value={act} text={view.t(`requests.${act}`)} />
              ))}
            </SelectionBar>
          )}
          <RequestTable view={view} shown={shown} acts={acts} />
        </>
      )}
      <Pager view={view} page={page} pages={pages} href={(to) => view.href(listPath(path, { ...query, page: to }))} />
    </>
  );
  return { title, content };
}

function barOf(view: View, { path, query, chips, kinds, total, findsNames }: RequestListShown): ListBarProps {
  const all = { value: '', text: view.t('requests.kind.all') };
  return {
    view,
    path,
    query,
    chips: { name: 'state', label: view.t('requests.filter'), options: chips },
    search: {
      name: 'q',
      label: view.t('list.search'),
      hint: view.t(findsNames ? 'requests.search.names' : 'requests.search.ids'),
    },
    ...(kinds.length > 0 && {
      fields: [
        {
          name: 'kind',
          label: view.t('requests.kind.label'),
          options: [all, ...kinds.map(({ name, label }) => ({ value: name, text: view.text(label) }))],
        },
      ],
    }),
    sort: {
      name: 'sort',
      options: orders.map((order) => ({ value: order === 'due' ? '' : order, text: view.t(`requests.sort.${order}`) })),
    },
    total: { count: total },
    isExported: true,
  };
}

/** Whether there is no request at all. */
function isEmpty({ chips }: RequestListShown): boolean {
  return chips.every(({ count = 0 }) => count === 0);
}

/** How to register a request that was not made here: a person has it on their page. */
function Elsewhere({ view }: { view: View }): JSX.Element {
  return (
    <Sentence text={view.t('requests.desk.elsewhere', { people: PLACE })}>
      <a href={view.href(PEOPLE)}>{view.t('nav.people')}</a>
    </Sentence>
  );
}

function Nothing({ view, shown }: { view: View; shown: RequestListShown }): JSX.Element {
  const { none, path, query } = shown;
  if (isEmpty(shown)) {
    const text = (
      <>
        {none.text} <Elsewhere view={view} />
      </>
    );
    return <EmptyState title={none.title} text={text} />;
  }
  const isFiltered = Object.entries(query).some(([name, value]) => name !== 'state' && (value ?? '') !== '');
  if (!isFiltered && (query['state'] ?? '') === '') {
    return <EmptyState title={view.t('requests.all.none_open')} text={view.t('requests.all.none_open_text')} />;
  }
  const all = <ButtonLink href={view.href(path)} text={view.t('list.clear')} />;
  return (
    <EmptyState title={view.t('requests.all.none_such')} text={view.t('requests.all.none_such_text')} action={all} />
  );
}

/** @param props.acts the actions that at least one row allows; without any, there is nothing to select rows for */
function RequestTable(props: { view: View; shown: RequestListShown; acts: readonly BulkAct[] }): JSX.Element {
  const { view, shown, acts } = props;
  const { title, rows, kinds } = shown;
  const selection: Selection<RequestListRow> = {
    form: CHOSEN,
    name: 'requests[]',
    value: ({ kind: { name }, request }) => `${name}:${request.id}`,
    label: ({ person }) => person,
    isSelectable: (row) => acts.some((act) => allows(row, act)),
  };
  const answered: Column<RequestListRow> = {
    label: view.t('requests.answered'),
    kind: 'fixed',
    priority: 3,
    cell: ({ request: { closedAt } }) => (closedAt === null ? null : <Time view={view} at={new Date(closedAt)} />),
  };
  const kind: Column<RequestListRow> = {
    label: view.t('requests.kind.label'),
    priority: 2,
    cell: (row) => view.text(row.kind.label),
  };
  return (
    <Table
      view={view}
      caption={title}
      rows={rows}
      selection={acts.length > 0 ? selection : undefined}
      columns={[
        {
          label: view.t('requests.person'),
          kind: 'heading',
          cell: ({ kind: { pages }, request: { id, userId }, person }) => (
            <a href={view.href(pages.paths.one(id))} title={userId ?? undefined}>
              <Breakable text={person} />
            </a>
          ),
        },
        ...(kinds.length > 0 ? [kind] : []),
        {
          label: view.t('requests.state'),
          kind: 'fixed',
          cell: ({ badge }) => badge,
        },
        {
          label: view.t('requests.due'),
          kind: 'fixed',
          cell: ({ request, daysLeft }) =>
            daysLeft === null ? null : <Due view={view} request={request} daysLeft={daysLeft} />,
        },
        {
          label: view.t('requests.created'),
          kind: 'fixed',
          priority: 2,
          cell: ({ request }) => <Time view={view} at={new Date(request.createdAt)} />,
        },
        ...(rows.some(({ request }) => request.closedAt !== null) ? [answered] : []),
      ]}
    />
  );
}
