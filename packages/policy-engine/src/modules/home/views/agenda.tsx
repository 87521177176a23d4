/** What must be done today and this week, day by day: as columns where there is room, else as a list. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Breakable, ButtonLink, listPath, Time, type View } from '../../../platform/web/index.ts';
import { type KindRequest, type OpenCounts, REQUESTS, type RequestListRow, rowOf } from '../../requests/index.ts';
import type { Agenda, AgendaDay, ComingText } from '../agenda.ts';

/** Requests of a day that are named; the number leads to all. */
const NAMED = 4;

/** The agenda with its requests as rows. */
export interface ShownAgenda {
  readonly agenda: Agenda;
  readonly counts: OpenCounts;
  /** By ID of the request. */
  readonly rows: ReadonlyMap<string, RequestListRow>;
}

/** Reads the rows of the requests that are shown. */
export async function shownAgenda(view: View, agenda: Agenda, counts: OpenCounts): Promise<ShownAgenda> {
  const parts = [agenda.overdue, ...agenda.days.map(({ requests }) => requests), agenda.later];
  const shown = parts.flatMap((part) => part.slice(0, NAMED));
  const rows = await Promise.all(shown.map(({ kind, request }) => rowOf(view, kind, request)));
  return { agenda, counts, rows: new Map(rows.map((row) => [row.request.id, row])) };
}

/** The section; nothing without an open request and without a text that is to come. */
export function AgendaSection({ view, shown }: { view: View; shown: ShownAgenda }): JSX.Element {
  const { agenda, counts } = shown;
  const texts = agenda.days.reduce((sum, day) => sum + day.texts.length, 0);
  if (counts.open + texts === 0) return <></>;
  const later = counts.open - counts.overdue - counts.week;
  const list = (state: string) => view.href(listPath(REQUESTS, { state }));
  return (
    <section class="pe-stack" aria-labelledby="agenda">
      <h2 id="agenda">{view.t('home.agenda')}</h2>
      <ol class="pe-agenda" role="list">
        {counts.overdue > 0 && (
          <Part
            isWhole
            isUrgent
            heading={view.t('requests.overdue')}
            count={<Count view={view} count={counts.overdue} href={list('overdue')} />}
          >
            <Requests view={view} shown={shown} requests={agenda.overdue} />
          </Part>
        )}
        {agenda.days.map((day, index) => (
          <Day view={view} shown={shown} day={day} isToday={index === 0} />
        ))}
        {later > 0 && (
          <Part isWhole heading={view.t('home.later')}>
            <Requests view={view} shown={shown} requests={agenda.later} dated />
          </Part>
        )}
      </ol>
      <div class="pe-actions">
        <ButtonLink
          href={view.href(REQUESTS)}
          text={view.t('home.all_open', { count: counts.open.toLocaleString(view.formatLocale) })}
        />
      </div>
    </section>
  );
}

function Part(props: {
  heading: Child;
  count?: Child;
  isWhole?: boolean;
  isUrgent?: boolean;
  isToday?: boolean;
  children: Child;
}): JSX.Element {
  const { heading, count, isWhole = false, isUrgent = false, isToday = false, children } = props;
  const look = ['pe-day', isWhole && 'pe-day-whole', isUrgent && 'pe-day-urgent', isToday && 'pe-day-today']
    .filter((part) => part)
    .join(' ');
  return (
    <li class={look} aria-current={isToday ? 'date' : undefined}>
      <h3>{heading}</h3>
      {count}
      {children}
    </li>
  );
}

function Day(props: { view: View; shown: ShownAgenda; day: AgendaDay; isToday: boolean }): JSX.Element {
  const {
    view,
    shown,
    day: { day, due, requests, texts },
    isToday,
  } = props;
  const name = new Date(day).toLocaleDateString(view.formatLocale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const href = view.href(listPath(REQUESTS, { due: day }));
  return (
    <Part
      isToday={isToday}
      heading={
        <>
          {isToday && <span class="pe-today">{view.t('home.today')} </span>}
          <time datetime={day}>{name}</time>
        </>
      }
      count={
        due === 0 ? texts.length === 0 && <p class="pe-muted">–</p> : <Count view={view} count={due} href={href} />
      }
    >
      <Requests view={view} shown={shown} requests={requests} />
      {texts.map((text) => (
        <Coming view={view} text={text} />
      ))}
    </Part>
  );
}

/** A number with its list. Those that are due later have none of their own: they are in that of all open requests. */
function Count({ view, count, href }: { view: View; count: number; href: string }): JSX.Element {
  return (
    <p class="pe-day-count">
      <a href={href}>{view.t('home.requests', { count })}</a>
    </p>
  );
}

/** @param props.dated whether the deadline is shown */
function Requests(props: {
  view: View;
  shown: ShownAgenda;
  requests: readonly KindRequest[];
  dated?: boolean;
}): JSX.Element {
  const { view, shown, requests, dated = false } = props;
  const named = requests.flatMap(({ request }) => shown.rows.get(request.id) ?? []);
  if (named.length === 0) return <></>;
  return (
    <ul class="pe-day-list">
      {named.map(({ kind, request, person }) => (
        <li>
          <a href={view.href(kind.pages.paths.one(request.id))}>
            <bdi>
              <Breakable text={person} />
            </bdi>
          </a>{' '}
          <span class="pe-muted pe-small">
            {view.text(kind.label)}
            {dated && (
              <>
                {' · '}
                <Time view={view} at={new Date(request.dueAt)} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Coming({ view, text: { rule, id, version, at } }: { view: View; text: ComingText }): JSX.Element {
  return (
    <p class="pe-day-text">
      <a href={view.href(`/categories/${rule.name}/terms/${id}`)}>
        <bdi>{rule.label(view.locale)}</bdi>
      </a>{' '}
      <span class="pe-muted pe-small">
        {view.t('home.comes_into_force', { version })} <Time view={view} at={new Date(at)} precision="minute" />
      </span>
    </p>
  );
}
