/** The last look before a text is published: what it says, who will be asked, and that it is for good. */
import { ActionForm, ButtonLink, Notice, type Page, PageHeader, type View } from '../../web/index.ts';
import type { Category } from '../representation.ts';
import type { Term } from '../term.ts';
import { isFirstText, paths, Prose, whoIsAsked } from './term-parts.tsx';

/** @param text - the draft as HTML, and the hash it will have */
export function publishPage(
  view: View,
  { rule, current }: Category,
  term: Term,
  text: { readonly html: string; readonly hash: string },
): Page {
  const title = view.t('terms.confirm.title');
  const saysTheSame = current !== null && current.hash === text.hash;
  const content = (
    <>
      <div class="pe-card pe-stack">
        <PageHeader title={title} lead={view.t('terms.confirm.lead', { policy: rule.label(view.locale) })} />
        <dl class="pe-facts">
          <dt>{view.t('terms.asked')}</dt>
          <dd>{whoIsAsked(view, term, isFirstText(term, current))}</dd>
          {term.note !== null && (
            <>
              <dt>{view.t('terms.note')}</dt>
              <dd>{term.note}</dd>
            </>
          )}
        </dl>
        {saysTheSame && (
          <Notice view={view} tone="info" text={view.t('terms.confirm.same', { version: current.version ?? 0 })} />
        )}
        <Notice view={view} tone="warning" text={view.t('terms.confirm.final')} />
        <div class="pe-actions">
          <ActionForm
            kind="primary"
            action={view.href(paths.term(term))}
            method="put"
            fields={{ 'term[state]': 'published', 'term[hash]': text.hash }}
            text={view.t('terms.publish')}
          />
          <ButtonLink href={view.href(paths.edit(term))} text={view.t('action.edit')} />
          <ButtonLink href={view.href(paths.term(term))} text={view.t('action.cancel')} />
        </div>
      </div>
      <section class="pe-card" aria-label={view.t('terms.description')}>
        <Prose html={text.html} locale={term.locale} />
      </section>
    </>
  );
  return { title, content };
}
