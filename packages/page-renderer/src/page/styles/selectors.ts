/** A compound selector (`a.b:hover`) with the combinator before it: none, a space, `>`, `+` or `~`. */
export interface Compound {
  combinator: string;
  /** Its simple selectors, as written. */
  parts: string[];
}

/** Splits a selector list, as the CSSOM serialises it, into its complex selectors. */
export function parseSelectors(text: string): Compound[][] {
  const list: Compound[][] = [];
  let complex: Compound[] = [];
  let compound: Compound = { combinator: '', parts: [] };
  const endCompound = () => {
    if (compound.parts.length > 0) complex.push(compound);
  };
  for (let at = 0; at < text.length;) {
    const end = /[\s>+~]/.test(text[at] ?? '') ? endOfCombinator(text, at) : endOfSimple(text, at);
    const token = text.slice(at, end);
    at = end;
    if (token === ',') {
      endCompound();
      list.push(complex);
      complex = [];
      compound = { combinator: '', parts: [] };
    } else if (/^[\s>+~]/.test(token)) {
      endCompound();
      const isBeforeAnything = complex.length === 0 && compound.parts.length === 0;
      compound = { combinator: token.trim() || (isBeforeAnything ? '' : ' '), parts: [] };
    } else {
      compound.parts.push(token);
    }
  }
  endCompound();
  list.push(complex);
  return list.filter((one) => one.length > 0);
}

export function writeSelector(complex: readonly Compound[]): string {
  return complex
    .map(
      ({ combinator, parts }) =>
        `${combinator === ' ' || combinator === '' ? combinator : ` ${combinator} `}${parts.join('')}`,
    )
    .join('')
    .trim();
}

export function endOfCombinator(text: string, from: number): number {
  let at = from;
  while (/[\s>+~]/.test(text[at] ?? '')) at += 1;
  // A space before a comma or the end is not a combinator.
  return at;
}

export function endOfSimple(text: string, from: number): number {
  const first = text[from] ?? '';
  if (first === ',' || first === '&') return from + 1;
  if (first === '[') return endOfBlock(text, from);
  let at = from;
  while (/[:.#]/.test(text[at] ?? '') && at < from + 2) at += 1;
  for (; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') at += 1;
    else if (char === '(') return endOfBlock(text, at);
    else if (/[\s>+~,.#:[&]/.test(char)) break;
  }
  return Math.max(at, from + 1);
}

/** The end of what a bracket or a quote opens. Escaped brackets, and brackets in strings and comments, are ignored. */
export function endOfBlock(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') at += 1;
    else if (quote) quote = char === quote ? '' : quote;
    else if (text.startsWith('/*', at)) at = `${text}*/`.indexOf('*/', at + 2) + 1;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth === 0 && quote === '') return at + 1;
  }
  return text.length;
}

/** The name of a pseudo-class or pseudo-element, and the content of its parentheses, if it has any. */
export function functionOf(part: string): { name: string; argument: string | null } {
  const open = part.indexOf('(');
  if (!part.startsWith(':') || open < 0) return { name: part.toLowerCase(), argument: null };
  return { name: part.slice(0, open).toLowerCase(), argument: part.slice(open + 1, -1).trim() };
}

/** Pseudo-classes that depend on the actions of a visitor, which a copy cannot know. */
export function isDynamic(part: string): boolean {
  return /^:(?:hover|active|focus|focus-within|focus-visible|target|visited|link|any-link|checked|open|user-\w+)$/i.test(
    part,
  );
}

/** Whether what is asked of a host or of slotted elements depends on the actions of a visitor. */
export function asksDynamic(part: string): boolean {
  const { name, argument } = functionOf(part);
  if (!/^::?(?:host|slotted)$/.test(name) || argument === null) return false;
  return parseSelectors(argument).some((complex) => complex.some(({ parts }) => parts.some(isDynamic)));
}

export function isPseudoElement(part: string): boolean {
  return part.startsWith('::') || /^:(?:before|after|first-line|first-letter)$/i.test(part);
}

/** Simple selectors that match nothing: negated, they add the specificity of a selector. */
export function weightOf(complex: readonly Compound[]): string {
  const [ids, classes, types] = specificity(complex);
  return ':not(#x-x)'.repeat(ids) + ':not(.x-x)'.repeat(classes) + ':not(x-x)'.repeat(types);
}

export function specificity(complex: readonly Compound[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const part of complex.flatMap(({ parts }) => parts)) {
    const { name, argument } = functionOf(part);
    const takesArgument = /^:(?:is|not|has|host|host-context)$/.test(name) || name === '::slotted';
    if (part.startsWith('#')) sum[0] += 1;
    else if (isPseudoElement(part)) sum[2] += 1;
    else if (/^[.[]/.test(part) || (part.startsWith(':') && !/^:(?:is|not|has|where)$/.test(name))) sum[1] += 1;
    else if (!/^[:*&]/.test(part)) sum[2] += 1;
    if (!takesArgument || argument === null) continue;
    const heaviest = parseSelectors(argument)
      .map(specificity)
      .toSorted((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])[0];
    for (const index of [0, 1, 2] as const) sum[index] += heaviest?.[index] ?? 0;
  }
  return sum;
}
