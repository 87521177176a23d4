/** Parts that the pages for people and for administrators share. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { sizeText } from '../../../platform/i18n/size-text.ts';
import type { View } from '../../../platform/web/index.ts';
import type { RequestProgress } from '../requests/request.ts';

/** The progress of the export, as a bar and as text. */
export function Progress({ view, progress }: { view: View; progress: RequestProgress | null }): JSX.Element {
  const label = view.t('requests.progress');
  const { rows = 0, expectedRows = null, files = 0, bytes = 0 } = progress ?? {};
  const number = (value: number): string => value.toLocaleString(view.formatLocale);
  const counts = { rows: number(rows), files: number(files), size: sizeText(view.formatLocale, bytes) };
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
