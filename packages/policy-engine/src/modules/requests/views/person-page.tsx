/** "My data": what a person sees of their own requests of a kind. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, Notice, type Page, PageHeader, Table, Time, type View } from '../../../platform/web/index.ts';
import { daysUntil } from '../deadlines/deadline.ts';
import type { PersonRequest } from '../register/request.ts';
import { MESSAGES, messagesPath } from '../routes/paths.ts';
import type { KindPages } from './kind-pages.ts';
import { type PastEvent, RequestTimeline, type ExpectedEvent } from './own-timeline.tsx';
import { daysText, StateBadge } from './parts.tsx';

/** The parts of the page, from top to bottom. */
export interface PersonPage {
  readonly title: string;
  readonly lead: string;
  /** Why the last form was rejected; null if it was not. */
  readonly refused: string | null;
  /** The request that is relevant to the person now, not only a past one. */
  readonly current: JSX.Element | null;
  /** How to request, or why it is not possible here. */
  readonly ask: JSX.Element | null;
  readonly earlier: JSX.Element | null;
  /** The legal information. */
  readonly rights: string;
}

/** The page of a person's requests of a kind. */
export function personPage(view: View, page: PersonPage): Page {
  const content = (
    <>
      <PageHeader
        title={page.title}
        lead={page.lead}
        back={{ href: view.href('/privacy'), text: view.t('centre.title') }}
      />
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

/** Where a card of a request is shown: alone on the page of its kind, or as a part of the privacy centre. */
export interface CardHeading {
  /** Name of its heading, unique in the page. */
  readonly id: string;
  /** Level of its heading. */
  readonly level: 2 | 3;
}

/** Alone on the page of its kind. */
export const ALONE: CardHeading = { id: 'current', level: 2 };

/** The first of a person's requests as a card: its status, its history, and what comes next. */
export function CurrentRequest(props: {
  view: View;
  request: PersonRequest;
  place: CardHeading;
  now: Date;
  heading: string;
  badge: JSX.Element;
  /** The sentences below the heading. */
  text: JSX.Element;
  /** The progress of the work. */
  progress?: JSX.Element | undefined;
  isOpen: boolean;
  isOverdue: boolean;
  past: readonly PastEvent[];
  expected: readonly ExpectedEvent[];
  /** Facts of the kind's own. */
  facts?: JSX.Element | undefined;
  /** Name of its kind. */
  kind: string;
  actions: JSX.Element;
}): JSX.Element {
  const { view, request, place, now, kind } = props;
  return (
    <section class="pe-card pe-stack" aria-labelledby={place.id}>
      <div class="pe-row">
        {place.level === 2 ? <h2 id={place.id}>{props.heading}</h2> : <h3 id={place.id}>{props.heading}</h3>}
        {props.badge}
      </div>
      <p>{props.text}</p>
      {props.progress}
      <RequestTimeline view={view} past={props.past} expected={props.expected} />
      <dl class="pe-facts">
        {props.isOpen && (
          <>
            <dt>{view.t('requests.mine.due')}</dt>
            <dd>
              <Time view={view} at={new Date(request.dueAt)} /> ·{' '}
              {daysText(view, daysUntil(new Date(request.dueAt), now, view.timeZone))}
            </dd>
          </>
        )}
        {props.facts}
        {request.reason !== null && (
          <>
            <dt>{view.t('requests.reason')}</dt>
            <dd class="pe-lines" dir="auto">
              {request.reason}
            </dd>
          </>
        )}
      </dl>
      {props.isOverdue && <Notice view={view} tone="warning" text={view.t('requests.mine.overdue')} />}
      <div class="pe-actions">
        {props.actions}
        <ButtonLink href={view.href(messagesPath(MESSAGES, kind, request.id))} text={view.t('requests.messages')} />
      </div>
    </section>
  );
}

/** A part of the privacy centre without a request in progress: what can be requested, and where to find the details. */
export function AskCard(props: { view: View; lead: string; ask: JSX.Element; more: string }): JSX.Element {
  const { view, lead, ask, more } = props;
  return (
    <div class="pe-card pe-stack">
      <p>{lead}</p>
      <div class="pe-actions">
        {ask}
        <ButtonLink href={more} text={view.t('requests.mine.more')} />
      </div>
    </div>
  );
}

/** A person's requests of the past. */
export function EarlierRequests<Request extends PersonRequest>(props: {
  view: View;
  pages: KindPages<Request>;
  requests: readonly Request[];
  /** The action of a row. Default: none. */
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
            cell: ({ closedAt }) => (closedAt === null ? null : <Time view={view} at={new Date(closedAt)} />),
          },
          {
            label: view.t('requests.reason'),
            priority: 2,
            cell: ({ reason }) => (reason === null ? null : <Reason reason={reason} />),
          },
          ...(actions === undefined
            ? []
            : [{ label: view.t('table.actions'), kind: 'actions' as const, cell: actions }]),
        ]}
      />
    </section>
  );
}

function Reason({ reason }: { reason: string }): JSX.Element {
  return (
    <span class="pe-lines" dir="auto">
      {reason}
    </span>
  );
}
