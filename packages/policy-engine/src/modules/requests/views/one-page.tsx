/** One request, for administrators: its status, and the available actions. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ButtonLink,
  isolated,
  listPath,
  type Page,
  PageHeader,
  Split,
  type View,
} from '../../../platform/web/index.ts';
import type { PersonRequest } from '../register/request.ts';
import { NEXT, REQUESTS } from '../routes/paths.ts';
import type { KindPages, Shown } from './kind-pages.ts';
import { Deadline, Live, Made, Moment, PersonFact, ReasonFact, StateRow } from './parts.tsx';

/** The kind's own parts of the page. */
export interface OneRequest {
  readonly badge: JSX.Element;
  /** Whether work on it is in progress: the page then refreshes itself. */
  readonly isLive: boolean;
  /** What to know first: the progress, or an error. */
  readonly news: JSX.Element;
  /** When the work started, if it is shown. */
  readonly confirmedAt: string | null;
  /** Facts of the kind's own, below those of every kind. */
  readonly facts?: JSX.Element;
  readonly acts: JSX.Element;
  /** What follows below the card. */
  readonly below?: JSX.Element;
  /** Its recorded events. */
  readonly record: JSX.Element;
}

/** The page of a request. */
export function onePage<Request extends PersonRequest>(
  view: View,
  pages: KindPages<Request>,
  shown: Shown<Request>,
  one: OneRequest,
): Page {
  const { request, person, overdue } = shown;
  // "From erased person" would be no sentence.
  const title =
    request.userId === null
      ? `${view.text(pages.kind)}\u00a0· ${person}`
      : view.text(pages.one, { person: isolated(person) });
  const card = (
    <section class="pe-card pe-stack" aria-label={title}>
      <div class="pe-row">
        <StateRow view={view} badge={one.badge} overdue={overdue} />
      </div>
      {one.news}
      <dl class="pe-facts">
        <PersonFact view={view} acting={shown} />
        <dt>{view.t('requests.created')}</dt>
        <dd>
          <Made view={view} at={request.createdAt} />
        </dd>
        <Deadline view={view} request={request} daysLeft={shown.daysLeft} />
        <Moment view={view} label={view.t('requests.confirmed')} at={one.confirmedAt} />
        {one.facts}
        <Moment view={view} label={view.t('requests.answered')} at={request.closedAt} />
        <ReasonFact view={view} reason={request.reason} />
      </dl>
      <div class="pe-actions">{one.acts}</div>
    </section>
  );
  const main = (
    <>
      {card}
      {one.below}
    </>
  );
  const content = (
    <>
      <PageHeader
        title={title}
        back={{ href: view.hrefOfList(REQUESTS), text: view.t('requests.desk.title') }}
        action={<ButtonLink href={view.href(listPath(NEXT, { after: request.id }))} text={view.t('requests.next')} />}
      />
      <Split
        main={
          one.isLive ? (
            <Live view={view} href={view.href(pages.paths.one(request.id))}>
              {main}
            </Live>
          ) : (
            main
          )
        }
        side={one.record}
      />
    </>
  );
  return { title, content };
}
