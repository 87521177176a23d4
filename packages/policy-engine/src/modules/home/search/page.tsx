/** The results of the search over everything. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Breakable,
  Button,
  countText,
  EmptyState,
  listPath,
  type Page,
  PageHeader,
  pagesFor,
  SEARCH,
  Table,
  TextField,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { errorPage } from '../../../errors/errors.ts';
import { optionPage } from '../../checks/index.ts';
import { PEOPLE } from '../../../platform/users/person-path.ts';
import { visitorName } from '../../proof/index.ts';
import { requestColumns, type RequestListRow, REQUESTS } from '../../requests/index.ts';
import { type Findings, LONGEST_TEXT, type Some, someOf, titleOf } from './search.ts';
import { type Match, matching, nearlyMatching } from './words.ts';
import { eventPathOf, personOrVisitorPath } from './found-paths.ts';

/** What the page shows. */
export interface SearchShown {
  readonly text: string;
  /** Null without a search. */
  readonly found: Findings | null;
  /** The requests that were found, as rows. */
  readonly requests: readonly RequestListRow[];
}

/** The field, and the results of each kind with a link to all of them. */
export function searchPage(view: View, { text, found, requests }: SearchShown): Page {
  const title = view.t('search.title');
  const pagesBy = (match: Match) => someOf(match(pagesFor(view), text, ({ label }) => [view.text(label)]));
  const [named, others] = [pagesBy(matching), found === null ? 0 : totalOf(found)];
  const pages = named.total === 0 && found?.isNear === true ? pagesBy(nearlyMatching) : named;
  const isEmpty = found !== null && others + pages.total === 0;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('search.lead')} />
      <form class="pe-list-form" method="get" action={view.href(SEARCH)} role="search" aria-label={title}>
        <div class="pe-list-search">
          <TextField view={view} unmarked type="search" name="q" label={view.t('list.search')} value={text} />
          <Button text={view.t('list.search')} />
        </div>
      </form>
      {isEmpty && <EmptyState title={view.t('list.none')} text={view.t('search.none_text', { most: LONGEST_TEXT })} />}
      {found !== null && (
        <>
          <Kind view={view} heading={view.t('nav.people')} some={found.people} all={listPath(PEOPLE, { q: text })}>
            {({ kind, id, name }) => (
              <a href={view.href(personOrVisitorPath({ kind, id }))} title={id}>
                <bdi>
                  <Breakable text={kind === 'visitor' ? visitorName(view, id) : (name ?? id)} />
                </bdi>
              </a>
            )}
          </Kind>
          {requests.length > 0 && (
            <Section
              view={view}
              heading={view.t('nav.requests')}
              some={found.requests}
              all={listPath(REQUESTS, { state: 'all', q: text })}
            >
              <Table view={view} caption={view.t('nav.requests')} rows={requests} columns={requestColumns(view)} />
            </Section>
          )}
          <Kind view={view} heading={view.t('nav.policies')} some={found.texts}>
            {({ rule, versions, excerpt }) => (
              <>
                <a href={view.href(`/categories/${rule.name}`)}>{rule.label(view.locale)}</a>
                {versions.map(({ id, version }) => (
                  <>
                    {' · '}
                    <a href={view.href(`/categories/${rule.name}/terms/${id}`)}>
                      {view.t('terms.version', { version })}
                    </a>
                  </>
                ))}
                {excerpt !== null && (
                  <p class="pe-muted pe-small" lang={excerpt.locale} dir="auto">
                    {excerpt.text}
                  </p>
                )}
              </>
            )}
          </Kind>
          {found.event !== null && <EventFound view={view} event={found.event} />}
        </>
      )}
      <Kind view={view} heading={view.t('search.pages')} some={pages}>
        {({ path, label }) => <a href={view.href(path)}>{view.text(label)}</a>}
      </Kind>
      {found !== null && (
        <>
          <Kind view={view} heading={view.t('search.settings')} some={found.settings}>
            {({ name, about }) => (
              <>
                <a href={optionPage(name)}>
                  <code>{name}</code>
                </a>
                <p class="pe-muted pe-small" lang="en" dir="ltr">
                  {about.replaceAll('`', '')}
                </p>
              </>
            )}
          </Kind>
          <Kind view={view} heading={view.t('search.errors')} some={found.errors}>
            {(code) => {
              const meaning = titleOf(view, code);
              return (
                <>
                  <a href={errorPage(code)}>
                    <code>{code}</code>
                  </a>
                  {meaning !== null && <p class="pe-muted pe-small">{meaning}</p>}
                </>
              );
            }}
          </Kind>
        </>
      )}
      <p class="pe-muted pe-small">{view.t('people.logged')}</p>
    </>
  );
  return { title, content };
}

function totalOf({ people, requests, texts, event, settings, errors }: Findings): number {
  return people.total + requests.total + texts.total + Number(event !== null) + settings.total + errors.total;
}

function EventFound({ view, event }: { view: View; event: NonNullable<Findings['event']> }): JSX.Element {
  const path = eventPathOf(event);
  const { id, at } = event.leaf;
  return (
    <section class="pe-stack">
      <h2>{view.t('search.event')}</h2>
      <p>
        {path === null ? <code>{id}</code> : <a href={view.href(path)}>{id}</a>}{' '}
        <Time view={view} at={new Date(at)} precision="minute" />
      </p>
    </section>
  );
}

function Kind<Result>(props: {
  view: View;
  heading: string;
  some: Some<Result>;
  all?: string;
  children: (result: Result) => Child;
}): JSX.Element {
  const { some, children, ...section } = props;
  if (some.results.length === 0) return <></>;
  return (
    <Section {...section} some={some}>
      <ul class="pe-page-list">
        {some.results.map((one) => (
          <li>{children(one)}</li>
        ))}
      </ul>
    </Section>
  );
}

/** @param props.all path of the list with all of them */
function Section(props: {
  view: View;
  heading: string;
  some: Some<unknown>;
  all?: string;
  children: Child;
}): JSX.Element {
  const { view, heading, some, all, children } = props;
  const count = countText(view, { count: some.total, isCapped: some.isCapped });
  return (
    <section class="pe-stack">
      <h2>
        {heading} <span class="pe-count">{count}</span>
      </h2>
      {children}
      {all !== undefined && some.total > some.results.length && (
        <p>
          <a href={view.href(all)}>{view.t('search.all', { count })}</a>
        </p>
      )}
    </section>
  );
}
