/** The administrators' list: who decided what, when and how. Names come from the host for the page; the ledger has IDs only. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { CappedCount } from '../../../../platform/database/statements/capped-count.ts';
import type { Rules } from '../../../rules/index.ts';
import {
  List,
  type ListBarProps,
  type ListQuery,
  Notice,
  type Page,
  PageHeader,
  Person,
  type View,
} from '../../../../platform/web/index.ts';
import type { LedgerCheckpoint } from '../../seal/checkpoint-store.ts';
import { eventGroupNames } from '../../ledger/event.ts';
import { gpcFilters } from '../../listing/event-filter.ts';
import type { StoredEvent } from '../../ledger/rows.ts';
import type { WitnessesReport } from '../../witnesses/service.ts';
import { visitorPath } from '../../../../platform/users/person-path.ts';
import { LEDGER_PATH } from '../paths.ts';
import { eventColumns, visitorName } from './event-parts.tsx';
import { VerifyButton } from './verification-page.tsx';
import { WitnessesSection } from './witnesses.tsx';

/** What outsiders need to check the ledger. */
export interface ShownLog {
  readonly vkeys: readonly string[];
  readonly checkpoint: LedgerCheckpoint;
  /** Whether the key is in the database. */
  readonly isStored: boolean;
  readonly witnesses: WitnessesReport;
}

/** The data of the page. */
export interface LedgerListing {
  readonly events: readonly StoredEvent[];
  /** Why events were flagged, by ID. */
  readonly suspicions: ReadonlyMap<string, string>;
  /** The filters of the request. */
  readonly query: ListQuery;
  /** How many flagged events nobody has reviewed. */
  readonly waiting: number;
  /** Null before the first checkpoint, which creates name and key. */
  readonly log: ShownLog | null;
  readonly page: number;
  readonly pages: number;
  readonly total: CappedCount;
  /** Whether the host finds people by more than their ID. */
  readonly findsNames: boolean;
}

/** A page of the list. */
export function ledgerPage(view: View, listing: LedgerListing, rules: Rules): Page {
  const { events, suspicions, query, waiting, log, page, pages } = listing;
  const title = view.t('ledger.title');
  const isFiltered = isFilteredBy(query);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('ledger.lead')} action={<VerifyButton view={view} />} />
      {waiting > 0 && (
        <Notice view={view} tone="danger">
          {view.t('ledger.suspected.waiting')}{' '}
          <a href={view.href('/ledger/suspected')}>{view.t('ledger.suspected.open')}</a>
        </Notice>
      )}
      {typeof query['subject'] === 'string' && query['subject'] !== '' && (
        <p>
          {view.t('app.label', { label: view.t('ledger.subject') })} <Person view={view} id={query['subject']} />
        </p>
      )}
      <List
        {...barOf(view, listing, rules)}
        order="-at"
        caption={title}
        columns={[
          ...eventColumns(view, rules, suspicions, true),
          { label: view.t('ledger.subject'), priority: 2, cell: (event) => subjectOf(view, event) },
        ]}
        rows={events}
        page={page}
        pages={pages}
        empty={{
          title: view.t(isFiltered ? 'ledger.none' : 'ledger.empty'),
          text: view.t(isFiltered ? 'ledger.none_text' : 'ledger.empty_text'),
        }}
      />
      {log !== null && <Keys view={view} log={log} />}
      {log !== null && log.witnesses.witnesses.length > 0 && <WitnessesSection view={view} report={log.witnesses} />}
    </>
  );
  return { title, content };
}

/** Whether the request has filters beyond the default ones. */
function isFilteredBy({ kind, sort: _sort, columns: _columns, ...others }: ListQuery): boolean {
  return kind !== eventGroupNames[0] || Object.values(others).some((value) => value !== undefined && value !== '');
}

function barOf(view: View, { query, total, findsNames }: LedgerListing, rules: Rules): ListBarProps {
  const all = { value: '', text: view.t('ledger.all') };
  const decisions = (['accepted', 'rejected'] as const).map((value) => {
    return { value, text: view.t(`ledger.decision.${value}`) };
  });
  return {
    view,
    path: LEDGER_PATH,
    query,
    defaults: { kind: eventGroupNames[0] },
    search: {
      name: 'q',
      label: view.t('ledger.subject'),
      hint: view.t(findsNames ? 'people.search.names' : 'people.search.ids'),
    },
    fields: [
      {
        name: 'kind',
        label: view.t('ledger.kind'),
        options: eventGroupNames.map((value) => ({ value, text: view.t(`ledger.group.${value}`) })),
      },
      {
        name: 'rule',
        label: view.t('ledger.policy'),
        options: [all, ...rules.all.map(({ name, label }) => ({ value: name, text: label(view.locale) }))],
      },
      { name: 'version', label: view.t('ledger.receipt.version'), type: 'number', min: 1 },
      { name: 'decision', label: view.t('ledger.decision'), options: [all, ...decisions] },
      {
        name: 'gpc',
        label: view.t('ledger.gpc'),
        options: [all, ...gpcFilters.map((value) => ({ value, text: view.t(`ledger.gpc.${value}`) }))],
      },
      { name: 'language', label: view.t('ledger.receipt.locale'), type: 'text' },
      { name: 'from', label: view.t('list.from'), type: 'date' },
      { name: 'to', label: view.t('list.to'), type: 'date' },
    ],
    total,
    isExported: true,
  };
}

function Keys({ view, log: { vkeys, checkpoint, isStored } }: { view: View; log: ShownLog }): JSX.Element {
  return (
    <section class="pe-card pe-stack" aria-labelledby="keys">
      <h2 id="keys">{view.t('ledger.keys')}</h2>
      <p>{view.t('ledger.keys.text')}</p>
      {vkeys.map((vkey) => (
        <p>
          <code class="pe-note">{vkey}</code>
        </p>
      ))}
      {isStored && <Notice view={view} tone="warning" text={view.t('ledger.keys.stored')} />}
      <h3>
        <a href={view.href('/ledger/checkpoint')}>{view.t('ledger.checkpoint')}</a>
      </h3>
      <p>
        <code class="pe-note">{checkpoint.note}</code>
      </p>
    </section>
  );
}

/** The account, or the browser: its page has the receipts of the decisions. */
function subjectOf(view: View, { leaf, identity }: StoredEvent): JSX.Element | null {
  if (leaf.how === 'sealer' || leaf.kind === 'judgement') return null;
  if (identity === null) return <>{view.t('ledger.erased')}</>;
  const { userId, visitorId } = identity;
  if (userId !== null) return <Person view={view} id={userId} />;
  if (visitorId === null) return <>{view.t('ledger.visitor')}</>;
  return (
    <a href={view.href(visitorPath(visitorId))} title={visitorId}>
      {visitorName(view, visitorId)}
    </a>
  );
}
