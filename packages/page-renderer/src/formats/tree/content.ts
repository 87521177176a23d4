/**
 * The main content of a page: its `<main>`, else its only `<article>`, else its body; without navigation, and in a body also without the
 * page's header, footer, side bars and search. Only what the page says about itself counts: a guess would leave out content.
 */
import type { Element, ElementContent, Parents } from 'hast';
import { attribute, elementsOf, first, isUnread, type PageTree, textOf } from './tree.ts';

/** The tree is changed. */
export function mainContent({ root }: PageTree): readonly ElementContent[] {
  const mains = [...elementsOf(root, isUnread)].filter(isMain);
  const main = longest(mains);
  if (main !== undefined) return cleaned(main, isNavigation).children;
  const articles = [...elementsOf(root, (element) => isUnread(element) || isAside(element))].filter(isArticle);
  const outer = articles.filter((one) => !articles.some((other) => other !== one && contains(other, one)));
  const [article] = outer;
  if (article !== undefined && outer.length === 1) {
    return cleaned(article, isNavigation).children;
  }
  const body = first(root, ({ tagName }) => tagName === 'body' || tagName === 'frameset');
  return body === undefined ? [] : cleaned(body, isAroundContent).children;
}

const roleOf = (element: Element) => attribute(element, 'role')?.trim().toLowerCase();

const isMain = (element: Element) => element.tagName === 'main' || roleOf(element) === 'main';
const isArticle = (element: Element) => element.tagName === 'article' || roleOf(element) === 'article';
const isNavigation = (element: Element) =>
  (element.tagName === 'nav' && roleOf(element) === undefined) || roleOf(element) === 'navigation';
const isAside = (element: Element) => element.tagName === 'aside' || roleOf(element) === 'complementary';
const LANDMARKS = new Set(['banner', 'contentinfo', 'search', 'complementary']);

function isAroundContent(element: Element): boolean {
  const { tagName } = element;
  if (isNavigation(element) || isAside(element) || tagName === 'search') return true;
  if (tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  return LANDMARKS.has(roleOf(element) ?? '') || tagName === 'header' || tagName === 'footer';
}

function longest(elements: readonly Element[]): Element | undefined {
  const [one, ...others] = elements;
  if (others.length === 0) return one;
  return elements.toSorted((a, b) => textOf(b).length - textOf(a).length)[0];
}

const contains = (outer: Element, inner: Element): boolean =>
  first(outer, (element) => element === inner) !== undefined;

/** Sections have headers and footers of their own, which are content. */
const SECTIONS = new Set(['article', 'section', 'blockquote', 'details', 'fieldset', 'figure', 'td']);

/** Removes what is not read, and what is around the content. */
function cleaned(element: Element, isLeftOut: (element: Element) => boolean): Element {
  const waiting: Array<readonly [parent: Parents, isInSection: boolean]> = [[element, false]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, isInSection] = next;
    parent.children = parent.children.filter((child) => {
      if (child.type !== 'element') return child.type === 'text';
      if (isUnread(child) || isNavigation(child)) return false;
      return isInSection || !isLeftOut(child);
    }) as ElementContent[];
    for (const child of parent.children) {
      if (child.type === 'element') waiting.push([child, isInSection || SECTIONS.has(child.tagName)]);
    }
  }
  return element;
}
