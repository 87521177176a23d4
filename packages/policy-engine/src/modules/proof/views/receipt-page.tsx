/** A receipt to read and to print. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rules } from '../../rules/rules.ts';
import { ButtonLink, Notice, type Page, PageHeader, Time, type View } from '../../../platform/web/index.ts';
import type { Receipt } from '../receipt-schema.ts';
import { DecisionBadge, ruleLabel, StateBadge } from './event-parts.tsx';

export function receiptPage(view: View, receipt: Receipt, rules: Rules): Page {
  const title = view.t('ledger.receipt.title');
  const label = ruleLabel(view, rules, receipt.leaf.rule);
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('ledger.receipt.lead')}
        back={{ href: view.href('/ledger/events'), text: view.t('ledger.mine.title') }}
      />
      {receipt.state === 'pending' && <Notice view={view} tone="info" text={view.t('ledger.receipt.pending')} />}
      {receipt.state === 'sealed' && receipt.signature === null && (
        <Notice view={view} tone="info" text={view.t('ledger.receipt.unsigned')} />
      )}
      <section class="pe-card pe-stack" aria-labelledby="decision">
        <div class="pe-row">
          <h2 id="decision">{label}</h2>
          <StateBadge view={view} sealed={receipt.state === 'sealed'} />
        </div>
        <Facts view={view} receipt={receipt} />
      </section>
      <Proof view={view} receipt={receipt} />
      <p class="pe-muted pe-small">{view.t('ledger.receipt.print_hint')}</p>
      <div class="pe-actions">
        <ButtonLink
          href={view.href(`/ledger/events/${receipt.leaf.id}.json`)}
          text={view.t('ledger.receipt.download')}
        />
      </div>
    </>
  );
  return { title: `${title}: ${label}`, content };
}

function Row({ label, children }: { label: string; children?: Child }): JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What happened, in words. */
function Facts({ view, receipt: { leaf, opened } }: { view: View; receipt: Receipt }): JSX.Element {
  const unknown = view.t('ledger.receipt.unknown');
  return (
    <dl class="pe-facts">
      {leaf.decision !== null && (
        <Row label={view.t('ledger.decision')}>
          <DecisionBadge view={view} decision={leaf.decision} />
        </Row>
      )}
      <Row label={view.t('ledger.at')}>
        <Time view={view} at={new Date(leaf.at)} precision="minute" />
      </Row>
      <Row label={view.t('ledger.how')}>{view.t(`ledger.how.${leaf.how}`)}</Row>
      {leaf.gpc !== undefined && (
        <Row label={view.t('ledger.receipt.gpc')}>{view.t(`ledger.receipt.gpc.${leaf.gpc}`)}</Row>
      )}
      {leaf.adopted !== undefined && (
        <Row label={view.t('ledger.receipt.adopted')}>
          <code>{leaf.adopted}</code>
        </Row>
      )}
      {leaf.version !== null && <Row label={view.t('ledger.receipt.version')}>{leaf.version}</Row>}
      {leaf.text_hash !== null && (
        <Row label={view.t('ledger.receipt.text_hash')}>
          <code>{leaf.text_hash}</code>
        </Row>
      )}
      {opened === null ? (
        <Row label={view.t('ledger.subject')}>{view.t('ledger.erased')}</Row>
      ) : (
        <>
          <Row label={view.t('ledger.subject')}>{opened.subject.user ?? view.t('ledger.visitor')}</Row>
          <Row label={view.t('ledger.receipt.locale')}>{opened.circumstances.locale ?? unknown}</Row>
          {opened.circumstances.shown !== undefined && (
            <Row label={view.t('ledger.receipt.shown')}>
              <code>{opened.circumstances.shown}</code>
            </Row>
          )}
          <Row label={view.t('ledger.receipt.user_agent')}>{opened.circumstances.user_agent ?? unknown}</Row>
          <Row label={view.t('ledger.receipt.network')}>{opened.circumstances.ip ?? unknown}</Row>
        </>
      )}
    </dl>
  );
}

/** What makes it proof. */
function Proof({ view, receipt }: { view: View; receipt: Receipt }): JSX.Element {
  const { proof, head, head_hash: hash, signature, leaf_hash: leaf } = receipt;
  if (proof === null || head === null) return <></>;
  return (
    <section class="pe-card pe-stack" aria-labelledby="proof">
      <h2 id="proof">{view.t('ledger.state')}</h2>
      <dl class="pe-facts">
        <Row label={view.t('ledger.receipt.position')}>{proof.position}</Row>
        <Row label={view.t('ledger.receipt.sealed_at')}>
          <Time view={view} at={new Date(head.at)} precision="minute" />
        </Row>
        <Row label={view.t('ledger.receipt.leaf')}>
          <code>{leaf}</code>
        </Row>
        <Row label={view.t('ledger.receipt.head')}>
          <code>{hash}</code>
        </Row>
        {signature !== null && (
          <Row label={view.t('ledger.receipt.signature')}>
            <code>{signature}</code>
          </Row>
        )}
        {head.key !== null && (
          <Row label={view.t('ledger.receipt.key')}>
            <code>{head.key}</code>
          </Row>
        )}
      </dl>
    </section>
  );
}
