/** What elements are called that have no text: as assistive technology reads them (https://www.w3.org/TR/accname-1.2/). */
import type { Element, Root } from 'hast';
import { attribute, elementsOf, isHidden, textOf } from './tree.ts';

/** Finds the names of the elements of a page. */
export class Names {
  readonly #root: Root;
  #byId: Map<string, Element> | undefined;

  constructor(root: Root) {
    this.#root = root;
  }

  /** The text of an element with the alternatives of pictures, otherwise what labels it; empty for one without a name. */
  of(element: Element): string {
    return (
      textOf(element) ||
      said(element, 'ariaLabel') ||
      this.#labels(element) ||
      drawn(element) ||
      said(element, 'alt') ||
      said(element, 'title')
    );
  }

  #labels(element: Element): string {
    const ids = said(element, 'ariaLabelledBy').split(' ').filter(Boolean);
    if (ids.length === 0) return '';
    this.#byId ??= new Map([...elementsOf(this.#root)].map((one) => [attribute(one, 'id') ?? '', one]));
    const labels = ids.flatMap((id) => this.#byId?.get(id) ?? []);
    return labels.map(textOf).join(' ').trim();
  }
}

const said = (element: Element, name: string) => (attribute(element, name) ?? '').replaceAll(/\s+/g, ' ').trim();

/** The names of the pictures, drawings and buttons in an element. */
function drawn(element: Element): string {
  const names = [...elementsOf(element, isHidden)].map((one) => {
    if (one.tagName === 'title') return textOf(one);
    const isPicture = one.tagName === 'input' || one.tagName === 'img';
    return said(one, 'ariaLabel') || (isPicture ? said(one, 'alt') || said(one, 'title') : '');
  });
  return names.filter(Boolean).join(' ');
}
