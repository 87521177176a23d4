/** When the requests of a page began and ended. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Explanation } from '../../explain/explanation/explanation.ts';
import type { SectionProps } from './parts.tsx';
import { Section } from './parts.tsx';
import { bytes, count, duration } from '../../pages/format.ts';

type Timed = Explanation['requests']['timeline'][number];

/** Maximum number of characters of a shown address; the whole one is in the title. */
const MAX_ADDRESS = 80;

/** Requests that are listed at once; the others are folded, as on a phone each takes several lines. */
const LISTED = 8;

/** Those that failed, then those that took longest, in the order in which they were made. */
function mostTelling(timeline: readonly Timed[]): readonly Timed[] {
  const taken = ({ begun, ended }: Timed) => (ended ?? Infinity) - begun;
  const failed = ({ problem, status }: Timed) => Number(problem !== null || (status ?? 0) >= 400);
  const order = timeline.toSorted((a, b) => failed(b) - failed(a) || taken(b) - taken(a));
  const listed = new Set(order.slice(0, LISTED));
  return timeline.filter((timed) => listed.has(timed));
}

/** A table with a bar for each request; the times are in a column, too. */
export function Waterfall({ explanation: { requests, timings } }: SectionProps): JSX.Element {
  const { timeline, untimed } = requests;
  if (timeline.length === 0) return <></>;
  const isFolded = timeline.length > LISTED;
  const end = Math.max(1, ...timeline.map(endOf), ...timeline.map(({ begun }) => begun));
  return (
    <Section id="timeline" heading="When each request was made">
      <ul class="keys small muted">
        <li>
          <Key look="waiting" /> waiting for the response
        </li>
        <li>
          <Key look="receiving" /> receiving it
        </li>
        <li>
          <Key look="problem" /> refused or failed
        </li>
      </ul>
      {isFolded && <p class="small muted">{`The ${LISTED} requests that failed or took longest:`}</p>}
      <Rows timeline={isFolded ? mostTelling(timeline) : timeline} end={end} />
      {isFolded && (
        <details>
          <summary>{`All ${count(timeline.length, 'request')}`}</summary>
          <Rows timeline={timeline} end={end} />
        </details>
      )}
      {untimed > 0 && <p class="small muted">{count(untimed, 'more request')} not shown.</p>}
      {timings.attempts > 1 && <p class="small muted">Of the last of {timings.attempts} attempts.</p>}
      {timings.observed !== null && timings.observed.length > 0 && (
        <p class="small muted">
          Observed for a moment after everything had ended, because of what the page uses: {timings.observed.join(', ')}
          .
        </p>
      )}
    </Section>
  );
}

function Rows({ timeline, end }: { timeline: readonly Timed[]; end: number }): JSX.Element {
  return (
    <table class="rows waterfall">
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">Response</th>
          <th scope="col">Size</th>
          <th scope="col">Time</th>
          <td class="bars">{`0 to ${duration(end)}`}</td>
        </tr>
      </thead>
      <tbody>
        {timeline.map((timed) => (
          <tr>
            <th scope="row">
              <span class="entry">
                <bdi title={timed.url}>{short(timed.url)}</bdi>
                <span class="small muted">
                  {`${timed.method} · ${timed.type}`}
                  {timed.problem && (
                    <>
                      {' · '}
                      <bdi>{timed.problem.reason}</bdi>
                    </>
                  )}
                </span>
              </span>
            </th>
            <td data-column="Response">{outcomeOf(timed)}</td>
            <td data-column="Size">{timed.bytes === 0 ? '–' : bytes(timed.bytes)}</td>
            <td data-column="Time" class="figure">
              {timed.ended === null ? `from ${duration(timed.begun)}` : duration(timed.ended - timed.begun)}
            </td>
            <td class="bars">
              <Bar timed={timed} end={end} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function endOf({ begun, answered, ended }: Timed): number {
  return ended ?? answered ?? begun;
}

function outcomeOf({ status, problem, ended }: Timed): string {
  if (problem) return problem.kind === 'refused' ? 'Refused' : 'Failed';
  if (status !== null) return String(status);
  return ended === null ? 'Pending' : 'None';
}

/** The end of an address says most about it. */
export function short(url: string): string {
  return url.length > MAX_ADDRESS ? `…${url.slice(-MAX_ADDRESS)}` : url;
}

function Key({ look }: { look: string }): JSX.Element {
  return (
    <svg width="14" height="10" aria-hidden="true" focusable="false">
      <rect class={look} width="14" height="10" rx="2" />
    </svg>
  );
}

/** Positioned by attributes, because the policy of the page forbids style attributes. */
function Bar({ timed, end }: { timed: Timed; end: number }): JSX.Element {
  const { begun, answered, ended, problem } = timed;
  const percent = (time: number) => `${((time / end) * 100).toFixed(2)}%`;
  const until = ended ?? end;
  const middle = problem ? until : (answered ?? until);
  return (
    <svg class="bar" width="100%" height="12" aria-hidden="true" focusable="false">
      <rect class="bar-all" width="100%" height="12" rx="3" />
      <rect
        class={problem ? 'problem' : 'waiting'}
        x={percent(begun)}
        width={percent(Math.max(end / 200, middle - begun))}
        height="12"
      />
      {middle < until && <rect class="receiving" x={percent(middle)} width={percent(until - middle)} height="12" />}
    </svg>
  );
}
