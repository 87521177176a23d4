/** All decisions of one person. */
import type { Rules } from '../../../rules/index.ts';
import { Downloads, EmptyState, type Page, PageHeader, Table, type View } from '../../../../platform/web/index.ts';
import type { StoredEvent } from '../../ledger/rows.ts';
import { eventColumns, receiptColumn } from './event-parts.tsx';

export function recordPage(
  view: View,
  events: readonly StoredEvent[],
  suspicions: ReadonlyMap<string, string>,
  rules: Rules,
): Page {
  const title = view.t('ledger.mine.title');
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
              receiptColumn(view, rules, (id) => `/ledger/events/${id}`),
            ]}
          />
        </>
      )}
    </>
  );
  return { title, content };
}
