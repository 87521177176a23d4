/** The administrators' pages: all requests, and one. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  ButtonLink,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Pager,
  Table,
  Time,
  type View,
  isolated,
} from '../../../platform/web/index.ts';
import { isOpen, type PortabilityRequest } from '../request.ts';
import type { RequestsPage } from '../service.ts';
import type { RequestFilter } from '../store.ts';
import { Deadline, Live, paths, Progress, sizeText, StateBadge } from './parts.tsx';

/** A request, with who made it. */
export interface Shown {
  readonly request: PortabilityRequest;
  /** What the host calls the person: their e-mail address or name, else "User 7". */
  readonly person: string;
  readonly overdue: boolean;
  readonly mayExtend: boolean;
  /** Whether it was confirmed a while ago, and no worker has taken it. */
  readonly waiting: boolean;
  /** The option without which no export can be made; null where none is missing. */
  readonly lacking: string | null;
}

const FILTERS: readonly (RequestFilter | undefined)[] = [
  undefined,
  'open',
  'overdue',
  'pending',
  'progress',
  'failed',
  'completed',
  'denied',
  'expired',
];

function addressOf(view: View, filter: RequestFilter | undefined, page = 1): string {
  const query = new URLSearchParams();
  if (filter !== undefined) query.set('state', filter);
  if (page > 1) query.set('page', String(page));
  return view.href(query.size === 0 ? paths.all : `${paths.all}?${query.toString()}`);
}

function Filters({ view, filter }: { view: View; filter: RequestFilter | undefined }): JSX.Element {
  return (
    <nav class="pe-chips" aria-label={view.t('requests.filter')}>
      {FILTERS.map((one) => (
        <a href={addressOf(view, one)} aria-current={one === filter ? 'page' : undefined}>
          {view.t(one === undefined ? 'requests.filter.all' : `requests.filter.${one}`)}
        </a>
      ))}
    </nav>
  );
}

/** @param rows - the requests of the page, with who made them */
export function listPage(
  view: View,
  { rows, list, filter }: { rows: readonly Shown[]; list: RequestsPage; filter: RequestFilter | undefined },
): Page {
  const title = view.t('requests.all.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('requests.all.lead')} />
      {list.overdue > 0 && filter !== 'overdue' && (
        <Notice view={view} tone="danger">
          {view.t('requests.all.overdue', { count: list.overdue.toLocaleString(view.locale) })}{' '}
          <a href={addressOf(view, 'overdue')}>{view.t('requests.all.show_overdue')}</a>
        </Notice>
      )}
      <Filters view={view} filter={filter} />
      {rows.length === 0 ? (
        <Nothing view={view} filter={filter} />
      ) : (
        <Live view={view} href={addressOf(view, filter, list.page)}>
          <RequestTable view={view} rows={rows} />
        </Live>
      )}
      <Pager view={view} page={list.page} pages={list.pages} href={(page) => addressOf(view, filter, page)} />
    </>
  );
  return { title, content };
}

function Nothing({ view, filter }: { view: View; filter: RequestFilter | undefined }): JSX.Element {
  if (filter === undefined) {
    return <EmptyState title={view.t('requests.all.none')} text={view.t('requests.all.none_text')} />;
  }
  const all = <ButtonLink href={view.href(paths.all)} text={view.t('requests.filter.all')} />;
  return (
    <EmptyState title={view.t('requests.all.none_such')} text={view.t('requests.all.none_such_text')} action={all} />
  );
}

function RequestTable({ view, rows }: { view: View; rows: readonly Shown[] }): JSX.Element {
  return (
    <Table
      caption={view.t('requests.all.title')}
      rows={rows}
      columns={[
        {
          label: view.t('requests.person'),
          kind: 'heading',
          cell: ({ request, person }) => <a href={view.href(paths.one(request.id))}>{person}</a>,
        },
        {
          label: view.t('requests.state'),
          cell: ({ request, overdue, waiting }) => (
            <span class="pe-row">
              <StateBadge view={view} state={waiting ? 'pending' : request.state} />
              {overdue && <Badge tone="danger" text={view.t('requests.overdue')} />}
            </span>
          ),
        },
        {
          label: view.t('requests.created'),
          cell: ({ request }) => <Time view={view} at={new Date(request.createdAt)} />,
        },
        {
          label: view.t('requests.due'),
          cell: ({ request }) => (isOpen(request) ? <Time view={view} at={new Date(request.dueAt)} /> : '–'),
        },
        { label: view.t('table.actions'), kind: 'actions', cell: (row) => <RowActions view={view} row={row} /> },
      ]}
    />
  );
}

function RowActions({ view, row }: { view: View; row: Shown }): JSX.Element {
  const { request, person } = row;
  const next = nextAct(row);
  const open = view.t('requests.open');
  return (
    <>
      {next !== null && <ActButton small view={view} request={request} act={next} person={person} />}
      <ButtonLink small href={view.href(paths.one(request.id))} text={open} name={`${open}: ${person}`} />
    </>
  );
}

/** What an administrator most likely wants to do, if it can be done. */
function nextAct({ request, lacking }: Shown): 'confirm' | 'retry' | null {
  return lacking === null ? nextOf(request) : null;
}

function nextOf({ state }: PortabilityRequest): 'confirm' | 'retry' | null {
  if (state === 'pending') return 'confirm';
  return state === 'failed' ? 'retry' : null;
}

function ActButton(props: {
  view: View;
  request: PortabilityRequest;
  act: 'confirm' | 'retry';
  person: string;
  small?: boolean;
}): JSX.Element {
  const { view, request, act, person, small } = props;
  const text = view.t(`requests.${act}`);
  return (
    <ActionForm
      kind="primary"
      action={view.href(paths.act(request.id, act))}
      text={text}
      name={`${text}: ${person}`}
      {...(small && { small })}
    />
  );
}

/** One request: how it stands, and everything that can be done. */
export function requestPage(view: View, shown: Shown): Page {
  const { request, person, overdue } = shown;
  const title = view.t('requests.one.title', { person: isolated(person) });
  const facts = (
    <section class="pe-card pe-stack" aria-label={title}>
      <div class="pe-row">
        <StateBadge view={view} state={shown.waiting ? 'pending' : request.state} />
        {overdue && <Badge tone="danger" text={view.t('requests.overdue')} />}
      </div>
      {request.state === 'progress' && !shown.waiting && <Progress view={view} progress={request.progress} />}
      {shown.waiting && <Notice view={view} tone="warning" text={view.t('requests.progress.worker')} />}
      {shown.lacking !== null && nextOf(request) !== null && (
        <Notice view={view} tone="warning" text={view.t('error.export_impossible', { option: shown.lacking })} />
      )}
      {request.error !== null && (
        <Notice view={view} tone={request.state === 'failed' ? 'danger' : 'warning'}>
          {view.t(request.state === 'failed' ? 'requests.error' : 'requests.error_retrying')}
          <br />
          <code>{request.error}</code>
        </Notice>
      )}
      <Facts view={view} shown={shown} />
      <Acts view={view} shown={shown} />
    </section>
  );
  const content = (
    <>
      <PageHeader title={title} back={{ href: view.href(paths.all), text: view.t('requests.all.title') }} />
      {request.state === 'progress' ? (
        <Live view={view} href={view.href(paths.one(request.id))}>
          {facts}
        </Live>
      ) : (
        facts
      )}
    </>
  );
  return { title, content };
}

function Moment({ view, label, at }: { view: View; label: string; at: string | null }): JSX.Element {
  if (at === null) return <></>;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Time view={view} at={new Date(at)} precision="minute" />
      </dd>
    </>
  );
}

function Facts({ view, shown: { request, person, waiting } }: { view: View; shown: Shown }): JSX.Element {
  return (
    <dl class="pe-facts">
      <dt>{view.t('requests.person')}</dt>
      <dd>
        <bdi>{person}</bdi>
        {person !== view.t('requests.user', { id: request.userId }) && (
          <>
            {' '}
            (<bdi>{request.userId}</bdi>)
          </>
        )}
      </dd>
      <Moment view={view} label={view.t('requests.created')} at={request.createdAt} />
      <Deadline view={view} request={request} />
      <Moment view={view} label={view.t('requests.confirmed')} at={waiting ? null : request.confirmedAt} />
      <Moment view={view} label={view.t('requests.answered')} at={request.closedAt} />
      {request.reason !== null && (
        <>
          <dt>{view.t('requests.reason')}</dt>
          <dd class="pe-lines" dir="auto">
            {request.reason}
          </dd>
        </>
      )}
      {request.file !== null && (
        <>
          <dt>{view.t('requests.size')}</dt>
          <dd>{sizeText(view.locale, request.file.bytes)}</dd>
        </>
      )}
      {request.state === 'completed' && <Moment view={view} label={view.t('requests.expires')} at={request.expireAt} />}
    </dl>
  );
}

function Acts({ view, shown }: { view: View; shown: Shown }): JSX.Element {
  const { request, person, mayExtend } = shown;
  const next = nextAct(shown);
  const link = (act: 'extend' | 'deny' | 'delete') => (
    <ButtonLink href={view.href(paths.act(request.id, act))} text={view.t(`requests.${act}`)} />
  );
  return (
    <div class="pe-actions">
      {next !== null && <ActButton view={view} request={request} act={next} person={person} />}
      {mayExtend && link('extend')}
      {isOpen(request) && link('deny')}
      {link('delete')}
    </div>
  );
}
