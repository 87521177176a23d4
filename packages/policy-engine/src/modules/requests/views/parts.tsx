/** Parts that the person's pages and the administrators' share. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, Time, type View } from '../../../platform/web/index.ts';
import type { PortabilityRequest, RequestProgress, RequestState } from '../request.ts';

/** Paths of the module below the mount path. */
export const paths = {
  mine: '/user_portability_requests',
  own: (id: string): string => `/user_portability_requests/${id}`,
  ownDelete: (id: string): string => `/user_portability_requests/${id}/delete`,
  download: (id: string): string => `/user_portability_requests/${id}/download`,
  all: '/portability_requests',
  one: (id: string): string => `/portability_requests/${id}`,
  act: (id: string, act: 'confirm' | 'deny' | 'extend' | 'retry' | 'delete'): string =>
    `/portability_requests/${id}/${act}`,
} as const;

const TONES = {
  pending: 'warning',
  progress: 'info',
  completed: 'success',
  denied: 'neutral',
  failed: 'danger',
  expired: 'neutral',
} as const satisfies Record<RequestState, string>;

/** The state in a word; people see one that failed as still being worked on, since it is. */
export function StateBadge({ view, state }: { view: View; state: RequestState }): JSX.Element {
  return <Badge tone={TONES[state]} text={view.t(`requests.state.${state}`)} />;
}

/** A size in the reader's words. */
export function sizeText(locale: string, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: power > 0 && value < 100 ? 1 : 0,
  });
  return format.format(value);
}

/** How far the export is, in a bar and in words. */
export function Progress({ view, progress }: { view: View; progress: RequestProgress | null }): JSX.Element {
  const label = view.t('requests.progress');
  const { rows = 0, expectedRows = null, files = 0, bytes = 0 } = progress ?? {};
  const number = (value: number): string => value.toLocaleString(view.locale);
  const counts = { rows: number(rows), files: number(files), size: sizeText(view.locale, bytes) };
  return (
    <div class="pe-stack pe-progress-row">
      {expectedRows === null || expectedRows === 0 ? (
        <progress class="pe-progress" aria-label={label} />
      ) : (
        <progress class="pe-progress" aria-label={label} max={Math.max(expectedRows, rows)} value={rows} />
      )}
      <p class="pe-muted pe-small">
        {progress === null && view.t('requests.progress.waiting')}
        {progress !== null && expectedRows === null && view.t('requests.progress.rows', counts)}
        {progress !== null &&
          expectedRows !== null &&
          view.t('requests.progress.of', { ...counts, expected: number(Math.max(expectedRows, rows)) })}
      </p>
    </div>
  );
}

/** A part of the page that the panel's script draws anew every few seconds; without scripts there is a link for it. */
export function Live(props: { view: View; href: string; children: JSX.Element }): JSX.Element {
  return (
    <div class="pe-stack" data-live="3">
      {props.children}
      <noscript>
        <a href={props.href}>{props.view.t('requests.refresh')}</a>
      </noscript>
    </div>
  );
}

/** The deadline, and why it was extended. */
export function Deadline({ view, request }: { view: View; request: PortabilityRequest }): JSX.Element {
  return (
    <>
      <dt>{view.t('requests.due')}</dt>
      <dd>
        <Time view={view} at={new Date(request.dueAt)} />
        {request.extendedAt !== null && ` (${view.t('requests.extended')})`}
      </dd>
      {request.extensionReason !== null && (
        <>
          <dt>{view.t('requests.extension_reason')}</dt>
          <dd class="pe-lines">{request.extensionReason}</dd>
        </>
      )}
    </>
  );
}
