/** Sections of an inspection: the console of the page, and its text without JavaScript. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Explanation } from '../../explain/explanation/explanation.ts';
import type { SectionProps } from './parts.tsx';
import { Section, Table, Words } from './parts.tsx';
import { count } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import type { Inspected } from '../content/inspected.ts';
import { differenceOf } from '../content/tabs.ts';
import type { OwnLines } from '../content/text-difference.ts';
import type { Tone } from '../../pages/texts.ts';
import { short } from './waterfall.tsx';

const LEVELS: Readonly<Record<Explanation['console'][number]['level'], { tone: Tone; label: string }>> = {
  error: { tone: 'danger', label: 'Error' },
  warning: { tone: 'warning', label: 'Warning' },
  info: { tone: 'neutral', label: 'Message' },
};

/** What is in the console of the page. */
export function Console({ explanation: { console: messages } }: SectionProps): JSX.Element {
  if (messages.length === 0) return <></>;
  const errors = messages.filter(({ level }) => level === 'error').length;
  return (
    <Section id="console" heading="Console of the page">
      <p class="muted">
        {count(messages.length, 'message')}, {count(errors, 'error')}. At most 100 are shown.
      </p>
      <Table
        columns={['Message', 'Level', 'Place']}
        rows={messages.map(({ level, text, place }) => [
          <Words>{text}</Words>,
          <Badge tone={LEVELS[level].tone}>{LEVELS[level].label}</Badge>,
          <bdi>{place === null ? '–' : short(place)}</bdi>,
        ])}
      />
    </Section>
  );
}

/** What a bot that runs no scripts reads, compared with the rendered text. */
export function Difference({ inspected }: { inspected: Inspected }): JSX.Element {
  const difference = differenceOf(inspected);
  if (!difference) return <p class="muted">One of the two has no page, so there is nothing to compare.</p>;
  const isSame = difference.missing.words === 0 && difference.extra.words === 0;
  return (
    <>
      <p>
        Without JavaScript the page has {count(difference.plain, 'word')}, as rendered{' '}
        {count(difference.rendered, 'word')}.{isSame && ' Both have the same text.'}
      </p>
      <Lines heading="Missing without JavaScript" own={difference.missing} mark="+" />
      <Lines heading="Only without JavaScript" own={difference.extra} mark="−" />
    </>
  );
}

function Lines({ heading, own, mark }: { heading: string; own: OwnLines; mark: string }): JSX.Element {
  if (own.lines.length === 0) return <></>;
  return (
    <>
      <h3>
        {heading}: {count(own.words, 'word')}
      </h3>
      <ul class={`difference ${mark === '+' ? 'added' : 'removed'}`}>
        {own.lines.map((line) => (
          <li dir="auto">
            <span aria-hidden="true">{mark}</span> {line}
          </li>
        ))}
      </ul>
      {own.more > 0 && <p class="small muted">{count(own.more, 'more line')} not shown.</p>}
    </>
  );
}
