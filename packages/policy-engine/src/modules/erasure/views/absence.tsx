/** What a search found, before or after an erasure, and what it did not search; for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, Table, type View } from '../../../platform/web/index.ts';
import { notSearchedText } from '../plan/not-searched-text.ts';
import { type AbsenceProof, isPartlySearched, locationsLeft } from '../plan/receipt.ts';

/** The search after all steps. */
export function Absence({ view, absence }: { view: View; absence: AbsenceProof | null }): JSX.Element {
  if (absence === null) return <></>;
  const { found, files } = absence;
  const title = view.t('erasure.absence.title');
  const isLeft = locationsLeft(absence) > 0;
  return (
    <section class="pe-stack" aria-labelledby="absence">
      <h2 id="absence">{title}</h2>
      <p>{view.t('erasure.absence.searched', numbersIn(view, absence))}</p>
      <Terms view={view} absence={absence} />
      {isLeft ? (
        <Notice view={view} tone="danger" text={view.t('erasure.absence.found')} />
      ) : (
        <Nothing view={view} absence={absence} text={view.t('erasure.absence.nothing')} />
      )}
      {found.length > 0 && <Found view={view} caption={title} found={found} />}
      {found.some(({ isDeclared }) => !isDeclared) && <p>{view.t('erasure.absence.undeclared_advice')}</p>}
      <NotSearched view={view} absence={absence} />
      {files.length > 0 && <Files view={view} files={files} />}
    </section>
  );
}

/** The tables that no data rule names, before an erasure. */
export function Undeclared({ view, undeclared }: { view: View; undeclared: AbsenceProof | null }): JSX.Element {
  if (undeclared === null) return <></>;
  const { found, tables, notSearched } = undeclared;
  if (tables === 0 && notSearched.length === 0) return <></>;
  const title = view.t('erasure.undeclared.title');
  return (
    <section class="pe-stack" aria-labelledby="undeclared">
      <h2 id="undeclared">{title}</h2>
      <p>{view.t('erasure.undeclared.searched', numbersIn(view, undeclared))}</p>
      <Terms view={view} absence={undeclared} />
      {found.length > 0 ? (
        <>
          <Notice view={view} tone="warning" text={view.t('erasure.undeclared.found')} />
          <Found view={view} caption={title} found={found} />
          <p>{view.t('erasure.absence.undeclared_advice')}</p>
        </>
      ) : (
        <Nothing view={view} absence={undeclared} text={view.t('erasure.undeclared.nothing')} />
      )}
      <NotSearched view={view} absence={undeclared} />
    </section>
  );
}

/** Nothing was found: everywhere, or where it was searched. */
function Nothing({ view, absence, text }: { view: View; absence: AbsenceProof; text: string }): JSX.Element {
  return isPartlySearched({ absence }) ? (
    <Notice view={view} tone="warning" text={view.t('erasure.absence.nothing_searched')} />
  ) : (
    <Notice view={view} tone="success" text={text} />
  );
}

/** What was not searched for, or only as a whole value. */
function Terms({ view, absence: { isIdShort, leftOut } }: { view: View; absence: AbsenceProof }): JSX.Element {
  return (
    <>
      {isIdShort && <p>{view.t('erasure.absence.id_short')}</p>}
      {leftOut > 0 && <p>{view.t('erasure.absence.left_out', { words: numberIn(view, leftOut) })}</p>}
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
          cell: ({ isKept, isDeclared }) => {
            if (isKept) return view.t('erasure.absence.kept');
            return view.t(isDeclared ? 'erasure.absence.open' : 'erasure.absence.undeclared');
          },
        },
      ]}
    />
  );
}

/** Names of other databases on the page; the others are counted. */
const MOST_ELSEWHERE = 10;

/** Tables that were not searched, or not completely, and why. */
function NotSearched({ view, absence }: { view: View; absence: AbsenceProof }): JSX.Element {
  const { notSearched, sampled, elsewhere } = absence;
  const rows = [
    ...notSearched.map(({ table, columns, ...why }) => ({
      places: columns === null ? [table] : columns.map((column) => `${table}.${column}`),
      why: notSearchedText(view, why),
    })),
    ...sampled.map(({ table, rows: read, of }) => {
      const params = { table, rows: numberIn(view, read), of: of === null ? '' : numberIn(view, of) };
      const why = view.t(of === null ? 'erasure.absence.sampled' : 'erasure.absence.sampled_of', params);
      return { places: [table], why };
    }),
  ];
  const caption = view.t('erasure.absence.files.not');
  const more = elsewhere.length - MOST_ELSEWHERE;
  const names = [...elsewhere.slice(0, MOST_ELSEWHERE), ...(more > 0 ? [`+${numberIn(view, more)}`] : [])];
  return (
    <>
      {rows.length > 0 && <h3>{caption}</h3>}
      {rows.length > 0 && (
        <Table
          view={view}
          caption={caption}
          rows={rows}
          columns={[
            {
              label: caption,
              kind: 'heading',
              cell: ({ places }) => places.map((place, index) => [index === 0 ? '' : ', ', <code>{place}</code>]),
            },
            { label: view.t('erasure.plan.why'), cell: ({ why }) => why },
          ]}
        />
      )}
      {elsewhere.length > 0 && (
        <p class="pe-muted pe-small">
          {view.t('erasure.absence.elsewhere', {
            names: new Intl.ListFormat(view.locale, { type: 'unit' }).format(names),
          })}
        </p>
      )}
    </>
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

function numbersIn(view: View, { tables, columns }: AbsenceProof): { tables: string; columns: string } {
  return { tables: numberIn(view, tables), columns: numberIn(view, columns) };
}

function numberIn({ formatLocale }: View, value: number): string {
  return value.toLocaleString(formatLocale);
}
