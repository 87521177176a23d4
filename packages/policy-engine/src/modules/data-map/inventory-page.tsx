/** The page of the records of processing. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, EmptyState, type Page, PageHeader, Table, type View } from '../../platform/web/index.ts';
import type { Inventory, InventoryEntry } from './inventory.ts';

export function inventoryPage(view: View, inventory: Inventory): Page {
  const title = view.t('data_map.title');
  const { entries, exempt } = inventory;
  const download = <ButtonLink href={view.href('/data_map.csv')} text={view.t('data_map.csv')} />;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('data_map.lead')} {...(entries.length > 0 && { action: download })} />
      {entries.length === 0 ? (
        <EmptyState title={view.t('data_map.none')} text={view.t('data_map.none_text')} />
      ) : (
        <Entries view={view} entries={entries} />
      )}
      {exempt.length > 0 && <Exemptions view={view} exempt={exempt} />}
    </>
  );
  return { title, content };
}

function Entries({ view, entries }: { view: View; entries: Inventory['entries'] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('data_map.title')}
      rows={entries}
      columns={[
        {
          label: view.t('data_map.kind'),
          kind: 'heading',
          cell: (entry) => (
            <>
              {entry.label}
              <span class="pe-under">{whereOf(view, entry)}</span>
            </>
          ),
        },
        {
          label: view.t('data_map.purpose'),
          cell: ({ purpose, legal_basis: basis }) => (
            <>
              {said(view, purpose)}
              <span class="pe-under">
                {view.t('data_map.legal_basis')}: {said(view, basis)}
              </span>
            </>
          ),
        },
        { label: view.t('data_map.recipients'), priority: 3, cell: ({ recipients }) => recipients ?? '–' },
        { label: view.t('data_map.retention'), cell: ({ retention }) => said(view, retention) },
        {
          label: view.t('data_map.erasure'),
          priority: 3,
          cell: ({ erasure }) => erasure ?? view.t('data_map.erasure.none'),
        },
      ]}
    />
  );
}

/** Information required by law that was not declared is marked as missing, not left empty. */
function said(view: View, text: string | null): string {
  return text ?? view.t('data_map.not_said');
}

function whereOf(view: View, { tables, source, exported }: InventoryEntry): string {
  return [
    ...(tables.length === 0 ? [view.t('data_map.no_table')] : tables),
    ...(source === null ? [] : [view.t('data_map.from', { source })]),
    ...(exported ? [] : [view.t('data_map.not_exported')]),
  ].join(' · ');
}

function Exemptions({ view, exempt }: { view: View; exempt: Inventory['exempt'] }): JSX.Element {
  return (
    <section class="pe-stack" aria-labelledby="exempt">
      <h2 id="exempt">{view.t('data_map.exempt')}</h2>
      <p>{view.t('data_map.exempt.lead')}</p>
      <Table
        view={view}
        caption={view.t('data_map.exempt')}
        rows={exempt}
        columns={[
          { label: view.t('data_map.table'), kind: 'heading', cell: ({ table }) => table },
          {
            label: view.t('data_map.columns'),
            cell: ({ columns }) => columns?.join(', ') ?? view.t('data_map.all_columns'),
          },
          { label: view.t('data_map.reason'), cell: ({ reason }) => reason },
        ]}
      />
    </section>
  );
}
