/** One side of the comparison: its screenshot, its text, and what it declares. */
import { STATUS_CODES } from 'node:http';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { PageFacts } from '../../page/index.ts';
import type { Inspection } from '../../render/inspect.ts';
import type { Side } from '../pages/comparison.ts';
import { Badge, ErrorNotice } from '../pages/notice.tsx';
import { VERDICT_TEXTS } from '../pages/texts.ts';

interface PanelProps {
  id: string;
  heading: string;
  hint: string;
  host: string;
  side: Side;
}

/** One side, whether it succeeded or not. */
export function Panel({ id, heading, hint, host, side }: PanelProps): JSX.Element {
  const words = side.outcome === 'done' ? VERDICT_TEXTS[side.inspection.verdict] : FAILED;
  return (
    <section class="panel" aria-labelledby={id}>
      <header class="panel-head">
        <h3 id={id}>{heading}</h3>
        <Badge tone={words.tone}>{words.label}</Badge>
        <p class="muted small">{hint}</p>
      </header>
      {side.outcome === 'done' ? (
        <Seen inspection={side.inspection} label={`Screenshot of ${host}: ${heading}`} />
      ) : (
        <ErrorNotice error={side.error} />
      )}
    </section>
  );
}

const FAILED = { tone: 'danger', label: 'Failed' } as const;

function Seen({ inspection, label }: { inspection: Inspection; label: string }): JSX.Element {
  const { facts, verdict } = inspection;
  return (
    <>
      <Picture inspection={inspection} label={label} />
      <p class="small">{VERDICT_TEXTS[verdict].sentence}</p>
      {facts && <Excerpt facts={facts} />}
      <dl class="facts">
        <Fact name="Status" value={statusOf(inspection)} />
        {facts && (
          <>
            <Fact name="Title" value={facts.title} />
            <Fact name="Description" value={facts.description} />
            <Fact name="Canonical" value={facts.canonical} />
          </>
        )}
      </dl>
    </>
  );
}

/** Bots get the status of the first response; after a redirect, it is not the status of the page. */
function statusOf({ status, hops }: Inspection): string {
  const last = hops.at(-1);
  return hops.length > 1 && last ? `${named(status)} for bots; the page itself ${named(last.status)}` : named(status);
}

function named(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

function Picture({ inspection, label }: { inspection: Inspection; label: string }): JSX.Element {
  const { image, facts } = inspection;
  if (!image) {
    return (
      <div class="picture picture-none muted">
        {facts ? 'No screenshot could be taken in time' : 'The response contains no page'}
      </div>
    );
  }
  const data = Buffer.from(image.bytes).toString('base64');
  return (
    <div class="picture">
      <img src={`data:image/jpeg;base64,${data}`} width={image.width} height={image.height} alt={label} />
    </div>
  );
}

function Excerpt({ facts }: { facts: PageFacts }): JSX.Element {
  if (facts.excerpt === '') return <p class="excerpt excerpt-none muted">No visible text</p>;
  return (
    <blockquote class="excerpt" dir="auto">
      {facts.excerpt}
    </blockquote>
  );
}

function Fact({ name, value }: { name: string; value: string | null }): JSX.Element {
  const isMissing = value === null || value === '';
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto" class={isMissing ? 'muted' : undefined}>
        {isMissing ? 'none' : value}
      </dd>
    </div>
  );
}
