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
    'data-refused': view.t('terms.rich.refused'),
    'data-left-out': view.t('terms.rich.left_out'),
    'data-unheld-reference': view.t('terms.rich.reference'),
    'data-unheld-entity': view.t('terms.rich.entity'),
    'data-unheld-break': view.t('terms.rich.break'),
    'data-unheld-other': view.t('terms.rich.other'),
  };
}

/** What can be shown beside the text: how it reads, what changed, the last version, or the text that is translated. */
export const BESIDE = ['preview', 'changes', 'before', 'original'] as const;
export type Beside = (typeof BESIDE)[number];

/** One of them. */
export interface Pane {
  readonly name: Beside;
  readonly label: string;
  /** HTML of a text, or of the difference between two; null if it cannot be rendered. */
  readonly html: string | null;
  readonly locale: string | undefined;
}

/**
 * A form with what helps to write it beside: the rendered text first of all. The editor's script extends it; without the script,
 * the preview shows what was sent.
 *
 * @param props.panes - what is offered beside the form
 * @param props.shown - which of them is shown
 * @param props.panePath - path of the page with one of them shown; null if there is no page to return to
 * @param props.against - ID of the version that changes are shown against, if any
 * @param props.isAsked - whether the preview was requested and comes first
 * @param props.isStored - whether the text in the form is already stored
 * @param props.previewPath - path that renders the preview
 * @param props.isAutosaved - whether the script saves the form automatically
 * @param props.locale - BCP 47 tag of the language of the text
 */
export function Editing(props: {
  view: View;
  panes: readonly Pane[];
  shown: Beside;
  panePath: ((name: Beside) => string) | null;
  against?: string | undefined;
  locale: string | undefined;
  previewPath: string;
  isAsked: boolean;
  isStored: boolean;
  isAutosaved: boolean;
  /** Label of the button that saves. */
  save: string;
  children: Child;
}): JSX.Element {
  const { view, panes, shown, locale, isAsked, children } = props;
  return (
    <div
      class="pe-beside"
      data-editor={props.isAutosaved ? 'autosave' : ''}
      data-stored={props.isStored ? '' : undefined}
      data-preview={view.href(props.previewPath)}
      data-against={props.against}
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
        <h2 class="pe-overline" id="preview-title">
          {panes.find(({ name }) => name === shown)?.label}
        </h2>
        <PaneLinks {...props} />
        {panes.map((pane) => (
          <PaneContent view={view} pane={pane} isShown={pane.name === shown} />
        ))}
      </section>
      {view.nonce !== '' &&
        ['editor.js', 'rich.js'].map((name) => <script src={view.asset(name)} type="module" nonce={view.nonce} />)}
    </div>
  );
}

function PaneLinks(props: {
  view: View;
  panes: readonly Pane[];
  shown: Beside;
  panePath: ((name: Beside) => string) | null;
}): JSX.Element {
  const { view, panes, shown, panePath } = props;
  if (panes.length < 2) return <></>;
  return (
    <nav class="pe-chips" aria-label={view.t('terms.beside')}>
      {panes.map(({ name, label }) => (
        <a
          href={`${panePath === null ? '' : view.href(panePath(name))}#${PREVIEW}`}
          data-shows={name}
          aria-current={name === shown ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function PaneContent({ view, pane, isShown }: { view: View; pane: Pane; isShown: boolean }): JSX.Element {
  const { name, html, locale } = pane;
  return (
    <div class={name === 'changes' ? 'pe-difference' : undefined} data-pane={name} hidden={!isShown}>
      <p class="pe-muted" data-empty="" hidden={html !== ''}>
        {view.t('terms.preview_empty')}
      </p>
      <Prose html={html ?? ''} locale={locale} />
    </div>
  );
}

/** A button; `rich`: only in the formatted editor, there always or within a table. */
type FormatButton = readonly [format: string, label: TextKey, options?: { keys?: string; rich?: '' | 'table' }];

const FORMATS: readonly FormatButton[] = [
  ['bold', 'terms.help.bold', { keys: 'B' }],
  ['italic', 'terms.toolbar.italic', { keys: 'I' }],
  ['heading', 'terms.help.heading'],
  ['subheading', 'terms.help.subheading', { rich: '' }],
  ['list', 'terms.help.list'],
  ['numbered', 'terms.help.numbered', { rich: '' }],
  ['quote', 'terms.toolbar.quote', { rich: '' }],
  ['link', 'terms.help.link', { keys: 'K' }],
  ['table', 'terms.toolbar.table'],
  ['row', 'terms.toolbar.row', { rich: 'table' }],
  ['column', 'terms.toolbar.column', { rich: 'table' }],
  ['delete-row', 'terms.toolbar.delete_row', { rich: 'table' }],
  ['delete-column', 'terms.toolbar.delete_column', { rich: 'table' }],
  ['undo', 'terms.toolbar.undo', { rich: '' }],
  ['redo', 'terms.toolbar.redo', { rich: '' }],
];

/**
 * Buttons that format the selection in a field, and the choice between the formatted editor and the text field: above it, where the
 * script shows them.
 */
export function Toolbar({ view, field }: { view: View; field: string }): JSX.Element {
  return (
    <>
      <p class="pe-muted pe-small pe-rich-message" aria-live="polite" data-unheld="" />
      <div class="pe-row pe-rich-choice" role="group" aria-label={view.t('terms.rich.way')} data-writing="" hidden>
        <button type="button" class="pe-format" data-way="formatted" aria-pressed="false">
          {view.t('terms.rich.formatted')}
        </button>
        <button type="button" class="pe-format" data-way="source" aria-pressed="true">
          {view.t('terms.difference.view_source')}
        </button>
      </div>
      <div class="pe-toolbar" role="toolbar" aria-label={view.t('terms.toolbar')} aria-controls={fieldId(field)} hidden>
        {FORMATS.map(([format, label, { keys, rich } = {}], index) => (
          <button
            type="button"
            class={`pe-format pe-format-${format}`}
            data-format={format}
            data-rich={rich}
            hidden={rich !== undefined}
            tabindex={index === 0 ? 0 : -1}
            aria-keyshortcuts={keys === undefined ? undefined : `Control+${keys} Meta+${keys}`}
            title={keys === undefined ? undefined : `Ctrl+${keys}`}
          >
            {view.text(label)}
          </button>
        ))}
      </div>
      <div class="pe-row pe-rich-link" data-link="" hidden>
        <label for="rich-address">{view.t('terms.rich.address')}</label>
        <input
          class="pe-input"
          id="rich-address"
          type="url"
          inputmode="url"
          placeholder="https://"
          autocomplete="off"
        />
        <button type="button" class="pe-format" data-act="set">
          {view.t('terms.rich.set_link')}
        </button>
        <button type="button" class="pe-format" data-act="remove">
          {view.t('terms.rich.remove_link')}
        </button>
      </div>
    </>
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
