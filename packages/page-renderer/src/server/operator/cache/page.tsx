/** The list of cached results. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Age } from '../../../cache/results/freshness.ts';
import { LOOKED_AT } from '../../../cache/stores/listing.ts';
import type { CacheState } from '../../../cache/result-cache.ts';
import type { ListedResult } from '../../../cache/stores/store.ts';
import { Table } from '../../inspect/page/parts.tsx';
import { bytes, count } from '../../pages/format.ts';
import { Notice } from '../../pages/notice.tsx';
import { Moment } from '../frame/moments.tsx';
import { AgeBadge, COUNTED_SINCE, cut, Expiry, Outcome, requestsText, variantWords } from '../frame/results.tsx';

/** A result in the list. */
export interface ShownResult extends ListedResult {
  readonly age: Age;
  /** Milliseconds since 1970; Infinity: never. */
  readonly expires: number;
  readonly isServed: boolean;
  /** Number of requests for it; undefined if none is remembered. */
  readonly requests: number | undefined;
}

interface CachePageProps {
  cacheName: string;
  search: string;
  /** The search as the beginning of URLs; undefined if it is another text. */
  prefix: string | undefined;
  after: string | null;
  results: readonly ShownResult[];
  next: string | null;
  state: CacheState;
  now: number;
  /** Number of results that were just removed. */
  removed: number | undefined;
}

/** The page without a cache. */
export function NoCachePage(): JSX.Element {
  return (
    <section class="stack">
      <h1>Cache</h1>
      <div class="empty stack">
        <h2>No cache is configured</h2>
        <p>
          Every request is rendered. Set the option <code>cache</code> to <code>memory</code>, <code>filesystem</code>{' '}
          or <code>redis</code> to serve pages without a render.
        </p>
      </div>
    </section>
  );
}

/** The page. */
export function CachePage(props: CachePageProps): JSX.Element {
  const { cacheName, search, prefix, results, next, after, state, removed } = props;
  return (
    <>
      <section class="stack">
        <h1>Cache</h1>
        <p class="muted">
          {state.entries === null ? 'The store cannot count its results now' : count(state.entries, 'result')} in{' '}
          {cacheName}.
        </p>
      </section>
      {removed !== undefined && (
        <Notice tone="success">
          <p role="status">{count(removed, 'result')} removed from the cache.</p>
        </Notice>
      )}
      {state.state === 'down' && (
        <Notice tone="danger">
          <p>
            <strong>The store is not available.</strong> Pages are rendered without the cache until it is. The log has
            the reason.
          </p>
        </Notice>
      )}
      {state.state === 'ok' && !state.writable && (
        <Notice tone="danger">
          <p>
            <strong>The store cannot be written.</strong> What is in it is served, and no new results are stored. The
            log has the reason.
          </p>
        </Notice>
      )}
      <Search search={search} />
      <RemoveMatching />
      {results.length > 0 && <Results {...props} />}
      {results.length === 0 && <Empty search={search} isOver={next === null} />}
      {(next !== null || after !== null || prefix !== undefined) && (
        <nav class="actions" aria-label="List">
          {after !== null && (
            <a class="button" href={pathOf(search, null)}>
              First page
            </a>
          )}
          {next !== null && (
            <a class="button" href={pathOf(search, next)} rel="next">
              {results.length === 0 ? 'Search on' : 'Next page'}
            </a>
          )}
          {prefix !== undefined && results.length > 0 && (
            <a class="button" href={`/operator/cache/remove?${new URLSearchParams({ prefix }).toString()}`}>
              Remove all with this beginning…
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function pathOf(search: string, after: string | null): string {
  const parameters = new URLSearchParams({ ...(search !== '' && { q: search }), ...(after !== null && { after }) });
  return `/operator/cache${parameters.size > 0 ? `?${parameters.toString()}` : ''}`;
}

function Search({ search }: { search: string }): JSX.Element {
  return (
    <form class="card form" method="get" action="/operator/cache" role="search">
      <div class="field">
        <label for="q">Search</label>
        <div class="field-row">
          <input
            id="q"
            name="q"
            type="search"
            autocapitalize="none"
            spellcheck={false}
            maxlength={1000}
            value={search}
            aria-describedby="q-hint"
          />
          <button class="button button-primary" type="submit">
            Search
          </button>
        </div>
        <p id="q-hint" class="small muted">
          A host or any part of a URL, or the beginning of URLs with https://, for example https://example.com/blog/
        </p>
      </div>
    </form>
  );
}

/** Shows what would be removed first. */
function RemoveMatching(): JSX.Element {
  return (
    <details>
      <summary>Remove by pattern</summary>
      <form class="form" method="get" action="/operator/cache/remove">
        <div class="field">
          <label for="pattern">Pattern</label>
          <div class="field-row">
            <input
              id="pattern"
              name="pattern"
              type="text"
              inputmode="url"
              autocapitalize="none"
              spellcheck={false}
              required
              maxlength={1000}
              placeholder="https://example.com/lamps/*?page=*"
              aria-describedby="pattern-hint"
            />
            <button class="button" type="submit">
              Show what matches…
            </button>
          </div>
          <p id="pattern-hint" class="small muted">
            * stands for any characters. Nothing is removed before you have seen how much it is.
          </p>
        </div>
      </form>
    </details>
  );
}

function Results({ results, now }: CachePageProps): JSX.Element {
  return (
    <section class="explained compact" aria-label="Results">
      <Table
        columns={['Address', 'Response', 'State', 'Requests', 'Rendered', 'Expires', 'Stored size']}
        rows={results.map(({ id, metadata, age, expires, isServed, requests, bytes: size, usedAt }) => [
          <span class="entry">
            <a href={`/operator/cache/result?id=${id}`}>
              <bdi>{cut(metadata.url)}</bdi>
            </a>
            <span class="small muted">{variantWords(metadata.key).join(' · ')}</span>
          </span>,
          <Outcome metadata={metadata} />,
          <AgeBadge age={age} isServed={isServed} />,
          <span class="figure">{requestsText(requests)}</span>,
          <span class="entry">
            <Moment at={metadata.storedAt} now={now} />
            {usedAt !== null && (
              <span class="small muted">
                used <Moment at={Math.min(usedAt, now)} now={now} />
              </span>
            )}
          </span>,
          <Expiry at={expires} now={now} />,
          <span class="figure">{bytes(size)}</span>,
        ])}
      />
      <p class="small muted">{COUNTED_SINCE}</p>
    </section>
  );
}

function Empty({ search, isOver }: { search: string; isOver: boolean }): JSX.Element {
  if (search === '') {
    return (
      <div class="empty stack">
        <h2>Nothing is cached yet</h2>
        <p class="muted">Results appear here as soon as pages are rendered.</p>
      </div>
    );
  }
  return (
    <div class="empty stack">
      <h2>{isOver ? 'No more results' : 'Nothing found so far'}</h2>
      <p class="muted">
        {isOver
          ? 'No other cached URL matches this search.'
          : `None of ${count(LOOKED_AT, 'result')} matches. Search on to look at the next ones.`}
      </p>
    </div>
  );
}
