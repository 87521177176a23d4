/** Formulas: MathML as TeX where it has it, otherwise as a line of text. */
import type { Element, ElementContent } from 'hast';

/** A formula. */
export interface Formula {
  /** Undefined if the page does not have it. */
  readonly tex: string | undefined;
  readonly line: string;
}

/** @param math the element `math` */
export function formulaOf(math: Element): Formula {
  const alternative = typeof math.properties['alttext'] === 'string' ? math.properties['alttext'].trim() : '';
  const isTex = /[\\^_{]/.test(alternative);
  const tex = annotated(math) ?? (isTex ? alternative : undefined);
  const line = alternative === '' || isTex ? lineOf(math) : alternative;
  return { tex: tex?.replaceAll(/\s+/g, ' ').trim(), line: line.replaceAll(/\s+/g, ' ').trim() };
}

function annotated(element: Element): string | undefined {
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    const encoding = String(child.properties['encoding'] ?? '');
    if (child.tagName === 'annotation' && /tex$/i.test(encoding)) return child.children.map(lineOf).join('');
    const inner = annotated(child);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const isElement = (node: ElementContent): node is Element => node.type === 'element';

function lineOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return '';
  const parts = node.children.filter(isElement).map(grouped);
  const [base = '', second = '', third = ''] = parts;
  switch (node.tagName) {
    case 'msup':
    case 'mover':
      return `${base}^${second}`;
    case 'msub':
    case 'munder':
      return `${base}_${second}`;
    case 'msubsup':
    case 'munderover':
      return `${base}_${second}^${third}`;
    case 'mfrac':
      return `${base}/${second}`;
    case 'mroot':
      return `${base}^(1/${second})`;
    case 'msqrt':
      return `√(${node.children.map(lineOf).join('')})`;
    case 'mtr':
      return `${node.children.filter(isElement).map(lineOf).join(', ')}; `;
    default:
      return node.children.map(lineOf).join('');
  }
}

/** In brackets if it has several parts. */
function grouped(element: Element): string {
  const line = lineOf(element).trim();
  const parts = element.children.filter(isElement).length;
  return parts > 1 ? `(${line})` : line;
}
