/** Tabs of an inspection about one of the two renders: its HTML, and the pictures of both. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { bytes, count } from '../../pages/format.ts';
import { Badge, ErrorNotice } from '../../pages/notice.tsx';
import { VERDICT_TEXTS } from '../../pages/texts.ts';
import type { Inspected, SeenPage, Side } from '../content/inspected.ts';
import { base64Of } from '../content/tabs.ts';
import { named } from './first-lines.tsx';
import { Fact } from './parts.tsx';

/** Maximum number of characters of HTML that are shown; the JSON of the tab has all of it. */
const MAX_SOURCE = 150_000;

/** What one render has, and its HTML. */
export function Source({ side, name }: { side: Side; name: string }): JSX.Element {
  if (side.outcome === 'failed') return <ErrorNotice error={side.error} />;
  const { seen } = side;
  const rest = seen.html.length - MAX_SOURCE;
  return (
    <>
      <Facts seen={seen} />
      {seen.html === '' ? (
        <p class="muted">The response contains no page.</p>
      ) : (
        <div class="source">
          <p>
            {name} <span class="muted small">{bytes(Buffer.byteLength(seen.html))}</span>
          </p>
          <pre tabindex={0} role="region" aria-label={name}>
            <code>{seen.html.slice(0, MAX_SOURCE)}</code>
          </pre>
          {rest > 0 && <p class="small muted">{count(rest, 'more character')} not shown; the JSON has them.</p>}
        </div>
      )}
    </>
  );
}

function Facts({ seen }: { seen: SeenPage }): JSX.Element {
  const { facts, verdict } = seen;
  const said = (value: string | null) => (value === null || value === '' ? <span class="muted">none</span> : value);
  return (
    <dl class="facts">
      <Fact name="Render">
        <Badge tone={VERDICT_TEXTS[verdict].tone}>{VERDICT_TEXTS[verdict].label}</Badge>{' '}
        {VERDICT_TEXTS[verdict].sentence}
      </Fact>
      <Fact name="Status">{statusOf(seen)}</Fact>
      {facts && (
        <>
          <Fact name="Title">{said(facts.title)}</Fact>
          <Fact name="Description">{said(facts.description)}</Fact>
          <Fact name="Canonical">{said(facts.canonical)}</Fact>
        </>
      )}
    </dl>
  );
}

/** Bots get the status of the first response; after a redirect, it is not the status of the page. */
function statusOf({ status, hops }: SeenPage): string {
  const last = hops.at(-1);
  return hops.length > 1 && last ? `${named(status)} for bots; the page itself ${named(last.status)}` : named(status);
}

/** The viewports of both, with the beginning of their texts. */
export function Pictures({ inspected: { plain, rendered, explanation } }: { inspected: Inspected }): JSX.Element {
  const host = URL.parse(explanation.request.url)?.host ?? 'the page';
  return (
    <div class="panels">
      <Panel
        id="plain"
        heading="Without JavaScript"
        hint="What a bot that runs no scripts gets from the site"
        host={host}
        side={plain}
      />
      <Panel
        id="rendered"
        heading="As rendered"
        hint="What the same bot gets from this service"
        host={host}
        side={rendered}
      />
    </div>
  );
}

interface PanelProps {
  id: string;
  heading: string;
  hint: string;
  host: string;
  side: Side;
}

const FAILED = { tone: 'danger', label: 'Failed' } as const;

function Panel({ id, heading, hint, host, side }: PanelProps): JSX.Element {
  const words = side.outcome === 'done' ? VERDICT_TEXTS[side.seen.verdict] : FAILED;
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="panel-head">
        <h3 id={id}>{heading}</h3>
        <Badge tone={words.tone}>{words.label}</Badge>
        <p class="muted small">{hint}</p>
      </header>
      {side.outcome === 'done' ? (
        <>
          <Picture seen={side.seen} label={`Screenshot of ${host}: ${heading}`} />
          <Excerpt seen={side.seen} />
        </>
      ) : (
        <ErrorNotice error={side.error} />
      )}
    </section>
  );
}

function Picture({ seen: { image, facts }, label }: { seen: SeenPage; label: string }): JSX.Element {
  if (!image) {
    return (
      <div class="picture picture-none muted">
        {facts ? 'No screenshot could be taken in time' : 'The response contains no page'}
      </div>
    );
  }
  return (
    <div class="picture">
      <img src={`data:image/jpeg;base64,${base64Of(image)}`} width={image.width} height={image.height} alt={label} />
    </div>
  );
}

function Excerpt({ seen: { facts } }: { seen: SeenPage }): JSX.Element {
  if (!facts) return <></>;
  if (facts.excerpt === '') return <p class="excerpt excerpt-none muted">No visible text</p>;
  return (
    <blockquote class="excerpt" dir="auto">
      {facts.excerpt}
    </blockquote>
  );
}
