/** What several pages show of a text: its state, its facts, the text itself, and its address. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Rule } from '../../rules/index.ts';
import { Badge, Time, type View } from '../../../platform/web/index.ts';
import { languageName } from '../translations/languages.ts';
import { isPublished, type Term } from '../term.ts';

/** Paths of the module's pages. */
export const paths = {
  policies: '/categories',
  /** Below it are the files of all texts. */
  files: '/terms',
  policy: (rule: string): string => `/categories/${rule}`,
  terms: (rule: string): string => `/categories/${rule}/terms`,
  preview: (rule: string): string => `/categories/${rule}/terms/preview`,
  newTerm: (rule: string, sample?: string): string =>
    `/categories/${rule}/terms/new${sample === undefined ? '' : `?sample=${sample}`}`,
  term: ({ rule, id }: Pick<Term, 'rule' | 'id'>): string => `/categories/${rule}/terms/${id}`,
  translation: ({ rule, id }: Term, locale: string): string => `/categories/${rule}/terms/${id}/translations/${locale}`,
  translate: ({ rule, id }: Term, locale?: string): string =>
    `/categories/${rule}/terms/${id}/translate${locale === undefined ? '' : `?language=${encodeURIComponent(locale)}`}`,
  edit: ({ rule, id }: Term): string => `/categories/${rule}/terms/${id}/edit`,
  publish: ({ rule, id }: Term): string => `/categories/${rule}/terms/${id}/publish`,
  difference: ({ rule, id }: Term, locale?: string): string =>
    `/categories/${rule}/terms/${id}/difference${locale === undefined ? '' : `?language=${encodeURIComponent(locale)}`}`,
};

/** "Version 3" or "Draft". */
export function titleOf(view: Pick<View, 't'>, term: Term): string {
  return term.version === null ? view.t('terms.state.draft') : view.t('terms.version', { version: term.version });
}

/** Whether a version comes into force later: numbers follow that order. */
export function isScheduled(term: Term, current: Term | null): boolean {
  return term.version !== null && term.version > (current?.version ?? 0);
}

/** @param props.current - the text in force, if there is one */
export function TermBadge({ view, term, current }: { view: View; term: Term; current: Term | null }): JSX.Element {
  if (term.state === 'draft') return <Badge tone="warning" text={view.t('terms.state.draft')} />;
  if (term.id === current?.id) return <Badge tone="success" text={view.t('terms.state.in_force')} />;
  if (isScheduled(term, current)) return <Badge tone="info" text={view.t('terms.state.scheduled')} />;
  return <Badge text={view.t('terms.state.replaced')} />;
}

/** Who must decide on a text, in a sentence. */
export function whoIsAsked(
  view: Pick<View, 't'>,
  { notice }: Pick<Rule, 'notice'>,
  term: Term,
  current: Term | null,
): string {
  const isFirst = isFirstText(term, current);
  if (notice) return view.t(term.material && !isFirst ? 'terms.notice.changed' : 'terms.notice.nobody');
  if (isFirst) return view.t('terms.asked.first');
  return view.t(term.material ? 'terms.asked.again' : 'terms.asked.nobody');
}

/** Whether a text is, or would be, the first of its rule. */
export function isFirstText(term: Term, current: Term | null): boolean {
  return isPublished(term) ? term.version === 1 : current === null;
}

/** A line of a list of facts. */
export function Fact({ label, children }: { label: string; children: Child }): JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** State, dates, consequences and fingerprint of a text. */
export function TermFacts(props: { view: View; rule: Rule; term: Term; current: Term | null }): JSX.Element {
  const { view, rule, term, current } = props;
  const dated = isScheduled(term, current)
    ? 'terms.in_force_from'
    : term.id === current?.id
      ? 'terms.in_force_since'
      : 'terms.published_on';
  return (
    <dl class="pe-facts">
      <Fact label={view.t('terms.column.state')}>
        <TermBadge view={view} term={term} current={current} />
      </Fact>
      {term.publishedAt === null ? (
        <Fact label={view.t('terms.changed_on')}>
          <Time view={view} at={new Date(term.updatedAt)} precision="minute" />
        </Fact>
      ) : (
        <Fact label={view.t(dated)}>
          <Time view={view} at={new Date(term.publishedAt)} precision="minute" />
        </Fact>
      )}
      <Fact label={view.t('terms.asked')}>{whoIsAsked(view, rule, term, current)}</Fact>
      {term.note !== null && (
        <Fact label={view.t('terms.note')}>
          <bdi>{term.note}</bdi>
        </Fact>
      )}
      <Fact label={view.t('terms.language')}>{languageName(term.locale, view.locale)}</Fact>
      {term.hash !== null && (
        <Fact label={view.t('terms.hash')}>
          <code>{term.hash}</code>
        </Fact>
      )}
    </dl>
  );
}

/** What the host declared about a rule, in words. */
export function traitsOf(view: Pick<View, 't'>, rule: Rule): string[] {
  return [
    ...(rule.notice ? [view.t('terms.rule.notice')] : []),
    ...(rule.blocking ? [view.t('terms.rule.blocking')] : []),
    ...(rule.sessionless ? [view.t('terms.rule.sessionless')] : []),
    ...(rule.validatesOn.includes('create') ? [view.t('terms.rule.create')] : []),
    ...(rule.validatesOn.includes('update') ? [view.t('terms.rule.update')] : []),
  ];
}
