/** What the buttons of the formatted editor do, and whether each is in use where the cursor is. */
import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables';
import { schema } from './schema.ts';

export const typeOf = (name: string): NodeType => schema.nodes[name] as NodeType;
export const markOf = (name: string): MarkType => schema.marks[name] as MarkType;

/** The innermost node of a type around the selection. */
function around(state: EditorState, name: string): Node | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name === name) return $from.node(depth);
  }
  return null;
}

function hasMark({ selection, storedMarks, doc }: EditorState, name: string): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return markOf(name).isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, markOf(name));
}

const isHeading = (state: EditorState, level: number): boolean => around(state, 'heading')?.attrs['level'] === level;

function heading(level: number): Command {
  return (state, dispatch) =>
    setBlockType(
      isHeading(state, level) ? typeOf('paragraph') : typeOf('heading'),
      isHeading(state, level) ? null : { level },
    )(state, dispatch);
}

/** Another kind of list becomes this one; the same kind ends. */
function list(name: string): Command {
  return (state, dispatch, view) => {
    if (around(state, name) !== null) return liftListItem(typeOf('list_item'))(state, dispatch, view);
    const { $from, $to } = state.selection;
    const range = $from.blockRange($to, ({ type }) => type.name.endsWith('_list'));
    if (range === null) return wrapInList(typeOf(name))(state, dispatch, view);
    dispatch?.(state.tr.setNodeMarkup(range.start - 1, typeOf(name), { tight: range.parent.attrs['tight'] }));
    return true;
  };
}

const quote: Command = (state, dispatch, view) =>
  (around(state, 'blockquote') === null ? wrapIn(typeOf('blockquote')) : lift)(state, dispatch, view);

/** A table of two columns, below the block that the cursor is in. */
function insertTable(sample: string): Command {
  return (state, dispatch) => {
    if (isInTable(state)) return false;
    const row = (type: string): Node =>
      schema.node(
        'table_row',
        null,
        [1, 2].map(() => schema.node(type, null, schema.text(sample))),
      );
    const table = schema.node('table', null, [row('table_header'), row('table_cell')]);
    const { $from } = state.selection;
    dispatch?.(state.tr.insert($from.depth === 0 ? $from.pos : $from.after(1), table).scrollIntoView());
    return true;
  };
}

/** A button of the toolbar: its name is `data-format`. */
export interface Format {
  readonly run: Command;
  /** Whether it is in use; without it, the button does something once. */
  readonly isOn?: (state: EditorState) => boolean;
}

const mark = (name: string): Format => ({ run: toggleMark(markOf(name)), isOn: (state) => hasMark(state, name) });

/** @param sample the word in new cells */
export function formatsOf(sample: string): Readonly<Record<string, Format>> {
  return {
    bold: mark('strong'),
    italic: mark('em'),
    heading: { run: heading(2), isOn: (state) => isHeading(state, 2) },
    subheading: { run: heading(3), isOn: (state) => isHeading(state, 3) },
    list: { run: list('bullet_list'), isOn: (state) => around(state, 'bullet_list') !== null },
    numbered: { run: list('ordered_list'), isOn: (state) => around(state, 'ordered_list') !== null },
    quote: { run: quote, isOn: (state) => around(state, 'blockquote') !== null },
    table: { run: insertTable(sample) },
    row: { run: addRowAfter },
    column: { run: addColumnAfter },
    'delete-row': { run: chainCommands(deleteRow, deleteTable) },
    'delete-column': { run: chainCommands(deleteColumn, deleteTable) },
    undo: { run: undo },
    redo: { run: redo },
  };
}

/** The link at the cursor or in the selection. */
export function linkAt(state: EditorState): { readonly from: number; readonly to: number; readonly href: string } {
  const { from, to, empty, $from } = state.selection;
  const isLink = (node: Node | null): boolean => node !== null && markOf('link').isInSet(node.marks) !== undefined;
  let [start, end] = [from, to];
  if (empty && (isLink($from.nodeBefore) || isLink($from.nodeAfter))) {
    if (isLink($from.nodeBefore)) start -= $from.nodeBefore?.nodeSize ?? 0;
    if (isLink($from.nodeAfter)) end += $from.nodeAfter?.nodeSize ?? 0;
  }
  let href = '';
  state.doc.nodesBetween(start, Math.max(end, start), (node) => {
    href ||= String(markOf('link').isInSet(node.marks)?.attrs['href'] ?? '');
  });
  return { from: start, to: end, href };
}

/** Makes what is selected a link, or, if nothing is, inserts the address as one; without an address, ends the link. */
export function linkTo(href: string): Command {
  return (state, dispatch) => {
    const { from, to } = linkAt(state);
    const { tr } = state;
    tr.removeMark(from, to, markOf('link'));
    if (href !== '') {
      const link = markOf('link').create({ href, title: null });
      const before = state.doc.resolve(from).nodeBefore?.text ?? ' ';
      const space = /\s$/.test(before) ? [] : [schema.text(' ')];
      if (from === to) tr.insert(from, [...space, schema.text(href, [link])]);
      else tr.addMark(from, to, link);
    }
    dispatch?.(tr);
    return true;
  };
}
