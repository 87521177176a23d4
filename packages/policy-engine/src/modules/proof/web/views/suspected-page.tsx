/** Flagged entries: what is known about each, and the form to review it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rules } from '../../../rules/index.ts';
import {
  ActionForm,
  Badge,
  Downloads,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Person,
  Table,
  Time,
  type View,
} from '../../../../platform/web/index.ts';
import type { StoredEvent } from '../../ledger/rows.ts';
import { DecisionBadge, eventLabel } from './event-parts.tsx';

interface Listing {
  readonly events: readonly StoredEvent[];
  /** Why they were flagged, by ID. */
  readonly suspicions: ReadonlyMap<string, string>;
}

const tones = { suspected: 'danger', counts: 'success', void: 'neutral' } as const;

export function suspectedPage(view: View, { events, suspicions }: Listing, rules: Rules): Page {
  const title = view.t('ledger.suspected.title');
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('ledger.suspected.lead')}
        back={{ href: view.href('/ledger'), text: view.t('ledger.title') }}
      />
      {events.length === 0 ? (
        <EmptyState title={view.t('ledger.suspected.none')} text={view.t('ledger.suspected.none_text')} />
      ) : (
        <>
          <Notice view={view} tone="info" text={view.t('ledger.suspected.how')} />
          <Downloads view={view} path="/ledger/suspected" query={{}} />
          <Table
            view={view}
            caption={title}
            rows={events}
            columns={[
              {
                label: view.t('ledger.policy'),
                kind: 'heading',
                // With the decision, as the table has many columns.
                cell: ({ leaf }) => (
                  <div class="pe-flagged">
                    {eventLabel(view, rules, leaf)}{' '}
                    <DecisionBadge view={view} decision={leaf.decision} vendors={leaf.vendors} />
                  </div>
                ),
              },
              {
                label: view.t('ledger.at'),
                cell: ({ leaf }) => <Time view={view} at={new Date(leaf.at)} precision="minute" />,
              },
              { label: view.t('ledger.subject'), priority: 2, cell: (event) => subjectOf(view, event) },
              {
                label: view.t('ledger.suspected.reason'),
                priority: 2,
                cell: ({ leaf }) => <div class="pe-sentence">{reasonOf(view, suspicions.get(leaf.id))}</div>,
              },
              {
                label: view.t('ledger.suspected.judgement'),
                cell: (event) => <Judging view={view} event={event} />,
              },
            ]}
          />
        </>
      )}
    </>
  );
  return { title, content };
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
            name={`${text}: ${leaf.id}`}
          />
        );
      })}
    </div>
  );
}

function subjectOf(view: View, { identity }: StoredEvent): JSX.Element {
  if (identity === null) return <>{view.t('ledger.receipt.unknown')}</>;
  return identity.userId === null ? <>{view.t('ledger.visitor')}</> : <Person view={view} id={identity.userId} />;
}

function reasonOf(view: View, reason: string | undefined): string {
  const key = `ledger.suspected.reason.${reason}`;
  return view.isText(key) ? view.text(key) : (reason ?? '');
}
