/** What happens to a person's data, as a table: what is planned, or what was done. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, Table, Time, type Tone, type View } from '../../../platform/web/index.ts';
import { StateBadge } from '../../requests/index.ts';
import { type ErasureReceipt, hasRemains, isPartlySearched, leftOf, type PlannedErasure } from '../plan/receipt.ts';
import { awaitsIdentity, type ErasureRequest } from '../requests/request.ts';
import { pages } from './pages.ts';

/** The state in a word; a request that waits for identity verification has its own. */
export function ErasureBadge({
  view,
  request,
}: {
  view: View;
  request: Pick<ErasureRequest, 'state' | 'linksAsked' | 'identifiedAt'>;
}): JSX.Element {
  if (request.state === 'pending' && awaitsIdentity(request)) {
    return <Badge tone="neutral" text={view.t('erasure.state.unidentified')} />;
  }
  return <StateBadge view={view} pages={pages} state={request.state} />;
}

const TONES: Readonly<Record<PlannedErasure['action'], Tone>> = {
  delete: 'neutral',
  erase_fields: 'neutral',
  run: 'neutral',
  pseudonymise: 'warning',
  keep: 'info',
};

/** @param props.tense whether it will happen, or has happened */
export function PlanTable(props: {
  view: View;
  caption: string;
  entries: readonly PlannedErasure[];
  tense: 'will' | 'done';
}): JSX.Element {
  const { view, caption, entries, tense } = props;
  return (
    <Table
      view={view}
      caption={caption}
      rows={entries}
      columns={[
        { label: view.t('erasure.plan.data'), kind: 'heading', cell: ({ label }) => label },
        {
          label: view.t('erasure.plan.what'),
          cell: ({ action }) => <Badge tone={TONES[action]} text={view.t(`erasure.${tense}.${action}`)} />,
        },
        {
          label: view.t('erasure.plan.rows'),
          kind: 'number',
          cell: ({ rows }) => rows?.toLocaleString(view.formatLocale) ?? null,
        },
        { label: view.t('erasure.plan.why'), priority: 2, cell: (entry) => whyOf(view, entry) },
      ]}
    />
  );
}

/** Why data is kept or what is left of it, and until when. */
function whyOf(view: View, { reason, until }: PlannedErasure): JSX.Element | null {
  if (reason === null && until === null) return null;
  return (
    <>
      {reason !== null && (
        <span class="pe-lines" dir="auto">
          {reason}
        </span>
      )}
      {until !== null && (
        <>
          {reason !== null && <br />}
          {view.t('erasure.kept_until')} <Time view={view} at={new Date(until)} />
        </>
      )}
    </>
  );
}

/** What is left after an erasure, why and until when, as facts. */
export function Left({ view, receipt }: { view: View; receipt: ErasureReceipt }): JSX.Element {
  const left = leftOf(receipt);
  const isFound = hasRemains(receipt);
  return (
    <>
      {(left.length > 0 || isFound) && <dt>{view.t('erasure.left')}</dt>}
      {left.map((entry) => (
        <dd>
          <bdi>{entry.label}</bdi> <Badge tone={TONES[entry.action]} text={view.t(`erasure.done.${entry.action}`)} />
          <span class="pe-under">{whyOf(view, entry)}</span>
        </dd>
      ))}
      {isFound && <dd>{view.t('erasure.left.found')}</dd>}
      {isPartlySearched(receipt) && (
        <>
          <dt>{view.t('erasure.absence.files.not')}</dt>
          <dd>{view.t('erasure.left.unsearched')}</dd>
        </>
      )}
    </>
  );
}

/** What an erasure has done. @param props.level of its heading. Default: 2 */
export function Receipt(props: { view: View; receipt: ErasureReceipt; level?: 2 | 3 }): JSX.Element {
  const { view, receipt, level = 2 } = props;
  const title = view.t('erasure.receipt.title');
  return (
    <section class="pe-stack" aria-labelledby="receipt">
      {level === 2 ? <h2 id="receipt">{title}</h2> : <h3 id="receipt">{title}</h3>}
      <PlanTable view={view} caption={title} entries={receipt.entries} tense="done" />
      <dl class="pe-facts">
        <dt>{view.t('erasure.receipt.begun')}</dt>
        <dd>
          <Time view={view} at={new Date(receipt.begunAt)} precision="minute" />
        </dd>
        <dt>{view.t('erasure.receipt.completed')}</dt>
        <dd>
          <Time view={view} at={new Date(receipt.completedAt)} precision="minute" />
        </dd>
        {receipt.backupsUntil !== null && (
          <>
            <dt>{view.t('erasure.receipt.backups_until')}</dt>
            <dd>
              <Time view={view} at={new Date(receipt.backupsUntil)} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
