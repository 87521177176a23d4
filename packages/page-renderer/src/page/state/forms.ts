/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, childNodesOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import type { Marks } from '../styles/defined.ts';

/**
 * Writes the state of form fields into the copy. Secrets are never written, even if the page itself has them in its HTML: a
 * rendered page may be cached and sent to other clients.
 *
 * @param marks gets the selectors that ask for what is overwritten
 */
export function writeFormState(tree: Tree, marks: Marks): void {
  for (const [live, copy] of pairsOf(tree, 'input')) {
    if (live instanceof HTMLInputElement) writeInput(live, copy, marks);
  }
  for (const [live, copy] of pairsOf(tree, 'textarea')) {
    if (!(live instanceof HTMLTextAreaElement)) continue;
    if (holdsSecret(live)) writeFieldText(copy, '');
    // A value has line feeds only, whatever the text has that it comes from.
    else if (live.value !== live.defaultValue.replaceAll(/\r\n?/g, '\n')) writeFieldText(copy, live.value);
  }
  for (const [live] of pairsOf(tree, 'select')) {
    if (live instanceof HTMLSelectElement) writeSelection(live, tree, marks);
  }
}

/** Elements within the field stay: they are counted when they are left out. */
export function writeFieldText(field: HTMLElement, text: string): void {
  for (const child of childNodesOf(field)) if (child instanceof Text) child.remove();
  field.prepend(text);
}

export function writeInput(live: HTMLInputElement, copy: HTMLElement, marks: Marks): void {
  if (live.type === 'checkbox' || live.type === 'radio') {
    overwrite(copy, 'checked', live.checked ? '' : null, marks);
  } else if (live.type === 'password' || live.type === 'file' || holdsSecret(live)) {
    copy.removeAttribute('value');
  } else if (live.value !== live.defaultValue) {
    overwrite(copy, 'value', live.value, marks);
  }
}

/**
 * Writes the present state of a field into the attribute of its default. Selectors for the attribute (`[checked]`, `:default`) still mean
 * the default: see `withMarks`.
 *
 * @param value null if the attribute is to be missing
 */
export function overwrite(
  copy: Element,
  name: 'checked' | 'selected' | 'value',
  value: string | null,
  marks: Marks,
): void {
  const before = attributeOf(copy, name);
  if (before === value || (name !== 'value' && (before === null) === (value === null))) return;
  if (value === null) copy.removeAttribute(name);
  else copy.setAttribute(name, value);
  copy.setAttribute('data-css-state', name);
  if (before !== null) copy.setAttribute(`data-css-${name}`, before);
  marks.add(`[${name}`);
  if (name !== 'value') marks.add(':default');
}

/**
 * Payment cards, one-time codes and passwords, by their autofill names, or as the name says: also in fields that show what is
 * typed.
 */
export function holdsSecret(field: HTMLElement): boolean {
  const names = `${field.getAttribute('name') ?? ''} ${field.id}`;
  if (/passw|passphrase|pwd/i.test(names)) return true;
  return /(?:^|\s)(?:cc-\S+|one-time-code|current-password|new-password)(?:\s|$)/i.test(
    field.getAttribute('autocomplete') ?? '',
  );
}

export function writeSelection(live: HTMLSelectElement, { copyOf }: Tree, marks: Marks): void {
  const options = [...live.options];
  const select = (option: HTMLOptionElement, isSelected: boolean) => {
    const copy = copyOf.get(option);
    if (copy instanceof Element) overwrite(copy, 'selected', isSelected ? '' : null, marks);
  };
  if (holdsSecret(live)) {
    for (const option of options) select(option, false);
    return;
  }
  // Without a `selected` attribute the first enabled option is selected, so it needs no attribute.
  const initial = options.find((option) => !option.disabled && !option.closest('optgroup[disabled]'));
  const isMenu = !live.multiple && live.size <= 1;
  if (isMenu && initial && live.selectedIndex < 0) writeNoSelection(copyOf.get(live) as Element);
  else if (options.every((option) => option.selected === option.defaultSelected)) return;
  const isInitial = isMenu && live.selectedOptions[0] === initial;
  if (isInitial && options.every((option) => !option.defaultSelected)) return;
  for (const option of options) select(option, option.selected);
}

/** A menu of which a script has selected nothing shows nothing. */
export function writeNoSelection(copy: Element): void {
  const none = copy.ownerDocument.createElement('option');
  none.toggleAttribute('selected', true);
  none.toggleAttribute('hidden', true);
  copy.append(none);
}
