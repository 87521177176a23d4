/** The text of code. */
import type { Element, ElementContent } from 'hast';

/** The text of code: lines may be elements of their own. */
export function codeOf(element: Element): string {
  const parts: string[] = [];
  const waiting: ElementContent[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element') {
      if (node.tagName === 'br') parts.push('\n');
      else if (['div', 'p', 'li', 'tr'].includes(node.tagName) && parts.length > 0 && !parts.at(-1)!.endsWith('\n')) {
        parts.push('\n');
      }
      for (const child of node.children.toReversed()) waiting.push(child);
    }
  }
  return parts.join('');
}
