/** "My data": where a person requests an export, sees its progress, and downloads it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  ButtonLink,
  ConfirmPage,
  type FieldError,
  Notice,
  type Page,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import {
  ALONE,
  AskCard,
  type CardHeading,
  commonSteps,
  CurrentRequest,
  EarlierRequests,
  type ExpectedEvent,
  isOpen,
  isOverdue,
  Live,
  type PastEvent,
  personPage,
  StateBadge,
} from '../../requests/index.ts';
import { isDownloadable, type PortabilityRequest, states } from '../requests/request.ts';
import { pages, paths } from './pages.ts';
import { sizeText } from '../../../platform/i18n/size-text.ts';
import { Progress } from './parts.tsx';

/** What the page shows. */
export interface MyData {
  /** The newest first. */
  readonly requests: readonly PortabilityRequest[];
  readonly now: Date;
  /** Whether exports can be created at all. */
  readonly canAsk: boolean;
  /** Whether the person is notified by mail. */
  readonly hasMail: boolean;
  /** Where the export of a completed request is downloaded. */
  readonly download: (request: PortabilityRequest) => string;
  /** Why the last form was rejected. */
  readonly refused?: readonly FieldError[] | undefined;
}

/** Whether a request is relevant to its person now, not only a past one. */
function isTold(request: PortabilityRequest, now: Date): boolean {
  if (isOpen(request, states) || isDownloadable(request, now)) return true;
  return request.state === 'denied' || request.state === 'expired';
}

export function myDataPage(view: View, data: MyData): Page {
  const { requests, now } = data;
  const [latest, ...earlier] = requests;
  const current = latest !== undefined && isTold(latest, now) ? latest : undefined;
  const rest = current === undefined ? requests : earlier;
  const mayAsk = !requests.some((request) => isOpen(request, states));
  return personPage(view, {
    title: view.t('requests.mine.title'),
    lead: view.t('requests.mine.lead'),
    refused: data.refused === undefined ? null : view.t('error.request_open'),
    current: current === undefined ? null : <Current view={view} request={current} data={data} place={ALONE} />,
    ask: mayAsk ? <Ask view={view} data={data} /> : null,
    earlier: rest.length > 0 ? <Earlier view={view} requests={rest} data={data} /> : null,
    rights: view.t('requests.rights_text'),
  });
}

/** The part of the privacy centre: the status of the last request, and a way to make one. */
export function MyDataPart({ view, data }: { view: View; data: MyData }): JSX.Element {
  const { requests, now } = data;
  const [latest] = requests;
  const current = latest !== undefined && isTold(latest, now) ? latest : undefined;
  const mayAsk = !requests.some((request) => isOpen(request, states));
  const verb = <ActionForm action={view.href(paths.mine)} text={view.t('requests.ask.verb')} />;
  const more = view.href(paths.mine);
  return (
    <>
      {current !== undefined && (
        <Current view={view} request={current} data={data} place={{ id: 'copy-request', level: 3 }} />
      )}
      {mayAsk && data.canAsk && <AskCard view={view} lead={view.t('requests.mine.lead')} ask={verb} more={more} />}
      {!data.canAsk && <Notice view={view} tone="info" text={view.t('requests.mine.not_here')} />}
      {requests.length > 0 && (
        <p class="pe-small">
          <a href={more}>{view.t('requests.centre.more')}</a>
        </p>
      )}
    </>
  );
}

/** How the person learns that the export is available. */
function toldBy(view: View, { hasMail }: MyData): string {
  return view.t(hasMail ? 'requests.mine.told' : 'requests.mine.untold');
}

function Ask({ view, data }: { view: View; data: MyData }): JSX.Element {
  if (!data.canAsk) return <Notice view={view} tone="info" text={view.t('requests.mine.not_here')} />;
  return (
    <section class="pe-card pe-stack" aria-labelledby="ask">
      <h2 id="ask">{view.t(data.requests.length > 0 ? 'requests.ask.again' : 'requests.ask.title')}</h2>
      <ol class="pe-steps">
        <li>{view.t('requests.ask.step1')}</li>
        <li>
          {view.t('requests.ask.step2')} {toldBy(view, data)}
        </li>
        <li>{view.t('requests.ask.step3')}</li>
      </ol>
      <div class="pe-actions">
        <ActionForm
          kind={data.requests.some((request) => isDownloadable(request, data.now)) ? 'plain' : 'primary'}
          action={view.href(paths.mine)}
          text={view.t('requests.ask.verb')}
        />
      </div>
    </section>
  );
}

/** What happened, and what comes next. */
function stepsOf(view: View, request: PortabilityRequest): { past: PastEvent[]; expected: ExpectedEvent[] } {
  const { state, confirmedAt, closedAt, expireAt } = request;
  const isDenied = state === 'denied';
  const past = [
    ...commonSteps(view, request),
    { at: isDenied ? null : confirmedAt, text: view.t('requests.mine.step.begun') },
    { at: closedAt, text: view.t(isDenied ? 'requests.mine.step.denied' : 'requests.mine.step.completed') },
    { at: state === 'expired' ? expireAt : null, text: view.t('requests.mine.step.expired') },
  ];
  const made = { text: view.t('requests.mine.next.progress') };
  if (state === 'pending') return { past, expected: [{ text: view.t('requests.mine.next.pending') }, made] };
  if (state === 'progress' || state === 'failed') return { past, expected: [made] };
  if (state !== 'completed' || expireAt === null) return { past, expected: [] };
  return { past, expected: [{ at: expireAt, text: view.t('requests.mine.next.completed') }] };
}

function Current(props: { view: View; request: PortabilityRequest; data: MyData; place: CardHeading }): JSX.Element {
  const { view, request, data, place } = props;
  const { state } = request;
  const card = (
    <CurrentRequest
      kind="portability"
      view={view}
      request={request}
      place={place}
      now={data.now}
      {...stepsOf(view, request)}
      heading={view.t(`requests.mine.${state}`)}
      // People see a failed request as in progress, since it is retried.
      badge={<StateBadge view={view} pages={pages} state={state === 'failed' ? 'progress' : state} />}
      text={
        <>
          {view.t(`requests.mine.${state}_text`)} {(state === 'pending' || state === 'progress') && toldBy(view, data)}
        </>
      }
      progress={state === 'progress' ? <Progress view={view} progress={request.progress} /> : undefined}
      isOpen={isOpen(request, states)}
      isOverdue={isOverdue(request, states, data.now)}
      facts={state === 'completed' ? <FileFacts view={view} request={request} /> : undefined}
      actions={
        <>
          {isDownloadable(request, data.now) && (
            <ButtonLink kind="primary" href={data.download(request)} text={view.t('requests.download')} />
          )}
          <ButtonLink href={view.href(paths.ownDelete(request.id))} text={view.t(deletionOf(request))} />
        </>
      }
    />
  );
  if (state !== 'progress') return card;
  return (
    <Live view={view} href={view.href(paths.mine)}>
      {card}
    </Live>
  );
}

/** Label of its deletion. */
function deletionOf(
  request: PortabilityRequest,
): 'requests.withdraw' | 'requests.delete_copy' | 'requests.delete_request' {
  if (isOpen(request, states)) return 'requests.withdraw';
  return request.state === 'completed' ? 'requests.delete_copy' : 'requests.delete_request';
}

function FileFacts({ view, request }: { view: View; request: PortabilityRequest }): JSX.Element {
  return (
    <>
      <dt>{view.t('requests.size')}</dt>
      <dd>{sizeText(view.formatLocale, request.file?.bytes ?? 0)}</dd>
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
  return (
    <EarlierRequests
      view={view}
      pages={pages}
      requests={requests}
      actions={(request) => (
        <>
          {isDownloadable(request, data.now) && (
            <ButtonLink small href={data.download(request)} text={view.t('requests.download')} />
          )}
          <ButtonLink small href={view.href(paths.ownDelete(request.id))} text={view.t(deletionOf(request))} />
        </>
      )}
    />
  );
}

/** The page that confirms the deletion of a request or an export. */
export function withdrawPage(view: View, request: PortabilityRequest): Page {
  const open = isOpen(request, states);
  const verb = deletionOf(request);
  const title = view.t(`${verb}.title`);
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={view.t(open ? 'requests.withdraw.text' : 'requests.delete_copy.text')}
      verb={view.t(verb)}
      action={view.href(paths.own(request.id))}
      method="delete"
      cancelHref={view.href(paths.mine)}
      irreversible={!open}
    />
  );
  return { title, content };
}
