import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ReadableText } from '../../terms/index.ts';
import { ActionForm, Badge, Time, type View } from '../../../platform/web/index.ts';
import { type ConsentStatus, isConsentGiven, stateHere } from '../decisions/status.ts';
import { isPartly } from '../decisions/vendors.ts';

// Neither decision is emphasised.
const TONES = { passive: 'neutral', accepted: 'info', rejected: 'neutral', asked_again: 'neutral' } as const;

/** The decision in a word. @param props.isOutdated whether an earlier decision no longer counts: a later text asks again */
export function StateBadge(props: { view: View; status: ConsentStatus; isOutdated: boolean }): JSX.Element {
  const { view, status, isOutdated } = props;
  const { state } = status;
  if (isPartly(status)) return <Badge tone={TONES.accepted} text={view.t('app.partly')} />;
  const shown = state === 'passive' && isOutdated ? 'asked_again' : state;
  return <Badge tone={TONES[shown]} text={view.t(`consents.state.${shown}`)} />;
}

/** Until when an acceptance is valid, or before when nobody is asked again; nothing where there is no such day. */
export function Limit({ view, status }: { view: View; status: ConsentStatus }): JSX.Element {
  const decision = stateHere(status);
  if (decision === 'passive' || status.limit === null) return <></>;
  return (
    <span>
      {view.t('app.label', { label: view.t(`ledger.receipt.until.${decision}`) })}{' '}
      <Time view={{ formatLocale: view.formatLocale }} at={new Date(status.limit)} />
    </span>
  );
}

/** What applies in this browser only, and which of it is only a cookie; nothing if there is neither. */
export function BrowserNote({ view, status }: { view: View; status: ConsentStatus }): JSX.Element {
  const { state, browser, unproved } = status;
  const isOnlyHere = view.user !== null && state === 'passive' && browser !== null;
  if (!isOnlyHere && !unproved) return <></>;
  return (
    <span class="pe-muted pe-small">
      {isOnlyHere && view.t(`consents.browser.${browser}`)} {unproved && view.t('consents.unproved')}
    </span>
  );
}

/** The answers, in the order of the banner. */
const ANSWERS = ['reject', 'accept'] as const;

/** The texts of both buttons: a person who has given a consent withdraws it. */
function decisionWords(view: View, status: ConsentStatus): { readonly accept: string; readonly reject: string } {
  return {
    accept: view.t('consents.accept'),
    reject: view.t(isConsentGiven(status) ? 'consents.withdraw' : 'consents.reject'),
  };
}

/** Reject and accept, with the same size, weight and number of steps; the current decision is marked. */
export function DecisionButtons({
  view,
  status,
  text,
  fields = {},
}: {
  view: View;
  status: ConsentStatus;
  /** The text that was shown, which the decision is about. */
  text: Pick<ReadableText, 'hash'>;
  /** Further hidden fields that are sent with either button. */
  fields?: Readonly<Record<string, string>>;
}): JSX.Element {
  const { rule, state, byGpc } = status;
  const label = rule.label(view.locale);
  const words = decisionWords(view, status);
  return (
    <div class="pe-choices">
      {ANSWERS.map((verb) => (
        <ActionForm
          action={view.href(`/user_terms/${rule.name}/${verb}`)}
          method="put"
          text={words[verb]}
          name={view.t('text.labelled', { label: words[verb], value: label })}
          fields={{ ...fields, hash: text.hash }}
          pressed={state === (verb === 'accept' ? 'accepted' : 'rejected') && !byGpc}
        />
      ))}
    </div>
  );
}
