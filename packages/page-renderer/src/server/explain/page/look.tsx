/** Sections of an explanation: an image of the page, its console, and its text without JavaScript. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../../kernel/errors.ts';
import type { PageImage } from '../../../render/inspect.ts';
import type { Explanation } from '../explanation/explanation.ts';
import type { SectionProps } from './parts.tsx';
import { Section, Table, Words } from './parts.tsx';
import { count } from '../../pages/format.ts';
import { Badge, ErrorNotice } from '../../pages/notice.tsx';
import type { OwnLines, TextDifference } from './text-difference.ts';
import type { Tone } from '../../pages/texts.ts';
import { short } from './waterfall.tsx';

/** The viewport of the page. */
export function Look({ image, host }: { image: PageImage; host: string }): JSX.Element {
  const data = Buffer.from(image.bytes).toString('base64');
  return (
    <div class="picture">
      <img
        src={`data:image/jpeg;base64,${data}`}
        width={image.width}
        height={image.height}
        alt={`Screenshot of ${host} as rendered`}
      />
    </div>
  );
}

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
export function Difference({ difference }: { difference: TextDifference | RendererError }): JSX.Element {
  return (
    <Section id="difference" heading="Text without JavaScript">
      {difference instanceof Error ? (
        <ErrorNotice error={difference} />
      ) : (
        <>
          <p>
            Without JavaScript the page has {count(difference.plain, 'word')}, as rendered{' '}
            {count(difference.rendered, 'word')}.
          </p>
          <Lines heading="Missing without JavaScript" own={difference.missing} mark="+" />
          <Lines heading="Only without JavaScript" own={difference.extra} mark="−" />
        </>
      )}
    </Section>
  );
}

function Lines({ heading, own, mark }: { heading: string; own: OwnLines; mark: string }): JSX.Element {
  if (own.lines.length === 0) return <></>;
  return (
    <>
      <h4>
        {heading}: {count(own.words, 'word')}
      </h4>
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
