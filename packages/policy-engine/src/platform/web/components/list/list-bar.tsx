/** The bar above a list: search, filters, order, count, and links to the files. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { listPath, type ListQuery } from '../../request/list-path.ts';
import type { View } from '../../view/view.ts';
import { Button } from '../button.tsx';
import { SelectField, TextField } from '../form.tsx';

/** One of a few values. An empty value means all. */
export interface ListOption {
  readonly value: string;
  readonly text: string;
  /** Its count. Default: not shown. */
  readonly count?: number | undefined;
}

/** A field of the form: a choice, a day, a number, or a text. */
export type ListField =
  | { readonly name: string; readonly label: string; readonly options: readonly ListOption[] }
  | { readonly name: string; readonly label: string; readonly type: 'date' | 'number' | 'text'; readonly min?: number };

/** How many entries a list has. */
export interface ListTotal {
  readonly count: number;
  /** Whether there are more than were counted. */
  readonly isCapped?: boolean;
}

/** The content of a list's bar. */
export interface ListBarProps {
  readonly view: View;
  /** Path of the list below the mount path. */
  readonly path: string;
  /** The parameters of the list, without its page: also those that are kept when one of them changes. */
  readonly query: ListQuery;
  /** Default values of the list: they are not filters. Default: none. */
  readonly defaults?: ListQuery;
  /** The search field. */
  readonly search?: { readonly name: string; readonly label: string; readonly hint?: string } | undefined;
  /** Links that each select one of a few states. */
  readonly chips?:
    | { readonly name: string; readonly label: string; readonly options: readonly ListOption[] }
    | undefined;
  readonly fields?: readonly ListField[];
  /** Available orders; `name` is the query parameter. */
  readonly sort?: { readonly name: string; readonly options: readonly ListOption[] } | undefined;
  readonly total?: ListTotal | undefined;
  /** Path and parameters of the files `export.csv` and `export.json`. Default: those of the list. */
  readonly files?: { readonly path: string; readonly query: ListQuery };
  /** Whether the list has CSV and JSON files. Default: false. */
  readonly isExported?: boolean;
  /** Beside the total: what else changes the list. Default: nothing. */
  readonly children?: Child;
}

/** Parameters that change how a list is shown, and not what it contains. */
const LOOKS: ReadonlySet<string> = new Set(['sort', 'columns']);

/** Whether a value of the query differs from the list's default. */
function isChosen({ query, defaults = {} }: Pick<ListBarProps, 'query' | 'defaults'>, name: string): boolean {
  return text(query[name]) !== text(defaults[name]);
}

/** Whether no filter of the list can find an entry, as there is none. A default value may hide some. */
function isWhollyEmpty({ total, chips, defaults }: ListBarProps, isFiltered: boolean): boolean {
  const hasMore = chips?.options.some(({ count = 0 }) => count > 0) ?? false;
  return total?.count === 0 && !isFiltered && !hasMore && defaults === undefined;
}

const text = (value: ListQuery[string]): string => (value === undefined || value === null ? '' : String(value));

/**
 * A form that works without scripts: the URL of each list contains its query.
 *
 * @example
 * ```tsx
 * <ListBar
 *   view={view}
 *   path="/audit"
 *   query={{ action, actor, from, to }}
 *   chips={{ name: 'state', label: view.t('requests.filter'), options: [{ value: '', text: 'All', count: 12 }] }}
 *   search={{ name: 'q', label: view.t('list.search') }}
 *   fields={[{ name: 'action', label: view.t('audit.action'), options }, { name: 'from', label: view.t('list.from'), type: 'date' }]}
 *   total={{ count: 10_000, isCapped: true }}
 *   isExported
 * />
 * ```
 */
export function ListBar(props: ListBarProps): JSX.Element {
  const { view, path, query, chips, total, isExported = false } = props;
  const filters = Object.keys(query).filter((name) => !LOOKS.has(name) && isChosen(props, name));
  const isFiltered = filters.length > 0;
  // The chip of all does what a link to clear the filter would.
  const isByChip = filters.every((name) => name === chips?.name);
  if (isWhollyEmpty(props, isFiltered)) return <></>;
  return (
    <div class="pe-list-bar">
      {chips !== undefined && <Chips view={view} path={path} query={query} chips={chips} />}
      {hasForm(props) && <ListForm {...props} isFiltered={isFiltered && (!isByChip || hasFilters(props))} />}
      {isFiltered && !isByChip && !hasForm(props) && <Clear view={view} path={path} />}
      {(total !== undefined || isExported) && (
        <div class="pe-list-foot">
          {total !== undefined && <p>{view.t('list.results', { count: countText(view, total) })}</p>}
          {props.children}
          {isExported && <Downloads view={view} {...(props.files ?? { path, query })} />}
        </div>
      )}
    </div>
  );
}

/** A count in words: `10,000+` if there are more than were counted. */
export function countText(
  { formatLocale }: Pick<View, 'formatLocale'>,
  { count, isCapped = false }: ListTotal,
): string {
  return `${count.toLocaleString(formatLocale)}${isCapped ? '+' : ''}`;
}

function hasFilters({ search, fields = [] }: ListBarProps): boolean {
  return search !== undefined || fields.length > 0;
}

function hasForm(props: ListBarProps): boolean {
  return hasFilters(props) || props.sort !== undefined;
}

function Chips(props: Pick<ListBarProps, 'view' | 'path' | 'query'> & { chips: NonNullable<ListBarProps['chips']> }) {
  const { view, path, query, chips } = props;
  const present = text(query[chips.name]);
  return (
    <nav class="pe-chips" aria-label={chips.label}>
      {chips.options.map((option) => (
        <a
          href={view.href(listPath(path, { ...query, [chips.name]: option.value }))}
          aria-current={option.value === present ? 'page' : undefined}
        >
          {option.text}
          {option.count !== undefined && <span class="pe-count">{countText(view, { count: option.count })}</span>}
        </a>
      ))}
    </nav>
  );
}

function ListForm(props: ListBarProps & { isFiltered: boolean }): JSX.Element {
  const { view, path, query, search, fields = [], sort, isFiltered } = props;
  const shown = new Set([search?.name, sort?.name, ...fields.map(({ name }) => name)]);
  const chosen = fields.filter(({ name }) => isChosen(props, name)).length;
  const apply = <Button text={view.t('list.apply')} />;
  return (
    <form class="pe-list-form" method="get" action={view.href(path)} role="search" aria-label={view.t('list.filter')}>
      {Object.entries(query).map(
        ([name, value]) =>
          !shown.has(name) && text(value) !== '' && <input type="hidden" name={name} value={text(value)} />,
      )}
      {search !== undefined && (
        <div class="pe-list-search">
          <TextField view={view} unmarked type="search" {...search} value={text(query[search.name])} />
          <Button text={view.t('list.search')} />
        </div>
      )}
      {(fields.length > 0 || sort !== undefined) && (
        <details class={fields.length > 0 ? 'pe-list-fields' : 'pe-list-fields pe-only-sort'} open={chosen > 0}>
          <summary>
            {view.t('list.filter')}
            {chosen > 0 && <span class="pe-count">{chosen.toLocaleString(view.formatLocale)}</span>}
          </summary>
          <div class="pe-filter">
            {inRows(fields).map((row) => {
              const drawn = row.map((field) => <Field view={view} field={field} value={text(query[field.name])} />);
              return row.length > 1 ? <div class="pe-period">{drawn}</div> : drawn;
            })}
            {sort !== undefined && (
              <div class="pe-sort-field">
                <Field view={view} field={{ ...sort, label: view.t('list.sort') }} value={text(query[sort.name])} />
              </div>
            )}
            {apply}
          </div>
        </details>
      )}
      {isFiltered && <Clear view={view} path={path} />}
    </form>
  );
}

const isDay = (field: ListField | undefined) => field !== undefined && 'type' in field && field.type === 'date';

/** The days of a period stay beside each other; each other field is on its own. */
function inRows(fields: readonly ListField[]): ListField[][] {
  const rows: ListField[][] = [];
  for (const field of fields) {
    if (isDay(field) && isDay(rows.at(-1)?.at(-1))) rows.at(-1)?.push(field);
    else rows.push([field]);
  }
  return rows;
}

function Field({ view, field, value }: { view: View; field: ListField; value: string }): JSX.Element {
  return 'options' in field ? (
    <SelectField view={view} unmarked {...field} value={value} />
  ) : (
    <TextField view={view} unmarked {...field} value={value} />
  );
}

function Clear({ view, path }: Pick<ListBarProps, 'view' | 'path'>): JSX.Element {
  return (
    <a class="pe-list-clear" href={view.href(path)}>
      {view.t('list.clear')}
    </a>
  );
}

/**
 * Links to a list as CSV and JSON.
 *
 * @param props.path - path of the list, below the mount path: see `declareExport`
 */
export function Downloads({ view, path, query }: Pick<ListBarProps, 'view' | 'path' | 'query'>): JSX.Element {
  return (
    <p class="pe-list-files">
      <span>{view.t('app.label', { label: view.t('list.files') })}</span>
      {(['csv', 'json'] as const).map((format) => (
        <a
          href={view.href(listPath(`${path}/export.${format}`, query))}
          download
          aria-label={view.t('list.download', { format: format.toUpperCase() })}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </p>
  );
}
