import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ReadableText } from '../../terms/languages.ts';
import { ActionForm, Badge, type View } from '../../../platform/web/index.ts';
import type { ConsentState, ConsentStatus } from '../consent-status.ts';

const TONES = { passive: 'neutral', accepted: 'success', rejected: 'warning' } as const;

/** The decision in a word. */
export function StateBadge({ view, state }: { view: View; state: ConsentState }): JSX.Element {
  return <Badge tone={TONES[state]} text={view.t(`consents.state.${state}`)} />;
}

/** What holds in this browser alone, and what of it is no more than a cookie; nothing where neither is so. */
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

/** Accept and refuse, of the same size, weight and number of steps; a decision already made is not offered again. */
export function DecisionButtons({
  view,
  status: { rule, state },
  small,
  text,
  fields = {},
}: {
  view: View;
  status: ConsentStatus;
  small?: boolean;
  /** The text that was shown, which the decision is about. */
  text: Pick<ReadableText, 'hash'>;
  /** Further hidden fields that go with either button. */
  fields?: Readonly<Record<string, string>>;
}): JSX.Element {
  const label = rule.label(view.locale);
  const sent = { ...fields, hash: text.hash };
  const look = small ? { small, fields: sent } : { fields: sent };
  return (
    <>
      {state !== 'accepted' && (
        <ActionForm
          action={view.href(`/user_terms/${rule.name}/accept`)}
          method="put"
          text={view.t('consents.accept')}
          name={`${view.t('consents.accept')}: ${label}`}
          {...look}
        />
      )}
      {state !== 'rejected' && (
        <ActionForm
          action={view.href(`/user_terms/${rule.name}/reject`)}
          method="put"
          text={view.t('consents.reject')}
          name={`${view.t('consents.reject')}: ${label}`}
          {...look}
        />
      )}
    </>
  );
}
