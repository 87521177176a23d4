/** A list of requests, of one kind or of all, for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Breakable,
  Button,
  ButtonLink,
  type Column,
  List,
  type ListBarProps,
  type ListOption,
  type ListProps,
  type ListQuery,
  type Page,
  PageHeader,
  PLACE,
  type Selection,
  SelectionBar,
  Sentence,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { PEOPLE } from '../../../platform/users/person-path.ts';
import type { ListedRequest, RequestKind } from '../register/kind.ts';
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
  const { title, lead, path, rows, page, pages } = shown;
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
      <List
        {...barOf(view, shown)}
        order="due"
        caption={title}
        columns={columnsOf(view, shown)}
        rows={rows}
        selection={acts.length > 0 ? selectionOf(acts) : undefined}
        above={
          acts.length > 0 && (
            <SelectionBar view={view} id={CHOSEN} action={view.href(`${BULK}/ask`)}>
              {acts.map((act) => (
                <Button small field="act" value={act} text={view.t(`requests.${act}`)} />
              ))}
            </SelectionBar>
          )
        }
        page={page}
        pages={pages}
        empty={emptyOf(view, shown)}
      />
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
        { name: 'due', label: view.t('requests.due'), type: 'date' },
        {
          name: 'assigned',
          label: view.t('requests.assigned'),
          options: [
            { value: '', text: view.t('requests.assigned.all') },
            { value: 'me', text: view.t('requests.assigned.me') },
            { value: 'nobody', text: view.t('requests.assigned.nobody') },
          ],
        },
      ],
    }),
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

function emptyOf(view: View, shown: RequestListShown): ListProps<RequestListRow>['empty'] {
  const { none, path, query } = shown;
  if (isEmpty(shown)) {
    const text = (
      <>
        {none.text} <Elsewhere view={view} />
      </>
    );
    return { title: none.title, text };
  }
  const isFiltered = [query['kind'], query['q'], query['due'], query['assigned']].some((value) => (value ?? '') !== '');
  if (!isFiltered && (query['state'] ?? '') === '') {
    return { title: view.t('requests.all.none_open'), text: view.t('requests.all.none_open_text') };
  }
  const action = <ButtonLink href={view.href(path)} text={view.t('list.clear')} />;
  return { title: view.t('requests.all.none_such'), text: view.t('requests.all.none_such_text'), action };
}

/** @param acts the actions that at least one row allows */
function selectionOf(acts: readonly BulkAct[]): Selection<RequestListRow> {
  return {
    form: CHOSEN,
    name: 'requests[]',
    value: ({ kind: { name }, request }) => `${name}:${request.id}`,
    label: ({ person }) => person,
    isSelectable: (row) => acts.some((act) => allows(row, act)),
  };
}

function columnsOf(view: View, { rows, kinds }: RequestListShown): readonly Column<RequestListRow>[] {
  const answered: Column<RequestListRow> = {
    label: view.t('requests.answered'),
    id: 'answered',
    kind: 'fixed',
    priority: 3,
    cell: ({ request: { closedAt } }) => (closedAt === null ? null : <Time view={view} at={new Date(closedAt)} />),
  };
  const kind: Column<RequestListRow> = {
    label: view.t('requests.kind.label'),
    id: 'kind',
    priority: 2,
    cell: (row) => view.text(row.kind.label),
  };
  return [
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
    { label: view.t('requests.state'), kind: 'fixed', sort: 'state', cell: ({ badge }) => badge },
    {
      label: view.t('requests.due'),
      kind: 'fixed',
      sort: 'due',
      sortsUpOnly: true,
      cell: ({ request, daysLeft }) =>
        daysLeft === null ? null : <Due view={view} request={request} daysLeft={daysLeft} />,
    },
    {
      label: view.t('requests.created'),
      id: 'created',
      kind: 'fixed',
      priority: 2,
      sort: 'created',
      cell: ({ request }) => <Time view={view} at={new Date(request.createdAt)} />,
    },
    ...(rows.some(({ request }) => request.closedAt !== null) ? [answered] : []),
  ];
}
