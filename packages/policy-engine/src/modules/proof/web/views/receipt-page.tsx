/** A receipt for reading and printing: what was decided in a sentence, the facts, and the technical details. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { limitOf } from '../../../regimes/index.ts';
import { type Rules, vendorsIn } from '../../../rules/index.ts';
import { languageName } from '../../../terms/index.ts';
import {
  ButtonLink,
  namesInSentence,
  Notice,
  type Page,
  PageHeader,
  Person,
  PrintButton,
  Prose,
  Time,
  type View,
} from '../../../../platform/web/index.ts';
import { parseCheckpoint, parseInclusionProof } from '../../log/index.ts';
import type { ShownReceipt } from '../../receipts/receipt.ts';
import type { Receipt } from '../../receipts/check/form.ts';
import { shownAppearance, shownDay } from '../../ledger/shown-appearance.ts';
import { BannerLink } from './banner-link.tsx';
import { DecisionBadge, eventLabel, StateBadge } from './event-parts.tsx';
import { type ReceiptReader, Statement } from './receipt-statement.tsx';
import { Technical } from './receipt-technical.tsx';

/**
 * The location of a receipt, for administrators: the page it belongs to, its JSON, and the consent file of the person if they
 * have an account. Paths are below the mount path.
 */
export interface ReceiptLocation {
  readonly path: string;
  readonly text: string;
  readonly json: string;
  readonly file?: string | undefined;
}

/** @param html renders a text as HTML for the page @param place default: the reader's own record */
export function receiptPage(
  view: View,
  { receipt, textLocale }: ShownReceipt,
  rules: Rules,
  html: (words: string) => string,
  place?: ReceiptLocation,
): Page {
  const title = view.t('ledger.receipt.title');
  const reader = place === undefined ? 'own' : 'administrator';
  const { path, text, json } = place ?? {
    path: '/ledger/events',
    text: view.t('ledger.mine.title'),
    json: `/ledger/events/${receipt.event.id}.json`,
  };
  const { proof, suspicion } = receipt;
  const content = (
    <>
      <PageHeader title={title} back={{ href: view.href(path), text }} />
      <section class="pe-card pe-stack" aria-label={title}>
        <Statement view={view} receipt={receipt} textLocale={textLocale} rules={rules} reader={reader} />
        {proof === null && <Notice view={view} tone="info" text={view.t('ledger.receipt.pending')} />}
        {suspicion !== null && <Notice view={view} tone="danger" text={view.t('ledger.receipt.suspect')} />}
        {receipt.event.how === 'import-cookie' && (
          <Notice view={view} tone="warning" text={view.t('ledger.receipt.elsewhere')} />
        )}
        <Actions view={view} json={json} file={place?.file} />
      </section>
      <Facts view={view} receipt={receipt} rules={rules} reader={reader} />
      {proof !== null && <Proved view={view} receipt={receipt} proof={proof} />}
      {receipt.event.text_hash !== null && (
        <DecidedText view={view} words={receipt.text?.words ?? null} locale={textLocale} html={html} />
      )}
      <Technical view={view} receipt={receipt} />
    </>
  );
  return { title: view.t('text.labelled', { label: title, value: eventLabel(view, rules, receipt.event) }), content };
}

function Actions({ view, json, file }: { view: View; json: string; file: string | undefined }): JSX.Element {
  return (
    <div class="pe-stack pe-screen">
      <div class="pe-actions">
        <ButtonLink kind="primary" href={view.href(json)} text={view.t('receipt.save')} download="receipt.json" />
        <PrintButton text={view.t('receipt.print')} />
        <ButtonLink href={view.href('/ledger/verifier')} text={view.t('receipt.check')} />
        {file !== undefined && <ButtonLink href={view.href(file)} text={view.t('people.file')} />}
      </div>
      <p class="pe-muted pe-small">
        {view.t('ledger.receipt.lead')} {view.t('receipt.check.hint')}
      </p>
    </div>
  );
}

/** A fact with its name. */
function Row({ label, children }: { label: string; children?: Child }): JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What happened, in words. */
function Facts(props: { view: View; receipt: Receipt; rules: Rules; reader: ReceiptReader }): JSX.Element {
  const { view, receipt, rules, reader } = props;
  const { event, openings, proof, suspicion } = receipt;
  return (
    <section class="pe-card pe-stack" aria-labelledby="facts">
      <div class="pe-row">
        <h2 id="facts">{view.t('receipt.facts')}</h2>
        <StateBadge view={view} sealed={proof !== null} suspect={suspicion !== null} />
      </div>
      <dl class="pe-facts">
        <Row label={view.t('ledger.policy')}>
          <bdi>{eventLabel(view, rules, event)}</bdi>
        </Row>
        {event.decision !== null && (
          <Row label={view.t('ledger.decision')}>
            <DecisionBadge view={view} decision={event.decision} vendors={event.vendors} isShort />
          </Row>
        )}
        <Vendors view={view} vendors={event.vendors} />
        {event.version !== null && (
          <Row label={view.t('ledger.receipt.version')}>{event.version.toLocaleString(view.formatLocale)}</Row>
        )}
        {openings !== null && (
          <Row label={view.t('ledger.receipt.locale')}>
            {openings.circumstances.locale === null
              ? view.t('ledger.receipt.unknown')
              : languageName(openings.circumstances.locale, view.locale)}
          </Row>
        )}
        <Row label={view.t('ledger.at')}>
          <Time view={view} at={new Date(event.at)} precision="minute" />
        </Row>
        <Age view={view} event={event} />
        <Row label={view.t('ledger.how')}>{view.t(`ledger.how.${event.how}`)}</Row>
        <Received view={view} day={shownDay(openings?.circumstances.shown)} />
        {event.gpc !== undefined && (
          <Row label={view.t('ledger.receipt.gpc')}>{view.t(`ledger.receipt.gpc.${event.gpc}`)}</Row>
        )}
        {event.posture !== undefined && (
          <Row label={view.t('ledger.receipt.posture')}>{view.t(`ledger.receipt.posture.${event.posture}`)}</Row>
        )}
        {event.fact !== undefined && (
          <Row label={view.t('ledger.receipt.fact')}>
            <bdi>{event.fact}</bdi>
          </Row>
        )}
        {openings?.circumstances.region !== undefined && (
          <Row label={view.t('ledger.receipt.region')}>
            <bdi>{openings.circumstances.region}</bdi>
          </Row>
        )}
        {reader === 'administrator' && (
          <Row label={view.t('ledger.subject')}>
            <Subject view={view} receipt={receipt} />
          </Row>
        )}
        {reader === 'administrator' && <ShownBanner view={view} receipt={receipt} />}
      </dl>
    </section>
  );
}

/** When a decision that was taken over was made, and how long it counts. Its days are those of UTC. */
function Age({ view, event }: { view: View; event: Receipt['event'] }): JSX.Element {
  const { decision, months, at, decided_at: decidedAt } = event;
  return (
    <>
      {decidedAt !== undefined && (
        <Row label={view.t('ledger.receipt.decided_at')}>
          <Time view={view} at={new Date(decidedAt)} precision="minute" />
        </Row>
      )}
      {decision !== null && months !== undefined && (
        <Row label={view.t(`ledger.receipt.until.${decision}`)}>
          <Time
            view={{ formatLocale: view.formatLocale }}
            at={new Date(limitOf(decision, new Date(decidedAt ?? at), months))}
          />
        </Row>
      )}
    </>
  );
}

function Subject({ view, receipt: { openings } }: { view: View; receipt: Receipt }): JSX.Element {
  if (openings === null) return <>{view.t('ledger.erased')}</>;
  const { user } = openings.subject;
  return user === null ? <>{view.t('ledger.visitor')}</> : <Person view={view} id={user} />;
}

/** The day on which a withdrawal came that an administrator recorded. */
function Received({ view, day }: { view: View; day: string | null }): JSX.Element {
  if (day === null) return <></>;
  const text = new Date(day).toLocaleDateString(view.formatLocale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Row label={view.t('ledger.receipt.received_on')}>
      <time datetime={day}>{text}</time>
    </Row>
  );
}

/** The banner at the decision, if it names one. Only administrators can open it. */
function ShownBanner({ view, receipt: { openings } }: { view: View; receipt: Receipt }): JSX.Element {
  const { shown, locale = null } = openings?.circumstances ?? {};
  const appearance = shownAppearance(shown);
  if (appearance === null) return <></>;
  return (
    <Row label={view.t('ledger.receipt.banner')}>
      <BannerLink view={view} shown={shown} locale={locale} />
      {typeof appearance === 'number' && (
        <>
          {' '}
          <span class="pe-muted pe-small">{view.t('ledger.receipt.banner.today')}</span>
        </>
      )}
    </Row>
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

/** What is proved, and what is not. */
function Proved(props: { view: View; receipt: Receipt; proof: string }): JSX.Element {
  const { view, receipt, proof } = props;
  const { index, checkpoint } = parseInclusionProof(proof);
  const { origin, size } = parseCheckpoint(checkpoint.text);
  const number = (value: number) => value.toLocaleString(view.formatLocale);
  return (
    <section class="pe-card pe-stack" aria-labelledby="proof">
      <h2 id="proof">{view.t('ledger.receipt.proves')}</h2>
      <p>{view.t('ledger.receipt.proves.entry', { position: number(index), origin, size: number(size) })}</p>
      <p>{laterSentence(view, receipt.later)}</p>
      <p>
        {view.t('ledger.receipt.proves.not')}{' '}
        {view.t(receipt.cosigned ? 'ledger.receipt.proves.witnessed' : 'ledger.receipt.proves.alone')}
      </p>
    </section>
  );
}

function laterSentence(view: View, later: Receipt['later']): string {
  if (later === null) return view.t('ledger.receipt.later.unknown');
  return view.t(later.exists ? 'ledger.receipt.later.exists' : 'ledger.receipt.later.none', {
    size: later.size.toLocaleString(view.formatLocale),
  });
}

/** The text as it was published. */
function DecidedText(props: {
  view: View;
  words: string | null;
  locale: string | null;
  html: (words: string) => string;
}): JSX.Element {
  const { view, words, locale, html } = props;
  return (
    <section class="pe-card pe-stack" aria-labelledby="text">
      <h2 id="text">{view.t('ledger.receipt.text')}</h2>
      {words === null ? (
        <Notice view={view} tone="warning" text={view.t('ledger.receipt.text_missing')} />
      ) : (
        <Prose html={html(words)} locale={locale ?? undefined} />
      )}
    </section>
  );
}
