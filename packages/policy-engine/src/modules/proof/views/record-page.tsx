/** All decisions of one person. */
import type { Rules } from '../../rules/rules.ts';
import {
  ButtonLink,
  Downloads,
  EmptyState,
  type Page,
  PageHeader,
  Table,
  type View,
} from '../../../platform/web/index.ts';
import type { StoredEvent } from '../rows.ts';
import { eventColumns, eventLabel } from './event-parts.tsx';

export function recordPage(
  view: View,
  events: readonly StoredEvent[],
  suspicions: ReadonlyMap<string, string>,
  rules: Rules,
): Page {
  const title = view.t('ledger.mine.title');
  const receipt = view.t('ledger.receipt');
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('ledger.mine.lead')}
        back={{ href: view.href('/privacy'), text: view.t('centre.title') }}
      />
      {events.length === 0 ? (
        <EmptyState title={view.t('ledger.mine.empty')} text={view.t('ledger.empty_text')} />
      ) : (
        <>
          <Downloads view={view} path="/ledger/events" query={{}} />
          <Table
            view={view}
            caption={title}
            rows={events}
            columns={[
              ...eventColumns(view, rules, suspicions),
              {
                label: view.t('table.actions'),
                kind: 'actions',
                cell: ({ leaf }) => (
                  <ButtonLink
                    small
                    href={view.href(`/ledger/events/${leaf.id}`)}
                    text={receipt}
                    name={`${receipt}: ${eventLabel(view, rules, leaf)}, ${leaf.at}`}
                  />
                ),
              },
            ]}
          />
        </>
      )}
    </>
  );
  return { title, content };
}
