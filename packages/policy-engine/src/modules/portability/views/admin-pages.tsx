/** The administrators' pages: all requests for a copy, and one. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, type Page, type View } from '../../../platform/web/index.ts';
import type { RequestsPage } from '../../requests/register.ts';
import type { RequestFilter } from '../../requests/request.ts';
import { listPage } from '../../requests/views/list-page.tsx';
import { onePage } from '../../requests/views/one-page.tsx';
import { ActButton, ActLink, Moment, StateBadge } from '../../requests/views/parts.tsx';
import type { PortabilityRequest, RequestState } from '../request.ts';
import { pages, type ShownExport } from './pages.ts';
import { Progress, sizeText } from './parts.tsx';

/** What the list shows. */
interface ExportList {
  readonly rows: readonly ShownExport[];
  readonly list: RequestsPage<PortabilityRequest>;
  readonly filter: RequestFilter<RequestState> | undefined;
}

export function exportListPage(view: View, shown: ExportList): Page {
  return listPage(view, pages, {
    ...shown,
    badge: (row) => <ExportBadge view={view} shown={row} />,
    next: (row) => <NextAct small view={view} shown={row} />,
  });
}

/** One request: how it stands, and everything that can be done. */
export function requestPage(view: View, shown: ShownExport): Page {
  const { request, waiting } = shown;
  return onePage(view, pages, shown, {
    badge: <ExportBadge view={view} shown={shown} />,
    isLive: request.state === 'progress',
    news: <News view={view} shown={shown} />,
    confirmedAt: waiting ? null : request.confirmedAt,
    facts: <FileFacts view={view} request={request} />,
    acts: <Acts view={view} shown={shown} />,
  });
}

/** One that no worker has taken is shown as waiting. */
function ExportBadge({ view, shown: { request, waiting } }: { view: View; shown: ShownExport }): JSX.Element {
  return <StateBadge view={view} pages={pages} state={waiting ? 'pending' : request.state} />;
}

/** What an administrator most likely wants to do, if it can be done. */
function nextAct({ request, lacking }: ShownExport): 'confirm' | 'retry' | null {
  return lacking === null ? nextOf(request) : null;
}

function nextOf({ state }: PortabilityRequest): 'confirm' | 'retry' | null {
  if (state === 'pending') return 'confirm';
  return state === 'failed' ? 'retry' : null;
}

function NextAct(props: { view: View; shown: ShownExport; small?: boolean }): JSX.Element {
  const { view, shown, small } = props;
  const act = nextAct(shown);
  if (act === null) return <></>;
  return (
    <ActButton view={view} pages={pages} acting={shown} act={act} text={`requests.${act}`} {...(small && { small })} />
  );
}

function News({ view, shown }: { view: View; shown: ShownExport }): JSX.Element {
  const { request, waiting, lacking } = shown;
  return (
    <>
      {request.state === 'progress' && !waiting && <Progress view={view} progress={request.progress} />}
      {waiting && <Notice view={view} tone="warning" text={view.t('requests.progress.worker')} />}
      {lacking !== null && nextOf(request) !== null && (
        <Notice view={view} tone="warning" text={view.t('error.export_impossible', { option: lacking })} />
      )}
      {request.error !== null && (
        <Notice view={view} tone={request.state === 'failed' ? 'danger' : 'warning'}>
          {view.t(request.state === 'failed' ? 'requests.error' : 'requests.error_retrying')}
          <br />
          <code>{request.error}</code>
        </Notice>
      )}
    </>
  );
}

function FileFacts({ view, request }: { view: View; request: PortabilityRequest }): JSX.Element {
  return (
    <>
      {request.file !== null && (
        <>
          <dt>{view.t('requests.size')}</dt>
          <dd>{sizeText(view.locale, request.file.bytes)}</dd>
        </>
      )}
      {request.state === 'completed' && <Moment view={view} label={view.t('requests.expires')} at={request.expireAt} />}
    </>
  );
}

function Acts({ view, shown }: { view: View; shown: ShownExport }): JSX.Element {
  const { request, mayExtend, open } = shown;
  const link = (act: 'extend' | 'deny' | 'delete') => (
    <ActLink view={view} pages={pages} request={request} act={act} text={`requests.${act}`} />
  );
  return (
    <>
      <NextAct view={view} shown={shown} />
      {mayExtend && link('extend')}
      {open && link('deny')}
      {link('delete')}
    </>
  );
}
