/** The words that a reader of HTML finds. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse } from 'parse5';

const SILENT = /^(?:script|style|noscript|title)$/;

/** All words of an HTML document, hidden ones too; texts that only a comment separates are one. Shadow trees and `srcdoc` are read. */
export function wordsOfHtml(html: string): string[] {
  const texts: string[] = [];
  const read = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    let run = '';
    for (const child of node.childNodes) {
      if (child.nodeName === '#text') run += (child as DefaultTreeAdapterTypes.TextNode).value;
      if (!('tagName' in child)) continue;
      texts.push(run);
      run = '';
      if (SILENT.test(child.tagName)) continue;
      const attribute = (name: string) => child.attrs.find((one) => one.name === name)?.value;
      if (child.tagName === 'iframe') read(parse(attribute('srcdoc') ?? ''));
      else if (!('content' in child)) read(child);
      else if (attribute('shadowrootmode') !== undefined) read(child.content);
    }
    texts.push(run);
  };
  read(parse(html));
  return texts.join(' ').split(/\s+/).filter(Boolean);
}

/** The words that a list lacks of another one, each as often as it lacks it. */
export function lackingWords(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}
