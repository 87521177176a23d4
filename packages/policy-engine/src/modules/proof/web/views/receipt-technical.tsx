/** The technical details of a receipt, folded on the screen and unfolded on paper: IDs, fingerprints, and the signed checkpoint. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Breakable, type View } from '../../../../platform/web/index.ts';
import { canonical, type Plain } from '../../ledger/canonical.ts';
import { leafHash, parseInclusionProof } from '../../log/index.ts';
import type { LeafJson } from '../../receipts/check/records.ts';
import type { Receipt } from '../../receipts/check/form.ts';
import { namedCosignatures } from '../../witnesses/trusted.ts';
import { Cosigners } from './witnesses.tsx';

export function Technical({ view, receipt }: { view: View; receipt: Receipt }): JSX.Element {
  const { event, openings, proof } = receipt;
  return (
    <details class="pe-card pe-unfold pe-on-paper">
      <summary>{view.t('receipt.technical')}</summary>
      <dl class="pe-facts">
        <Code label={view.t('receipt.entry_id')}>{event.id}</Code>
        {event.adopted !== undefined && <Code label={view.t('ledger.receipt.adopted')}>{event.adopted}</Code>}
        {openings !== null && <Openings view={view} openings={openings} />}
        {event.text_hash !== null && <Code label={view.t('ledger.receipt.text_hash')}>{event.text_hash}</Code>}
        {proof !== null && <Proof view={view} receipt={receipt} proof={proof} />}
      </dl>
    </details>
  );
}

function Code({ label, children }: { label: string; children?: Child }): JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code>{children}</code>
      </dd>
    </>
  );
}

/** Who decided, and in which circumstances: what is deleted from the ledger when the person is erased. */
function Openings({ view, openings }: { view: View; openings: NonNullable<Receipt['openings']> }): JSX.Element {
  const { subject, circumstances } = openings;
  const unknown = view.t('ledger.receipt.unknown');
  return (
    <>
      {subject.user !== null && <Code label={view.t('ledger.subject_id')}>{subject.user}</Code>}
      {circumstances.shown !== undefined && (
        <Code label={view.t('ledger.receipt.shown')}>
          <Breakable text={circumstances.shown} />
        </Code>
      )}
      <dt>{view.t('ledger.receipt.user_agent')}</dt>
      <dd>
        <bdi>{circumstances.user_agent ?? unknown}</bdi>
      </dd>
      <dt>{view.t('ledger.receipt.network')}</dt>
      <dd>
        <bdi>{circumstances.ip ?? unknown}</bdi>
      </dd>
    </>
  );
}

function Proof({ view, receipt, proof }: { view: View; receipt: Receipt; proof: string }): JSX.Element {
  const { index, checkpoint } = parseInclusionProof(proof);
  return (
    <>
      <dt>{view.t('ledger.receipt.position')}</dt>
      <dd>{index}</dd>
      <Code label={view.t('ledger.receipt.leaf')}>{hashOf(receipt.event)}</Code>
      {receipt.cosigned && (
        <>
          <dt>{view.t('ledger.receipt.witnesses')}</dt>
          <dd>
            <Cosigners view={view} by={namedCosignatures(checkpoint)} />
          </dd>
        </>
      )}
      <dt>{view.t('ledger.receipt.checkpoint')}</dt>
      <dd>
        <code class="pe-note">{proof.slice(proof.indexOf('\n\n') + 2)}</code>
      </dd>
    </>
  );
}

function hashOf(event: LeafJson): string {
  const { ...record } = event;
  return leafHash(canonical(record as unknown as Plain)).toString('hex');
}
