/** The administrators' list: who by id only, what, when and how. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rules } from '../../rules/rules.ts';
import {
  Button,
  EmptyState,
  Id,
  Notice,
  type Page,
  PageHeader,
  Pager,
  SelectField,
  Table,
  type View,
} from '../../../platform/web/index.ts';
import type { LedgerCheckpoint } from '../checkpoint-store.ts';
import { eventGroupNames } from '../event.ts';
import type { EventFilter } from '../event-filter.ts';
import type { StoredEvent } from '../rows.ts';
import type { WitnessesReport } from '../witnesses/service.ts';
import { eventColumns } from './event-parts.tsx';
import { WitnessesSection } from './witnesses.tsx';

/** What outsiders check the ledger with. */
interface Log {
  readonly vkeys: readonly string[];
  readonly checkpoint: LedgerCheckpoint;
  /** Whether the key lies in the database. */
  readonly isStored: boolean;
  readonly witnesses: WitnessesReport;
}

interface Listing {
  readonly events: readonly StoredEvent[];
  /** Why events were sealed under a mark, by id. */
  readonly suspicions: ReadonlyMap<string, string>;
  readonly filter: EventFilter;
  /** How many events under a mark nobody has judged. */
  readonly waiting: number;
  /** Null before the first checkpoint, with which name and key are made. */
  readonly log: Log | null;
  readonly page: number;
  readonly pages: number;
}

export function ledgerPage(view: View, listing: Listing, rules: Rules): Page {
  const { events, suspicions, filter, waiting, log, page, pages } = listing;
  const title = view.t('ledger.title');
  const isFiltered = filter.kind !== 'decisions' || filter.rule !== undefined || filter.decision !== undefined;
  const href = (other: number): string => {
    const query = new URLSearchParams({ page: String(other) });
    for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
    return view.href(`/ledger?${query.toString()}`);
  };
  const content = (
    <>
      <PageHeader title={title} lead={view.t('ledger.lead')} />
      {waiting > 0 && (
        <Notice view={view} tone="danger">
          {view.t('ledger.suspected.waiting')}{' '}
          <a href={view.href('/ledger/suspected')}>{view.t('ledger.suspected.open')}</a>
        </Notice>
      )}
      <Filter view={view} filter={filter} rules={rules} />
      {events.length === 0 ? (
        <EmptyState
          title={view.t(isFiltered || page > 1 ? 'ledger.none' : 'ledger.empty')}
          text={view.t(isFiltered || page > 1 ? 'ledger.none_text' : 'ledger.empty_text')}
        />
      ) : (
        <Table
          view={view}
          caption={title}
          rows={events}
          columns={[
            ...eventColumns(view, rules, suspicions),
            { label: view.t('ledger.subject'), priority: 2, cell: (event) => subjectOf(view, event) },
          ]}
        />
      )}
      {page <= pages && <Pager view={view} page={page} pages={pages} href={href} />}
      {log !== null && <Keys view={view} log={log} />}
      {log !== null && log.witnesses.witnesses.length > 0 && <WitnessesSection view={view} report={log.witnesses} />}
    </>
  );
  return { title, content };
}

function Keys({ view, log: { vkeys, checkpoint, isStored } }: { view: View; log: Log }): JSX.Element {
  return (
    <section class="pe-card pe-stack" aria-labelledby="keys">
      <h2 id="keys">{view.t('ledger.keys')}</h2>
      <p>{view.t('ledger.keys.text')}</p>
      {isStored && <Notice view={view} tone="warning" text={view.t('ledger.keys.stored')} />}
      {vkeys.map((vkey) => (
        <p>
          <code class="pe-note">{vkey}</code>
        </p>
      ))}
      <h3>{view.t('ledger.checkpoint')}</h3>
      <p>
        <a href={view.href('/ledger/checkpoint')}>
          <code class="pe-note">{checkpoint.note}</code>
        </a>
      </p>
    </section>
  );
}

function subjectOf(view: View, { leaf, identity }: StoredEvent): JSX.Element {
  if (leaf.how === 'sealer' || leaf.kind === 'judgement') return <>–</>;
  if (identity === null) return <>{view.t('ledger.erased')}</>;
  return identity.userId === null ? <>{view.t('ledger.visitor')}</> : <Id value={identity.userId} />;
}

function Filter({ view, filter, rules }: { view: View; filter: EventFilter; rules: Rules }): JSX.Element {
  const all = { value: '', text: view.t('ledger.all') };
  const decisions = (['accepted', 'rejected'] as const).map((value) => {
    return { value, text: view.t(`ledger.decision.${value}`) };
  });
  return (
    <form class="pe-filter" method="get" action={view.href('/ledger')}>
      <SelectField
        view={view}
        required
        name="kind"
        label={view.t('ledger.kind')}
        value={filter.kind}
        options={eventGroupNames.map((value) => ({ value, text: view.t(`ledger.group.${value}`) }))}
      />
      <SelectField
        view={view}
        required
        name="rule"
        label={view.t('ledger.policy')}
        value={filter.rule ?? ''}
        options={[all, ...rules.all.map(({ name, label }) => ({ value: name, text: label(view.locale) }))]}
      />
      <SelectField
        view={view}
        required
        name="decision"
        label={view.t('ledger.decision')}
        value={filter.decision ?? ''}
        options={[all, ...decisions]}
      />
      <Button text={view.t('ledger.filter')} />
    </form>
  );
}
