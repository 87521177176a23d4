/** The processing activities of the record as a list: search, order, columns, and export of what is found. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, List, type ListQuery, type View } from '../../../platform/web/index.ts';
import type { InventoryEntry } from './inventory.ts';
import { required, Whom } from './inventory-parts.tsx';

/** Path of the record, which is also the list's. */
export const RECORD = '/data_map';
/** Activities per page. */
export const ACTIVITIES_PER_PAGE = 50;
/** `declared`: as in the configuration. A minus sign: descending. */
export const activityOrders = ['declared', 'name', '-name'] as const;
/** One of {@link activityOrders}. */
export type ActivityOrder = (typeof activityOrders)[number];

/** The activities with a text in any of their facts, in an order. @param locale of the order of their names */
export function activitiesOf(
  entries: readonly InventoryEntry[],
  { q, sort }: { readonly q?: string | undefined; readonly sort?: ActivityOrder | '' | undefined },
  locale: string,
): readonly InventoryEntry[] {
  const wanted = (q ?? '').trim().toLocaleLowerCase(locale);
  const found = entries.filter((entry) =>
    Object.values(entry)
      .flat()
      .some((fact) => typeof fact === 'string' && fact.toLocaleLowerCase(locale).includes(wanted)),
  );
  if (sort !== 'name' && sort !== '-name') return found;
  const sorted = found.toSorted((one, other) => one.label.localeCompare(other.label, locale));
  return sort === 'name' ? sorted : sorted.toReversed();
}

/** The page of the list that is shown. */
export interface ActivitiesShown {
  /** Those that match, in order; all pages. */
  readonly found: readonly InventoryEntry[];
  readonly query: ListQuery;
  readonly page: number;
}

/** The list. @param props.isEmpty whether nothing is declared at all */
export function Activities(props: { view: View; shown: ActivitiesShown; isEmpty: boolean }): JSX.Element {
  const { view, isEmpty } = props;
  const { found, query, page } = props.shown;
  const none = isEmpty
    ? { title: view.t('data_map.none'), text: view.t('data_map.none_text') }
    : {
        title: view.t('list.none'),
        text: view.t('data_map.none_such'),
        action: <ButtonLink href={view.href(RECORD)} text={view.t('list.clear')} />,
      };
  return (
    <List
      view={view}
      path={RECORD}
      query={query}
      search={{ name: 'q', label: view.t('list.search') }}
      order="declared"
      caption={view.t('data_map.activities')}
      rows={found.slice((page - 1) * ACTIVITIES_PER_PAGE, page * ACTIVITIES_PER_PAGE)}
      rowsOfSeveralLines
      hasTimes={false}
      total={{ count: found.length }}
      page={page}
      pages={Math.max(1, Math.ceil(found.length / ACTIVITIES_PER_PAGE))}
      empty={none}
      isExported
      columns={[
        {
          label: view.t('data_map.kind'),
          kind: 'heading',
          sort: 'name',
          cell: (entry) => (
            <>
              {entry.label}
              <span class="pe-under">{whereOf(view, entry)}</span>
            </>
          ),
        },
        {
          label: view.t('data_map.purpose'),
          id: 'purpose',
          cell: ({ purpose, legal_basis: basis }) => (
            <div class="pe-sentence">
              <bdi>{required(view, purpose)}</bdi>
              <span class="pe-under">
                {view.t('app.label', { label: view.t('data_map.legal_basis') })}{' '}
                <bdi>{basis ?? view.t('data_map.not_said')}</bdi>
              </span>
            </div>
          ),
        },
        {
          label: view.t('data_map.people'),
          id: 'people',
          priority: 2,
          cell: ({ people, recipients }) => (
            <Whom view={view} people={required(view, people)} recipients={required(view, recipients)} />
          ),
        },
        {
          label: view.t('data_map.retention'),
          id: 'retention',
          priority: 2,
          cell: ({ retention, erasure }) => (
            <div class="pe-sentence">
              <bdi>{required(view, retention)}</bdi>
              <span class="pe-under">
                {view.t('app.label', { label: view.t('data_map.erasure') })}{' '}
                <bdi>{erasure ?? view.t('data_map.erasure.none')}</bdi>
              </span>
            </div>
          ),
        },
      ]}
    />
  );
}

function whereOf(view: View, { tables, source, exported }: InventoryEntry): string {
  return [
    ...(tables.length === 0 ? [view.t('data_map.no_table')] : tables),
    ...(source === null ? [] : [view.t('data_map.from', { source })]),
    ...(exported ? [] : [view.t('data_map.not_exported')]),
  ].join(' · ');
}
