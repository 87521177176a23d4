/** One text: its content, and its effects. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ActionForm, ButtonLink, type Page, PageHeader, Prose, Split, type View } from '../../../platform/web/index.ts';
import type { Policy } from '../representation.ts';
import type { Term } from '../term.ts';
import { Languages, OutdatedLanguages } from './languages.tsx';
import { isFirstText, isScheduled, paths, TermFacts, titleOf } from './term-parts.tsx';

function Actions({ view, term, current }: { view: View; term: Term; current: Term | null }): JSX.Element {
  const changes = !isFirstText(term, current) && (
    <ButtonLink href={view.href(paths.difference(term))} text={view.t('terms.difference.title')} />
  );
  if (isScheduled(term, current)) {
    return (
      <>
        <ActionForm
          action={view.href(paths.term(term))}
          method="put"
          fields={{ 'term[state]': 'draft' }}
          text={view.t('terms.take_back')}
        />
        {changes}
      </>
    );
  }
  if (term.state === 'published') {
    return (
      <>
        <ButtonLink href={view.href(paths.edit(term))} text={view.t('terms.new_version')} />
        {changes}
      </>
    );
  }
  return (
    <>
      <ButtonLink kind="primary" href={view.href(paths.publish(term))} text={view.t('terms.publish')} />
      <ButtonLink href={view.href(paths.edit(term))} text={view.t('action.edit')} />
      {changes}
      <ActionForm apart action={view.href(paths.term(term))} method="delete" text={view.t('terms.delete_draft')} />
    </>
  );
}

/** @param shown.proposal what waits for a second administrator */
export function termPage(
  view: View,
  { rule, current }: Policy,
  { term, html, proposal }: { readonly term: Term; readonly html: string; readonly proposal: JSX.Element },
): Page {
  const label = rule.label(view.locale);
  const title = titleOf(view, term);
  const content = (
    <>
      <PageHeader
        title={view.t('text.labelled', { label, value: title })}
        back={{ href: view.href(paths.policy(rule.name)), text: label }}
        action={<Actions view={view} term={term} current={current} />}
      />
      {proposal}
      <OutdatedLanguages view={view} term={term} />
      <Split
        sideFirst
        main={
          <section class="pe-card" aria-label={view.t('terms.description')}>
            <Prose html={html} locale={term.locale} />
          </section>
        }
        side={<TermFacts view={view} rule={rule} term={term} current={current} />}
      />
      <Languages view={view} term={term} />
    </>
  );
  return { title: view.t('text.labelled', { label, value: title }), content };
}
