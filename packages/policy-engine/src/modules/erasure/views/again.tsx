/** The searches after an erasure, for administrators: what was found again, and what must be done. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, Table, Time, type View } from '../../../platform/web/index.ts';
import { type ErasureReceipt, newTraces } from '../plan/receipt.ts';
import { notSearchedText } from '../plan/not-searched-text.ts';

/** When it is searched again, what is stored for that, and what the last search found. */
export function Again({ view, receipt }: { view: View; receipt: ErasureReceipt }): JSX.Element {
  const { repeated } = receipt;
  if (repeated === undefined) return <></>;
  const { plannedAt, marksUntil, searches, settled } = repeated;
  const title = view.t('erasure.again.title');
  const last = searches.at(-1);
  const days = new Intl.ListFormat(view.locale).format(plannedAt.map((at) => dayOf(view, at)));
  return (
    <section class="pe-stack" aria-labelledby="again">
      <h2 id="again">{title}</h2>
      <p>{view.t('erasure.again.planned', { days })}</p>
      <p>
        {marksUntil === null
          ? view.t('erasure.again.destroyed')
          : view.t('erasure.again.marks', { until: dayOf(view, marksUntil) })}
      </p>
      {last !== undefined && <Last view={view} receipt={receipt} last={last} />}
      {settled.length > 0 && (
        <p>
          {view.t('erasure.again.settled')} <bdi>{settled[0]?.reason}</bdi>
        </p>
      )}
    </section>
  );
}

type Search = NonNullable<ErasureReceipt['repeated']>['searches'][number];

function Last({ view, receipt, last }: { view: View; receipt: ErasureReceipt; last: Search }): JSX.Element {
  const found = newTraces(receipt, last.found);
  const number = (value: number) => value.toLocaleString(view.formatLocale);
  const caption = view.t('erasure.again.last');
  const rows = found.map((trace) => ({
    ...trace,
    left: last.left.find(({ table, column }) => table === trace.table && column === trace.column),
  }));
  return (
    <>
      <h3>
        {caption}: <Time view={view} at={new Date(last.at)} precision="minute" />
      </h3>
      <p>{view.t('erasure.again.searched', { tables: number(last.tables), columns: number(last.columns) })}</p>
      {last.erased !== null && <p>{view.t('erasure.again.erased', { rows: number(last.erased) })}</p>}
      {found.length === 0 ? (
        <Notice view={view} tone="success" text={view.t('erasure.again.nothing')} />
      ) : (
        <Table
          view={view}
          caption={caption}
          rows={rows}
          columns={[
            {
              label: view.t('erasure.absence.place'),
              kind: 'heading',
              cell: ({ table, column }) => <code>{`${table}.${column}`}</code>,
            },
            { label: view.t('erasure.plan.rows'), kind: 'number', cell: (trace) => number(trace.rows) },
            {
              label: view.t('erasure.again.todo'),
              cell: ({ left }) => (left === undefined ? null : view.t(`erasure.again.left.${left.reason}`)),
            },
          ]}
        />
      )}
      {last.notSearched.length + last.sampled.length > 0 && (
        <p>
          {view.t('erasure.absence.files.not')}:{' '}
          {[
            ...last.notSearched.map((one) => `${one.table} (${notSearchedText(view, one)})`),
            ...last.sampled.map(({ table, rows: read }) =>
              view.t('erasure.absence.sampled', { table, rows: number(read) }),
            ),
          ].join(' · ')}
        </p>
      )}
    </>
  );
}

function dayOf({ formatLocale, timeZone }: View, at: string): string {
  return new Date(at).toLocaleDateString(formatLocale, { timeZone, dateStyle: 'long' });
}
