/** The last renders that failed or were slow. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RecentRender } from '../../../traffic/recent-renders.ts';
import { Table } from '../../inspect/page/parts.tsx';
import { count, duration } from '../../pages/format.ts';
import { Badge, Notice } from '../../pages/notice.tsx';
import { VERDICT_TEXTS } from '../../pages/texts.ts';
import { FormTo } from '../frame/frame.tsx';
import { Moment } from '../frame/moments.tsx';
import { cut } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';

/** The page. */
export function RendersPage(props: {
  renders: readonly RecentRender[];
  /** Whether one of them was repeated just now, and has a result. */
  wasRepeated: boolean;
  now: number;
  visit: Visit;
}): JSX.Element {
  const { renders, wasRepeated, now, visit } = props;
  return (
    <>
      <section class="stack">
        <h1>Failed and slow renders</h1>
        <p class="muted">
          The last 50 since the start of this instance: renders without a complete result, and those that took more than
          half of the time budget. Their addresses are kept in memory only.
        </p>
      </section>
      {wasRepeated && (
        <Notice tone="success">
          <p role="status">The page was rendered again, and has a result now.</p>
        </Notice>
      )}
      {renders.length === 0 && (
        <div class="empty stack">
          <h2>No render has failed or was slow</h2>
          <p class="muted">
            You can also <a href="/operator/inspect">inspect any page</a>.
          </p>
        </div>
      )}
      {renders.length > 0 && (
        <section class="explained compact" aria-label="Renders">
          <Table
            columns={['Address', 'Outcome', 'Took', 'Last', 'Times', 'Next step']}
            rows={renders.map(({ id, parameters, kind, verdict, code, reason, ms, at, times }) => {
              const asked = new URLSearchParams(parameters);
              const url = asked.get('url') ?? '';
              const options = [...asked].filter(([name]) => name !== 'url').map(([name, value]) => `${name}: ${value}`);
              return [
                <span class="entry">
                  <bdi>{cut(url)}</bdi>
                  <span class="small muted">{[KINDS[kind], ...options].join(' · ')}</span>
                </span>,
                code === null && verdict !== null ? (
                  <Badge tone={VERDICT_TEXTS[verdict].tone}>{VERDICT_TEXTS[verdict].label}</Badge>
                ) : (
                  <span class="entry">
                    <Badge tone="danger">{code ?? 'failed'}</Badge>
                    {reason !== null && <bdi class="small">{cut(reason)}</bdi>}
                  </span>
                ),
                <span class="figure">{duration(ms)}</span>,
                <Moment at={at} now={now} />,
                count(times),
                <span class="entry">
                  <FormTo action="/operator/renders/again" visit={visit} busy="Rendering…">
                    <input type="hidden" name="id" value={id} />
                    <button class="button button-small" type="submit" aria-label={`Render again: ${cut(url)}`}>
                      Render again
                    </button>
                  </FormTo>
                  <a href={`/operator/inspect?${parameters}`} aria-label={`Inspect ${cut(url)}`}>
                    Inspect
                  </a>
                  <a
                    href={`/operator/cache/changes?${new URLSearchParams({ url }).toString()}`}
                    aria-label={`Changes of ${cut(url)}`}
                  >
                    Changes
                  </a>
                </span>,
              ];
            })}
          />
        </section>
      )}
    </>
  );
}

const KINDS: Readonly<Record<RecentRender['kind'], string>> = {
  render: 'HTML',
  screenshot: 'Screenshot',
  pdf: 'PDF',
  har: 'HAR',
  pair: 'HTML and screenshot',
};
