/** The content of templates whose gates are open. Loaded, as scripts are, when the first one may be opened. */
import { doc } from '../page/doc.ts';
import { OF, rulesOf } from './gated.ts';

/** By template what was made of it; by each element of that nothing: another element with {@link OF} is a copy. */
export type Contents = WeakMap<Element, readonly ChildNode[]>;

const OF_HEAD = /^(link|meta|(no)?script|style)$/;

/** Takes out what can run until its turn; data blocks and tags that wait for another rule stay. */
function hold(content: DocumentFragment): HTMLScriptElement[] {
  const scripts = [...content.querySelectorAll('script')].filter(
    ({ type, dataset }) => dataset['consent'] === undefined && /^$|^module$|script/i.test(type),
  );
  for (const script of scripts) {
    if (script.type) script.dataset['type'] = script.type;
    script.type = 'text/plain';
  }
  return scripts;
}

/**
 * Writes the content of a template behind it, and takes away the copy of an earlier content: a page may copy the template with it.
 *
 * @returns its scripts, which do not run by themselves
 */
export function openTemplate(template: HTMLTemplateElement, contents: Contents): HTMLScriptElement[] {
  const content = doc.importNode(template.content, true);
  const scripts = hold(content);
  // A parser would have ended the head at the first visible element: nothing is rendered there.
  const isShown = [...content.children].some((child) => !OF_HEAD.test(child.localName));
  contents.set(template, [...content.childNodes]);
  for (const child of content.children) {
    if (child instanceof HTMLTemplateElement) continue;
    child.setAttribute(OF, rulesOf(template).join(' '));
    contents.set(child, []);
  }
  const copyBehind = () => {
    const next = template.nextElementSibling;
    return next?.hasAttribute(OF) && !contents.has(next) ? next : null;
  };
  for (let copy = copyBehind(); copy; copy = copyBehind()) copy.remove();
  if (isShown && template.closest('head')) doc.body.prepend(content);
  else template.after(content);
  return scripts;
}
