/** Where a text is written in another language, with the original at hand. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Button,
  ButtonLink,
  Checkbox,
  type FieldError,
  Form,
  Notice,
  type Page,
  PageHeader,
  TextArea,
  type View,
  Prose,
} from '../../../platform/web/index.ts';
import { languageName } from '../languages.ts';
import type { Policy } from '../representation.ts';
import type { Term } from '../term.ts';
import { AddLanguage } from './languages.tsx';
import { MarkdownHelp } from './markdown-help.tsx';
import { paths, titleOf } from './term-parts.tsx';

/** What the form shows. */
export interface TranslationEditor {
  readonly policy: Policy;
  readonly term: Term;
  readonly original: { readonly html: string };
  /** Canonical tag; null while no language is chosen that the text could be translated into. */
  readonly locale: string | null;
  readonly markdown: string;
  /** The version whose translation the text starts from, where it does. */
  readonly start: { readonly term: Term; readonly markdown: string } | null;
  /** Whether the box for a late translation is ticked. */
  readonly late: boolean;
  readonly errors?: readonly FieldError[];
  /** The text as HTML, where it was asked for. */
  readonly preview?: string;
}

const PREVIEW = 'preview';

export function translationEditorPage(view: View, editor: TranslationEditor): Page {
  const { policy, term, locale, original, preview } = editor;
  const label = policy.rule.label(view.locale);
  const version = `${label}: ${titleOf(view, term)}`;
  const language = locale === null ? null : languageName(locale, view.locale);
  const title =
    language === null
      ? view.t('terms.translation.add')
      : view.t('terms.translation.title', { title: version, language });
  const shown = preview === undefined ? { html: original.html, locale: term.locale } : { html: preview, locale };
  const heading =
    preview === undefined
      ? view.t('terms.translation.original_text', { language: languageName(term.locale, view.locale) })
      : view.t('terms.preview');
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('terms.translation.lead', { title: version })}
        back={{ href: view.href(paths.term(term)), text: version }}
      />
      {locale === null ? (
        <AddLanguage view={view} term={term} />
      ) : (
        <div class="pe-beside">
          <TranslationForm view={view} editor={editor} locale={locale} />
          <section class="pe-card pe-stack" id={PREVIEW} tabindex={0} aria-labelledby="beside-title">
            <h2 class="pe-overline" id="beside-title">
              {heading}
            </h2>
            {shown.html === '' ? (
              <p class="pe-muted">{view.t('terms.preview_empty')}</p>
            ) : (
              <Prose html={shown.html} locale={shown.locale ?? undefined} />
            )}
          </section>
        </div>
      )}
    </>
  );
  return { title, content };
}

function TranslationForm(props: { view: View; editor: TranslationEditor; locale: string }): JSX.Element {
  const { view, editor, locale } = props;
  const { term, markdown, start, late, errors = [] } = editor;
  const isDraft = term.state === 'draft';
  const action = view.href(paths.translation(term, locale));
  const label = view.t('terms.translation.text', { language: languageName(locale, view.locale) });
  const labels = { description: label, late: view.t('terms.translation.late_confirm') };
  return (
    <Form view={view} action={action} method="put" errors={errors} labels={labels}>
      {!isDraft && <Notice view={view} tone="warning" text={view.t('terms.translation.late_notice')} />}
      <TextArea
        view={view}
        name="description"
        label={label}
        hint={
          start === null
            ? view.t('terms.description_hint')
            : view.t('terms.translation.starts_from', { title: titleOf(view, start.term) })
        }
        value={markdown}
        errors={errors}
        required
        long
      />
      <MarkdownHelp view={view} />
      {!isDraft && (
        <Checkbox
          view={view}
          name="late"
          label={view.t('terms.translation.late_confirm')}
          checked={late}
          errors={errors}
        />
      )}
      <div class="pe-actions">
        <Button kind="primary" text={view.t(isDraft ? 'terms.translation.save' : 'terms.translation.add_late')} />
        <button type="submit" class="pe-button" name="next" value="preview" formaction={`${action}#${PREVIEW}`}>
          {view.t('terms.preview')}
        </button>
        <ButtonLink href={view.href(paths.term(term))} text={view.t('action.cancel')} />
      </div>
    </Form>
  );
}
