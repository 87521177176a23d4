/**
 * The words of a page that a person can see, in its document, its open shadow trees and its frames of the same origin. Texts that
 * follow each other directly are one, as they are in HTML. Runs in the page.
 */
export function visibleWords(): string[] {
  const texts: string[] = [];
  /** Their text is not shown, or is a state of the field. */
  const silent = /^(?:script|style|template|noscript|title|textarea|select|datalist|object|iframe|canvas|audio|video)$/;
  const hasBox = (node: Text): boolean => {
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length > 0;
  };
  const look = (parent: Element | ShadowRoot): void => {
    const isSeen = !('checkVisibility' in parent) || parent.checkVisibility({ visibilityProperty: true });
    let run = '';
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (isSeen && hasBox(node as Text)) run += (node as Text).data;
        continue;
      }
      if (!(node.nodeType === Node.ELEMENT_NODE)) continue;
      texts.push(run);
      run = '';
      lookAt(node as Element);
    }
    texts.push(run);
  };
  const lookAt = (element: Element): void => {
    if (element.localName === 'iframe' && element.checkVisibility({ visibilityProperty: true })) {
      const inner = (element as HTMLIFrameElement).contentDocument?.body;
      if (inner) lookAt(inner);
    }
    if (silent.test(element.localName)) return;
    if (element.shadowRoot) look(element.shadowRoot);
    look(element);
  };
  if (document.body) lookAt(document.body);
  return texts.join(' ').split(/\s+/).filter(Boolean);
}
