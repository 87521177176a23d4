/** What happened, one after the other, with when; and what comes next. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** A point of a timeline. */
export interface TimelineEntry {
  /** When; left out for what is still to come. */
  readonly at?: Child;
  readonly content: Child;
  /** Whether it has not happened yet. Default: false. */
  readonly isNext?: boolean;
}

/** In the order that is given. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }): JSX.Element {
  return (
    <ol class="pe-timeline pe-course" role="list">
      {entries.map(({ at, content, isNext = false }) => (
        <li class={isNext ? 'pe-timeline-next' : undefined}>
          {at !== undefined && <span class="pe-timeline-at">{at}</span>}
          <span>{content}</span>
        </li>
      ))}
    </ol>
  );
}
