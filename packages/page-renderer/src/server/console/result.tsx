/** The result of a comparison. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Inspection } from '../../render/inspect.ts';
import type { Comparison, Side } from '../pages/comparison.ts';
import { conclude } from '../pages/comparison.ts';
import { Contents, TextBars, Timing } from '../pages/figures.tsx';
import { bytes, count } from '../pages/format.ts';
import { Icon } from '../pages/icon.tsx';
import { Notice } from '../pages/notice.tsx';
import { Panel } from './panel.tsx';

/** Maximum number of characters of HTML that are shown; the service returns all of it. */
const MAX_SOURCE = 150_000;

/** The properties of a result. */
export interface ResultProps {
  comparison: Comparison;
  /** Addresses of the service for the same page. */
  links: { html: string; picture: string; explained: string };
  /** Whether the service answers 503 for a page that exceeded its time budget. */
  refusesPartial: boolean;
}

/** Both versions side by side, and the conclusion. */
export function Result({ comparison, links, refusesPartial }: ResultProps): JSX.Element {
  const { url, plain, rendered } = comparison;
  const isPartial = rendered.outcome === 'done' && rendered.inspection.verdict === 'budget';
  return (
    <section class="result" aria-labelledby="result">
      <h2 id="result" class="visually-hidden">
        Result for {url.host}
      </h2>
      <Summary comparison={comparison} />
      {isPartial && <Partial refusesPartial={refusesPartial} />}
      <Way side={rendered} url={url} />
      <p>
        <a class="button" href={links.explained}>
          Explain this result
        </a>
      </p>
      <div class="panels">
        <Panel
          id="plain"
          heading="Without JavaScript"
          hint="What a bot that runs no scripts gets from the site"
          host={url.host}
          side={plain}
        />
        <Panel
          id="rendered"
          heading="As rendered"
          hint="What the same bot gets from this service"
          host={url.host}
          side={rendered}
        />
      </div>
      <div class="tables">
        <Contents comparison={comparison} />
        <Timing comparison={comparison} />
      </div>
      <section class="stack" aria-labelledby="html">
        <h3 id="html">The HTML</h3>
        {rendered.outcome === 'done' && (
          <p>
            <a href={links.html}>Open the rendered page</a> · <a href={links.picture}>Open its screenshot</a>{' '}
            <span class="muted small">The page is rendered again.</span>
          </p>
        )}
        <Source side={plain} name="As the site sent it" />
        <Source side={rendered} name="As rendered, without scripts" />
      </section>
    </section>
  );
}

function Summary({ comparison }: { comparison: Comparison }): JSX.Element {
  const conclusion = conclude(comparison);
  if (!conclusion) return <></>;
  return (
    <div class={`card summary tone-${conclusion.tone}`}>
      <Icon name={conclusion.tone} size={32} />
      <div class="stack">
        <p class="headline">{conclusion.headline}</p>
        <p>{conclusion.sentence}</p>
        <TextBars conclusion={conclusion} />
      </div>
    </div>
  );
}

function Partial({ refusesPartial }: { refusesPartial: boolean }): JSX.Element {
  return (
    <Notice tone="warning">
      <p>
        <strong>The page was not complete when its time budget ended.</strong>{' '}
        {refusesPartial
          ? 'Bots are answered 503, so that they come back later.'
          : 'Bots get what had been rendered by then.'}{' '}
        Something on the page keeps loading. The operator can raise the time budget with the option timeout.
      </p>
    </Notice>
  );
}

/** The redirects from the requested address to the page that is shown. */
function Way({ side, url }: { side: Side; url: URL }): JSX.Element {
  if (side.outcome === 'failed') return <></>;
  const { hops, facts } = side.inspection;
  const final = facts?.url ?? hops.at(-1)?.url ?? url.href;
  return (
    <div class="way">
      <p>
        <span class="muted">Address</span> <Address url={final} />
      </p>
      {hops.length > 1 && (
        <details>
          <summary>{count(hops.length - 1, 'redirect')}</summary>
          <ol>
            {hops.map((hop) => (
              <li>
                <span class="number">{hop.status}</span> <bdi>{hop.url.slice(0, 500)}</bdi>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** A page can lead to `blob:` and `data:` addresses; only http and https addresses become links. */
function Address({ url }: { url: string }): JSX.Element {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url.slice(0, 500)}</bdi>;
  return (
    <a href={url} rel="noreferrer noopener">
      <bdi>{url.slice(0, 500)}</bdi>
    </a>
  );
}

function Source({ side, name }: { side: Side; name: string }): JSX.Element {
  if (side.outcome === 'failed' || side.inspection.html === '') return <></>;
  const { html } = side.inspection satisfies Inspection;
  const rest = html.length - MAX_SOURCE;
  return (
    <details class="source">
      <summary>
        {name} <span class="muted small">{bytes(Buffer.byteLength(html))}</span>
      </summary>
      <pre tabindex={0} role="region" aria-label={name}>
        <code>{html.slice(0, MAX_SOURCE)}</code>
      </pre>
      {rest > 0 && <p class="small muted">{count(rest, 'more character')} not shown.</p>}
    </details>
  );
}
