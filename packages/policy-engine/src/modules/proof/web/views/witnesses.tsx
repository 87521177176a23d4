/** Witnesses and the times of their cosignatures, in words. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, type Column, Notice, Table, Time, type View } from '../../../../platform/web/index.ts';
import type { WitnessesReport, WitnessReport } from '../../witnesses/service.ts';

/** The state of witnessing, for administrators. */
export function WitnessesSection({ view, report }: { view: View; report: WitnessesReport }): JSX.Element {
  const { witnesses, quorum, newest } = report;
  return (
    <section class="pe-card pe-stack" aria-labelledby="witnesses">
      <h2 id="witnesses">{view.t('ledger.witnesses')}</h2>
      <p>{view.t('ledger.witnesses.text', { quorum, count: witnesses.length })}</p>
      {newest === null ? (
        <Notice view={view} tone="warning" text={view.t('ledger.witnesses.none')} />
      ) : (
        <>
          <p>{view.t('ledger.witnesses.newest', { size: newest.size.toLocaleString(view.formatLocale) })}</p>
          <Cosigners view={view} by={newest.by} />
        </>
      )}
      <Table view={view} caption={view.t('ledger.witnesses')} rows={witnesses} columns={columnsOf(view)} />
    </section>
  );
}

/** A list of names, each with the time of its signature. */
export function Cosigners(props: {
  view: View;
  by: readonly { readonly name: string; readonly at: Date }[];
}): JSX.Element {
  const { view, by } = props;
  return (
    <ul>
      {by.map(({ name, at }) => (
        <li>
          <code>{name}</code> – <Time view={view} at={at} precision="minute" />
        </li>
      ))}
    </ul>
  );
}

function columnsOf(view: View): readonly Column<WitnessReport>[] {
  return [
    { label: view.t('ledger.witness'), kind: 'heading', cell: ({ name }) => <code>{name}</code> },
    { label: view.t('ledger.witness.size'), cell: ({ size }) => size },
    {
      label: view.t('ledger.witness.at'),
      cell: ({ cosignedAt }) =>
        cosignedAt === null ? (
          view.t('ledger.witness.never')
        ) : (
          <Time view={view} at={new Date(cosignedAt)} precision="minute" />
        ),
    },
    {
      label: view.t('ledger.witness.state'),
      cell: ({ isLate, failure }) => (
        <>
          <Badge
            tone={isLate ? 'warning' : 'success'}
            text={view.t(isLate ? 'ledger.witness.late' : 'ledger.witness.fresh')}
          />
          {failure !== null && <div class="pe-muted pe-small">{failure}</div>}
        </>
      ),
    },
  ];
}
