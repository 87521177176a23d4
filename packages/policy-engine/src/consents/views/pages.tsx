/** People's own pages. */
import { raw } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rule } from '../../rules.ts';
import type { TermInForce } from '../../terms/term.ts';
import {
  Badge,
  ButtonLink,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Table,
  Time,
  type View,
} from '../../web/index.ts';
import type { Standing } from '../standing.ts';
import { DecisionButtons, StateBadge } from './decision.tsx';

/** What is in force, and since when. */
function Version({ view, term }: { view: View; term: TermInForce }): JSX.Element {
  return (
    <p class="pe-muted pe-small">
      {view.t('consents.version', { version: term.version })} · {view.t('consents.in_force')}{' '}
      <Time view={view} at={new Date(term.publishedAt)} />
    </p>
  );
}

/** All rules with the decision on each. */
export function listPage(view: View, standings: readonly Standing[]): Page {
  const title = view.t('consents.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('consents.lead')} />
      <Table
        caption={title}
        rows={standings}
        columns={[
          { label: view.t('consents.policy'), kind: 'heading', cell: ({ rule }) => rule.label(view.locale) },
          {
            label: view.t('consents.state'),
            cell: ({ state, rule, term }) =>
              term === null ? (
                <Badge tone="danger" text={`no term for ${rule.name} policy`} />
              ) : (
                <StateBadge view={view} state={state} />
              ),
          },
          {
            label: view.t('consents.decided'),
            cell: ({ decidedAt }) =>
              decidedAt === null ? '–' : <Time view={view} at={new Date(decidedAt)} precision="minute" />,
          },
          {
            label: view.t('table.actions'),
            kind: 'actions',
            cell: (standing) => standing.term !== null && <RowActions view={view} standing={standing} />,
          },
        ]}
      />
    </>
  );
  return { title, content };
}

function RowActions({ view, standing }: { view: View; standing: Standing }): JSX.Element {
  const { rule } = standing;
  const read = view.t('consents.read');
  return (
    <>
      <ButtonLink
        small
        href={view.href(`/user_terms/${rule.name}`)}
        text={read}
        name={`${read}: ${rule.label(view.locale)}`}
      />
      <DecisionButtons small view={view} standing={standing} />
    </>
  );
}

/** What is still open, with its text to unfold. */
export function pendingPage(
  view: View,
  pending: readonly Standing[],
  html: (term: TermInForce) => string,
  returnTo: string,
): Page {
  const title = view.t('consents.pending.title');
  if (pending.length === 0) {
    const home = <ButtonLink href={view.href('/user_terms')} text={view.t('consents.title')} />;
    return {
      title: view.t('consents.pending.none'),
      content: (
        <>
          <PageHeader title={title} />
          <EmptyState
            title={view.t('consents.pending.none')}
            text={view.t('consents.pending.none_text')}
            action={home}
          />
        </>
      ),
    };
  }
  // Each decision leads here again, until the last one leads on.
  const here = view.href(`/user_terms/pending?return_to=${encodeURIComponent(returnTo)}`);
  const fields = returnTo === '' || here.length > 2000 ? {} : { return_to: here };
  const content = (
    <>
      <PageHeader title={title} lead={view.t('consents.pending.lead')} />
      {pending.map((standing) => (
        <PendingCard view={view} standing={standing} html={html} fields={fields} />
      ))}
    </>
  );
  return { title, content };
}

function PendingCard(props: {
  view: View;
  standing: Standing;
  html: (term: TermInForce) => string;
  fields: Readonly<Record<string, string>>;
}): JSX.Element {
  const { view, standing, html, fields } = props;
  const { rule, term, state } = standing;
  return (
    <section class="pe-card pe-stack" aria-labelledby={`rule-${rule.name}`}>
      <div class="pe-row">
        <h2 id={`rule-${rule.name}`}>{rule.label(view.locale)}</h2>
        <StateBadge view={view} state={state} />
        {rule.blocking && <Badge tone="info" text={view.t('consents.required')} />}
      </div>
      {term === null ? (
        <Notice view={view} tone="danger" text={`no term for ${rule.name} policy`} />
      ) : (
        <>
          <Version view={view} term={term} />
          <details>
            <summary>{view.t('consents.read_text')}</summary>
            <div class="pe-prose">{raw(html(term))}</div>
          </details>
          <div class="pe-actions">
            <DecisionButtons view={view} standing={standing} fields={fields} />
          </div>
        </>
      )}
    </section>
  );
}

/** One policy's text, with the decision on it. */
export function textPage(view: View, standing: Standing & { readonly term: TermInForce }, html: string): Page {
  const { rule, term, state } = standing;
  const title = rule.label(view.locale);
  const mayDecide = rule.sessionless || view.user !== null;
  const back = view.user === null ? {} : { back: { href: view.href('/user_terms'), text: view.t('consents.title') } };
  const content = (
    <>
      <PageHeader title={title} lead={view.t(`consents.message.${state}`)} {...back} />
      <div class="pe-row">
        <StateBadge view={view} state={state} />
        <Version view={view} term={term} />
      </div>
      <article class="pe-card">
        <div class="pe-prose" lang={term.locale}>
          {raw(html)}
        </div>
      </article>
      {mayDecide ? (
        <div class="pe-actions">
          <DecisionButtons view={view} standing={standing} />
        </div>
      ) : (
        <Notice view={view} tone="info" text={view.t('consents.sign_in_to_decide')} />
      )}
      <p class="pe-muted pe-small">
        {view.t('consents.fingerprint')}: <code>{term.hash}</code>
      </p>
    </>
  );
  return { title, content };
}

/** The rules that must be accepted. */
export function blockingPage(view: View, rules: readonly Rule[]): Page {
  const title = view.t('consents.blocking.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('consents.blocking.lead')} />
      {rules.length === 0 ? (
        <EmptyState title={view.t('consents.blocking.none')} text={view.t('consents.blocking.none_text')} />
      ) : (
        <Table
          caption={title}
          rows={rules}
          columns={[
            { label: view.t('consents.policy'), kind: 'heading', cell: (rule) => rule.label(view.locale) },
            {
              label: view.t('table.actions'),
              kind: 'actions',
              cell: ({ name }) => (
                <ButtonLink small href={view.href(`/user_terms/${name}`)} text={view.t('consents.read')} />
              ),
            },
          ]}
        />
      )}
    </>
  );
  return { title, content };
}
