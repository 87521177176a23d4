/** Tabs of an inspection about what a page tells programs: structured data and social cards. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { CardField } from '../../../formats/cards.ts';
import type { DataItem } from '../../../formats/structured-data.ts';
import { count } from '../../pages/format.ts';
import { Badge, ErrorNotice, Notice } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';
import type { Inspected } from '../content/inspected.ts';
import { Section, Table, Words } from './parts.tsx';

/** What was read of the HTML. */
export interface HtmlProps {
  html: Inspected['html'];
}

/** There is nothing to show: no page, or one that cannot be read. */
export function NoHtml({ html }: HtmlProps): JSX.Element {
  return html instanceof Error ? <ErrorNotice error={html} /> : <p class="muted">There is no rendered page.</p>;
}

/** Types, what a rich result needs, and what does not parse. */
export function StructuredDataTab({ html }: HtmlProps): JSX.Element {
  if (html === null || html instanceof Error) return <NoHtml html={html} />;
  const { items, count: all, unread } = html.data;
  return (
    <>
      {all === 0 && unread.length === 0 && (
        <p class="muted">The rendered page has neither JSON-LD nor microdata nor RDFa, so it has no rich results.</p>
      )}
      {unread.length > 0 && (
        <Notice tone="warning">
          <p>
            <strong>{count(unread.length, 'block')} of JSON-LD cannot be read.</strong> Search engines ignore what is no
            JSON.
          </p>
          <ul class="plain">
            {unread.map(({ block, what, where }) => (
              <li>
                Block {block}: {what}
                {where !== '' && (
                  <>
                    : <Words>{where}</Words>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {items.map((item, index) => (
        <Item item={item} id={`item-${index + 1}`} />
      ))}
      {all > items.length && <p class="small muted">{count(all - items.length, 'more thing')} not shown.</p>}
    </>
  );
}

const FROM: Readonly<Record<DataItem['from'], string>> = {
  'json-ld': 'JSON-LD',
  microdata: 'Microdata',
  rdfa: 'RDFa',
};

function stateOf({ richResult }: DataItem): { tone: Tone; label: string } {
  if (!richResult) return { tone: 'neutral', label: 'No rich result for this type' };
  if (richResult.missing.length > 0) return { tone: 'danger', label: 'Not eligible for a rich result' };
  return { tone: 'success', label: 'Has what a rich result needs' };
}

function Item({ item, id }: { item: DataItem; id: string }): JSX.Element {
  const { types, from, fields, richResult } = item;
  const { tone, label } = stateOf(item);
  return (
    <Section id={id} heading={types.join(', ')}>
      <p>
        <Badge tone={tone}>{label}</Badge> <span class="muted small">{FROM[from]}</span>
      </p>
      {richResult && (richResult.missing.length > 0 || richResult.missingRecommended.length > 0) && (
        <ul class="plain">
          {richResult.missing.length > 0 && (
            <li>
              Missing and required: <Fields names={richResult.missing} />
            </li>
          )}
          {richResult.missingRecommended.length > 0 && (
            <li>
              Missing and recommended: <Fields names={richResult.missingRecommended} />
            </li>
          )}
        </ul>
      )}
      {fields.length > 0 && (
        <Table columns={['Field', 'Value']} rows={fields.map(({ name, value }) => [name, <bdi>{value}</bdi>])} />
      )}
      {richResult && (
        <p class="small">
          <a href={richResult.page} rel="noreferrer noopener">
            What Google asks of {richResult.type}
          </a>
        </p>
      )}
    </Section>
  );
}

function Fields({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <>
      {names.map((name, index) => (
        <>
          {index > 0 && ', '}
          <code>{name.replaceAll('|', ' or ')}</code>
        </>
      ))}
    </>
  );
}

/** The cards, field by field. */
export function Cards({ html }: HtmlProps): JSX.Element {
  if (html === null || html instanceof Error) return <NoHtml html={html} />;
  const { openGraph, twitter, others } = html.cards;
  return (
    <>
      <Card id="open-graph" heading="Open Graph" fields={openGraph} />
      <Card id="twitter" heading="X (Twitter)" fields={twitter} />
      {others.length > 0 && (
        <Section id="other-tags" heading="Other tags">
          <Table columns={['Tag', 'Value']} rows={others.map(({ name, value }) => [name, <bdi>{value}</bdi>])} />
        </Section>
      )}
    </>
  );
}

function Card(props: { id: string; heading: string; fields: readonly CardField[] }): JSX.Element {
  const { id, heading, fields } = props;
  const wrong = fields.filter(({ problem }) => problem !== null);
  return (
    <Section id={id} heading={heading}>
      {wrong.length > 0 && (
        <p>
          <Badge tone="warning">{count(wrong.length, 'field')} to correct</Badge>
        </p>
      )}
      <Table
        columns={['Field', 'Value', 'From']}
        rows={fields.map(({ name, value, from, problem }) => [
          name,
          <span class="entry">
            {value === null ? <span class="muted">none</span> : <bdi>{value}</bdi>}
            {problem !== null && <span class="small tone-warning severity">{problem}</span>}
          </span>,
          from === null ? '–' : from === name ? 'its own tag' : <code>{from}</code>,
        ])}
      />
    </Section>
  );
}
