/** The events of a person and a rule. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { DecisionBadge, type StoredEvent } from '../../../proof/index.ts';
import { Time, Timeline, type View } from '../../../../platform/web/index.ts';

/** Entries that are shown; the ledger has all of them. */
const SHOWN = 10;

/** Collapsed; nothing if there are no events. */
export function History({
  view,
  label,
  events,
}: {
  view: View;
  label: string;
  events: readonly StoredEvent[];
}): JSX.Element {
  if (events.length === 0) return <></>;
  const receipt = view.t('ledger.receipt');
  const entries = events.slice(0, SHOWN).map(({ leaf }) => ({
    at: <Time view={view} at={new Date(leaf.at)} precision="minute" />,
    content: (
      <>
        <DecisionBadge view={view} decision={leaf.decision} vendors={leaf.vendors} />{' '}
        <span class="pe-muted pe-small">
          {leaf.version !== null && `${view.t('consents.version', { version: leaf.version })} · `}
          {view.t(`ledger.how.${leaf.how}`)}
        </span>{' '}
        <a
          class="pe-small"
          href={view.href(`/ledger/events/${leaf.id}`)}
          aria-label={view.t('text.labelled', { label: receipt, value: `${label}, ${leaf.at}` })}
        >
          {receipt}
        </a>
      </>
    ),
  }));
  return (
    <details class="pe-unfold">
      <summary
        aria-label={view.t('text.labelled', {
          label: view.t('centre.history', { count: events.length }),
          value: label,
        })}
      >
        {view.t('centre.history', { count: events.length })}
      </summary>
      <Timeline entries={entries} />
      {events.length > SHOWN && (
        <p class="pe-small">
          <a href={view.href('/ledger/events')}>{view.t('centre.record')}</a>
        </p>
      )}
    </details>
  );
}
