/** The stored data of one person or browser, for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Badge,
  Breakable,
  ButtonLink,
  listPath,
  Notice,
  type Page,
  PageHeader,
  Table,
  Time,
  type Tone,
  type View,
} from '../../../platform/web/index.ts';
import type { ConsentState, Rules } from '../../rules/index.ts';
import { eventColumns, receiptColumn, visitorName } from '../../proof/index.ts';
import { Due, type RequestListRow, REQUESTS } from '../../requests/index.ts';
import { mergePath, PEOPLE, personPath, visitorPath } from '../../../platform/users/person-path.ts';
import { withdrawalPath } from '../withdrawals/routes.tsx';
import type { Withdrawal } from '../withdrawals/withdrawals.ts';
import { REGISTRABLE, registerPath } from '../registering.tsx';
import { type DecisionHistory, EVENTS_SHOWN, type PersonConsent, type PersonFile } from '../service.ts';

/** Asks for confirmation if another site led here. @param path of the page with the data */
export function askPage(view: View, path: string): Page {
  const title = view.t('people.ask');
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={view.t('people.logged')} />
      <div class="pe-actions">
        <ButtonLink kind="primary" href={view.href(path)} text={view.t('people.ask_verb')} />
        <ButtonLink href={view.href(PEOPLE)} text={view.t('action.cancel')} />
      </div>
    </div>
  );
  return { title, content };
}

/** What a person's page shows. */
export interface PersonShown extends DecisionHistory {
  readonly person: PersonFile;
  readonly requests: readonly RequestListRow[];
  readonly rules: Rules;
  readonly withdrawals: readonly Withdrawal[];
  /** The host's names of the administrators who recorded them, by ID. */
  readonly authors: ReadonlyMap<string, string>;
}

/** One person: their status on each policy, their decisions, and their requests. */
export function personPage(view: View, shown: PersonShown): Page {
  const { person, requests, rules, withdrawals, authors, ...history } = shown;
  const { id, name, address, isUser } = person;
  const title = name ?? view.t('requests.user', { id });
  const content = (
    <>
      <PageHeader title={title} back={{ href: view.hrefOfList(PEOPLE), text: view.t('people.title') }} />
      {isUser === false && <Notice view={view} tone="info" text={view.t('people.gone')} />}
      {person.mergedInto !== null && (
        <Notice view={view} tone="info">
          {view.t('people.merged')} <a href={view.href(personPath(person.mergedInto))}>{person.mergedInto}</a>
        </Notice>
      )}
      <dl class="pe-facts">
        <dt>{view.t('people.id')}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        {address !== null && address !== title && (
          <>
            <dt>{view.t('people.address')}</dt>
            <dd>
              <bdi>
                <Breakable text={address} />
              </bdi>
            </dd>
          </>
        )}
      </dl>
      <Consents view={view} consents={person.consents} />
      <Withdrawals view={view} person={person} rules={rules} withdrawals={withdrawals} authors={authors} />
      <Requests view={view} id={id} requests={requests} registrable={person.registrable} />
      {person.mergedInto === null && (
        <p>
          <a href={view.href(mergePath(id))}>{view.t('people.merge')}</a>
        </p>
      )}
      <History view={view} rules={rules} history={history} path={personPath(id)} subject={id} />
      <p class="pe-muted pe-small">{view.t('people.logged')}</p>
    </>
  );
  return { title, content };
}

const stateText = (state: ConsentState, last: PersonConsent['last']) =>
  state === 'passive' && last !== null ? 'people.state.asked_again' : (`people.state.${state}` as const);

// Neither decision is emphasised.
const TONES: Readonly<Record<ConsentState, Tone>> = { accepted: 'info', rejected: 'neutral', passive: 'neutral' };

function Consents({ view, consents }: { view: View; consents: readonly PersonConsent[] }): JSX.Element {
  const title = view.t('people.consents');
  return (
    <section class="pe-stack" aria-labelledby="consents">
      <h2 id="consents">{title}</h2>
      <Table
        view={view}
        caption={title}
        rows={consents}
        columns={[
          {
            label: view.t('ledger.policy'),
            kind: 'heading',
            cell: ({ rule, label }) => <a href={view.href(`/categories/${rule}`)}>{label(view.locale)}</a>,
          },
          {
            label: view.t('requests.state'),
            kind: 'fixed',
            cell: ({ state, isPartly, last }) => (
              <>
                <Badge tone={TONES[state]} text={view.t(isPartly ? 'app.partly' : stateText(state, last))} />
                {state === 'passive' && last !== null && (
                  <span class="pe-muted pe-small"> {view.t(`people.last.${last}`)}</span>
                )}
              </>
            ),
          },
          {
            label: view.t('people.version'),
            kind: 'number',
            priority: 2,
            cell: ({ version }) => version?.toLocaleString(view.formatLocale) ?? null,
          },
          {
            label: view.t('people.in_force'),
            kind: 'number',
            priority: 3,
            cell: ({ inForce }) => inForce?.toLocaleString(view.formatLocale) ?? null,
          },
          {
            label: view.t('ledger.at'),
            kind: 'fixed',
            cell: ({ decidedAt }) =>
              decidedAt === null ? null : <Time view={view} at={new Date(decidedAt)} precision="minute" />,
          },
        ]}
      />
    </section>
  );
}

/** Consents that they withdrew by phone, by letter or by email. */
function Withdrawals(props: {
  view: View;
  person: PersonFile;
  rules: Rules;
  withdrawals: readonly Withdrawal[];
  authors: ReadonlyMap<string, string>;
}): JSX.Element {
  const { view, person, rules, withdrawals, authors } = props;
  const mayRecord = person.mergedInto === null && person.consents.some(({ state }) => state === 'accepted');
  if (withdrawals.length === 0 && !mayRecord) return <></>;
  const title = view.t('people.withdraw.recorded');
  return (
    <section class="pe-stack" aria-labelledby="withdrawals">
      <h2 id="withdrawals">{title}</h2>
      {withdrawals.length > 0 && (
        <Table
          view={view}
          caption={title}
          rows={withdrawals}
          columns={[
            {
              label: view.t('ledger.policy'),
              kind: 'heading',
              cell: ({ rule }) => rules.find(rule)?.label(view.locale) ?? rule,
            },
            { label: view.t('ledger.how'), cell: ({ channel }) => view.t(`people.withdraw.by.${channel}`) },
            {
              label: view.t('people.register.received'),
              kind: 'fixed',
              cell: ({ receivedOn: day }) => (
                <time datetime={day}>
                  {new Date(day).toLocaleDateString(view.formatLocale, { dateStyle: 'medium', timeZone: 'UTC' })}
                </time>
              ),
            },
            {
              label: view.t('people.withdraw.note'),
              cell: ({ note }) => (
                <span class="pe-lines" dir="auto">
                  {note}
                </span>
              ),
            },
            {
              label: view.t('requests.assigned.to'),
              priority: 2,
              cell: ({ author }) => (author === null ? null : (authors.get(author) ?? author)),
            },
          ]}
        />
      )}
      {mayRecord && (
        <div class="pe-actions">
          <ButtonLink href={view.href(withdrawalPath(person.id))} text={view.t('people.withdraw')} />
        </div>
      )}
    </section>
  );
}

function Requests(props: {
  view: View;
  id: string;
  requests: readonly RequestListRow[];
  registrable: readonly string[];
}): JSX.Element {
  const { view, id, requests, registrable } = props;
  const offered = REGISTRABLE.filter((kind) => registrable.includes(kind));
  const title = view.t('people.requests');
  return (
    <section class="pe-stack" aria-labelledby="requests">
      <h2 id="requests">{title}</h2>
      {requests.length === 0 && <p class="pe-muted">{view.t('people.no_requests')}</p>}
      {requests.length > 0 && (
        <Table
          view={view}
          caption={title}
          rows={requests}
          columns={[
            {
              label: view.t('requests.kind.label'),
              kind: 'heading',
              cell: ({ kind, request }) => (
                <a href={view.href(kind.pages.paths.one(request.id))}>{view.text(kind.label)}</a>
              ),
            },
            { label: view.t('requests.state'), kind: 'fixed', cell: ({ badge }) => badge },
            {
              label: view.t('requests.created'),
              kind: 'fixed',
              cell: ({ request }) => <Time view={view} at={new Date(request.createdAt)} />,
            },
            {
              label: view.t('requests.due'),
              kind: 'fixed',
              priority: 2,
              cell: ({ request, daysLeft }) => <Due view={view} request={request} daysLeft={daysLeft} />,
            },
            {
              label: view.t('requests.answered'),
              kind: 'fixed',
              priority: 2,
              cell: ({ request: { closedAt } }) =>
                closedAt === null ? null : <Time view={view} at={new Date(closedAt)} />,
            },
          ]}
        />
      )}
      {requests.length + offered.length > 0 && (
        <div class="pe-actions">
          {requests.length > 0 && (
            <ButtonLink
              href={view.href(listPath(REQUESTS, { state: 'all', q: id }))}
              text={view.t('people.answer_requests')}
            />
          )}
          {offered.map((kind) => (
            <ButtonLink href={view.href(registerPath(id, kind))} text={view.t(`people.register.${kind}`)} />
          ))}
        </div>
      )}
    </section>
  );
}

/** @param props.subject ID of the account whose entries the ledger lists; null for a visitor */
function History(props: {
  view: View;
  rules: Rules;
  history: DecisionHistory;
  path: string;
  subject: string | null;
}): JSX.Element {
  const { view, rules, history, path, subject } = props;
  const { events, suspicions } = history;
  const title = view.t('people.history');
  return (
    <section class="pe-stack" aria-labelledby="history">
      <h2 id="history">{title}</h2>
      {events.length === 0 && <p class="pe-muted">{view.t('people.no_history')}</p>}
      {events.length > 0 && (
        <Table
          view={view}
          caption={title}
          rows={events}
          columns={[
            ...eventColumns(view, rules, suspicions),
            receiptColumn(view, rules, (id) => `${path}/events/${id}`),
          ]}
        />
      )}
      {events.length === EVENTS_SHOWN && (
        <p class="pe-muted">
          {view.t('people.history_capped', { count: EVENTS_SHOWN.toLocaleString(view.formatLocale) })}
        </p>
      )}
      {subject !== null && events.length > 0 && (
        <div class="pe-actions">
          <ButtonLink href={view.href(`${path}/file`)} text={view.t('people.file')} />
          <ButtonLink href={view.href(listPath('/ledger', { subject }))} text={view.t('people.in_ledger')} />
        </div>
      )}
    </section>
  );
}

/** A browser that decided without an account: what it decided. */
export function visitorPage(
  view: View,
  { id, rules, history }: { readonly id: string; readonly rules: Rules; readonly history: DecisionHistory },
): Page {
  const title = visitorName(view, id);
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('people.visitor_text')}
        back={{ href: view.hrefOfList(PEOPLE), text: view.t('people.title') }}
      />
      <dl class="pe-facts">
        <dt>{view.t('people.id')}</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <History view={view} rules={rules} history={history} path={visitorPath(id)} subject={null} />
      <p class="pe-muted pe-small">{view.t('people.logged')}</p>
    </>
  );
  return { title, content };
}
