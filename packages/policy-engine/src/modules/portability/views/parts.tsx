/** Parts that the pages for people and for administrators share. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../../platform/web/index.ts';
import type { RequestProgress } from '../requests/request.ts';

/** A size as readable text. */
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
