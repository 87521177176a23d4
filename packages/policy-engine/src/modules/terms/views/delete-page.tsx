/** The page that confirms the deletion of a draft. */
import { ConfirmPage, type Page, type View } from '../../../platform/web/index.ts';
import type { Term } from '../term.ts';
import { paths, titleOf } from './term-parts.tsx';

/** @param policy - label of the policy */
export function deletePage(view: View, policy: string, term: Term): Page {
  const title = view.t('terms.delete.title');
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={`${view.t('text.labelled', { label: policy, value: titleOf(view, term) })}. ${view.t('terms.delete.text')}`}
      verb={view.t('terms.delete_draft')}
      action={view.href(paths.term(term))}
      method="delete"
      cancelHref={view.href(paths.term(term))}
    />
  );
  return { title, content };
}
