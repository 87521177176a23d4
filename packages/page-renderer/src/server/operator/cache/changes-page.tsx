/** What changed of an address over time. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { wallClock } from '../../../kernel/clock.ts';
import { parseHttpUrl } from '../../../kernel/url.ts';
import type { PastResult } from '../../../traffic/address-history.ts';
import { Table, Words } from '../../inspect/page/parts.tsx';
import { bytes, duration } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import { VERDICT_TEXTS } from '../../pages/texts.ts';
import { Part } from '../frame/frame.tsx';
import { Moment } from '../frame/moments.tsx';
import { cut } from '../frame/results.tsx';
import type { OperatorView, Visit } from '../frame/visit.ts';

/** `GET /operator/cache/changes?url=…`: the last results of a page. @throws {RendererError} `invalid-url` */
export function showChanges({ backend, parameters }: Visit): OperatorView {
  const { href } = parseHttpUrl(parameters.get('url') ?? '');
  const variants = backend.history.of(href);
  const now = wallClock();
  const body = (
    <>
      <section class="stack">
        <p>
          <a href="/operator/cache">Cache</a>
        </p>
        <h1>Changes of a page</h1>
        <p dir="auto">
          <Words>{cut(href)}</Words>
        </p>
        <p class="muted">The last five renders on this instance since its start. They are kept in memory only.</p>
      </section>
      {variants.length === 0 && (
        <div class="empty stack">
          <h2>Not rendered yet</h2>
          <p class="muted">
            This instance has not rendered the page since its start.{' '}
            <a href={`/operator/inspect?${new URLSearchParams({ url: href }).toString()}`}>Inspect it</a>
          </p>
        </div>
      )}
      {variants.map(({ variant, results }, index) => (
        <Part id={`variant-${index}`} heading={variantName(variant)}>
          <div class="compact">
            <Table
              columns={['Rendered', 'Outcome', 'Status', 'Title', 'HTML', 'Took']}
              rows={results.map((result, at) => rowOf(result, results[at + 1], now))}
            />
          </div>
        </Part>
      ))}
    </>
  );
  return { title: 'Changes of a page', current: 'cache', body };
}

function variantName(variant: string): string {
  const options = [...new URLSearchParams(variant)].filter(([name]) => name !== 'url');
  return options.length === 0 ? 'Desktop' : cut(options.map(([name, value]) => `${name}: ${value}`).join(' · '));
}

function rowOf(result: PastResult, before: PastResult | undefined, now: number): JSX.Element[] {
  const { at, verdict, code, status, title, size, ms } = result;
  const marked = (isChanged: boolean, content: JSX.Element): JSX.Element => (
    <span class="entry">
      {content}
      {before && isChanged && <span class="small differs">changed</span>}
    </span>
  );
  const outcome =
    code === null && verdict !== null ? (
      <Badge tone={VERDICT_TEXTS[verdict].tone}>{VERDICT_TEXTS[verdict].label}</Badge>
    ) : (
      <Badge tone="danger">{code ?? 'failed'}</Badge>
    );
  return [
    <Moment at={at} now={now} />,
    marked(before?.verdict !== verdict || before?.code !== code, outcome),
    marked(before?.status !== status, <span class="figure">{status ?? '–'}</span>),
    marked(before?.title !== title, <bdi>{title === '' ? '–' : title}</bdi>),
    marked(before?.size !== size, <span class="figure">{bytes(size)}</span>),
    <span class="figure">{duration(ms)}</span>,
  ];
}
