/** Merging two accounts: whom to choose, and what will change. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Badge,
  Breakable,
  Button,
  ButtonLink,
  type FieldError,
  Form,
  Id,
  isolated,
  listPath,
  Notice,
  type Page,
  PageHeader,
  Table,
  TextField,
  type View,
} from '../../../platform/web/index.ts';
import { mergePath, personPath } from '../../../platform/users/person-path.ts';
import type { MergeOutcome } from '../../proof/index.ts';
import type { Rules } from '../../rules/index.ts';
import { type Account, type MergePreview, MOST_ACCOUNTS } from '../merges.ts';

const nameIn = (view: View, { id, name }: Account) => name ?? view.t('requests.user', { id });

/** What choosing the other account shows. */
export interface ChooseShown {
  readonly account: Account;
  /** What was searched for; empty before the first search. */
  readonly text: string;
  /** The accounts that the text found. */
  readonly found: readonly Account[];
  readonly findsNames: boolean;
  /** Why the accounts that were chosen could not be merged. */
  readonly errors?: readonly FieldError[];
}

/** The search for the account that stays. */
export function chooseAccountPage(view: View, shown: ChooseShown): Page {
  const { account, text, found, findsNames, errors = [] } = shown;
  const title = view.t('people.merge.title');
  const person = nameIn(view, account);
  const here = view.href(personPath(account.id));
  const offered = found.slice(0, MOST_ACCOUNTS);
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader
        title={title}
        lead={view.t('people.merge.lead', { person: isolated(person) })}
        back={{ href: here, text: person }}
      />
      {errors.length > 0 && (
        <Notice view={view} tone="danger" live focus>
          {errors.map(({ detail }) => (
            <p>{detail}</p>
          ))}
        </Notice>
      )}
      {text !== '' && found.length === 0 && errors.length === 0 && (
        <Notice view={view} tone="warning" text={view.t('people.merge.none')} live focus />
      )}
      <form class="pe-form" method="get" action={view.href(mergePath(account.id))}>
        <TextField
          view={view}
          name="into"
          label={view.t('people.merge.into')}
          hint={view.t(findsNames ? 'people.merge.hint.names' : 'people.merge.hint.ids')}
          value={text}
          required
        />
        <div class="pe-actions">
          <Button kind="primary" text={view.t('action.continue')} />
          <ButtonLink href={here} text={view.t('action.cancel')} />
        </div>
      </form>
      {offered.length > 0 && (
        <section class="pe-stack" aria-labelledby="accounts">
          <h2 id="accounts">{view.t('people.merge.choose')}</h2>
          <ul>
            {offered.map((one) => (
              <li>
                <a href={view.href(listPath(mergePath(account.id), { into: one.id }))}>
                  <bdi>
                    <Breakable text={nameIn(view, one)} />
                  </bdi>
                </a>{' '}
                {one.name !== null && <Id value={one.id} />}
              </li>
            ))}
          </ul>
          {found.length > offered.length && (
            <p class="pe-muted">{view.t('people.merge.more', { count: MOST_ACCOUNTS })}</p>
          )}
        </section>
      )}
    </div>
  );
  return { title, content };
}

/** What will change, and the button that does it. */
export function confirmMergePage(view: View, { from, into, outcomes }: MergePreview, rules: Rules): Page {
  const title = view.t('people.merge.title');
  const person = nameIn(view, from);
  const content = (
    <div class="pe-card pe-stack">
      <PageHeader
        title={title}
        lead={view.t('people.merge.lead', { person: isolated(person) })}
        back={{ href: view.href(personPath(from.id)), text: person }}
      />
      <dl class="pe-facts">
        <AccountFact view={view} label={view.t('people.merge.ends')} account={from} />
        <AccountFact view={view} label={view.t('people.merge.into')} account={into} />
      </dl>
      {outcomes.length === 0 ? (
        <p class="pe-muted">{view.t('people.merge.undecided')}</p>
      ) : (
        <Table
          view={view}
          caption={view.t('people.consents')}
          rows={outcomes}
          columns={[
            {
              label: view.t('ledger.policy'),
              kind: 'heading',
              cell: ({ rule }) => rules.find(rule)?.label(view.locale) ?? rule,
            },
            {
              // Not their names: one person often has the same in both.
              label: view.t('people.merge.ends'),
              kind: 'fixed',
              cell: ({ from: one }) => <Decided view={view} decision={one} />,
            },
            {
              label: view.t('people.merge.into'),
              kind: 'fixed',
              cell: ({ into: one }) => <Decided view={view} decision={one} />,
            },
            {
              label: view.t('people.merge.after'),
              kind: 'fixed',
              cell: ({ after }) => <Decided view={view} decision={after} />,
            },
          ]}
        />
      )}
      <Form view={view} action={view.href(mergePath(from.id))}>
        <input type="hidden" name="into" value={into.id} />
        <div class="pe-actions">
          <Button kind="danger" text={view.t('people.merge.verb')} />
          <ButtonLink href={view.href(mergePath(from.id))} text={view.t('people.merge.change')} />
          <ButtonLink href={view.href(personPath(from.id))} text={view.t('action.cancel')} />
        </div>
      </Form>
    </div>
  );
  return { title, content };
}

function AccountFact({ view, label, account }: { view: View; label: string; account: Account }): JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi>
          <Breakable text={nameIn(view, account)} />
        </bdi>{' '}
        {account.name !== null && <Id value={account.id} href={view.href(personPath(account.id))} />}
      </dd>
    </>
  );
}

function Decided({ view, decision }: { view: View; decision: MergeOutcome['from'] }): JSX.Element {
  if (decision === null) return <span class="pe-muted">{view.t('people.state.passive')}</span>;
  return <Badge tone={decision === 'accepted' ? 'info' : 'neutral'} text={view.t(`people.state.${decision}`)} />;
}
