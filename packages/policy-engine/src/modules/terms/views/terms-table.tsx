/** Drafts and versions of a rule, one per row: the columns of their lists. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, type Column, listPath, Time, type View } from '../../../platform/web/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { Term } from '../term.ts';
import { byVersion, type VersionFigures } from '../version-figures.ts';
import { isScheduled, paths, TermBadge, titleOf } from './term-parts.tsx';

/** What the columns show besides the texts. */
export interface TermColumns {
  readonly rule: Pick<Rule, 'name' | 'notice'>;
  /** The text in force, if there is one. */
  readonly current: Term | null;
  /** The decisions on versions. */
  readonly figures: readonly VersionFigures[];
}

/** The columns of lists of texts. */
export function termColumns(view: View, { rule, current, figures }: TermColumns): readonly Column<Term>[] {
  const decided = byVersion(figures);
  // On a notice nobody decides.
  const decisions = (['accepted', 'rejected'] as const).map((decision): Column<Term> => {
    return {
      label: view.t(`terms.figures.${decision}`),
      kind: 'number',
      priority: 2,
      cell: ({ version }) =>
        version === null ? null : (
          <a href={view.href(listPath('/ledger', { rule: rule.name, version, decision }))}>
            {(decided.get(version)?.[decision] ?? 0).toLocaleString(view.formatLocale)}
          </a>
        ),
    };
  });
  return [
    {
      label: view.t('terms.column.text'),
      kind: 'heading',
      cell: (term) => (
        <a class="pe-nowrap" href={view.href(paths.term(term))}>
          {titleOf(view, term)}
        </a>
      ),
    },
    { label: view.t('terms.column.state'), cell: (term) => <TermBadge view={view} term={term} current={current} /> },
    {
      label: view.t('terms.column.date'),
      cell: (term) => (
        <Time
          view={view}
          at={new Date(term.publishedAt ?? term.updatedAt)}
          precision={isScheduled(term, current) ? 'minute' : 'day'}
        />
      ),
    },
    ...(rule.notice ? [] : decisions),
    { label: view.t('terms.note'), priority: 2, cell: ({ note }) => (note === null ? null : <bdi>{note}</bdi>) },
    { label: view.t('table.actions'), kind: 'actions', cell: (term) => <RowActions view={view} term={term} /> },
  ];
}

function RowActions({ view, term }: { view: View; term: Term }): JSX.Element {
  const isDraft = term.state === 'draft';
  const text = view.t(isDraft ? 'action.edit' : 'terms.read');
  const path = isDraft ? paths.edit(term) : paths.term(term);
  const title = titleOf(view, term);
  const changes = view.t('terms.difference.title');
  return (
    <>
      <ButtonLink
        small
        href={view.href(path)}
        text={text}
        name={view.t('text.labelled', { label: text, value: title })}
      />
      {term.version !== 1 && (
        <ButtonLink
          small
          href={view.href(paths.difference(term))}
          text={changes}
          name={view.t('text.labelled', { label: changes, value: title })}
        />
      )}
    </>
  );
}
