/** The difference between two texts, with visible marks and words for screen readers. */
import { raw } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Button,
  directionOf,
  EmptyState,
  type Page,
  PageHeader,
  SelectField,
  type View,
} from '../../../platform/web/index.ts';
import type { Change, DifferenceLine } from '../comparison/difference.ts';
import type { Policy } from '../representation.ts';
import { languageName } from '../translations/languages.ts';
import { renderedDifference } from '../comparison/rendered-difference.ts';
import type { Term, TermText } from '../term.ts';
import { paths, titleOf } from './term-parts.tsx';

/** How a difference can be shown: as rendered text, or as Markdown. */
export const DIFFERENCE_VIEWS = ['text', 'source'] as const;
export type DifferenceView = (typeof DIFFERENCE_VIEWS)[number];

/** Two texts of a rule and their difference. */
export interface Difference {
  readonly policy: Policy;
  readonly from: Term | null;
  readonly to: Term;
  /** The text of `to` in the compared language. */
  readonly text: TermText;
  readonly lines: readonly DifferenceLine[];
  /** HTML of both texts; empty for none. */
  readonly html: { readonly before: string; readonly after: string };
  /** As rendered text, or as Markdown. */
  readonly shown: DifferenceView;
  /** The other texts that it can be compared with. */
  readonly others: readonly Term[];
}

/** Unchanged lines that are shown around a change. */
const AROUND = 2;

function Words({ view, change: { kind, text } }: { view: View; change: Change }): JSX.Element {
  if (kind === 'same') return <>{text}</>;
  const heard = <span class="pe-hidden">{`[${view.t(`terms.difference.${kind}`)}] `}</span>;
  const end = <span class="pe-hidden">{` [${view.t('terms.difference.end')}] `}</span>;
  return kind === 'added' ? (
    <ins>
      {heard}
      {text}
      {end}
    </ins>
  ) : (
    <del>
      {heard}
      {text}
      {end}
    </del>
  );
}

function Line({ view, line }: { view: View; line: DifferenceLine }): JSX.Element {
  return (
    <p class={`pe-line pe-line-${line.kind}`}>
      {line.kind === 'changed' ? (
        line.words.map((change) => <Words view={view} change={change} />)
      ) : (
        <Words view={view} change={line} />
      )}
    </p>
  );
}

/** Neighbouring lines, either all shown or, far from any change, collapsed. */
function foldingOf(lines: readonly DifferenceLine[]): { folded: boolean; lines: DifferenceLine[] }[] {
  const isNear = lines.map(() => false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    isNear.fill(true, Math.max(0, index - AROUND), index + AROUND + 1);
  }
  const groups: { folded: boolean; lines: DifferenceLine[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const folded = isNear[index] !== true;
    const last = groups.at(-1);
    if (last?.folded === folded) last.lines.push(line);
    else groups.push({ folded, lines: [line] });
  }
  return groups;
}

function Lines({ view, lines }: { view: View; lines: readonly DifferenceLine[] }): JSX.Element {
  return (
    <>
      {foldingOf(lines).map((group) => {
        const shown = group.lines.map((line) => <Line view={view} line={line} />);
        if (!group.folded) return shown;
        return (
          <details class="pe-unchanged">
            <summary>{view.t('terms.difference.unchanged', { count: group.lines.length })}</summary>
            {shown}
          </details>
        );
      })}
    </>
  );
}

function CompareForm({ view, difference }: { view: View; difference: Difference }): JSX.Element {
  const { from, to, text, others, shown } = difference;
  const languages = [to.locale, ...to.translations.map(({ locale }) => locale)];
  return (
    <form class="pe-row pe-compare" method="get" action={view.href(paths.difference(to))}>
      <SelectField
        view={view}
        name="from"
        label={view.t('terms.difference.with')}
        required
        value={from?.id ?? ''}
        options={others.map((term) => ({ value: term.id, text: titleOf(view, term) }))}
      />
      {languages.length > 1 && (
        <SelectField
          view={view}
          name="language"
          label={view.t('terms.translation.language')}
          required
          value={text.locale}
          options={languages.map((tag) => ({ value: tag, text: languageName(tag, view.locale) }))}
        />
      )}
      {shown !== 'text' && <input type="hidden" name="view" value={shown} />}
      <Button text={view.t('terms.difference.compare')} />
    </form>
  );
}

/** Links from the rendered text to its Markdown, and back. */
function Views({ view, difference }: { view: View; difference: Difference }): JSX.Element {
  const { from, to, text, shown } = difference;
  const addressOf = (one: DifferenceView): string => {
    const query = new URLSearchParams({ ...(from && { from: from.id }), language: text.locale, view: one });
    return `${view.href(paths.difference(to))}?${query.toString()}`;
  };
  return (
    <nav class="pe-chips" aria-label={view.t('terms.difference.views')}>
      {DIFFERENCE_VIEWS.map((one) => (
        <a href={addressOf(one)} aria-current={one === shown ? 'page' : undefined}>
          {view.t(`terms.difference.view_${one}`)}
        </a>
      ))}
    </nav>
  );
}

function Rendered({ view, html: { before, after } }: { view: View; html: Difference['html'] }): JSX.Element {
  // Unchanged words may be written differently, such as other list markers for the same list.
  if (before === after) return <p class="pe-muted">{view.t('terms.difference.same_rendered')}</p>;
  return <div class="pe-prose">{raw(renderedDifference(before, after, view))}</div>;
}

/** What is compared. A version without the language is empty, so the whole text would look like an addition. */
function leadOf(view: View, { from, to, text, html }: Difference): string {
  if (from === null) return view.t('terms.difference.first');
  const names = { from: titleOf(view, from), to: titleOf(view, to) };
  if (html.before !== '') return view.t('terms.difference.lead', names);
  return view.t('terms.difference.no_language', {
    from: names.from,
    language: languageName(text.locale, view.locale),
  });
}

export function differencePage(view: View, difference: Difference): Page {
  const { policy, to, text, lines, html, shown, others } = difference;
  const label = policy.rule.label(view.locale);
  const title = view.t('terms.difference.title');
  const isSame = lines.every(({ kind }) => kind === 'same');
  const content = (
    <>
      <PageHeader
        title={view.t('text.labelled', { label, value: title })}
        lead={leadOf(view, difference)}
        back={{ href: view.href(paths.term(to)), text: titleOf(view, to) }}
      />
      {others.length > 0 && <CompareForm view={view} difference={difference} />}
      {isSame ? (
        <EmptyState title={view.t('terms.difference.same')} text={view.t('terms.difference.same_text')} />
      ) : (
        <>
          <Views view={view} difference={difference} />
          <section class="pe-card pe-difference" aria-label={title} lang={text.locale} dir={directionOf(text.locale)}>
            {shown === 'text' ? <Rendered view={view} html={html} /> : <Lines view={view} lines={lines} />}
          </section>
        </>
      )}
    </>
  );
  return { title: view.t('text.labelled', { label, value: title }), content };
}
