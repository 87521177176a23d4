/** The consequences of a decision, as far as the engine knows: before and after it is made. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ConsentState, Decision, Rule } from '../../../rules/index.ts';
import { isolated, namesInSentence, Notice, type View } from '../../../../platform/web/index.ts';
import { type ConsentStatus, isConsentGiven, type VendorState } from '../../decisions/status.ts';
import type { Script } from '../../scripts/declaration.ts';
import { isAllowed } from '../../decisions/vendors.ts';

/** What a decision is about. */
export interface Decided {
  readonly rule: Rule;
  readonly scripts: readonly Script[];
  readonly vendors: readonly VendorState[];
}

/** Names in a sentence. */
function named(view: View, scripts: readonly Script[]): string {
  return namesInSentence(
    view.locale,
    scripts.map(({ name }) => name),
  );
}

/** Whether a rejection deletes something in the browser. */
function leavesCookies(scripts: readonly Script[]): boolean {
  return scripts.some(({ permanent, cookies }) => !permanent && cookies.length > 0);
}

/** What an account can't do without it. Visitors without an account are not affected. */
function blockedActions(view: View, { blocking, validatesOn }: Rule): string[] {
  if (view.user === null) return [];
  return [
    ...(blocking ? [view.t('centre.refuse.blocking')] : []),
    ...(validatesOn.includes('update') ? [view.t('centre.refuse.update')] : []),
  ];
}

/** The consequences of a rejection before it is made; nothing if it is already made. */
export function RefusalFacts({
  view,
  decided,
  status,
}: {
  view: View;
  decided: Decided;
  status: ConsentStatus;
}): JSX.Element {
  const { rule, scripts } = decided;
  const { state } = status;
  const isWithdrawal = isConsentGiven(status);
  if (state === 'rejected') return <></>;
  const held = blockedActions(view, rule);
  const facts = [
    ...held,
    ...(scripts.length > 0 ? [view.t('centre.refuse.scripts', { scripts: named(view, scripts) })] : []),
    ...(leavesCookies(scripts) ? [view.t('centre.refuse.cookies')] : []),
    ...(held.length === 0 ? [view.t('centre.refuse.free')] : []),
    ...(state === 'accepted' || isWithdrawal ? [view.t('centre.refuse.past')] : []),
  ];
  const content = (
    <>
      <strong>{view.t(isWithdrawal ? 'centre.withdraw' : 'centre.refuse')}</strong>
      <ul class="pe-bullets">
        {facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
    </>
  );
  // People who are about to decide are warned; people who look at what they accepted are informed.
  if (held.length > 0 && state === 'passive') {
    return (
      <Notice view={view} tone="warning">
        {content}
      </Notice>
    );
  }
  return <div class="pe-small pe-follows">{content}</div>;
}

/** Only what was accepted can have run. */
function stoppedKey(isRefused: boolean, mayHaveRun: boolean) {
  if (!isRefused) return 'centre.did.without';
  return mayHaveRun ? 'centre.did.stopped' : 'centre.refuse.scripts';
}

/**
 * The consequences of the decision just made, from the notice of the answer.
 *
 * @param props.isWithdrawal whether the rejection took a consent back
 * @param props.wasAccepted whether the decision before it was an acceptance; false if that is not known
 */
export function Outcome(props: {
  view: View;
  decided: Decided;
  state: ConsentState;
  isWithdrawal: boolean;
  wasAccepted: boolean;
}): JSX.Element {
  const { view, decided, state, isWithdrawal, wasAccepted } = props;
  const { rule, scripts, vendors } = decided;
  const policy = isolated(rule.label(view.locale));
  const isRefused = state === 'rejected';
  const [running, stopped] = [true, false].map((runs) =>
    scripts.filter(({ provider }) => isAllowed({ runs: !isRefused, vendors }, provider) === runs),
  ) as [Script[], Script[]];
  const sentences = [
    view.t(isRefused ? (isWithdrawal ? 'centre.did.withdrawn' : 'centre.did.rejected') : 'centre.did.accepted', {
      policy,
    }),
    ...(isRefused && wasAccepted && !isWithdrawal ? [view.t('centre.did.revoked')] : []),
    ...(running.length > 0 ? [view.t('centre.did.run', { scripts: named(view, running) })] : []),
    ...(stopped.length > 0
      ? [view.t(stoppedKey(isRefused, wasAccepted || isWithdrawal), { scripts: named(view, stopped) })]
      : []),
    ...(leavesCookies(stopped) ? [view.t('centre.did.cookies')] : []),
    ...(isRefused ? blockedActions(view, rule) : []),
  ];
  return (
    <Notice
      view={view}
      tone={isRefused && blockedActions(view, rule).length > 0 ? 'warning' : 'success'}
      text={sentences.join(' ')}
      live
      focus
    />
  );
}

/** A decision that the page before has reported. */
export interface JustDecided {
  readonly rule: string;
  readonly state: Decision;
  /** Whether it took a consent back. */
  readonly isWithdrawal: boolean;
}

/** The decision that the notice of the view is about, if it is one. */
export function decidedJustNow({ notice }: View): JustDecided | null {
  if (notice === null || notice.about === null) return null;
  const { about: rule, key } = notice;
  if (key === 'notice.accepted') return { rule, state: 'accepted', isWithdrawal: false };
  const isWithdrawal = key === 'notice.withdrawn';
  return isWithdrawal || key === 'notice.rejected' ? { rule, state: 'rejected', isWithdrawal } : null;
}
