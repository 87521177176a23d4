/** The administrators' pages of webhooks: all deliveries, and one. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  Breakable,
  Button,
  type Column,
  type FieldError,
  Form,
  Id,
  List,
  type ListBarProps,
  listPath,
  type ListQuery,
  Notice,
  type Page,
  PageHeader,
  Person,
  Reason,
  Table,
  TextArea,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import {
  answeredWith,
  type Delivery,
  deliveryPaths as paths,
  type DeliveryState,
  deliveryStates,
  PREFIX,
  shortType,
  type WholeDelivery,
} from './delivery.ts';
import { shownUrl } from './representation.ts';
import type { DeliveryPage, WebhookStatus } from '../service.ts';

const TONES = { waiting: 'info', delivered: 'success', failed: 'danger', resolved: 'info', gone: 'warning' } as const;

/** After it, the host has no such person. */
const ERASURE_COMPLETED = `${PREFIX}erasure.completed`;

/** What the list shows. */
interface Shown {
  readonly statuses: readonly WebhookStatus[];
  readonly list: DeliveryPage;
  readonly page: number;
  /** The requested filters. */
  readonly query: ListQuery;
}

function addressOf(view: View, query: ListQuery): string {
  return view.href(listPath(paths.all, query));
}

/** All deliveries. */
export function deliveriesPage(view: View, { statuses, list, page, query }: Shown): Page {
  const title = view.t('webhooks.title');
  const { deliveries, pages } = list;
  const isFiltered = [query['state'], query['webhook']].some((value) => (value ?? '') !== '');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('webhooks.lead')} />
      {statuses.length > 0 && <WebhookTable view={view} statuses={statuses} />}
      <h2>{view.t('webhooks.deliveries')}</h2>
      <List
        {...barOf(view, { statuses, list, query })}
        order="-at"
        caption={view.t('webhooks.deliveries')}
        columns={deliveryColumns(view)}
        rows={deliveries}
        page={page}
        pages={pages}
        empty={{
          title: view.t('webhooks.none'),
          text: view.t(isFiltered ? 'webhooks.none_text' : 'webhooks.empty_text'),
        }}
      />
    </>
  );
  return { title, content };
}

function WebhookTable({ view, statuses }: { view: View; statuses: readonly WebhookStatus[] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('webhooks.title')}
      rows={statuses}
      columns={[
        {
          label: view.t('webhooks.webhook'),
          kind: 'heading',
          cell: ({ webhook: { name } }) => <a href={addressOf(view, { webhook: name })}>{name}</a>,
        },
        {
          label: view.t('webhooks.url'),
          cell: ({ webhook }) => (
            <code>
              <Breakable text={shownUrl(webhook.url)} />
            </code>
          ),
        },
        {
          label: view.t('webhooks.events'),
          priority: 3,
          cell: ({ webhook: { events } }) =>
            events === null ? view.t('webhooks.all_events') : events.map(shortType).join(', '),
        },
        {
          label: view.t('webhooks.standing'),
          cell: ({ failingSince }) =>
            failingSince === null ? (
              <Badge tone="success" text={view.t('webhooks.well')} />
            ) : (
              <span class="pe-row">
                <Badge tone="danger" text={view.t('webhooks.failing')} />
                <Time view={view} at={new Date(failingSince)} precision="minute" />
              </span>
            ),
        },
      ]}
    />
  );
}

function barOf(view: View, { statuses, list, query }: Omit<Shown, 'page'>): ListBarProps {
  const states = deliveryStates.map((state) => ({ value: state, text: view.t(`webhooks.state.${state}`) }));
  const names = statuses.map(({ webhook: { name } }) => ({ value: name, text: name }));
  const all = { value: '', text: view.t('webhooks.filter.all') };
  return {
    view,
    path: paths.all,
    query,
    chips: { name: 'state', label: view.t('webhooks.filter'), options: [all, ...states] },
    fields:
      names.length > 1 || query['webhook']
        ? [{ name: 'webhook', label: view.t('webhooks.webhook'), options: [all, ...names] }]
        : [],
    total: list.total,
    isExported: true,
  };
}

function deliveryColumns(view: View): readonly Column<Delivery>[] {
  return [
    {
      label: view.t('webhooks.event'),
      kind: 'heading',
      cell: ({ id, type }) => (
        <a class="pe-type" href={view.href(paths.one(id))}>
          {shortType(type)}
        </a>
      ),
    },
    {
      label: view.t('requests.person'),
      priority: 2,
      cell: (delivery) => personOf(view, delivery),
    },
    { label: view.t('webhooks.webhook'), id: 'webhook', priority: 3, cell: ({ webhook }) => webhook },
    {
      label: view.t('webhooks.state'),
      isPlain: true,
      cell: ({ state }) => <StateBadge view={view} state={state} />,
    },
    {
      label: view.t('webhooks.attempts'),
      id: 'attempts',
      priority: 3,
      kind: 'number',
      cell: ({ attempts }) => attempts.toLocaleString(view.formatLocale),
    },
    { label: view.t('webhooks.answer'), priority: 2, cell: (delivery) => answerOf(view, delivery) },
    {
      label: view.t('webhooks.created'),
      isPlain: true,
      kind: 'fixed',
      sort: 'at',
      cell: ({ createdAt }) => <Time view={view} at={new Date(createdAt)} precision="minute" short />,
    },
  ];
}

/** An erased person has no page any more: only the ID is left, for the receiver's records. */
function personOf(view: View, { userId, type }: Delivery): JSX.Element | null {
  if (userId === null) return null;
  return type === ERASURE_COMPLETED ? <Id value={userId} /> : <Person view={view} id={userId} />;
}

/** The last response in a few words; without a response, the reason. */
function answerOf(view: View, { status, error }: Delivery): JSX.Element | null {
  if (status !== null) return <>{status}</>;
  return error === null ? null : <Reason view={view} error={error} />;
}

function StateBadge({ view, state }: { view: View; state: DeliveryState }): JSX.Element {
  return <Badge tone={TONES[state]} text={view.t(`webhooks.state.${state}`)} />;
}

/** One delivery. */
export function deliveryPage(
  view: View,
  delivery: WholeDelivery,
  isSendable: boolean,
  errors: readonly FieldError[] = [],
): Page {
  const { id, type, state, body, status, answer, note, attemptedAt } = delivery;
  const content = (
    <>
      <PageHeader
        title={shortType(type)}
        back={{ href: view.hrefOfList(paths.all), text: view.t('webhooks.title') }}
        {...(isSendable && { action: <SendAgain view={view} id={id} /> })}
      />
      {!isSendable && <Notice view={view} tone="info" text={view.t('error.webhook_not_sendable')} />}
      <Facts view={view} delivery={delivery} />
      {state === 'failed' && <Resolve view={view} id={id} errors={errors} />}
      {note !== null && (
        <>
          <h2>{view.t('webhooks.resolve.note')}</h2>
          <p class="pe-lines" dir="auto">
            {note}
          </p>
        </>
      )}
      <h2>{view.t('webhooks.body')}</h2>
      {body === null ? <p>{view.t('webhooks.body_deleted')}</p> : <pre class="pe-sent">{indented(body)}</pre>}
      {(attemptedAt === null || status !== null) && (
        <>
          <h2>{view.t('webhooks.answer')}</h2>
          {answer === null || answer === '' ? (
            <p>{view.t(attemptedAt === null ? 'webhooks.no_answer' : 'webhooks.answer_gone')}</p>
          ) : (
            <pre class="pe-sent">
              <bdi>{answer}</bdi>
            </pre>
          )}
        </>
      )}
    </>
  );
  return { title: shortType(type), content };
}

function SendAgain({ view, id }: { view: View; id: string }): JSX.Element {
  return <ActionForm kind="primary" action={view.href(paths.send(id))} text={view.t('webhooks.send_again')} />;
}

/** A failure may be resolved in another way: by telephone, or because the receiver is no longer used. */
function Resolve({ view, id, errors }: { view: View; id: string; errors: readonly FieldError[] }): JSX.Element {
  const label = view.t('webhooks.resolve.note');
  return (
    <section class="pe-card pe-stack" aria-labelledby="resolve">
      <h2 id="resolve">{view.t('webhooks.resolve')}</h2>
      <Form view={view} action={view.href(paths.resolve(id))} errors={errors} labels={{ note: label }}>
        <TextArea
          view={view}
          name="note"
          label={label}
          hint={view.t('webhooks.resolve.hint')}
          errors={errors}
          required
        />
        <div class="pe-actions">
          <Button text={view.t('webhooks.resolve')} />
        </div>
      </Form>
    </section>
  );
}

function Facts({ view, delivery }: { view: View; delivery: WholeDelivery }): JSX.Element {
  const { type, webhook, userId, state, attempts, status, error, eventId, createdAt, attemptedAt, dueAt } = delivery;
  const times = [
    ['webhooks.created', createdAt],
    ['webhooks.attempted', attemptedAt],
    ['webhooks.due', dueAt],
  ] as const;
  return (
    <dl class="pe-facts">
      <dt>{view.t('webhooks.state')}</dt>
      <dd>
        <StateBadge view={view} state={state} />
      </dd>
      <dt>{view.t('webhooks.event')}</dt>
      <dd>
        <code>
          <Breakable text={type} />
        </code>
      </dd>
      <dt>{view.t('webhooks.webhook')}</dt>
      <dd>
        <bdi>{webhook}</bdi>
      </dd>
      {userId !== null && (
        <>
          <dt>{view.t('requests.person')}</dt>
          <dd>{type === ERASURE_COMPLETED ? <code>{userId}</code> : personOf(view, delivery)}</dd>
        </>
      )}
      <dt>{view.t('webhooks.attempts')}</dt>
      <dd>{attempts.toLocaleString(view.formatLocale)}</dd>
      {status !== null && (
        <>
          <dt>{view.t('webhooks.status')}</dt>
          <dd>{status}</dd>
        </>
      )}
      {error !== null && (status === null || error !== answeredWith(status)) && (
        <>
          <dt>{view.t('webhooks.error')}</dt>
          <dd>
            <Reason view={view} error={error} />
          </dd>
        </>
      )}
      {times.map(([label, at]) =>
        at === null ? null : (
          <>
            <dt>{view.t(label)}</dt>
            <dd>
              <Time view={view} at={new Date(at)} precision="minute" />
            </dd>
          </>
        ),
      )}
      <dt>{view.t('webhooks.event_id')}</dt>
      <dd>
        <code>{eventId}</code>
      </dd>
    </dl>
  );
}

/** JSON formatted for people. The sent JSON has no spaces. */
function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
