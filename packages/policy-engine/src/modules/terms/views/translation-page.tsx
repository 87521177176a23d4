/** A translation: its content, and what it proves. */
import {
  ActionForm,
  ButtonLink,
  Notice,
  type Page,
  PageHeader,
  Time,
  type View,
  Prose,
} from '../../../platform/web/index.ts';
import { languageName } from '../translations/languages.ts';
import type { Policy } from '../representation.ts';
import type { Term, TermTranslation } from '../term.ts';
import { Fact, isFirstText, paths, titleOf } from './term-parts.tsx';

/** What is shown. */
export interface ShownTranslation {
  readonly policy: Policy;
  readonly term: Term;
  readonly translation: TermTranslation;
  readonly html: string;
}

export function translationPage(view: View, { policy, term, translation, html }: ShownTranslation): Page {
  const { rule, current } = policy;
  const version = view.t('text.labelled', { label: rule.label(view.locale), value: titleOf(view, term) });
  const language = languageName(translation.locale, view.locale);
  const title = view.t('terms.translation.title', { title: version, language });
  const { hash } = translation;
  const content = (
    <>
      <PageHeader
        title={title}
        back={{ href: view.href(paths.term(term)), text: version }}
        action={
          <>
            {hash === null && (
              <ButtonLink
                kind="primary"
                href={view.href(paths.translate(term, translation.locale))}
                text={view.t('action.edit')}
              />
            )}
            {!isFirstText(term, current) && (
              <ButtonLink
                href={view.href(paths.difference(term, translation.locale))}
                text={view.t('terms.difference.title')}
              />
            )}
            {hash === null && (
              <ActionForm
                apart
                action={view.href(paths.translation(term, translation.locale))}
                method="delete"
                text={view.t('terms.translation.remove')}
              />
            )}
          </>
        }
      />
      {translation.late && <Notice view={view} tone="info" text={view.t('terms.translation.late_notice')} />}
      <dl class="pe-facts">
        <Fact label={view.t('terms.translation.language')}>{language}</Fact>
        <Fact label={view.t('terms.changed_on')}>
          <Time view={view} at={new Date(translation.updatedAt)} precision="minute" />
        </Fact>
        {hash !== null && (
          <Fact label={view.t('terms.hash')}>
            <code>{hash}</code>
          </Fact>
        )}
      </dl>
      <section class="pe-card" aria-label={view.t('terms.description')}>
        <Prose html={html} locale={translation.locale} />
      </section>
    </>
  );
  return { title, content };
}
