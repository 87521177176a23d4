/** The editor of a text, for people who are not programmers. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ApartButton,
  Button,
  ButtonLink,
  Checkbox,
  type FieldError,
  Form,
  MethodField,
  type Page,
  PageHeader,
  TextArea,
  type View,
} from '../../../../platform/web/index.ts';
import type { Policy } from '../../representation.ts';
import { SAMPLE_KINDS } from '../../samples/index.ts';
import type { Term } from '../../term.ts';
import { type Beside, Editing, Overtaken, PREVIEW, SaveState, Toolbar } from './editing.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { MarkdownHelp } from './markdown-help.tsx';
import { panesOf, shownOf } from './panes.ts';
import { paths } from '../term-parts.tsx';

/** The form that deletes the draft; its button is in the other one. */
const DELETION = 'delete-draft';

/** What the form shows. */
export interface Editor {
  readonly policy: Policy;
  /** The edited draft, or the text that a new version starts from. */
  readonly term: Term | null;
  readonly values: {
    readonly markdown: string;
    readonly note: string;
    readonly material: boolean;
    /** The opened revision of the draft, see `revisionOf`; undefined for a new text. */
    readonly revision: string | undefined;
  };
  readonly errors?: readonly FieldError[];
  /** The text as HTML; null if it cannot be rendered. */
  readonly html: string | null;
  /** The text in force as HTML, empty for none. */
  readonly beforeHtml: string;
  /** What is shown beside the text. Default: the preview. */
  readonly beside?: Beside | undefined;
  /** Whether a preview of unstored text was requested. Default: false. */
  readonly isPreview?: boolean;
  /** Whether there are samples in the language of the text. Default: false. */
  readonly hasSamples?: boolean;
}

export function editorPage(view: View, editor: Editor): Page {
  const { policy, term, html, isPreview = false, errors = [] } = editor;
  const label = policy.rule.label(view.locale);
  const isDraft = term?.state === 'draft';
  const title = view.t(isDraft ? 'terms.edit_draft' : policy.current === null ? 'terms.write' : 'terms.new_version');
  const { current } = policy;
  const before = current === null ? null : { term: current, html: editor.beforeHtml };
  const panes = panesOf(view, { html, locale: term?.locale, before });
  const content = (
    <>
      <PageHeader
        title={view.t('text.labelled', { label, value: title })}
        lead={view.t('terms.edit_lead')}
        back={{ href: view.href(paths.policy(policy.rule.name)), text: label }}
      />
      {editor.hasSamples === true && <Samples view={view} rule={policy.rule.name} />}
      <LanguageTabs view={view} term={term} before={current} locale={term?.locale ?? ''} />
      <Editing
        view={view}
        panes={panes}
        shown={isPreview ? 'preview' : shownOf(panes, editor.beside)}
        panePath={term === null ? null : (name) => `${paths.edit(term)}?beside=${name}`}
        against={current?.id}
        locale={term?.locale}
        previewPath={paths.preview(policy.rule.name)}
        isAsked={isPreview}
        isStored={!isPreview && errors.length === 0}
        isAutosaved
        save={view.t('terms.save_draft')}
      >
        <EditorForm view={view} editor={editor} />
      </Editing>
      {term?.state === 'draft' && (
        <form id={DELETION} method="post" action={view.href(paths.term(term))}>
          <MethodField method="delete" />
        </form>
      )}
    </>
  );
  return { title: view.t('text.labelled', { label, value: title }), content };
}

/** Links to the same form with a sample in it. */
function Samples({ view, rule }: { view: View; rule: string }): JSX.Element {
  return (
    <p class="pe-row">
      {view.t('terms.sample.start')}
      {SAMPLE_KINDS.map((kind) => (
        <ButtonLink small href={view.href(paths.newTerm(rule, kind))} text={view.t(`terms.sample.${kind}`)} />
      ))}
    </p>
  );
}

function EditorForm({ view, editor }: { view: View; editor: Editor }): JSX.Element {
  const { policy, term, values, errors = [] } = editor;
  const isDraft = term !== null && term.state === 'draft';
  const action = view.href(isDraft ? paths.term(term) : paths.terms(policy.rule.name));
  const labels = { 'term.description': view.t('terms.description'), 'term.note': view.t('terms.note') };
  // Others can only change a draft that is already stored.
  const advice = isDraft && <Overtaken view={view} errors={errors} path={paths.term(term)} />;
  return (
    <Form view={view} action={action} method={isDraft ? 'put' : 'post'} errors={errors} labels={labels} advice={advice}>
      {isDraft && values.revision !== undefined && (
        <input type="hidden" name="term[revision]" value={values.revision} autocomplete="off" />
      )}
      <h2 class="pe-hidden">{view.t('terms.description')}</h2>
      <TextArea
        view={view}
        above={<Toolbar view={view} field="term[description]" />}
        name="term[description]"
        label={view.t('terms.description')}
        hint={view.t('terms.description_hint')}
        value={values.markdown}
        errors={errors}
        required
        long
      />
      <MarkdownHelp view={view} />
      {policy.current !== null && <VersionFields view={view} editor={editor} />}
      <div class="pe-actions">
        {/* First, because the Enter key submits with the first button: what can't be undone is never the default. */}
        <Button kind="primary" text={view.t('terms.save_draft')} />
        <button type="submit" class="pe-button" name="next" value="preview" formaction={`${action}#${PREVIEW}`}>
          {view.t('terms.preview')}
        </button>
        <Button text={view.t('terms.review_publish')} field="next" value="publish" />
        {isDraft && <ApartButton form={DELETION} text={view.t('terms.delete_draft')} />}
      </div>
      <SaveState />
    </Form>
  );
}

/** A first text has no changes and asks everybody anyway, so these fields appear from the second on. */
function VersionFields({ view, editor }: { view: View; editor: Editor }): JSX.Element {
  const { policy, values, errors = [] } = editor;
  const isNotice = policy.rule.notice;
  return (
    <>
      <TextArea
        view={view}
        name="term[note]"
        label={view.t('terms.note')}
        hint={view.t(isNotice ? 'terms.notice.note_hint' : 'terms.note_hint')}
        value={values.note}
        errors={errors}
      />
      <Checkbox
        view={view}
        name="term[material]"
        label={view.t(isNotice ? 'terms.notice.material' : 'terms.material')}
        hint={view.t(isNotice ? 'terms.notice.material_hint' : 'terms.material_hint')}
        checked={values.material}
        errors={errors}
      />
    </>
  );
}
