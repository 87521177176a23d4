/** What a search found after an erasure, and what it did not search; for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, Table, type View } from '../../../platform/web/index.ts';
import { type AbsenceProof, locationsLeft } from '../receipt.ts';

export function Absence({ view, absence }: { view: View; absence: AbsenceProof | null }): JSX.Element {
  if (absence === null) return <></>;
  const { found, files, isIdShort } = absence;
  const title = view.t('erasure.absence.title');
  const isLeft = locationsLeft(absence) > 0;
  return (
    <section class="pe-stack" aria-labelledby="absence">
      <h2 id="absence">{title}</h2>
      <Searched view={view} absence={absence} />
      {isIdShort && <p>{view.t('erasure.absence.id_short')}</p>}
      <Notice
        view={view}
        tone={isLeft ? 'danger' : 'success'}
        text={view.t(isLeft ? 'erasure.absence.found' : 'erasure.absence.nothing')}
      />
      {found.length > 0 && <Found view={view} caption={title} found={found} />}
      {files.length > 0 && <Files view={view} files={files} />}
    </section>
  );
}

function Searched({ view, absence }: { view: View; absence: AbsenceProof }): JSX.Element {
  const { tables, columns, sampled } = absence;
  return (
    <>
      <p>{view.t('erasure.absence.searched', { tables: numberIn(view, tables), columns: numberIn(view, columns) })}</p>
      {sampled.map(({ table, rows, of }) => {
        const params = { table, rows: numberIn(view, rows) };
        return (
          <p>
            {of === null
              ? view.t('erasure.absence.sampled', params)
              : view.t('erasure.absence.sampled_of', { ...params, of: numberIn(view, of) })}
          </p>
        );
      })}
    </>
  );
}

function Found({ view, caption, found }: { view: View; caption: string; found: AbsenceProof['found'] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={caption}
      rows={found}
      columns={[
        {
          label: view.t('erasure.absence.place'),
          kind: 'heading',
          cell: ({ table, column }) => <code>{`${table}.${column}`}</code>,
        },
        { label: view.t('erasure.plan.rows'), kind: 'number', cell: ({ rows }) => numberIn(view, rows) },
        {
          label: view.t('erasure.plan.why'),
          cell: ({ isKept }) => view.t(isKept ? 'erasure.absence.kept' : 'erasure.absence.open'),
        },
      ]}
    />
  );
}

function Files({ view, files }: { view: View; files: AbsenceProof['files'] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('erasure.absence.files')}
      rows={files}
      columns={[
        {
          label: view.t('erasure.absence.place'),
          kind: 'heading',
          cell: ({ place }) => <code>{place}</code>,
        },
        {
          label: view.t('erasure.absence.files.searched'),
          cell: ({ searched, total }) =>
            view.t('erasure.absence.files.share', { files: numberIn(view, searched), of: numberIn(view, total) }),
        },
        {
          label: view.t('erasure.absence.files.found'),
          cell: ({ found, names }) => [numberIn(view, found), ...names].join(' · '),
        },
        {
          label: view.t('erasure.absence.files.not'),
          priority: 2,
          cell: ({ notSearched }) => {
            const reasons = notSearched.map(({ reason, files: count }) =>
              view.t(`erasure.absence.files.not.${reason}`, { files: numberIn(view, count) }),
            );
            return reasons.length === 0 ? null : reasons.join(' · ');
          },
        },
      ]}
    />
  );
}

function numberIn({ formatLocale }: View, value: number): string {
  return value.toLocaleString(formatLocale);
}
