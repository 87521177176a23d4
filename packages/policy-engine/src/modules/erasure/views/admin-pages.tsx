/** The administrators' pages: all erasure requests, and one, with its plan, its progress, and its receipt. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  Notice,
  type Page,
  Table,
  Time,
  type Tone,
  type View,
} from '../../../platform/web/index.ts';
import {
  type Acting,
  ActLink,
  type ListedRequest,
  Moment,
  onePage,
  questionPage,
  ReasonFact,
  type Shown,
} from '../../requests/index.ts';
import type { AbsenceProof, PlannedErasure } from '../plan/receipt.ts';
import { awaitsIdentity, type ErasureRequest, mayCancelErasure } from '../requests/request.ts';
import type { StepProgressShown } from '../run/shown.ts';
import { Absence, Undeclared } from './absence.tsx';
import { Again } from './again.tsx';
import { pages, paths, questions } from './pages.ts';
import { ErasureBadge, PlanTable, Receipt } from './parts.tsx';
import { Told, type ToldShown } from './told.tsx';

/** A request as administrators see it. */
export interface ShownErasure extends Shown<ErasureRequest> {
  readonly mayConfirm: boolean;
  readonly mayDeny: boolean;
  /** Whether what a later search found can be erased. */
  readonly mayEraseFound: boolean;
  /** Whether the grace period is not over. */
  readonly hasGrace: boolean;
}

/** What the page of one request also shows. */
export interface ErasureDetails {
  readonly plan: readonly PlannedErasure[];
  /** Why no plan could be made; null if one could. */
  readonly planError: string | null;
  /** What of the person is in tables that no data rule names; null once the erasure has begun. */
  readonly undeclared: AbsenceProof | null;
  readonly steps: readonly StepProgressShown[];
  /** Webhooks that the erasure is reported to; none before its end. */
  readonly told: readonly ToldShown[];
}

/** How a request is shown in a list. */
export function listedErasure(view: View, shown: ShownErasure): ListedRequest {
  return { ...shown, badge: <ErasureBadge view={view} request={shown.request} /> };
}

/**
 * One request: its status, what it does, and the available actions.
 *
 * @param also.record its recorded events
 * @param also.proposal what waits for a second administrator
 */
export function erasurePage(
  view: View,
  shown: ShownErasure,
  details: ErasureDetails,
  { record, proposal }: { readonly record: JSX.Element; readonly proposal: JSX.Element },
): Page {
  const { request } = shown;
  return onePage(view, pages, shown, {
    badge: <ErasureBadge view={view} request={request} />,
    isLive: request.state === 'running',
    news: (
      <>
        {proposal}
        <StateNotice view={view} shown={shown} />
      </>
    ),
    // When it was confirmed, and when it starts, are two facts here.
    confirmedAt: null,
    facts: <Facts view={view} shown={shown} />,
    acts: <Acts view={view} shown={shown} isStopped={stopsOf(details.plan).length > 0} />,
    below: <Below view={view} request={request} details={details} />,
    record,
  });
}

function StateNotice({ view, shown: { request, hasGrace } }: { view: View; shown: ShownErasure }): JSX.Element {
  const waitsForGrace = request.state === 'pending' && request.confirmedAt !== null && hasGrace;
  return (
    <>
      {awaitsIdentity(request) && <Notice view={view} tone="info" text={view.t('erasure.one.unidentified')} />}
      {waitsForGrace && <Notice view={view} tone="info" text={view.t('erasure.one.waits')} />}
      {request.state === 'reopened' && <Notice view={view} tone="danger" text={view.t('erasure.one.reopened')} />}
      {request.state === 'held' && <Notice view={view} tone="info" text={view.t('erasure.one.held')} />}
      {request.error !== null && (
        <Notice view={view} tone={request.state === 'failed' ? 'danger' : 'warning'}>
          {view.t(request.state === 'failed' ? 'erasure.one.failed' : 'erasure.one.retrying')}
          <br />
          <code>{request.error}</code>
        </Notice>
      )}
    </>
  );
}

function Facts({ view, shown: { request, hasGrace } }: { view: View; shown: ShownErasure }): JSX.Element {
  return (
    <>
      <ReasonFact view={view} label={view.t('erasure.hold_reason')} reason={request.holdReason} />
      <dt>{view.t('erasure.identified')}</dt>
      <dd>
        {request.identifiedAt === null ? (
          view.t(request.linksAsked > 0 ? 'erasure.identified.awaited' : 'erasure.identified.not')
        ) : (
          <Time view={view} at={new Date(request.identifiedAt)} precision="minute" />
        )}
      </dd>
      {mayCancelErasure(request) && hasGrace && (
        <Moment view={view} label={view.t('erasure.grace_until')} at={request.graceUntil} />
      )}
      {request.waivesGrace && (
        <>
          <dt>{view.t('erasure.grace')}</dt>
          <dd>{view.t('erasure.grace.waived')}</dd>
        </>
      )}
      <Moment view={view} label={view.t('erasure.confirmed')} at={request.confirmedAt} />
      {request.receipt === null && <Moment view={view} label={view.t('erasure.receipt.begun')} at={request.begunAt} />}
    </>
  );
}

/** @param isStopped whether the erasure cannot be confirmed yet */
function Acts({ view, shown, isStopped }: { view: View; shown: ShownErasure; isStopped: boolean }): JSX.Element {
  const { request, mayConfirm, mayDeny, mayExtend, mayEraseFound } = shown;
  const shared = { view, pages, request };
  return (
    <>
      {mayConfirm && !isStopped && <ActLink isNext {...shared} act="confirm" text="erasure.confirm.verb" />}
      {request.state === 'failed' && <ActLink isNext {...shared} act="retry" text="requests.retry" />}
      {mayEraseFound && <ActLink isNext {...shared} act="erase_found" text="erasure.erase_found" />}
      {request.state === 'reopened' && <ActLink {...shared} act="settle" text="erasure.settle" />}
      {request.state === 'held' && <ActLink {...shared} act="release" text="erasure.release" />}
      {request.state === 'pending' && <ActLink {...shared} act="hold" text="erasure.hold" />}
      {mayExtend && <ActLink {...shared} act="extend" text="requests.extend" />}
      {mayDeny && <ActLink {...shared} act="deny" text="requests.deny" />}
      {request.state === 'denied' && request.userId !== null && (
        <ActLink {...shared} act="reopen" text="requests.reopen" />
      )}
    </>
  );
}

function Below(props: { view: View; request: ErasureRequest; details: ErasureDetails }): JSX.Element {
  const { view, request, details } = props;
  if (request.receipt !== null) {
    return (
      <>
        <Receipt view={view} receipt={request.receipt} />
        <Told view={view} told={details.told} />
        <Absence view={view} absence={request.receipt.absence} />
        <Again view={view} receipt={request.receipt} />
      </>
    );
  }
  const isBegun = details.steps.length > 0;
  return (
    <>
      {isBegun && <Steps view={view} steps={details.steps} />}
      {!isBegun && <Plan view={view} details={details} />}
    </>
  );
}

/** What is erased, what is kept and why. */
function Plan({
  view,
  details: { plan, planError, undeclared },
}: {
  view: View;
  details: ErasureDetails;
}): JSX.Element {
  const title = view.t('erasure.plan.admin_title');
  if (planError === null && plan.length === 0) return <Undeclared view={view} undeclared={undeclared} />;
  return (
    <>
      <section class="pe-stack" aria-labelledby="plan">
        <h2 id="plan">{title}</h2>
        {planError === null ? (
          <>
            <Stops view={view} plan={plan} />
            <PlanTable view={view} caption={title} entries={plan} tense="will" />
            {plan.map(
              ({ label, how }) =>
                how !== undefined && (
                  <p class="pe-under">
                    <bdi>{label}</bdi>: {view.t('erasure.plan.how', { how })}
                  </p>
                ),
            )}
          </>
        ) : (
          <Notice view={view} tone="danger">
            {view.t('erasure.plan.failed')}
            <br />
            <code>{planError}</code>
          </Notice>
        )}
      </section>
      <Undeclared view={view} undeclared={undeclared} />
    </>
  );
}

const stopsOf = (plan: ErasureDetails['plan']) => plan.flatMap((entry) => entry.stops ?? []);

/** Why it cannot be confirmed. */
function Stops({ view, plan }: { view: View; plan: ErasureDetails['plan'] }): JSX.Element {
  const stops = stopsOf(plan);
  if (stops.length === 0) return <></>;
  return (
    <Notice view={view} tone="danger">
      {view.t('erasure.plan.stops')}
      {stops.map((stop) => (
        <>
          <br />
          <code>{stop}</code>
        </>
      ))}
    </Notice>
  );
}

const STEP_TONES: Readonly<Record<StepProgressShown['state'], Tone>> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
};

/** The progress of a run, step by step. */
function Steps({ view, steps }: { view: View; steps: readonly StepProgressShown[] }): JSX.Element {
  const title = view.t('erasure.steps.title');
  const done = steps.filter(({ state }) => state === 'done').length;
  const number = (rows: number) => rows.toLocaleString(view.formatLocale);
  return (
    <section class="pe-stack" aria-labelledby="steps">
      <h2 id="steps">{title}</h2>
      <div class="pe-stack pe-progress-row">
        <progress class="pe-progress" aria-label={title} max={steps.length} value={done} />
        <p class="pe-muted pe-small">{view.t('erasure.steps.of', { done: number(done), all: number(steps.length) })}</p>
      </div>
      <Table
        view={view}
        caption={title}
        rows={steps}
        columns={[
          { label: view.t('erasure.plan.data'), kind: 'heading', cell: ({ label }) => label },
          {
            label: view.t('requests.state'),
            cell: ({ state }) => <Badge tone={STEP_TONES[state]} text={view.t(`erasure.step.${state}`)} />,
          },
          { label: view.t('erasure.steps.done'), kind: 'number', cell: (step) => number(step.done) },
          { label: view.t('erasure.steps.kept'), kind: 'number', cell: (step) => number(step.kept) },
          {
            label: view.t('erasure.steps.error'),
            priority: 2,
            cell: ({ error }) => (error === null ? null : <code>{error}</code>),
          },
        ]}
      />
    </section>
  );
}

/** What to know before confirming a request: what is erased and kept, when it starts, and whether it may start immediately. */
export function confirmErasurePage(
  view: View,
  acting: Acting<ErasureRequest>,
  { details, beginsAt, mayBeginAtOnce }: { details: ErasureDetails; beginsAt: Date | null; mayBeginAtOnce: boolean },
): Page {
  const isEarlierPossible = beginsAt !== null && mayBeginAtOnce;
  return questionPage(
    view,
    { pages, acting, act: 'confirm', question: questions.confirm },
    <>
      <p>
        {beginsAt === null ? (
          view.t('erasure.confirm.now')
        ) : (
          <>
            {view.t('erasure.confirm.later')} <Time view={view} at={beginsAt} precision="minute" />
          </>
        )}
      </p>
      {isEarlierPossible && <p>{view.t('erasure.confirm.waived')}</p>}
      <Plan view={view} details={details} />
    </>,
    isEarlierPossible ? (
      <ActionForm
        action={view.href(paths.act(acting.request.id, 'confirm'))}
        method="post"
        fields={{ at_once: '1' }}
        text={view.t('erasure.confirm.at_once')}
      />
    ) : undefined,
  );
}
