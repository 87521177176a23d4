/** A receipt for reading and printing. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rules } from '../../rules/rules.ts';
import {
  ButtonLink,
  namesInSentence,
  Notice,
  type Page,
  PageHeader,
  Prose,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { canonical, type Plain } from '../hashes.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import { parseInclusionProof } from '../log/inclusion-proof.ts';
import { leafHash } from '../log/tree.ts';
import type { LeafJson } from '../leaf-json.ts';
import type { Receipt } from '../receipt-schema.ts';
import { namedCosignatures } from '../witnesses/trusted.ts';
import { vendorsIn } from '../vendor-choice.ts';
import { DecisionBadge, eventLabel, StateBadge } from './event-parts.tsx';
import { Cosigners } from './witnesses.tsx';

/**
 * The location of a receipt, for readers who are not its subject: the page it belongs to, and its JSON, below the mount
 * path.
 */
export interface ReceiptLocation {
  readonly path: string;
  readonly text: string;
  readonly json: string;
}

/** @param html renders a text as HTML for the page @param place default: the reader's own record */
export function receiptPage(
  view: View,
  receipt: Receipt,
  rules: Rules,
  html: (words: string) => string,
  place: ReceiptLocation = {
    path: '/ledger/events',
    text: view.t('ledger.mine.title'),
    json: `/ledger/events/${receipt.event.id}.json`,
  },
): Page {
  const title = view.t('ledger.receipt.title');
  const label = eventLabel(view, rules, receipt.event);
  const { proof, suspicion } = receipt;
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('ledger.receipt.lead')}
        back={{ href: view.href(place.path), text: place.text }}
      />
      {proof === null && <Notice view={view} tone="info" text={view.t('ledger.receipt.pending')} />}
      {suspicion !== null && <Notice view={view} tone="danger" text={view.t('ledger.receipt.suspect')} />}
      <section class="pe-card pe-stack" aria-labelledby="decision">
        <div class="pe-row">
          <h2 id="decision">{label}</h2>
          <StateBadge view={view} sealed={proof !== null} suspect={suspicion !== null} />
        </div>
        <Facts view={view} receipt={receipt} />
      </section>
      {proof !== null && <Proof view={view} receipt={receipt} proof={proof} />}
      {receipt.event.text_hash !== null && <DecidedText view={view} words={receipt.text?.words ?? null} html={html} />}
      <p class="pe-muted pe-small pe-screen">{view.t('ledger.receipt.print_hint')}</p>
      <div class="pe-actions">
        <ButtonLink href={view.href(place.json)} text={view.t('ledger.receipt.download')} download="receipt.json" />
        <ButtonLink href={view.href('/ledger/verifier')} text={view.t('ledger.receipt.verify')} />
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
function Facts({ view, receipt: { event, openings } }: { view: View; receipt: Receipt }): JSX.Element {
  const unknown = view.t('ledger.receipt.unknown');
  return (
    <dl class="pe-facts">
      {event.decision !== null && (
        <Row label={view.t('ledger.decision')}>
          <DecisionBadge view={view} decision={event.decision} />
        </Row>
      )}
      <Vendors view={view} vendors={event.vendors} />
      <Row label={view.t('ledger.at')}>
        <Time view={view} at={new Date(event.at)} precision="minute" />
      </Row>
      <Row label={view.t('ledger.how')}>{view.t(`ledger.how.${event.how}`)}</Row>
      {event.gpc !== undefined && (
        <Row label={view.t('ledger.receipt.gpc')}>{view.t(`ledger.receipt.gpc.${event.gpc}`)}</Row>
      )}
      {event.adopted !== undefined && (
        <Row label={view.t('ledger.receipt.adopted')}>
          <code>{event.adopted}</code>
        </Row>
      )}
      {event.version !== null && <Row label={view.t('ledger.receipt.version')}>{event.version}</Row>}
      {event.text_hash !== null && (
        <Row label={view.t('ledger.receipt.text_hash')}>
          <code>{event.text_hash}</code>
        </Row>
      )}
      {openings === null ? (
        <Row label={view.t('ledger.subject')}>{view.t('ledger.erased')}</Row>
      ) : (
        <>
          <Row label={view.t('ledger.subject')}>{openings.subject.user ?? view.t('ledger.visitor')}</Row>
          <Row label={view.t('ledger.receipt.locale')}>{openings.circumstances.locale ?? unknown}</Row>
          {openings.circumstances.shown !== undefined && (
            <Row label={view.t('ledger.receipt.shown')}>
              <code>{openings.circumstances.shown}</code>
            </Row>
          )}
          <Row label={view.t('ledger.receipt.user_agent')}>{openings.circumstances.user_agent ?? unknown}</Row>
          <Row label={view.t('ledger.receipt.network')}>{openings.circumstances.ip ?? unknown}</Row>
        </>
      )}
    </dl>
  );
}

/** Which vendors were offered and rejected; empty for a decision about the purpose as a whole. */
function Vendors({ view, vendors }: { view: View; vendors: string | undefined }): JSX.Element {
  const choice = vendorsIn(vendors);
  if (choice === null) return <></>;
  return (
    <>
      <Row label={view.t('ledger.receipt.vendors')}>{namesInSentence(view.locale, choice.offered)}</Row>
      <Row label={view.t('ledger.receipt.vendors.refused')}>
        {choice.refused.length === 0
          ? view.t('ledger.receipt.vendors.none')
          : namesInSentence(view.locale, choice.refused)}
      </Row>
    </>
  );
}

/** Explains what is proved, and how. */
function Proof(props: { view: View; receipt: Receipt; proof: string }): JSX.Element {
  const { view, receipt, proof } = props;
  const { index, checkpoint } = parseInclusionProof(proof);
  const { origin, size } = parseCheckpoint(checkpoint.text);
  return (
    <section class="pe-card pe-stack" aria-labelledby="proof">
      <h2 id="proof">{view.t('ledger.receipt.proves')}</h2>
      <p>{view.t('ledger.receipt.proves.entry', { position: index, origin, size })}</p>
      <p>{laterSentence(view, receipt.later)}</p>
      <p>
        {view.t('ledger.receipt.proves.not')}{' '}
        {view.t(receipt.cosigned ? 'ledger.receipt.proves.witnessed' : 'ledger.receipt.proves.alone')}
      </p>
      <dl class="pe-facts">
        <Row label={view.t('ledger.receipt.position')}>{index}</Row>
        <Row label={view.t('ledger.receipt.leaf')}>
          <code>{hashOf(receipt.event)}</code>
        </Row>
        {receipt.cosigned && (
          <Row label={view.t('ledger.receipt.witnesses')}>
            <Cosigners view={view} by={namedCosignatures(checkpoint)} />
          </Row>
        )}
        <Row label={view.t('ledger.receipt.checkpoint')}>
          <code class="pe-note">{proof.slice(proof.indexOf('\n\n') + 2)}</code>
        </Row>
      </dl>
    </section>
  );
}

function hashOf(event: LeafJson): string {
  const { ...record } = event;
  return leafHash(canonical(record as unknown as Plain)).toString('hex');
}

function laterSentence(view: View, later: Receipt['later']): string {
  if (later === null) return view.t('ledger.receipt.later.unknown');
  return view.t(later.exists ? 'ledger.receipt.later.exists' : 'ledger.receipt.later.none', { size: later.size });
}

/** The text as it was published. */
function DecidedText(props: { view: View; words: string | null; html: (words: string) => string }): JSX.Element {
  const { view, words, html } = props;
  return (
    <section class="pe-card pe-stack" aria-labelledby="text">
      <h2 id="text">{view.t('ledger.receipt.text')}</h2>
      {words === null ? (
        <Notice view={view} tone="warning" text={view.t('ledger.receipt.text_missing')} />
      ) : (
        <Prose html={html(words)} locale={undefined} />
      )}
    </section>
  );
}
