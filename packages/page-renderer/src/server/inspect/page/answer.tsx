/** Sections of an explanation: the verdict, what the page declares, its headers, and the response. */
import { STATUS_CODES } from 'node:http';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { JUDGEMENTS } from '../../../judgements/judgements.ts';
import type { Explanation } from '../../explain/explanation/explanation.ts';
import type { SectionProps } from './parts.tsx';
import { Fact, Section, Table, Words } from './parts.tsx';
import { bytes, count } from '../../pages/format.ts';
import { Badge, Notice } from '../../pages/notice.tsx';
import { VERDICT_TEXTS } from '../../pages/texts.ts';

/** How the render ended, and what was pending. */
export function Verdict({ explanation: { verdict, pending } }: SectionProps): JSX.Element {
  if (!verdict) return <></>;
  return (
    <Section id="verdict" heading="How the render ended">
      <p>
        <Badge tone={VERDICT_TEXTS[verdict.name].tone}>{verdict.label}</Badge> {verdict.sentence}
      </p>
      {pending.length > 0 && (
        <Table
          caption="Still pending"
          columns={['Kind', 'Count', 'Meaning']}
          rows={pending.map(({ label, count: many, sentence }) => [label, count(many), sentence])}
        />
      )}
    </Section>
  );
}

/** What the page declares to bots. */
export function OwnWords({ explanation: { page, disagreements, judgements } }: SectionProps): JSX.Element {
  if (!page && disagreements.length === 0) return <></>;
  const found = new Set(judgements.flatMap(({ name, outcome }) => (outcome === 'found' ? [name] : [])));
  const said = new Set<string | undefined>(JUDGEMENTS.flatMap(({ name, covers }) => (found.has(name) ? [covers] : [])));
  return (
    <Section id="page" heading="What the page declares">
      {disagreements
        .filter(({ subject }) => !said.has(subject))
        .map(({ sentence, says }) => (
          <Notice tone="warning">
            <p>
              <strong>{sentence}</strong>
            </p>
            <ul class="plain">
              {says.map(({ place, value }) => (
                <li>
                  {place}: <Words>{value}</Words>
                </li>
              ))}
            </ul>
          </Notice>
        ))}
      {page && <PageFacts page={page} />}
    </Section>
  );
}

function PageFacts({ page }: { page: NonNullable<Explanation['page']> }): JSX.Element {
  const metas = [...page.robots, ...page.metas];
  return (
    <>
      <dl class="facts">
        {page.title !== null && <Fact name="Title">{page.title === '' ? 'none' : page.title}</Fact>}
        {page.title !== null && <Fact name="Description">{page.description ?? 'none'}</Fact>}
        <Fact name="Text">{count(page.textLength, 'character')}</Fact>
        <Fact name="HTML">{bytes(page.htmlSize)}</Fact>
        <Fact name="Canonical">{page.canonical === null ? 'none' : <Words>{page.canonical}</Words>}</Fact>
        {page.refresh && (
          <Fact name="Refresh">
            to <Words>{page.refresh.url}</Words> after {count(page.refresh.delay, 'second')}
          </Fact>
        )}
      </dl>
      {metas.length > 0 && (
        <Table
          caption="Meta tags for bots and for the renderer"
          columns={['Name', 'Content']}
          rows={metas.map(({ name, content }) => [name, <Words>{content}</Words>])}
        />
      )}
    </>
  );
}

/** What happened to the headers; those that are in the response come first. */
export function HeaderSection({ explanation: { headers } }: SectionProps): JSX.Element {
  if (headers.length === 0) return <></>;
  const [passed, dropped] = [true, false].map((is) => headers.filter((header) => header.passed === is));
  return (
    <Section id="headers" heading="Headers of the page">
      <HeaderTable caption="Passed on to bots" headers={passed ?? []} />
      {dropped && dropped.length > 0 && (
        <details>
          <summary>{count(dropped.length, 'header')} dropped</summary>
          <HeaderTable headers={dropped} />
        </details>
      )}
    </Section>
  );
}

function HeaderTable({ caption, headers }: { caption?: string; headers: Explanation['headers'] }): JSX.Element {
  if (headers.length === 0) return <p class="muted">No header is passed on to bots.</p>;
  return (
    <Table
      {...(caption !== undefined && { caption })}
      columns={['Header', 'From', 'Why']}
      rows={headers.map(({ name, value, from, sentence }) => [
        <>
          <bdi>{name === '' ? 'without a name' : name}</bdi>
          {value !== null && (
            <>
              {': '}
              <Words>{value}</Words>
            </>
          )}
        </>,
        from === 'server' ? 'server' : 'meta tag of the page',
        sentence,
      ])}
    />
  );
}

/** The response that a bot gets. */
export function AnswerSection({ explanation: { answer, error } }: SectionProps): JSX.Element {
  return (
    <Section id="answer" heading="Response to bots">
      <p>
        <strong>{`${answer.status} ${STATUS_CODES[answer.status] ?? ''}`.trim()}</strong>
        {error ? `, with the error code ${error.code}.` : '.'} {kept(answer.keptFor)}
      </p>
      <details>
        <summary>{count(answer.headers.length, 'header')}</summary>
        <Table
          columns={['Name', 'Value']}
          rows={answer.headers.map(([name, value]) => [name, <Words>{value}</Words>])}
        />
      </details>
    </Section>
  );
}

function kept(seconds: number | null): string {
  if (seconds === null) return 'It is cached until it is removed.';
  if (seconds === 0) return 'It is not cached.';
  const minutes = Math.round(seconds / 60);
  if (minutes > 0 && minutes % 60 === 0) return `It is cached for ${count(minutes / 60, 'hour')}.`;
  return `It is cached for ${minutes > 0 ? count(minutes, 'minute') : count(seconds, 'second')}.`;
}
