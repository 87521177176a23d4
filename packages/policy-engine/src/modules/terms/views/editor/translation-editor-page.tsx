/** The editor of a translation, with the original beside it. */
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
} from '../../../../platform/web/index.ts';
import { languageName } from '../../translations/languages.ts';
import type { Policy } from '../../representation.ts';
import type { Term } from '../../term.ts';
import { type Beside, Editing, Overtaken, PREVIEW, SaveState, Toolbar } from './editing.tsx';
import { AddLanguage } from '../languages.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { MarkdownHelp } from './markdown-help.tsx';
import { panesOf, shownOf } from './panes.ts';
import { isScheduled, paths, titleOf } from '../term-parts.tsx';

/** What the form shows. */
export interface TranslationEditor {
  readonly policy: Policy;
  readonly term: Term;
  readonly original: { readonly html: string };
  /** Canonical tag; null until a valid language is chosen. */
  readonly locale: string | null;
  readonly markdown: string;
  /** The version whose translation the text starts from, if it does. */
  readonly start: { readonly term: Term; readonly markdown: string } | null;
  /** Whether the box for a late translation is ticked. */
  readonly late: boolean;
  /** SHA-256 of the translation that was opened, empty for none. */
  readonly revision: string;
  readonly errors?: readonly FieldError[];
  /** The text as HTML. */
  readonly html: string;
  /** The last version, and its text in this language as HTML; null if it has none. */
  readonly before: { readonly term: Term; readonly html: string } | null;
  /** The last version, whose languages are expected. */
  readonly previous: Term | null;
  /** What is shown beside the text. Default: the original. */
  readonly beside?: Beside | undefined;
  /** Whether a preview of unstored text was requested. Default: false. */
  readonly isPreview?: boolean;
}

export function translationEditorPage(view: View, editor: TranslationEditor): Page {
  const { policy, term, locale, original, isPreview = false, errors = [] } = editor;
  const label = policy.rule.label(view.locale);
  const version = view.t('text.labelled', { label, value: titleOf(view, term) });
  const language = locale === null ? null : languageName(locale, view.locale);
  const title =
    language === null
      ? view.t('terms.translation.add')
      : view.t('terms.translation.title', { title: version, language });
  const panes = panesOf(view, {
    html: editor.html,
    locale: locale ?? undefined,
    before: editor.before,
    original: { html: original.html, locale: term.locale },
  });
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
        <>
          {term.state === 'draft' && <LanguageTabs view={view} term={term} before={editor.previous} locale={locale} />}
          <Editing
            view={view}
            panes={panes}
            shown={isPreview ? 'preview' : shownOf(panes, editor.beside)}
            panePath={(name) => `${paths.translate(term, locale)}&beside=${name}`}
            against={editor.before?.term.id}
            locale={locale}
            previewPath={paths.preview(policy.rule.name)}
            isAsked={isPreview}
            isStored={!isPreview && errors.length === 0}
            isAutosaved={term.state === 'draft'}
            save={view.t('terms.translation.save')}
          >
            <TranslationForm view={view} editor={editor} locale={locale} />
          </Editing>
        </>
      )}
    </>
  );
  return { title, content };
}

function TranslationForm(props: { view: View; editor: TranslationEditor; locale: string }): JSX.Element {
  const { view, editor, locale } = props;
  const { term, markdown, start, late, revision, errors = [] } = editor;
  const isDraft = term.state === 'draft';
  const action = view.href(paths.translation(term, locale));
  const label = view.t('terms.translation.text', { language: languageName(locale, view.locale) });
  const labels = { description: label, late: view.t('terms.translation.late_confirm') };
  return (
    <Form
      view={view}
      action={action}
      method="put"
      errors={errors}
      labels={labels}
      advice={<Overtaken view={view} errors={errors} path={paths.translation(term, locale)} />}
    >
      {!isDraft && (
        <Notice
          view={view}
          tone="warning"
          text={view.t(
            isScheduled(term, editor.policy.current)
              ? 'terms.translation.scheduled_notice'
              : 'terms.translation.late_notice',
          )}
        />
      )}
      <input type="hidden" name="revision" value={revision} autocomplete="off" />
      <h2 class="pe-hidden">{view.t('terms.description')}</h2>
      <TextArea
        view={view}
        above={<Toolbar view={view} field="description" />}
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
      <SaveState />
    </Form>
  );
}
