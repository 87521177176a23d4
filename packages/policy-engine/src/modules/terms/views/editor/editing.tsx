/** What the editors of texts and translations share: format buttons, a preview, and the save status. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { type FieldError, fieldId, Prose, type TextKey, type View } from '../../../../platform/web/index.ts';

/** Anchor of the preview, the target of its button. */
export const PREVIEW = 'preview';

/** Messages while somebody writes; the script fills in `{time}`. */
function wordsOf(view: View, save: string): Readonly<Record<string, string>> {
  return {
    'data-saving': view.t('terms.editor.saving'),
    'data-saved': view.t('terms.editor.saved', { time: '{time}' }),
    'data-changed': view.t('terms.editor.unsaved'),
    'data-failed': view.t('terms.editor.failed'),
    'data-overtaken': view.t('terms.editor.overtaken', { button: save }),
    'data-sample': view.t('terms.help.sample'),
  };
}

/**
 * A form with a preview of the rendered text. The editor's script extends it; without the script, the preview shows what was sent.
 *
 * @param props.heading - above the preview
 * @param props.html - the text as HTML, empty for none; null if it cannot be rendered
 * @param props.isAsked - whether the preview was requested and comes first
 * @param props.isStored - whether the text in the form is already stored
 * @param props.previewPath - path that renders the preview
 * @param props.isAutosaved - whether the script saves the form automatically
 * @param props.locale - BCP 47 tag of the language of the text
 */
export function Editing(props: {
  view: View;
  heading: string;
  html: string | null;
  locale: string | undefined;
  shownLocale?: string | undefined;
  previewPath: string;
  isAsked: boolean;
  isStored: boolean;
  isAutosaved: boolean;
  /** Label of the button that saves. */
  save: string;
  children: Child;
}): JSX.Element {
  const { view, heading, html, locale, isAsked, children } = props;
  const shownLocale = props.shownLocale ?? locale;
  return (
    <div
      class="pe-beside"
      data-editor={props.isAutosaved ? 'autosave' : ''}
      data-stored={props.isStored ? '' : undefined}
      data-preview={view.href(props.previewPath)}
      data-locale={locale}
      {...wordsOf(view, props.save)}
    >
      {children}
      <section
        class="pe-card pe-stack"
        id={PREVIEW}
        tabindex={0}
        data-focus={isAsked ? '' : undefined}
        aria-labelledby="preview-title"
      >
        <h2 class="pe-overline" id="preview-title" data-live-title={view.t('terms.preview')}>
          {heading}
        </h2>
        <p class="pe-muted" data-empty="" hidden={html !== ''}>
          {view.t('terms.preview_empty')}
        </p>
        <Prose html={html ?? ''} locale={shownLocale} />
      </section>
      {view.nonce !== '' && <script src={view.asset('editor.js')} type="module" nonce={view.nonce} />}
    </div>
  );
}

const FORMATS: readonly (readonly [format: string, label: TextKey, keys?: string])[] = [
  ['bold', 'terms.help.bold', 'B'],
  ['italic', 'terms.toolbar.italic', 'I'],
  ['heading', 'terms.help.heading'],
  ['list', 'terms.help.list'],
  ['link', 'terms.help.link', 'K'],
  ['table', 'terms.toolbar.table'],
];

/** Buttons that format the selection in a field; the script places them above it and shows them. */
export function Toolbar({ view, field }: { view: View; field: string }): JSX.Element {
  return (
    <div class="pe-toolbar" role="toolbar" aria-label={view.t('terms.toolbar')} aria-controls={fieldId(field)} hidden>
      {FORMATS.map(([format, label, keys], index) => (
        <button
          type="button"
          class={`pe-format pe-format-${format}`}
          data-format={format}
          tabindex={index === 0 ? 0 : -1}
          aria-keyshortcuts={keys === undefined ? undefined : `Control+${keys} Meta+${keys}`}
          title={keys === undefined ? undefined : `Ctrl+${keys}`}
        >
          {view.text(label)}
        </button>
      ))}
    </div>
  );
}

/** When it was saved, and what prevents saving; the script writes it. */
export function SaveState(): JSX.Element {
  return (
    <>
      <p class="pe-muted pe-small" data-said="" />
      <p class="pe-error" role="alert" data-problem="" />
    </>
  );
}

/** Links to what others saved in the meantime, if saving was rejected because of it. */
export function Overtaken(props: { view: View; errors: readonly FieldError[]; path: string }): JSX.Element {
  const { view, errors, path } = props;
  if (!errors.some(({ code }) => code === 'changed')) return <></>;
  return (
    <p>
      <a href={view.href(path)} target="_blank" rel="noopener">
        {view.t('terms.editor.read_saved')}
      </a>
    </p>
  );
}
