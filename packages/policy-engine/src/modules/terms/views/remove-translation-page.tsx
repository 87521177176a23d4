/** The page that confirms the removal of a translation. */
import { ConfirmPage, type Page, type View } from '../../../platform/web/index.ts';
import { languageName } from '../translations/languages.ts';
import type { Term, TermTranslation } from '../term.ts';
import { paths, titleOf } from './term-parts.tsx';

/** @param policy - label of the policy */
export function removeTranslationPage(view: View, policy: string, term: Term, { locale }: TermTranslation): Page {
  const title = view.t('terms.translation.remove_title');
  const language = languageName(locale, view.locale);
  const what = view.t('terms.translation.title', {
    title: view.t('text.labelled', { label: policy, value: titleOf(view, term) }),
    language,
  });
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={`${what}. ${view.t('terms.translation.remove_text')}`}
      verb={view.t('terms.translation.remove')}
      action={view.href(paths.translation(term, locale))}
      method="delete"
      cancelHref={view.href(paths.term(term))}
    />
  );
  return { title, content };
}
