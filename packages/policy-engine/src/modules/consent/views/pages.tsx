/** People's own pages. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rule } from '../../rules/rules.ts';
import { languageName, type ReadableText, textsOf } from '../../terms/languages.ts';
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
  Prose,
} from '../../../platform/web/index.ts';
import type { ConsentStatus } from '../consent-status.ts';
import type { ShownText } from '../representation.ts';
import { BrowserNote, DecisionButtons, StateBadge } from './decision.tsx';

/** What somebody reads of a version. */
type Read = (term: TermInForce) => ReadableText;

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
export function listPage(view: View, statuses: readonly ConsentStatus[], read: Read): Page {
  const title = view.t('consents.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('consents.lead')} />
      <Table
        view={view}
        caption={title}
        rows={statuses}
        columns={[
          { label: view.t('consents.policy'), kind: 'heading', cell: ({ rule }) => rule.label(view.locale) },
          {
            label: view.t('consents.state'),
            cell: (status) =>
              status.term === null ? (
                <Badge text={view.t('consents.no_text')} />
              ) : (
                <>
                  <StateBadge view={view} state={status.state} /> <BrowserNote view={view} status={status} />
                </>
              ),
          },
          {
            label: view.t('consents.decided'),
            priority: 2,
            cell: ({ decidedAt }) =>
              decidedAt === null ? '–' : <Time view={view} at={new Date(decidedAt)} precision="minute" />,
          },
          {
            label: view.t('table.actions'),
            kind: 'actions',
            cell: (status) =>
              status.term !== null && <RowActions view={view} status={status} text={read(status.term)} />,
          },
        ]}
      />
    </>
  );
  return { title, content };
}

function RowActions(props: { view: View; status: ConsentStatus; text: ReadableText }): JSX.Element {
  const { view, status, text } = props;
  const { rule } = status;
  const read = view.t('consents.read');
  return (
    <>
      <ButtonLink
        small
        href={view.href(`/user_terms/${rule.name}`)}
        text={read}
        name={`${read}: ${rule.label(view.locale)}`}
      />
      <DecisionButtons small view={view} status={status} text={text} />
    </>
  );
}

/** How texts are read. */
interface Reading {
  readonly read: Read;
  readonly html: (text: ReadableText) => string;
}

/** What the page of what is still open is about. */
interface Open {
  readonly pending: readonly ConsentStatus[];
  /** Whether something is refused that the person may go on without. */
  readonly hasRefused: boolean;
  /** Where they came from; empty for nowhere. */
  readonly returnTo: string;
}

/**
 * What keeps the person from going on comes first, and of it what they can answer either way: a refused rule has one button
 * left, and at the top that would be a push.
 */
function byUrgency(one: ConsentStatus, other: ConsentStatus): number {
  const place = ({ rule, state }: ConsentStatus) => (rule.blocking ? Number(state === 'rejected') : 2);
  return place(one) - place(other);
}

/** What is still open, with its text to unfold. */
export function pendingPage(view: View, { pending, hasRefused, returnTo }: Open, reading: Reading): Page {
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
      {pending.toSorted(byUrgency).map((status) => (
        <PendingCard view={view} status={status} reading={reading} fields={fields} />
      ))}
      {hasRefused && (
        <p class="pe-muted pe-small">
          {view.t('consents.pending.refused')} <a href={view.href('/user_terms')}>{view.t('consents.title')}</a>
        </p>
      )}
    </>
  );
  return { title, content };
}

function PendingCard(props: {
  view: View;
  status: ConsentStatus;
  reading: Reading;
  fields: Readonly<Record<string, string>>;
}): JSX.Element {
  const { view, status, reading, fields } = props;
  const { rule, term, state } = status;
  const text = term === null ? null : reading.read(term);
  return (
    <section
      class="pe-card pe-stack"
      aria-labelledby={`rule-${rule.name}`}
      data-error={term === null ? `no term for ${rule.name} policy` : undefined}
    >
      <div class="pe-row">
        <h2 id={`rule-${rule.name}`}>
          <bdi>{rule.label(view.locale)}</bdi>
        </h2>
        <StateBadge view={view} state={state} />
        <BrowserNote view={view} status={status} />
        {rule.blocking && <Badge tone="info" text={view.t('consents.required')} />}
      </div>
      {term === null || text === null ? (
        <Notice view={view} tone="info" text={view.t('consents.no_text_yet')} />
      ) : (
        <>
          <Version view={view} term={term} />
          <details>
            <summary>{view.t('consents.read_text')}</summary>
            <Prose html={reading.html(text)} locale={text.locale} />
          </details>
          <div class="pe-actions">
            <DecisionButtons view={view} status={status} text={text} fields={fields} />
          </div>
        </>
      )}
    </section>
  );
}

/** Leads to the same text in other languages, each named in itself. */
function LanguageChoice({ view, rule, term, text }: { view: View; rule: Rule; term: TermInForce; text: ReadableText }) {
  if (term.translations.length === 0) return <></>;
  return (
    <nav class="pe-row pe-small" aria-label={view.t('consents.languages')}>
      {textsOf(term).map(({ locale }) => (
        <a
          href={view.href(`/user_terms/${rule.name}?locale=${encodeURIComponent(locale)}`)}
          hreflang={locale}
          lang={locale}
          aria-current={locale === text.locale ? 'true' : undefined}
        >
          {languageName(locale)}
        </a>
      ))}
    </nav>
  );
}

/** One policy's text, with the decision on it. */
export function textPage(view: View, status: ConsentStatus & { readonly term: TermInForce }, shown: ShownText): Page {
  const { text, html } = shown;
  const { rule, term, state } = status;
  const title = rule.label(view.locale);
  const mayDecide = rule.sessionless || view.user !== null;
  const back = view.user === null ? {} : { back: { href: view.href('/user_terms'), text: view.t('consents.title') } };
  const content = (
    <>
      <PageHeader title={title} lead={view.t(`consents.message.${state}`)} {...back} />
      <div class="pe-row">
        <StateBadge view={view} state={state} />
        <BrowserNote view={view} status={status} />
        <Version view={view} term={term} />
      </div>
      <LanguageChoice view={view} rule={rule} term={term} text={text} />
      <article class="pe-card">
        <Prose html={html} locale={text.locale} />
      </article>
      {mayDecide ? (
        <div class="pe-actions">
          <DecisionButtons view={view} status={status} text={text} />
        </div>
      ) : (
        <Notice view={view} tone="info" text={view.t('consents.sign_in_to_decide')} />
      )}
      <p class="pe-muted pe-small">
        {view.t('consents.fingerprint')}: <code>{text.hash}</code>
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
          view={view}
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
