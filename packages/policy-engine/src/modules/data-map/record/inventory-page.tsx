/** The page of the record of processing activities. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ButtonLink,
  Notice,
  type Page,
  PageHeader,
  Table,
  type TextKey,
  type View,
} from '../../../platform/web/index.ts';
import { Activities, type ActivitiesShown } from './activities.tsx';
import type { Inventory } from './inventory.ts';
import { required, Whom } from './inventory-parts.tsx';
import type { InventoryConsent, InventoryParty } from './record.ts';

/** @param activities the page of the list of activities */
export function inventoryPage(view: View, inventory: Inventory, activities: ActivitiesShown): Page {
  const title = view.t('data_map.title');
  const { entries, consents, necessary_cookies: cookies, exempt } = inventory;
  const downloads = (
    <div class="pe-actions">
      <ButtonLink href={view.href('/data_map.csv')} text={view.t('data_map.csv')} />
      <ButtonLink href={view.href('/data_map.json')} text={view.t('data_map.json')} download="data-map.json" />
    </div>
  );
  const content = (
    <>
      <PageHeader title={title} lead={view.t('data_map.lead')} action={downloads} />
      <Missing view={view} inventory={inventory} />
      <Responsible view={view} inventory={inventory} />
      <Part view={view} id="activities" title="data_map.activities">
        <Activities view={view} shown={activities} isEmpty={entries.length === 0} />
      </Part>
      {consents.length > 0 && (
        <Part view={view} id="consents" title="data_map.consents" lead="data_map.consents.lead">
          <Consents view={view} consents={consents} />
        </Part>
      )}
      {cookies.length > 0 && (
        <Part view={view} id="necessary" title="choice.necessary" lead="data_map.necessary.lead">
          <Cookies view={view} cookies={cookies} />
        </Part>
      )}
      <Transfers view={view} transfers={inventory.transfers} />
      <Security view={view} security={inventory.security} />
      {exempt.length > 0 && <Exemptions view={view} exempt={exempt} />}
    </>
  );
  return { title, content };
}

function Part(props: { view: View; id: string; title: TextKey; lead?: TextKey; children?: Child }): JSX.Element {
  const { view, id, title, lead, children } = props;
  return (
    <section class="pe-stack" aria-labelledby={id}>
      <h2 id={id}>{view.text(title)}</h2>
      {lead !== undefined && <p class="pe-muted">{view.text(lead)}</p>}
      {children}
    </section>
  );
}

/** Above the record, because a record with gaps must not be taken for a whole one. */
function Missing({ view, inventory: { missing } }: { view: View; inventory: Inventory }): JSX.Element {
  if (missing.length === 0) return <></>;
  return (
    <Notice view={view} tone="warning">
      <strong>{view.t('data_map.incomplete')}</strong>
      <ul>
        {missing.map(({ option, fact }) => (
          <li>
            {/* Isolated, so that its dots and brackets keep their places in a text from right to left. */}
            {view.t('data_map.missing', { fact, option: `\u2068${option}\u2069` })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Responsible({ view, inventory }: { view: View; inventory: Inventory }): JSX.Element {
  const { controller, joint_controllers: joint, representative, data_protection_officer: officer } = inventory;
  return (
    <Part view={view} id="responsible" title="data_map.responsible">
      <dl class="pe-facts">
        <dt>{view.t('data_map.controller')}</dt>
        <PartyFact view={view} party={controller} />
        {joint.length > 0 && <dt>{view.t('data_map.joint_controllers')}</dt>}
        {joint.map((party) => (
          <PartyFact view={view} party={party} />
        ))}
        <dt>{view.t('data_map.representative')}</dt>
        <PartyFact view={view} party={representative} />
        <dt>{view.t('data_map.officer')}</dt>
        <PartyFact view={view} party={officer} />
      </dl>
    </Part>
  );
}

function PartyFact({ view, party }: { view: View; party: InventoryParty | false | null }): JSX.Element {
  if (party === null) return <dd class="pe-muted">{view.t('data_map.not_declared')}</dd>;
  if (party === false) return <dd>{view.t('data_map.none_appointed')}</dd>;
  return (
    <dd>
      <bdi>{party.name}</bdi>
      {party.contact !== null && (
        <span class="pe-under">
          <bdi>{party.contact}</bdi>
        </span>
      )}
    </dd>
  );
}

function Consents({ view, consents }: { view: View; consents: readonly InventoryConsent[] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('data_map.consents')}
      rows={consents}
      columns={[
        { label: view.t('ledger.policy'), kind: 'heading', cell: ({ label }) => label },
        { label: view.t('data_map.purpose'), cell: ({ purpose }) => <bdi>{required(view, purpose)}</bdi> },
        {
          label: view.t('data_map.people'),
          priority: 2,
          cell: ({ people, recipients }) => (
            <Whom
              view={view}
              people={required(view, people)}
              recipients={
                recipients === null ? null : new Intl.ListFormat(view.locale, { type: 'unit' }).format(recipients)
              }
            />
          ),
        },
        {
          label: view.t('data_map.stored'),
          priority: 3,
          cell: ({ stored }) => (stored.length === 0 ? null : <Stored view={view} stored={stored} />),
        },
      ]}
    />
  );
}

function Stored({ stored }: { view: View; stored: InventoryConsent['stored'] }): JSX.Element {
  return (
    <>
      {stored.map(({ name, duration }, index) => (
        <>
          {index > 0 && ', '}
          <bdi>
            <code>{name}</code>
            {duration !== null && ` (${duration})`}
          </bdi>
        </>
      ))}
    </>
  );
}

function Cookies({ view, cookies }: { view: View; cookies: Inventory['necessary_cookies'] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('choice.necessary')}
      rows={cookies}
      columns={[
        {
          label: view.t('choice.cookie'),
          kind: 'heading',
          cell: ({ name, kind }) => (
            <>
              <code>{name}</code>
              {kind !== 'cookie' && ` (${view.t(`choice.kind.${kind}`)})`}
            </>
          ),
        },
        { label: view.t('data_map.purpose'), cell: ({ purpose }) => <bdi>{purpose}</bdi> },
        { label: view.t('choice.duration'), cell: ({ duration }) => <bdi>{duration}</bdi> },
        {
          label: view.t('choice.recipients'),
          priority: 2,
          cell: ({ recipients }) => recipients ?? view.t('choice.no_recipients'),
        },
      ]}
    />
  );
}

function Transfers({ view, transfers }: { view: View; transfers: Inventory['transfers'] }): JSX.Element {
  return (
    <Part view={view} id="transfers" title="data_map.transfers">
      {transfers === null || transfers.length === 0 ? (
        <p class={transfers === null ? 'pe-muted' : undefined}>
          {view.t(transfers === null ? 'data_map.not_declared' : 'data_map.no_transfers')}
        </p>
      ) : (
        <Table
          view={view}
          caption={view.t('data_map.transfers')}
          rows={transfers}
          columns={[
            { label: view.t('data_map.country'), kind: 'heading', cell: ({ country }) => country },
            { label: view.t('data_map.recipient'), cell: ({ recipient }) => <bdi>{recipient}</bdi> },
            { label: view.t('data_map.safeguards'), cell: ({ safeguards }) => <bdi>{safeguards}</bdi> },
          ]}
        />
      )}
    </Part>
  );
}

function Security({ view, security }: { view: View; security: Inventory['security'] }): JSX.Element {
  return (
    <Part view={view} id="security" title="data_map.security">
      {security === null ? (
        <p class="pe-muted">{view.t('data_map.not_declared')}</p>
      ) : (
        <ul class="pe-points">
          {security.map((measure) => (
            <li>
              <bdi>{measure}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Exemptions({ view, exempt }: { view: View; exempt: Inventory['exempt'] }): JSX.Element {
  return (
    <Part view={view} id="exempt" title="data_map.exempt" lead="data_map.exempt.lead">
      <Table
        view={view}
        caption={view.t('data_map.exempt')}
        rows={exempt}
        columns={[
          { label: view.t('data_map.table'), kind: 'heading', cell: ({ table }) => table },
          {
            label: view.t('data_map.columns'),
            cell: ({ columns }) => columns?.join(', ') ?? view.t('data_map.all_columns'),
          },
          { label: view.t('data_map.reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
        ]}
      />
    </Part>
  );
}
