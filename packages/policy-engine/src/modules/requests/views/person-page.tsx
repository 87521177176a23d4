/** "My data": what a person sees of their own requests of a kind. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, type Page, PageHeader, Table, Time, type View } from '../../../platform/web/index.ts';
import type { PersonRequest } from '../request.ts';
import type { KindPages } from './kind-pages.ts';
import { Deadline, StateBadge } from './parts.tsx';

/** What the page is made of, from top to bottom. */
export interface PersonPage {
  readonly title: string;
  readonly lead: string;
  /** Why the last form was refused; null where it was not. */
  readonly refused: string | null;
  /** The request that says something to the person, and is not only one of the past. */
  readonly current: JSX.Element | null;
  /** How to ask, or why it can't be done here. */
  readonly ask: JSX.Element | null;
  readonly earlier: JSX.Element | null;
  /** What the law says. */
  readonly rights: string;
}

/** The page of a person's requests of a kind. */
export function personPage(view: View, page: PersonPage): Page {
  const content = (
    <>
      <PageHeader title={page.title} lead={page.lead} />
      {page.refused !== null && <Notice view={view} tone="danger" text={page.refused} live focus />}
      {page.current}
      {page.ask}
      {page.earlier}
      <details class="pe-details">
        <summary>{view.t('requests.rights')}</summary>
        <p class="pe-muted">{page.rights}</p>
      </details>
    </>
  );
  return { title: page.title, content };
}

/** The first of a person's requests as a card, and what it says. */
export function CurrentRequest(props: {
  view: View;
  request: PersonRequest;
  heading: string;
  badge: JSX.Element;
  /** The sentences below the heading. */
  text: JSX.Element;
  /** How far the work is. */
  progress?: JSX.Element | undefined;
  isOpen: boolean;
  isOverdue: boolean;
  /** Facts of the kind's own. */
  facts?: JSX.Element | undefined;
  actions: JSX.Element;
}): JSX.Element {
  const { view, request } = props;
  return (
    <section class="pe-card pe-stack" aria-labelledby="current">
      <div class="pe-row">
        <h2 id="current">{props.heading}</h2>
        {props.badge}
      </div>
      <p>{props.text}</p>
      {props.progress}
      <dl class="pe-facts">
        <dt>{view.t('requests.created')}</dt>
        <dd>
          <Time view={view} at={new Date(request.createdAt)} />
        </dd>
        {props.isOpen && <Deadline view={view} request={request} />}
        {props.facts}
        {request.reason !== null && (
          <>
            <dt>{view.t('requests.reason')}</dt>
            <dd class="pe-lines">{request.reason}</dd>
          </>
        )}
      </dl>
      {props.isOverdue && <Notice view={view} tone="warning" text={view.t('requests.mine.overdue')} />}
      <div class="pe-actions">{props.actions}</div>
    </section>
  );
}

/** A person's requests of the past. */
export function EarlierRequests<Request extends PersonRequest>(props: {
  view: View;
  pages: KindPages<Request>;
  requests: readonly Request[];
  /** What can be done with a row. Default: nothing. */
  actions?: (request: Request) => JSX.Element;
}): JSX.Element {
  const { view, pages, requests, actions } = props;
  const title = view.t('requests.earlier');
  return (
    <section class="pe-stack" aria-labelledby="earlier">
      <h2 id="earlier">{title}</h2>
      <Table
        view={view}
        caption={title}
        rows={requests}
        columns={[
          {
            label: view.t('requests.created'),
            kind: 'heading',
            cell: ({ createdAt }) => <Time view={view} at={new Date(createdAt)} />,
          },
          {
            label: view.t('requests.state'),
            cell: ({ state }) => <StateBadge view={view} pages={pages} state={state} />,
          },
          {
            label: view.t('requests.answered'),
            cell: ({ closedAt }) => (closedAt === null ? '–' : <Time view={view} at={new Date(closedAt)} />),
          },
          { label: view.t('requests.reason'), priority: 2, cell: ({ reason }) => <Reason reason={reason} /> },
          ...(actions === undefined
            ? []
            : [{ label: view.t('table.actions'), kind: 'actions' as const, cell: actions }]),
        ]}
      />
    </section>
  );
}

function Reason({ reason }: { reason: string | null }): JSX.Element {
  if (reason === null) return <>–</>;
  return (
    <span class="pe-lines" dir="auto">
      {reason}
    </span>
  );
}
