/** The first lines of an inspection: what bots get, whether it may be indexed, status and redirects, canonical, robots. */
import { STATUS_CODES } from 'node:http';
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { count } from '../../pages/format.ts';
import { Icon } from '../../pages/icon.tsx';
import { Badge, Notice } from '../../pages/notice.tsx';
import { concludeOnText } from '../content/comparison.ts';
import { INDEXING_TEXTS } from '../content/indexing.ts';
import { summaryOf } from '../content/tabs.ts';
import { TextBars } from './figures.tsx';
import type { InspectResult } from '../content/result.ts';
import { Words } from './parts.tsx';

/** See the head of the file. @param props.links the service's addresses of the same page */
export function FirstLines(props: { result: InspectResult; links: { html: string; picture: string } }): JSX.Element {
  const { result, links } = props;
  const { inspected, refusesPartial } = result;
  const { conclusion, indexing, status, redirects, title, canonical, robots, robotsTxt } = summaryOf(inspected);
  const { target, request } = inspected.explanation;
  const text = concludeOnText(inspected);
  const index = INDEXING_TEXTS[indexing.outcome];
  const isDone = inspected.rendered.outcome === 'done';
  const isPartial = inspected.rendered.outcome === 'done' && inspected.rendered.seen.verdict === 'budget';
  return (
    <>
      <div class={`card summary tone-${conclusion.tone}`}>
        <Icon name={conclusion.tone} size={32} />
        <div class="stack">
          <h2 id="conclusion" class="headline">
            {conclusion.headline}
          </h2>
          <p dir="auto">{conclusion.sentence}</p>
        </div>
      </div>
      {isPartial && (
        <Notice tone="warning">
          <p>
            <strong>The page was not complete when its time budget ended.</strong>{' '}
            {refusesPartial
              ? 'Bots are answered 503, so that they come back later.'
              : 'Bots get what had been rendered by then.'}{' '}
            The tab Timeline shows what it waited for. The operator can raise the time budget with the option timeout.
          </p>
        </Notice>
      )}
      <dl class="facts first-lines">
        <Line name="Address">
          <Address url={target.address ?? target.hops.at(-1)?.url ?? request.target} />
        </Line>
        {title !== null && <Line name="Title">{title === '' ? <span class="muted">none</span> : title}</Line>}
        <Line name="Index">
          <Badge tone={index.tone}>{index.label}</Badge> {indexing.reason}
        </Line>
        <Line name="Status">
          {named(status)}
          {redirects.length > 0 && (
            <>
              , after {count(redirects.length, 'redirect')}
              <ol class="hops">
                {redirects.map((hop) => (
                  <li>
                    <span class="number">{hop.status}</span> <bdi>{hop.url}</bdi>
                  </li>
                ))}
                <li>
                  <span class="number">{target.hops.at(-1)?.status}</span> <bdi>{target.hops.at(-1)?.url}</bdi>
                </li>
              </ol>
            </>
          )}
        </Line>
        <Line name="Canonical">
          {canonical ? (
            <>
              <bdi>{canonical.href}</bdi>{' '}
              <span class="muted">{canonical.isOwn ? '(this address)' : '(another address)'}</span>
            </>
          ) : (
            <span class="muted">none</span>
          )}
        </Line>
        <Line name="Robots">
          {robots.length === 0 && 'Neither tags nor headers restrict it.'}
          {robots.map(({ place, value }) => (
            <span class="said">
              {place}: <Words>{value}</Words>
            </span>
          ))}{' '}
          {robotsTxt && robotsTxtWords(robotsTxt)}
        </Line>
        {text && (
          <Line name="JavaScript">
            {text.headline} <span class="muted">{text.sentence}</span>
            <TextBars conclusion={text} />
          </Line>
        )}
      </dl>
      {isDone && (
        <p class="small">
          <a href={links.html}>Open the rendered page</a> · <a href={links.picture}>Open its screenshot</a>{' '}
          <span class="muted">Both are rendered again.</span>
        </p>
      )}
    </>
  );
}

function Line({ name, children }: { name: string; children: Child }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function robotsTxtWords({ isAllowed, reason }: { isAllowed: boolean | null; reason: string | null }): string {
  if (isAllowed === null) return `Its robots.txt could not be read: it ${reason ?? ''}.`;
  return isAllowed
    ? 'Its robots.txt allows Googlebot to request it.'
    : 'Its robots.txt forbids Googlebot to request it.';
}

/** The name of a status. */
export function named(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
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
