/** How a person's own request reached its state, and what comes next. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Time, Timeline, type TimelineEntry, type View } from '../../../platform/web/index.ts';
import type { PersonRequest } from '../register/request.ts';
import { Made } from './parts.tsx';

/** An event of a request; left out without a time. */
export interface PastEvent {
  readonly at: string | null;
  readonly text: string;
  /** Whether it is that the request was made: of one that came by letter, only the day is known. Default: false. */
  readonly isMaking?: boolean;
  /** The reason that an administrator gave, which may be in another language. Default: none. */
  readonly reason?: string | null;
}

/** An expected event. */
export interface ExpectedEvent {
  readonly text: string;
  /** When; null if it is unknown. */
  readonly at?: string | null;
}

/** The past events by time, then the expected ones. */
export function RequestTimeline(props: {
  view: View;
  past: readonly PastEvent[];
  expected: readonly ExpectedEvent[];
}): JSX.Element {
  const { view, past, expected } = props;
  const done = past.flatMap((event) => (event.at === null ? [] : [{ ...event, at: event.at }]));
  const entries: TimelineEntry[] = [
    ...done
      .toSorted((one, other) => one.at.localeCompare(other.at))
      .map(({ at, text, isMaking = false, reason = null }) => ({
        at: isMaking ? <Made view={view} at={at} /> : <Time view={view} at={new Date(at)} precision="minute" />,
        content: (
          <>
            {text}
            {reason !== null && (
              <div class="pe-lines" dir="auto">
                {reason}
              </div>
            )}
          </>
        ),
      })),
    ...expected.map(({ at = null, text }, index) => ({
      isNext: true,
      at:
        at === null ? (
          view.t(index === 0 ? 'requests.mine.next' : 'requests.mine.then')
        ) : (
          <Time view={view} at={new Date(at)} precision="minute" />
        ),
      content: text,
    })),
  ];
  return <Timeline entries={entries} />;
}

/** The events that all kinds of request share. */
export function commonSteps(view: View, { createdAt, extendedAt, extensionReason }: PersonRequest): PastEvent[] {
  return [
    { at: createdAt, text: view.t('requests.mine.step.created'), isMaking: true },
    { at: extendedAt, text: view.t('requests.mine.step.extended'), reason: extensionReason },
  ];
}
