/** Code and its language. */
import type { Element, ElementContent, Root } from 'hast';
import { attribute, elementsOf } from '../tree/tree.ts';

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

/** The names of classes that say which language code is in, as the usual highlighters write them. */
const CLASSES = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s*([\w+#-]+)/;
/** Those that are also those of boxes around code; others, as `lang-de`, say something about text. */
const AROUND = /(?:^|\s)(?:language|highlight-source)-([\w+#-]+)|(?:^|\s)highlight-([\w+#-]+)(?=\s+notranslate)/;
/** Names for no language. */
const NONE = /^(?:none|default|plain|plaintext|text|txt)$/i;
/** How many boxes are around code at most. */
const BOXES = 3;

/** The language of code, by whichever convention it is named. */
export function languageOf(pre: Element): string | undefined {
  const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code');
  const own = code?.type === 'element' ? [pre, code] : [pre];
  const classes = own.map((one) => attribute(one, 'className') ?? '').join(' ');
  return CLASSES.exec(classes)?.[1] ?? own.map(said).find((language) => language !== undefined);
}

const said = (element: Element) =>
  ['dataLanguage', 'dataLang']
    .map((name) => attribute(element, name)?.trim())
    .find((name) => /^[\w+#-]+$/.test(name ?? ''));

/** Gives code the language that a box around it names. */
export function nameLanguages(root: Root): void {
  for (const box of elementsOf(root)) {
    if (box.tagName !== 'div' && box.tagName !== 'figure') continue;
    const found = AROUND.exec(attribute(box, 'className') ?? '');
    const language = found?.[1] ?? found?.[2] ?? said(box);
    if (language === undefined) continue;
    for (const pre of codeWithin(box, BOXES)) {
      if (languageOf(pre) === undefined && !NONE.test(language)) pre.properties['dataLanguage'] = language;
    }
  }
}

function codeWithin(box: Element, depth: number): Element[] {
  return box.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'pre') return [child];
    return depth > 1 ? codeWithin(child, depth - 1) : [];
  });
}
