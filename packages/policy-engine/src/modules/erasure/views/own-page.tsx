/** "Delete my data": what is erased, what is kept and why, before a person requests it; and the status of their request. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Button,
  ButtonLink,
  Checkbox,
  ConfirmPage,
  type FieldError,
  Form,
  Notice,
  type Page,
  safeHref,
  TextField,
  type TextKey,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import {
  ALONE,
  type CardHeading,
  commonSteps,
  CurrentRequest,
  EarlierRequests,
  type ExpectedEvent,
  isOpen,
  isOverdue,
  Live,
  type PastEvent,
  personPage,
  ReasonFact,
} from '../../requests/index.ts';
import { unitText } from '../../../platform/i18n/unit-text.ts';
import { linkTime } from '../identity/link-time.ts';
import { completedKey, hasRemains, leftOf, outcomeOf, type PlannedErasure } from '../plan/receipt.ts';
import { awaitsIdentity, type ErasureRequest, mayCancelErasure, states } from '../requests/request.ts';
import type { IdentityMeans } from '../service.ts';
import { pages, paths } from './pages.ts';
import { ErasureBadge, Left, PlanTable, Receipt } from './parts.tsx';

/** What the page shows. */
export interface OwnErasures {
  /** The newest first. */
  readonly requests: readonly ErasureRequest[];
  readonly now: Date;
  /** Whether the person no longer exists, and the only request is the one that erased them. Default: false. */
  readonly isErased?: boolean;
  /** What an erasure would do; null if it cannot be computed at present. */
  readonly plan: readonly PlannedErasure[] | null;
  /** Whether the host has declared what can be erased. */
  readonly canAsk: boolean;
  /** How the person verifies their identity. */
  readonly identity: IdentityMeans;
  /** Minutes for which a mailed link works. */
  readonly linkMinutes: number;
  readonly graceDays: number;
  /** Days for which backups are kept; null if it is not declared. */
  readonly backupDays: number | null;
  /** Whether the person is notified by mail. */
  readonly hasMail: boolean;
  /** Why the last form was rejected. */
  readonly refused?: readonly FieldError[] | undefined;
  /** The answer on the grace period in that form. */
  readonly waivesGrace?: boolean;
}

/** The data of a card of a request. */
export type ErasurePart = Pick<OwnErasures, 'requests' | 'now' | 'canAsk' | 'linkMinutes'>;

export function ownErasuresPage(view: View, data: OwnErasures): Page {
  const { requests } = data;
  const [latest, ...earlier] = requests;
  const current = latest !== undefined && latest.state !== 'cancelled' ? latest : undefined;
  const rest = current === undefined ? requests : earlier;
  const { isErased = false } = data;
  const mayAsk = !isErased && !requests.some((request) => isOpen(request, states));
  // Field errors are shown at the form; otherwise there is an open request.
  const isOpenAlready = data.refused?.length === 0;
  return personPage(view, {
    title: view.t('erasure.mine.title'),
    lead: view.t('erasure.mine.lead'),
    refused: isOpenAlready ? view.t('erasure.error.open') : null,
    current: current === undefined ? null : <Current view={view} request={current} data={data} place={ALONE} />,
    ask: mayAsk ? <Ask view={view} data={data} /> : isErased ? null : <PlanAhead view={view} data={data} />,
    earlier: rest.length > 0 ? <Earlier view={view} requests={rest} /> : null,
    rights: view.t('erasure.rights_text'),
  });
}

/** What happened to somebody who is still signed in, with the receipt. */
export function ErasedPart({ view, data }: { view: View; data: ErasurePart }): JSX.Element {
  const place: CardHeading = { id: 'erasure-request', level: 3 };
  return (
    <>
      <Notice view={view} tone="info">
        {view.t('erasure.erased.text')}{' '}
        {view.logoutUrl !== undefined && <a href={safeHref(view.logoutUrl)}>{view.t('app.sign_out')}</a>}
      </Notice>
      {data.requests.map((request) => (
        <>
          <Current view={view} request={request} data={data} place={place} />
          {request.receipt !== null && <Receipt view={view} receipt={request.receipt} level={3} />}
        </>
      ))}
    </>
  );
}

/** A request as a part of the privacy centre, or a way to make one. */
export function OwnErasurePart({ view, data }: { view: View; data: ErasurePart }): JSX.Element {
  const [latest] = data.requests;
  const current = latest !== undefined && latest.state !== 'cancelled' ? latest : undefined;
  const mayAsk = data.canAsk && !data.requests.some((request) => isOpen(request, states));
  return (
    <>
      {current !== undefined && (
        <Current view={view} request={current} data={data} place={{ id: 'erasure-request', level: 3 }} />
      )}
      {mayAsk && (
        <div class="pe-card pe-stack">
          <p>{view.t('erasure.mine.lead')}</p>
          <div class="pe-actions">
            <ButtonLink href={view.href(paths.mine)} text={view.t('erasure.centre.ask')} />
          </div>
        </div>
      )}
      {data.requests.length > 0 && (
        <p class="pe-small">
          <a href={view.href(paths.mine)}>{view.t('requests.centre.more')}</a>
        </p>
      )}
    </>
  );
}

/** The plan of an open request. Once it has begun, what is left of the data no longer says what was planned. */
function PlanAhead({ view, data }: { view: View; data: OwnErasures }): JSX.Element {
  const hasBegun = data.requests.some((request) => isOpen(request, states) && request.begunAt !== null);
  return hasBegun ? <></> : <Plan view={view} data={data} />;
}

/** What is erased, what is kept, why and until when. */
function Plan({ view, data: { plan, backupDays, canAsk } }: { view: View; data: OwnErasures }): JSX.Element {
  if (!canAsk) return <></>;
  const title = view.t('erasure.plan.title');
  const has = (one: PlannedErasure['action']) => plan?.some(({ action }) => action === one) ?? false;
  return (
    <section class="pe-stack" aria-labelledby="plan">
      <h2 id="plan">{title}</h2>
      {plan === null && <Notice view={view} tone="info" text={view.t('erasure.plan.unknown')} />}
      {plan !== null && (
        <>
          <p>{view.t('erasure.plan.lead')}</p>
          <PlanTable view={view} caption={title} entries={plan} tense="will" />
        </>
      )}
      {has('keep') && <p>{view.t('erasure.plan.kept')}</p>}
      {has('pseudonymise') && <p>{view.t('erasure.plan.pseudonymised')}</p>}
      {backupDays !== null && (
        <p class="pe-muted">{view.t('erasure.plan.backups', { days: daysIn(view, backupDays) })}</p>
      )}
    </section>
  );
}

const daysIn = ({ formatLocale }: View, days: number) => unitText(formatLocale, days, 'day');

function Ask({ view, data }: { view: View; data: OwnErasures }): JSX.Element {
  if (!data.canAsk) return <Notice view={view} tone="info" text={view.t('erasure.error.impossible')} />;
  const { graceDays, identity, linkMinutes, hasMail, refused = [] } = data;
  const asksPassword = identity === 'host';
  const password = view.t('erasure.ask.password');
  return (
    <>
      <Plan view={view} data={data} />
      <section class="pe-card pe-stack" aria-labelledby="ask">
        <h2 id="ask">{view.t('erasure.ask.title')}</h2>
        <ol class="pe-steps">
          <li>{firstStep(view, identity, linkMinutes)}</li>
          <li>
            {view.t('erasure.ask.step2')}{' '}
            {graceDays > 0 && view.t('erasure.ask.grace', { days: daysIn(view, graceDays) })}
          </li>
          <li>
            {view.t('erasure.ask.step3')} {hasMail && view.t('erasure.ask.receipt')}
          </li>
        </ol>
        <Notice view={view} tone="warning" text={view.t('erasure.ask.final')} />
        <Form view={view} action={view.href(paths.mine)} errors={refused} labels={{ password }}>
          {asksPassword && (
            <TextField
              view={view}
              name="password"
              type="password"
              label={password}
              hint={view.t('erasure.ask.password_hint')}
              autocomplete="current-password"
              errors={refused}
              required
            />
          )}
          {graceDays > 0 && (
            <Checkbox
              view={view}
              name="waives_grace"
              label={view.t('erasure.ask.waive')}
              hint={view.t('erasure.ask.waive_hint', { days: daysIn(view, graceDays) })}
              checked={data.waivesGrace === true}
              errors={refused}
            />
          )}
          <div class="pe-actions">
            <Button kind="danger" text={view.t('erasure.ask.verb')} />
          </div>
        </Form>
      </section>
    </>
  );
}

function firstStep(view: View, identity: IdentityMeans, minutes: number): string {
  if (identity === 'mail') return view.t('erasure.ask.step1_mail', { time: linkTime(view.formatLocale, minutes) });
  return view.t(identity === 'host' ? 'erasure.ask.step1_password' : 'erasure.ask.step1');
}

/** What happened, and what comes next. */
function stepsOf(view: View, request: ErasureRequest): { past: PastEvent[]; expected: ExpectedEvent[] } {
  const { state, identifiedAt, confirmedAt, begunAt, closedAt, graceUntil } = request;
  const past: PastEvent[] = [
    ...commonSteps(view, request),
    { at: identifiedAt, text: view.t('erasure.mine.step.identified') },
    { at: confirmedAt, text: view.t('erasure.mine.step.confirmed') },
    { at: begunAt, text: view.t('erasure.mine.step.begun') },
  ];
  if (state === 'completed' || state === 'denied' || state === 'cancelled') {
    return { past: [...past, { at: closedAt, text: view.text(lastStepOf(request)) }], expected: [] };
  }
  const begins = { at: graceUntil, text: view.t('erasure.mine.next.begins') };
  const finished = { text: view.t('erasure.mine.next.running') };
  if (shownState(state) === 'running') return { past, expected: [finished] };
  if (state === 'held') return { past, expected: [{ text: view.t('erasure.mine.next.held') }] };
  const look = { text: view.t('erasure.mine.next.pending') };
  if (awaitsIdentity(request)) return { past, expected: [{ text: view.t('erasure.mine.next.identity') }, look] };
  return { past, expected: confirmedAt === null ? [look] : [begins, finished] };
}

function lastStepOf({ state, receipt }: ErasureRequest): TextKey {
  if (state === 'cancelled' || state === 'denied') return `erasure.mine.step.${state}`;
  const outcome = receipt === null ? 'all' : outcomeOf(receipt);
  if (outcome === 'unsearched') return 'erasure.mine.step.unsearched';
  return outcome === 'all' ? 'erasure.mine.step.completed' : 'erasure.mine.step.left';
}

function Current(props: { view: View; request: ErasureRequest; data: ErasurePart; place: CardHeading }): JSX.Element {
  const { view, request, data, place } = props;
  const { state } = request;
  const { linkMinutes: minutes } = data;
  const shown = shownState(state);
  const waits = awaitsIdentity(request);
  const isWaiting = waits && state === 'pending';
  const card = (
    <>
      <CurrentRequest
        kind="erasure"
        view={view}
        request={request}
        place={place}
        now={data.now}
        {...stepsOf(view, request)}
        heading={headingOf(view, request, isWaiting)}
        badge={<ErasureBadge view={view} request={{ ...request, state: shown }} />}
        text={
          <>
            {isWaiting
              ? view.t('erasure.mine.unidentified_text', { time: linkTime(view.formatLocale, minutes) })
              : view.t(textOf(request))}
          </>
        }
        isOpen={isOpen(request, states) && !waits}
        isOverdue={isOverdue(request, states, data.now) && !waits}
        facts={<Facts view={view} request={request} now={data.now} />}
        actions={<Actions view={view} request={request} />}
      />
      {request.receipt !== null && place.level === 2 && <Receipt view={view} receipt={request.receipt} />}
    </>
  );
  if (shown !== 'running') return card;
  return (
    <Live view={view} href={view.href(paths.mine)}>
      {card}
    </Live>
  );
}

function headingOf(view: View, { state, receipt, confirmedAt }: ErasureRequest, isWaiting: boolean): string {
  if (isWaiting) return view.t('erasure.mine.unidentified');
  if (receipt !== null && state !== 'reopened') return view.t(completedKey(receipt));
  if (state === 'pending' && confirmedAt !== null) return view.t('erasure.mine.confirmed');
  return view.t(`erasure.mine.${shownState(state)}`);
}

/** People see a failed request as in progress, since it is retried, and one that was reopened, since its data is erased again. */
function shownState(state: ErasureRequest['state']): Exclude<ErasureRequest['state'], 'failed' | 'reopened'> {
  return state === 'failed' || state === 'reopened' ? 'running' : state;
}

function Actions({ view, request }: { view: View; request: ErasureRequest }): JSX.Element {
  return (
    <>
      {awaitsIdentity(request) && (
        <ActionForm action={view.href(paths.ownIdentity(request.id))} text={view.t('erasure.identity.renew')} />
      )}
      {mayCancelErasure(request) && (
        <ButtonLink href={view.href(paths.ownDelete(request.id))} text={view.t('erasure.cancel')} />
      )}
    </>
  );
}

type MineText =
  | 'erasure.mine.pending_text'
  | 'erasure.mine.confirmed_text'
  | 'erasure.mine.left_text'
  | `erasure.mine.${Exclude<ErasureRequest['state'], 'pending' | 'failed' | 'reopened'>}_text`;

function textOf({ state, confirmedAt, receipt }: ErasureRequest): MineText {
  if (state === 'reopened') return 'erasure.mine.running_text';
  if (receipt !== null && (leftOf(receipt).length > 0 || hasRemains(receipt))) return 'erasure.mine.left_text';
  if (state === 'pending') return confirmedAt === null ? 'erasure.mine.pending_text' : 'erasure.mine.confirmed_text';
  return `erasure.mine.${state === 'failed' ? 'running' : state}_text`;
}

function Facts({ view, request, now }: { view: View; request: ErasureRequest; now: Date }): JSX.Element {
  const { graceUntil } = request;
  const hasGrace = mayCancelErasure(request) && graceUntil !== null && graceUntil > now.toISOString();
  return (
    <>
      {hasGrace && (
        <>
          <dt>{view.t(request.confirmedAt === null ? 'erasure.grace_until' : 'erasure.begins')}</dt>
          <dd>
            <Time view={view} at={new Date(graceUntil)} precision="minute" />
          </dd>
        </>
      )}
      <ReasonFact view={view} label={view.t('erasure.hold_reason')} reason={request.holdReason} />
      {request.receipt !== null && <Left view={view} receipt={request.receipt} />}
    </>
  );
}

function Earlier({ view, requests }: { view: View; requests: readonly ErasureRequest[] }): JSX.Element {
  return <EarlierRequests view={view} pages={pages} requests={requests} />;
}

/** The step before a request is withdrawn. */
export function cancelPage(view: View, request: ErasureRequest): Page {
  const title = view.t('erasure.cancel.title');
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={view.t('erasure.cancel.text')}
      verb={view.t('erasure.cancel')}
      action={view.href(paths.own(request.id))}
      method="delete"
      cancelHref={view.href(paths.mine)}
      irreversible={false}
    />
  );
  return { title, content };
}
