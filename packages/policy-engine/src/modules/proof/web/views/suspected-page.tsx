/** Flagged entries: what is known about each, and the form to review it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rules } from '../../../rules/index.ts';
import {
  ActionForm,
  Badge,
  type Column,
  List,
  type ListQuery,
  Notice,
  type Page,
  PageHeader,
  pageOf,
  Person,
  Time,
  type View,
} from '../../../../platform/web/index.ts';
import { type Doubt, doubts, type StoredEvent } from '../../ledger/rows.ts';
import { DecisionBadge, eventLabel, visitorName } from './event-parts.tsx';

/** What the page shows. */
export interface FlaggedShown {
  /** Those that match the filter, in the chosen order. */
  readonly events: readonly StoredEvent[];
  /** All that were read, by what the review says. */
  readonly counts: ReadonlyMap<Doubt, number>;
  /** Whether there are more than were read. */
  readonly isCapped: boolean;
  /** Why they were flagged, by ID. */
  readonly suspicions: ReadonlyMap<string, string>;
  /** Path of the list, below the mount path. */
  readonly path: string;
  /** Counted from 1. */
  readonly page: number;
  readonly query: ListQuery;
}

const tones = { suspected: 'danger', counts: 'success', void: 'neutral' } as const;

export function suspectedPage(view: View, shown: FlaggedShown, rules: Rules): Page {
  const { events, counts, isCapped, path, page, query } = shown;
  const title = view.t('ledger.suspected.title');
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const listed = pageOf(events, page);
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('ledger.suspected.lead')}
        back={{ href: view.href('/ledger'), text: view.t('ledger.title') }}
      />
      {all > 0 && <Notice view={view} tone="info" text={view.t('ledger.suspected.how')} />}
      <List
        view={view}
        path={path}
        query={query}
        chips={{
          name: 'state',
          label: view.t('requests.filter'),
          options: [
            { value: '', text: view.t('audit.all'), count: all },
            ...doubts.map((one) => ({
              value: one,
              text: view.t(`ledger.suspected.${one}`),
              count: counts.get(one) ?? 0,
            })),
          ],
        }}
        order="state"
        caption={title}
        columns={columnsOf(view, rules, shown)}
        rows={listed.rows}
        total={all > 0 ? { count: listed.total, isCapped } : undefined}
        page={page}
        pages={listed.pages}
        empty={{ title: view.t('ledger.suspected.none'), text: view.t('ledger.suspected.none_text') }}
        isExported={all > 0}
      />
    </>
  );
  return { title, content };
}

function columnsOf(view: View, rules: Rules, { suspicions }: FlaggedShown): readonly Column<StoredEvent>[] {
  return [
    {
      label: view.t('ledger.policy'),
      kind: 'heading',
      // With the decision, as the table has many columns.
      cell: ({ leaf }) => (
        <div class="pe-flagged">
          {eventLabel(view, rules, leaf)} <DecisionBadge view={view} decision={leaf.decision} vendors={leaf.vendors} />
        </div>
      ),
    },
    {
      label: view.t('ledger.at'),
      kind: 'fixed',
      isPlain: true,
      sort: 'at',
      cell: ({ leaf }) => <Time view={view} at={new Date(leaf.at)} precision="minute" short />,
    },
    { label: view.t('ledger.subject'), id: 'subject', priority: 2, cell: (event) => subjectOf(view, event) },
    {
      label: view.t('ledger.suspected.reason'),
      id: 'reason',
      priority: 2,
      cell: ({ leaf }) => <div class="pe-sentence">{reasonOf(view, suspicions.get(leaf.id))}</div>,
    },
    {
      label: view.t('ledger.suspected.judgement'),
      sort: 'state',
      sortsUpOnly: true,
      cell: (event) => <Judging view={view} event={event} />,
    },
  ];
}

/** The last review, and the other ones: in one column, as the table has many. */
function Judging({ view, event: { leaf, doubt } }: { view: View; event: StoredEvent }): JSX.Element {
  const verdicts = (['counts', 'void'] as const).filter((verdict) => verdict !== doubt);
  return (
    <div class="pe-verdicts">
      <Badge tone={tones[doubt ?? 'suspected']} text={view.t(`ledger.suspected.${doubt ?? 'suspected'}`)} />
      {verdicts.map((verdict) => {
        const text = view.t(`ledger.suspected.${verdict}.verb`);
        return (
          <ActionForm
            small
            method="put"
            action={view.href(`/ledger/events/${leaf.id}/judgement`)}
            fields={{ verdict }}
            text={text}
            name={view.t('text.labelled', { label: text, value: leaf.id })}
          />
        );
      })}
    </div>
  );
}

function subjectOf(view: View, { identity }: StoredEvent): JSX.Element {
  if (identity === null) return <>{view.t('ledger.receipt.unknown')}</>;
  if (identity.userId !== null) return <Person view={view} id={identity.userId} />;
  return <>{identity.visitorId === null ? view.t('ledger.visitor') : visitorName(view, identity.visitorId)}</>;
}

function reasonOf(view: View, reason: string | undefined): string {
  const key = `ledger.suspected.reason.${reason}`;
  return view.isText(key) ? view.text(key) : (reason ?? '');
}
