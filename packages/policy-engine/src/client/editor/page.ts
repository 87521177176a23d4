/**
 * The formatted editor of a policy text, for people who write no Markdown: over the text field of the form, which stays what
 * is sent. `modules/terms/editor.js` saves and previews what is in the field, whoever wrote it.
 */
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, Plugin, type Transaction } from 'prosemirror-state';
import { goToNextCell, isInTable, tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { formatsOf, linkAt, linkTo, markOf, typeOf } from './commands.ts';
import { heldSlice, readHtml } from './paste.ts';
import { UnheldError } from './read.ts';
import { type HeldText, isHeld, openText, writeText } from './text.ts';
import { schema } from './schema.ts';

function find<Found extends Element>(within: ParentNode, selector: string, kind: new () => Found): Found {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}

const root = find(document, '[data-editor]', HTMLElement);
const form = find(root, 'form', HTMLFormElement);
const area = find(form, 'textarea', HTMLTextAreaElement);
const toolbar = find(form, '[role="toolbar"]', HTMLElement);
const choice = find(form, '[data-writing]', HTMLElement);
const message = find(form, '[data-unheld]', HTMLElement);
const linkForm = find(form, '[data-link]', HTMLElement);
const address = find(linkForm, 'input', HTMLInputElement);
const label = find(form, `label[for="${CSS.escape(area.id)}"]`, HTMLLabelElement);
const words = root.dataset;
const formats = formatsOf(words['sample'] ?? '');

/** The first row of a table is its head: Markdown has no other tables. */
const heads = new Plugin({
  appendTransaction: (transactions, _, { doc, tr }) => {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    let isChanged = false;
    doc.descendants((node, at, parent, index) => {
      if (node.type.name !== 'table_row') return;
      const wanted = index === 0 ? 'table_header' : 'table_cell';
      node.forEach((cell, offset) => {
        const align: unknown = parent?.child(0).maybeChild([...node.children].indexOf(cell))?.attrs['align'] ?? null;
        if (cell.type.name === wanted && cell.attrs['align'] === align) return;
        tr.setNodeMarkup(at + 1 + offset, typeOf(wanted), { ...cell.attrs, align });
        isChanged = true;
      });
    });
    return isChanged ? tr : null;
  },
});

const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type.name !== 'paragraph') return false;
  dispatch?.(state.tr.replaceSelectionWith(schema.node('hard_break')).scrollIntoView());
  return true;
};

const askLink: Command = () => {
  openLink();
  return true;
};

const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Shift-Mod-z': redo,
    'Mod-y': redo,
    'Mod-b': toggleMark(markOf('strong')),
    'Mod-i': toggleMark(markOf('em')),
    'Mod-k': askLink,
    'Mod-]': sinkListItem(typeOf('list_item')),
    'Mod-[': liftListItem(typeOf('list_item')),
    'Shift-Enter': breakLine,
    Enter: splitListItem(typeOf('list_item')),
    // Beyond the last cell and outside of tables, the key leaves the editor.
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
  }),
  keymap({
    ...baseKeymap,
    Backspace: chainCommands(baseKeymap['Backspace'] as Command, liftListItem(typeOf('list_item'))),
  }),
  heads,
  tableEditing(),
];

let held: HeldText | undefined;
let view: EditorView | undefined;
/** Whether something of what is being pasted cannot be held. */
let isLeftOut = false;

/** Writes the field as a person would, so that it is previewed and saved. */
function put(markdown: string): void {
  area.value = markdown;
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Takes a change, unless its text would say something else than what is shown. */
function take(transaction: Transaction): void {
  if (view === undefined || held === undefined) return;
  const state = view.state.apply(transaction);
  if (transaction.docChanged) {
    const markdown = writeText(state.doc, held.blocks);
    if (!isHeld(state.doc, markdown)) {
      message.textContent = words['refused'] ?? '';
      isLeftOut = false;
      view.updateState(view.state);
      return;
    }
    message.textContent = isLeftOut ? (words['leftOut'] ?? '') : '';
    isLeftOut = false;
    put(markdown);
  }
  view.updateState(state);
  showState(state);
}

function showState(state: EditorState): void {
  for (const button of toolbar.querySelectorAll<HTMLButtonElement>('[data-format]')) {
    const { format = '', rich } = button.dataset;
    const isOn = formats[format]?.isOn;
    if (isOn !== undefined) button.setAttribute('aria-pressed', String(isOn(state)));
    if (rich === 'table') button.hidden = !isInTable(state);
  }
}

function openLink(): void {
  if (view === undefined) return;
  const { href } = linkAt(view.state);
  address.value = href;
  linkForm.hidden = false;
  address.focus();
  address.select();
}

function closeLink(): void {
  linkForm.hidden = true;
  view?.focus();
}

/** Sets or ends the link, and returns to the text. */
function setLink(href: string): void {
  if (view === undefined) return;
  linkTo(href.trim())(view.state, view.dispatch);
  closeLink();
}

/** Why the text stays in the text field; the words are in the page. */
function reasonOf(error: unknown): string {
  if (!(error instanceof UnheldError)) throw error;
  return words[`unheld${error.reason[0]?.toUpperCase()}${error.reason.slice(1)}`] ?? '';
}

function showFormatted(isFormatted: boolean): void {
  const isShown = isFormatted && open();
  area.hidden = isShown;
  area.required = !isShown;
  if (!isShown) close();
  for (const button of choice.querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String((button.dataset['way'] === 'formatted') === isShown));
  }
  for (const button of toolbar.querySelectorAll<HTMLElement>('[data-rich]')) {
    button.hidden = !isShown || button.dataset['rich'] === 'table';
  }
  if (view !== undefined) showState(view.state);
}

/** @returns whether the editor holds the text of the field */
function open(): boolean {
  close();
  try {
    held = openText(area.value.replaceAll('\r\n', '\n'));
  } catch (error) {
    message.textContent = reasonOf(error);
    return false;
  }
  message.textContent = '';
  const place = document.createElement('div');
  place.className = 'pe-input pe-input-long pe-rich';
  // What is below it stays where it is.
  if (area.offsetHeight > 0) place.style.blockSize = `${area.offsetHeight}px`;
  area.before(place);
  label.removeAttribute('for');
  view = new EditorView(
    { mount: place },
    {
      state: EditorState.create({ doc: held.doc, plugins }),
      dispatchTransaction: take,
      transformPastedHTML: (html) => {
        const { content, isWhole } = readHtml(html);
        isLeftOut = !isWhole;
        return content;
      },
      transformPasted: (slice) => {
        const { content, isWhole } = heldSlice(slice);
        isLeftOut ||= !isWhole;
        return content;
      },
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-invalid': area.getAttribute('aria-invalid') ?? 'false',
        'aria-required': 'true',
        'aria-labelledby': label.id,
        'aria-describedby': area.getAttribute('aria-describedby') ?? '',
        lang: words['locale'] ?? '',
        dir: 'auto',
        class: 'pe-prose',
      },
    },
  );
  return true;
}

function close(): void {
  const place = view?.dom;
  view?.destroy();
  place?.remove();
  view = undefined;
  held = undefined;
  label.htmlFor = area.id;
  linkForm.hidden = true;
  for (const button of toolbar.querySelectorAll('[aria-pressed]')) button.removeAttribute('aria-pressed');
}

const CHOSEN = 'policy-engine-writing';

/** For the next text; a browser that keeps nothing starts with the formatted editor again. */
function remember(way: string): void {
  try {
    localStorage.setItem(CHOSEN, way);
  } catch {}
}

function isSourceChosen(): boolean {
  try {
    return localStorage.getItem(CHOSEN) === 'source';
  } catch {
    return false;
  }
}

label.id ||= `${area.id}-label`;
label.addEventListener('click', () => view?.focus());
// Links of the list of errors.
form.addEventListener('click', (event) => {
  if (view === undefined || (event.target as Element).closest(`a[href="#${CSS.escape(area.id)}"]`) === null) return;
  event.preventDefault();
  view.focus();
});
choice.addEventListener('click', ({ target }) => {
  const way = (target as Element).closest('button')?.dataset['way'];
  if (way === undefined) return;
  showFormatted(way === 'formatted');
  remember(way);
  if (view === undefined) area.focus();
  else view.focus();
});
toolbar.addEventListener('click', ({ target }) => {
  const format = (target as Element).closest('button')?.dataset['format'];
  if (view === undefined || format === undefined) return;
  if (format === 'link') openLink();
  else {
    formats[format]?.run(view.state, view.dispatch, view);
    view.focus();
  }
});
linkForm.addEventListener('click', ({ target }) => {
  const act = (target as Element).closest('button')?.dataset['act'];
  if (act === 'set') setLink(address.value);
  if (act === 'remove') setLink('');
});
linkForm.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target === address) {
    event.preventDefault();
    setLink(address.value);
  }
  if (event.key === 'Escape') closeLink();
});
choice.hidden = false;
choice.before(message);
showFormatted(!isSourceChosen());
