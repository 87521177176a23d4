/** Events in order, with their times; and what comes next. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** An entry of a timeline. */
export interface TimelineEntry {
  /** Its time; omitted for future entries. */
  readonly at?: Child;
  readonly content: Child;
  /** Whether it is in the future. Default: false. */
  readonly isNext?: boolean;
}

/** In the given order. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }): JSX.Element {
  return (
    <ol class="pe-timeline pe-course" role="list">
      {entries.map(({ at, content, isNext = false }) => (
        <li class={isNext ? 'pe-timeline-next' : undefined}>
          {at !== undefined && <span class="pe-timeline-at">{at}</span>}
          <div>{content}</div>
        </li>
      ))}
    </ol>
  );
}
