/** The list of people whom a search finds. */
import {
  Badge,
  Breakable,
  type Column,
  Id,
  List,
  type ListQuery,
  type Page,
  PageHeader,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { visitorName } from '../../proof/index.ts';
import type { Rules } from '../../rules/index.ts';
import { PEOPLE, personPath, visitorPath } from '../../../platform/users/person-path.ts';
import type { FoundPerson, PeoplePage } from '../people-list.ts';

/** The path of the files of a search. */
export const PEOPLE_FOUND: string = `${PEOPLE}/search`;

/** What the search shows. */
export interface SearchShown extends PeoplePage {
  readonly page: number;
  /** The filters. */
  readonly query: ListQuery;
  readonly rules: Rules;
  /** Whether anything was searched for. */
  readonly isAsked: boolean;
  readonly findsNames: boolean;
}

/** The search. Without filters nobody is listed. */
export function searchPage(view: View, shown: SearchShown): Page {
  const { found, total, page, pages, query, rules, isAsked, findsNames } = shown;
  const title = view.t('people.title');
  const all = { value: '', text: view.t('ledger.all') };
  // Nobody decides on a notice.
  const policies = rules.all.filter(({ notice }) => !notice);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('people.lead')} />
      <List
        view={view}
        path={PEOPLE}
        files={{ path: PEOPLE_FOUND, query }}
        query={query}
        search={{
          name: 'q',
          label: view.t('list.search'),
          hint: view.t(findsNames ? 'people.search.names' : 'people.search.ids'),
        }}
        fields={[
          {
            name: 'rule',
            label: view.t('ledger.policy'),
            options: [all, ...policies.map(({ name, label }) => ({ value: name, text: label(view.locale) }))],
          },
          { name: 'version', label: view.t('ledger.receipt.version'), type: 'number', min: 1 },
          {
            name: 'decision',
            label: view.t('people.current'),
            options: [
              all,
              ...(['accepted', 'rejected'] as const).map((value) => {
                return { value, text: view.t(`ledger.decision.${value}`) };
              }),
            ],
          },
        ]}
        total={isAsked ? total : undefined}
        isExported={isAsked}
        caption={title}
        columns={columnsOf(view, rules)}
        rows={found}
        page={page}
        pages={pages}
        empty={
          isAsked
            ? { title: view.t('people.none'), text: view.t('people.none_text') }
            : { title: view.t('people.unasked'), text: view.t('people.unasked_text') }
        }
      />
      <p class="pe-muted pe-small">{view.t('people.logged')}</p>
    </>
  );
  return { title, content };
}

function columnsOf(view: View, rules: Rules): readonly Column<FoundPerson>[] {
  const labelOf = (rule: string) => rules.find(rule)?.label(view.locale) ?? rule;
  return [
    {
      label: view.t('requests.person'),
      kind: 'heading',
      cell: ({ kind, id, name }) => (
        <a href={view.href(kind === 'person' ? personPath(id) : visitorPath(id))} title={id}>
          <Breakable text={kind === 'visitor' ? visitorName(view, id) : (name ?? id)} />
        </a>
      ),
    },
    {
      label: view.t('people.last_decision'),
      cell: ({ last }) =>
        last === null ? null : (
          <>
            <Badge
              tone={last.decision === 'accepted' ? 'info' : 'neutral'}
              text={view.t(last.isPartly ? 'app.partly' : `ledger.decision.${last.decision}`)}
            />{' '}
            {labelOf(last.rule)}
          </>
        ),
    },
    {
      label: view.t('people.decided_at'),
      id: 'decided',
      kind: 'fixed',
      priority: 2,
      cell: ({ last }) => (last === null ? null : <Time view={view} at={new Date(last.at)} precision="minute" short />),
    },
    {
      label: view.t('people.open_request'),
      priority: 2,
      cell: ({ open }) => {
        const [first] = open;
        if (first === undefined) return null;
        const { kind, request } = first;
        return <a href={view.href(kind.pages.paths.one(request.id))}>{view.text(kind.label)}</a>;
      },
    },
    {
      label: view.t('people.what'),
      id: 'records',
      isHidden: true,
      kind: 'fixed',
      cell: ({ isKnown }) => (
        <Badge tone={isKnown ? 'info' : 'neutral'} text={view.t(isKnown ? 'people.on_record' : 'people.nothing')} />
      ),
    },
    { label: view.t('people.id'), id: 'id', priority: 3, cell: ({ id }) => <Id value={id} /> },
  ];
}
