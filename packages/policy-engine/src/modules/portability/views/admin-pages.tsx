/** The administrators' pages: all access requests, and one. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ApartLink, Notice, type Page, type View } from '../../../platform/web/index.ts';
import { ActLink, type ListedRequest, Moment, onePage, StateBadge } from '../../requests/index.ts';
import type { CopyPreview } from '../preview.ts';
import { type PortabilityRequest, reopenableStates } from '../requests/request.ts';
import { pages, type ShownExport } from './pages.ts';
import { Preview } from './preview.tsx';
import { sizeText } from '../../../platform/i18n/size-text.ts';
import { Progress } from './parts.tsx';

/** How a request is shown in a list. */
export function listedExport(view: View, shown: ShownExport): ListedRequest {
  return {
    ...shown,
    badge: <ExportBadge view={view} shown={shown} />,
    mayConfirm: nextAct(shown) === 'confirm',
    mayDeny: shown.open,
  };
}

/** What the page of one request also shows. */
export interface ExportDetails {
  /** Its recorded events. */
  readonly record: JSX.Element;
  /** What the copy would contain; null if the person is gone, undefined if there is nothing to confirm. */
  readonly preview: CopyPreview | null | undefined;
}

/** One request: its status, and the available actions. */
export function requestPage(view: View, shown: ShownExport, { record, preview }: ExportDetails): Page {
  const { request, waiting } = shown;
  return onePage(view, pages, shown, {
    badge: <ExportBadge view={view} shown={shown} />,
    isLive: request.state === 'progress',
    news: <StateNotice view={view} shown={shown} />,
    confirmedAt: waiting ? null : request.confirmedAt,
    facts: <FileFacts view={view} request={request} />,
    acts: <Acts view={view} shown={shown} />,
    ...(preview !== undefined && { below: <Preview view={view} preview={preview} /> }),
    record,
  });
}

/** A request that no worker has taken is shown as waiting. */
function ExportBadge({ view, shown: { request, waiting } }: { view: View; shown: ShownExport }): JSX.Element {
  return <StateBadge view={view} pages={pages} state={waiting ? 'pending' : request.state} />;
}

/** The most likely action of an administrator, if it is possible. */
function nextAct({ request, lacking }: ShownExport): 'confirm' | 'retry' | null {
  return lacking === null ? nextOf(request) : null;
}

function nextOf({ state }: PortabilityRequest): 'confirm' | 'retry' | null {
  if (state === 'pending') return 'confirm';
  return state === 'failed' ? 'retry' : null;
}

function NextAct({ view, shown }: { view: View; shown: ShownExport }): JSX.Element {
  const act = nextAct(shown);
  if (act === null) return <></>;
  return (
    <ActLink
      isNext
      view={view}
      pages={pages}
      request={shown.request}
      act={act}
      text={act === 'confirm' ? 'requests.confirm.verb' : `requests.${act}`}
    />
  );
}

function StateNotice({ view, shown }: { view: View; shown: ShownExport }): JSX.Element {
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
          <dd>{sizeText(view.formatLocale, request.file.bytes)}</dd>
        </>
      )}
      {request.state === 'completed' && <Moment view={view} label={view.t('requests.expires')} at={request.expireAt} />}
    </>
  );
}

function Acts({ view, shown }: { view: View; shown: ShownExport }): JSX.Element {
  const { request, mayExtend, open } = shown;
  const link = (act: 'extend' | 'deny' | 'reopen') => (
    <ActLink view={view} pages={pages} request={request} act={act} text={`requests.${act}`} />
  );
  return (
    <>
      <NextAct view={view} shown={shown} />
      {mayExtend && link('extend')}
      {open && link('deny')}
      {reopenableStates.includes(request.state) && request.userId !== null && link('reopen')}
      <ApartLink href={view.href(pages.paths.ask(request.id, 'delete'))} text={view.t('requests.delete')} />
    </>
  );
}
