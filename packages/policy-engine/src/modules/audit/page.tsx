/** The log for administrators: who did what to what, and when. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Breakable,
  type Column,
  Id,
  List,
  listPath,
  type ListQuery,
  type Page,
  PageHeader,
  Time,
  type View,
} from '../../platform/web/index.ts';
import type { AdminAction } from '../../kernel/module.ts';
import { actionName } from './names.ts';
import type { EntryNames } from './representation.ts';
import type { AuditEntry, AuditPage } from './service.ts';

/** Path of the log, below the mount path. */
export const AUDIT_PATH = '/audit';

/** The available filters. */
export interface LogChoices {
  /** All actions that the modules log. */
  readonly actions: readonly AdminAction[];
  /** Rules, with their labels. */
  readonly rules: readonly { readonly value: string; readonly text: string }[];
  /** Administrators, with the host's names. */
  readonly actors: readonly { readonly value: string; readonly text: string }[];
}

/** What the page shows. */
export interface ShownLog {
  readonly list: AuditPage;
  readonly names: EntryNames;
  readonly choices: LogChoices;
  readonly page: number;
  /** The requested filters. */
  readonly query: ListQuery;
}

/** A page of the log. */
export function auditPage(view: View, { list, names, choices, page, query }: ShownLog): Page {
  const title = view.t('audit.title');
  const { entries, total, pages } = list;
  const isFiltered = Object.entries(query).some(
    ([name, value]) => name !== 'sort' && name !== 'columns' && (value ?? '') !== '',
  );
  const all = { value: '', text: view.t('audit.all') };
  const actions = choices.actions
    .map((action) => ({ value: action, text: actionName(view, action) }))
    .toSorted((a, b) => a.text.localeCompare(b.text, view.locale));
  const content = (
    <>
      <PageHeader title={title} lead={view.t('audit.lead')} />
      <List
        view={view}
        path={AUDIT_PATH}
        query={query}
        fields={[
          { name: 'action', label: view.t('audit.action'), options: [all, ...actions] },
          { name: 'actor', label: view.t('audit.actor'), options: [all, ...choices.actors] },
          { name: 'rule', label: view.t('audit.rule'), options: [all, ...choices.rules] },
          { name: 'from', label: view.t('list.from'), type: 'date' },
          { name: 'to', label: view.t('list.to'), type: 'date' },
        ]}
        total={total}
        isExported
        order="-at"
        caption={title}
        columns={columnsOf(view, names, query)}
        rows={entries}
        page={page}
        pages={pages}
        empty={{ title: view.t('audit.none'), text: view.t(isFiltered ? 'audit.none_text' : 'audit.empty_text') }}
      />
    </>
  );
  return { title, content };
}

function columnsOf(view: View, names: EntryNames, query: ListQuery): readonly Column<AuditEntry>[] {
  return [
    { label: view.t('audit.action'), kind: 'heading', cell: (entry) => names.action(entry.action) },
    {
      label: view.t('audit.subject'),
      priority: 2,
      cell: (entry) => (entry.subject === null ? null : <Subject view={view} entry={entry} names={names} />),
    },
    {
      label: view.t('audit.rule'),
      id: 'rule',
      priority: 2,
      cell: ({ rule }) => (rule === null ? null : names.rule(rule)),
    },
    {
      label: view.t('audit.actor'),
      cell: ({ actor }) => <Actor view={view} actor={actor} names={names} query={query} />,
    },
    {
      label: view.t('audit.at'),
      isPlain: true,
      kind: 'fixed',
      sort: 'at',
      cell: ({ at }) => <Time view={view} at={new Date(at)} precision="minute" short />,
    },
    { label: view.t('audit.network'), id: 'network', isHidden: true, kind: 'fixed', priority: 3, cell: ({ ip }) => ip },
  ];
}

/** The subject: its name with a link to its page, or its ID if it has no name. */
function Subject({ view, entry, names }: { view: View; entry: AuditEntry; names: EntryNames }): JSX.Element {
  const subject = names.subjects.get(entry.id);
  return (
    <>
      {subject === undefined ? (
        <Id value={entry.subject ?? ''} />
      ) : subject.path === null ? (
        <Breakable text={subject.text} />
      ) : (
        <a href={view.href(subject.path)}>
          <Breakable text={subject.text} />
        </a>
      )}
    </>
  );
}

function Actor(props: { view: View; actor: string | null; names: EntryNames; query: ListQuery }): JSX.Element {
  const { view, actor, names, query } = props;
  if (actor === null) return <>{view.t('audit.host')}</>;
  const href = view.href(listPath(AUDIT_PATH, { ...query, actor }));
  const name = names.actors.get(actor);
  return name === undefined ? (
    <Id value={actor} href={href} />
  ) : (
    <a href={href} title={actor}>
      <Breakable text={name} />
    </a>
  );
}
