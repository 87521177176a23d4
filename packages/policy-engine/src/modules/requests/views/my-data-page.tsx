/** "My data": where a person asks for a copy, sees how far it is, and fetches it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  ButtonLink,
  ConfirmPage,
  type FieldError,
  Notice,
  type Page,
  PageHeader,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { isDownloadable, isOpen, isOverdue, type PortabilityRequest } from '../request.ts';
import { Deadline, Live, paths, Progress, sizeText, StateBadge } from './parts.tsx';

/** What the page shows. */
export interface MyData {
  /** The newest first. */
  readonly requests: readonly PortabilityRequest[];
  readonly now: Date;
  /** Whether copies can be made at all. */
  readonly canAsk: boolean;
  /** Whether a mail will tell the person. */
  readonly hasMail: boolean;
  /** Where the copy of a completed request is fetched. */
  readonly download: (request: PortabilityRequest) => string;
  /** Why the last form was refused. */
  readonly refused?: readonly FieldError[] | undefined;
}

/** Whether a request says something to its person, and is not only one of the past. */
function isTold(request: PortabilityRequest, now: Date): boolean {
  return isOpen(request) || isDownloadable(request, now) || request.state === 'denied' || request.state === 'expired';
}

export function myDataPage(view: View, data: MyData): Page {
  const { requests, now } = data;
  const title = view.t('requests.mine.title');
  const [latest, ...earlier] = requests;
  const current = latest !== undefined && isTold(latest, now) ? latest : undefined;
  const rest = current === undefined ? requests : earlier;
  const mayAsk = !requests.some(isOpen);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('requests.mine.lead')} />
      {data.refused !== undefined && (
        <Notice view={view} tone="danger" text={view.t('error.request_open')} live focus />
      )}
      {current !== undefined && <Current view={view} request={current} data={data} />}
      {mayAsk && !data.canAsk && <Notice view={view} tone="info" text={view.t('requests.mine.not_here')} />}
      {mayAsk && data.canAsk && <Ask view={view} again={requests.length > 0} told={toldBy(view, data)} />}
      {rest.length > 0 && <Earlier view={view} requests={rest} data={data} />}
      <Rights view={view} />
    </>
  );
  return { title, content };
}

/** How the person gets to know that the copy is there. */
function toldBy(view: View, { hasMail }: MyData): string {
  return view.t(hasMail ? 'requests.mine.told' : 'requests.mine.untold');
}

function Ask({ view, again, told }: { view: View; again: boolean; told: string }): JSX.Element {
  return (
    <section class="pe-card pe-stack" aria-labelledby="ask">
      <h2 id="ask">{view.t(again ? 'requests.ask.again' : 'requests.ask.title')}</h2>
      <ol class="pe-steps">
        <li>{view.t('requests.ask.step1')}</li>
        <li>
          {view.t('requests.ask.step2')} {told}
        </li>
        <li>{view.t('requests.ask.step3')}</li>
      </ol>
      <div class="pe-actions">
        <ActionForm kind="primary" action={view.href(paths.mine)} text={view.t('requests.ask.verb')} />
      </div>
    </section>
  );
}

function Current({ view, request, data }: { view: View; request: PortabilityRequest; data: MyData }): JSX.Element {
  const card = (
    <section class="pe-card pe-stack" aria-labelledby="current">
      <div class="pe-row">
        <h2 id="current">{view.t(`requests.mine.${request.state}`)}</h2>
        <StateBadge view={view} state={request.state === 'failed' ? 'progress' : request.state} />
      </div>
      <p>
        {view.t(`requests.mine.${request.state}_text`)}{' '}
        {(request.state === 'pending' || request.state === 'progress') && toldBy(view, data)}
      </p>
      {request.state === 'progress' && <Progress view={view} progress={request.progress} />}
      <dl class="pe-facts">
        <dt>{view.t('requests.created')}</dt>
        <dd>
          <Time view={view} at={new Date(request.createdAt)} />
        </dd>
        {isOpen(request) && <Deadline view={view} request={request} />}
        {request.state === 'completed' && <FileFacts view={view} request={request} />}
        {request.reason !== null && (
          <>
            <dt>{view.t('requests.reason')}</dt>
            <dd class="pe-lines">{request.reason}</dd>
          </>
        )}
      </dl>
      {isOverdue(request, data.now) && <Notice view={view} tone="warning" text={view.t('requests.mine.overdue')} />}
      <div class="pe-actions">
        {isDownloadable(request, data.now) && (
          <ButtonLink kind="primary" href={data.download(request)} text={view.t('requests.download')} />
        )}
        <ButtonLink href={view.href(paths.ownDelete(request.id))} text={view.t(deletionOf(request))} />
      </div>
    </section>
  );
  if (request.state !== 'progress') return card;
  return (
    <Live view={view} href={view.href(paths.mine)}>
      {card}
    </Live>
  );
}

/** What deleting it is called. */
function deletionOf(request: PortabilityRequest): 'requests.withdraw' | 'requests.delete_copy' | 'action.delete' {
  if (isOpen(request)) return 'requests.withdraw';
  return request.state === 'completed' ? 'requests.delete_copy' : 'action.delete';
}

function FileFacts({ view, request }: { view: View; request: PortabilityRequest }): JSX.Element {
  return (
    <>
      <dt>{view.t('requests.size')}</dt>
      <dd>{sizeText(view.locale, request.file?.bytes ?? 0)}</dd>
      {request.expireAt !== null && (
        <>
          <dt>{view.t('requests.expires')}</dt>
          <dd>
            <Time view={view} at={new Date(request.expireAt)} precision="minute" />
          </dd>
        </>
      )}
    </>
  );
}

function Earlier(props: { view: View; requests: readonly PortabilityRequest[]; data: MyData }): JSX.Element {
  const { view, requests, data } = props;
  const title = view.t('requests.earlier');
  return (
    <section class="pe-stack" aria-labelledby="earlier">
      <h2 id="earlier">{title}</h2>
      <Table
        caption={title}
        rows={requests}
        columns={[
          {
            label: view.t('requests.created'),
            kind: 'heading',
            cell: ({ createdAt }) => <Time view={view} at={new Date(createdAt)} />,
          },
          { label: view.t('requests.state'), cell: ({ state }) => <StateBadge view={view} state={state} /> },
          {
            label: view.t('requests.answered'),
            cell: ({ closedAt }) => (closedAt === null ? '–' : <Time view={view} at={new Date(closedAt)} />),
          },
          {
            label: view.t('requests.reason'),
            cell: ({ reason }) =>
              reason === null ? (
                '–'
              ) : (
                <span class="pe-lines" dir="auto">
                  {reason}
                </span>
              ),
          },
          {
            label: view.t('table.actions'),
            kind: 'actions',
            cell: (request) => (
              <>
                {isDownloadable(request, data.now) && (
                  <ButtonLink small href={data.download(request)} text={view.t('requests.download')} />
                )}
                <ButtonLink small href={view.href(paths.ownDelete(request.id))} text={view.t('action.delete')} />
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

function Rights({ view }: { view: View }): JSX.Element {
  return (
    <details class="pe-details">
      <summary>{view.t('requests.rights')}</summary>
      <p class="pe-muted">{view.t('requests.rights_text')}</p>
    </details>
  );
}

/** The step before a request, or a copy, is gone. */
export function withdrawPage(view: View, request: PortabilityRequest): Page {
  const open = isOpen(request);
  const title = view.t(open ? 'requests.withdraw.title' : 'requests.delete_copy.title');
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={view.t(open ? 'requests.withdraw.text' : 'requests.delete_copy.text')}
      verb={view.t(open ? 'requests.withdraw' : 'action.delete')}
      action={view.href(paths.own(request.id))}
      method="delete"
      cancelHref={view.href(paths.mine)}
    />
  );
  return { title, content };
}
