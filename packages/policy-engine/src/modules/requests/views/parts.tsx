/** Parts that the pages of all kinds share. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Badge,
  beginsDay,
  Breakable,
  ButtonLink,
  Notice,
  Time,
  type TextKey,
  type View,
} from '../../../platform/web/index.ts';
import { unitText } from '../../../platform/i18n/unit-text.ts';
import { personPath } from '../../../platform/users/person-path.ts';
import type { PersonRequest } from '../register/request.ts';
import type { ActName, Acting, KindPages } from './kind-pages.ts';

/** The state in a word. */
export function StateBadge<Request extends PersonRequest>(props: {
  view: View;
  pages: KindPages<Request>;
  state: Request['state'];
}): JSX.Element {
  const { view, pages, state } = props;
  return <Badge tone={pages.tones[state]} text={view.text(pages.stateText(state))} />;
}

/** The state, and whether the request is overdue. */
export function StateRow(props: { view: View; badge: JSX.Element; overdue: boolean }): JSX.Element {
  const { view, badge, overdue } = props;
  return (
    <>
      {badge}
      {overdue && <Badge tone="danger" text={view.t('requests.overdue')} />}
    </>
  );
}

/** The deadline of an open request, and the number of days left. */
export function Due(props: { view: View; request: PersonRequest; daysLeft: number | null }): JSX.Element {
  const { view, request, daysLeft } = props;
  if (daysLeft === null) return <>–</>;
  return (
    <span class="pe-due">
      <Time view={view} at={new Date(request.dueAt)} />
      <span class={daysLeft < 0 ? 'pe-late' : 'pe-muted'}>{daysText(view, daysLeft)}</span>
    </span>
  );
}

/** "3 days left", "Due today", "5 days overdue". */
export function daysText({ t, locale }: Pick<View, 't' | 'locale'>, daysLeft: number): string {
  if (daysLeft === 0) return t('requests.days.today');
  const days = unitText(locale, Math.abs(daysLeft), 'day');
  return daysLeft > 0 ? t('requests.days.left', { days }) : t('requests.days.over', { days });
}

/** A part of the page that the panel's script refreshes every few seconds; without scripts there is a link for it. */
export function Live(props: { view: View; href: string; children: JSX.Element }): JSX.Element {
  return (
    <div class="pe-stack" data-live="3">
      {props.children}
      <noscript>
        <a href={props.href}>{props.view.t('requests.refresh')}</a>
      </noscript>
    </div>
  );
}

/** The deadline, the number of days left, and why it was extended. */
export function Deadline(props: { view: View; request: PersonRequest; daysLeft?: number | null }): JSX.Element {
  const { view, request, daysLeft = null } = props;
  return (
    <>
      <dt>{view.t('requests.due')}</dt>
      <dd>
        <Time view={view} at={new Date(request.dueAt)} />
        {request.extendedAt !== null && ` (${view.t('requests.extended')})`}
        {daysLeft !== null && ` · ${daysText(view, daysLeft)}`}
      </dd>
      {request.extensionReason !== null && (
        <>
          <dt>{view.t('requests.extension_reason')}</dt>
          <dd class="pe-lines">{request.extensionReason}</dd>
        </>
      )}
    </>
  );
}

/** A moment in a list of facts; nothing for null. */
export function Moment({ view, label, at }: { view: View; label: string; at: string | null }): JSX.Element {
  if (at === null) return <></>;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Time view={view} at={new Date(at)} precision="minute" />
      </dd>
    </>
  );
}

/** When a request was made: of one that came by letter, only the day is known, and it is stored as the begin of the day. */
export function Made({ view, at }: { view: View; at: string }): JSX.Element {
  const made = new Date(at);
  return <Time view={view} at={made} precision={beginsDay(made, view.timeZone) ? 'day' : 'minute'} />;
}

/** The person of a request, with the host's ID if they also have a name. */
export function PersonFact({ view, acting }: { view: View; acting: Acting<PersonRequest> }): JSX.Element {
  const { request, person } = acting;
  const { userId } = request;
  return (
    <>
      <dt>{view.t('requests.person')}</dt>
      <dd>
        {userId === null ? (
          <bdi>{person}</bdi>
        ) : (
          <a href={view.href(personPath(userId))} title={userId}>
            <bdi>
              <Breakable text={person} />
            </bdi>
          </a>
        )}
        {userId !== null && person !== view.t('requests.user', { id: userId }) && (
          <span class="pe-under">
            <code>
              <Breakable text={userId} />
            </code>
          </span>
        )}
      </dd>
    </>
  );
}

/** Somebody's words in a list of facts; nothing for null. */
export function ReasonFact({
  view,
  label,
  reason,
}: {
  view: View;
  label?: string;
  reason: string | null;
}): JSX.Element {
  if (reason === null) return <></>;
  return (
    <>
      <dt>{label ?? view.t('requests.reason')}</dt>
      <dd class="pe-lines" dir="auto">
        {reason}
      </dd>
    </>
  );
}

/** A link to the page that asks for confirmation of an action. @param props.text its label */
export function ActLink<Request extends PersonRequest>(props: {
  view: View;
  pages: KindPages<Request>;
  request: Request;
  act: ActName;
  text: TextKey;
  /** Whether it is the most likely action. Default: false. */
  isNext?: boolean;
}): JSX.Element {
  const { view, pages, request, act, text, isNext = false } = props;
  const href = view.href(pages.paths.ask(request.id, act));
  return <ButtonLink kind={isNext ? 'primary' : 'plain'} href={href} text={view.text(text)} />;
}

/** How people learn of a message about their request: only by ways that exist. */
export function ToldBy({ view, canMail }: { view: View; canMail: boolean }): JSX.Element {
  return canMail ? (
    <p class="pe-muted">{view.t('requests.told.mail')}</p>
  ) : (
    <Notice view={view} tone="warning" text={view.t('requests.told.page')} />
  );
}

/** How people learn of a message in the thread of their request: the mail has only a link to it. */
export function ToldByMessage({ view, canMail }: { view: View; canMail: boolean }): JSX.Element {
  return canMail ? (
    <p class="pe-muted">{view.t('requests.messages.lead')}</p>
  ) : (
    <Notice view={view} tone="warning" text={view.t('requests.messages.lead_page')} />
  );
}
