/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { selectAll } from '../dom/dom.ts';
import type { Scope } from './scopes.ts';
import type { Compound } from './selectors.ts';
import { functionOf, isDynamic, isPseudoElement, parseSelectors, weightOf, writeSelector } from './selectors.ts';

/** The data for rewriting selectors after all trees have been merged. */
export interface Rewriting {
  scope: Scope;
  flat: Document;
  /** The copy of each element of the page. */
  copyOf: ReadonlyMap<Element, Element>;
  /** Every class and id of the page's elements, as selectors. */
  words: ReadonlySet<string>;
  /** Elements that are parts, by host and name, as the tree around the host sees them. */
  partsOf: (host: Element, name: string) => Element[];
  /** Creates a mark for elements that no selector can distinguish. */
  nextMark: () => string;
}

/** Rewrites a selector list so that it matches the same elements in the flattened document as in the trees of its scope. */
export function scopeSelectors(text: string, rewriting: Rewriting, isNested: boolean): string {
  return parseSelectors(text)
    .map((complex) => {
      const rewritten = scopeComplex(complex, rewriting);
      return isNested ? rewritten : asMatched(complex, rewritten, rewriting);
    })
    .join(', ');
}

export function scopeComplex(complex: readonly Compound[], rewriting: Rewriting): string {
  const scoped = complex.map(({ combinator, parts }, index): Compound => {
    const at = parts.findIndex((part) => functionOf(part).name === '::part');
    if (at < 0) return { combinator, parts: scopeCompound(parts, rewriting) };
    const before = [...complex.slice(0, index), { combinator, parts: parts.slice(0, at) }];
    const mark = markParts(before, functionOf(parts[at] ?? '').argument ?? '', rewriting);
    return { combinator, parts: [...scopeCompound(parts.slice(0, at), rewriting), ` ${mark}`, ...parts.slice(at + 1)] };
  });
  return writeSelector(scoped);
}

export function scopeCompound(parts: readonly string[], rewriting: Rewriting): string[] {
  const { id } = rewriting.scope;
  const within = id === null ? ':where(:not([data-shadow-tree]))' : `:where([data-shadow-tree="${id}"])`;
  const host = `[data-shadow-host="${id}"]`;
  const before: string[] = [];
  const after: string[] = [];
  // `&` refers to a rule that has already been scoped, `:host` to an element of the tree around it.
  let isScoped = parts.includes('&');
  for (const part of parts) {
    const { name, argument } = functionOf(part);
    if (name === ':defined') {
      before.push(':not([data-undefined])');
    } else if (id !== null && name === ':host') {
      before.push(host + (argument === null ? '' : `:is(${argument})`));
      isScoped = true;
    } else if (id !== null && name === ':host-context') {
      before.push(`${host}:is(${argument}, :is(${argument}) *)`);
      isScoped = true;
    } else if (id !== null && name === '::slotted') {
      const slot = before.length > 0 ? [...before, within, ' '] : [];
      before.splice(0, before.length, ...slot, `:is(${argument}):where([data-slotted~="${id}"])`);
      isScoped = true;
    } else if (/^:(?:is|where|not|has|matches|-webkit-any)$/.test(name) && argument !== null) {
      const inner = parseSelectors(argument).map((complex) => scopeComplex(complex, rewriting));
      (after.length > 0 ? after : before).push(`${name}(${inner.join(', ')})`);
    } else {
      (isPseudoElement(part) || after.length > 0 ? after : before).push(part);
    }
  }
  return [...before, ...(isScoped ? [] : [within]), ...after];
}

/** Marks the elements that `host::part(names)` matches in the trees of the scope. @returns a selector for the mark */
export function markParts(before: readonly Compound[], names: string, rewriting: Rewriting): string {
  const mark = rewriting.nextMark();
  const hosts = liveMatches(withoutDynamic(before), rewriting);
  const wanted = names.split(/\s+/).filter(Boolean);
  for (const host of hosts) {
    const [first = [], ...others] = wanted.map((name) => rewriting.partsOf(host, name));
    for (const element of first) {
      if (others.every((list) => list.includes(element))) addMark(rewriting.copyOf.get(element), mark);
    }
  }
  return `:where([data-styled-by~="${mark}"])`;
}

export function addMark(element: Element | undefined, mark: string): void {
  const marks = element?.getAttribute('data-styled-by');
  element?.setAttribute('data-styled-by', marks ? `${marks} ${mark}` : mark);
}

/**
 * In the flattened document, slots change which elements are siblings and parents. A selector that depends on these, and no
 * longer matches the same elements, is replaced by a mark on the elements that it matches in the page.
 */
export function asMatched(complex: readonly Compound[], rewritten: string, rewriting: Rewriting): string {
  const parts = complex.flatMap((compound) => compound.parts);
  const isPositional =
    complex.some(({ combinator }) => /[>+~]/.test(combinator)) ||
    parts.some((part) => /^:(?:first|last|only|nth|empty|has|root|not|is|where)/i.test(part));
  const isPlain = !parts.some((part) => /^::(?:slotted|part)|^:host-context/i.test(part));
  const ancestors = complex.slice(0, -1).flatMap((compound) => compound.parts);
  if (!isPositional || !isPlain || ancestors.some(isDynamic)) return rewritten;
  if (parts.some((part) => /^[.#]/.test(part) && !rewriting.words.has(part))) return rewritten;
  const subject = complex.at(-1)?.parts ?? [];
  const live = liveMatches(withoutDynamic(complex), rewriting);
  const expected = new Set(live.map((element) => rewriting.copyOf.get(element)));
  const found = queryOrNone(rewriting.flat, withoutDynamic(parseSelectors(rewritten)[0] ?? []));
  if (found.length === expected.size && found.every((element) => expected.has(element))) return rewritten;
  const mark = rewriting.nextMark();
  for (const element of expected) addMark(element, mark);
  const kept = subject.filter((part) => isDynamic(part) || isPseudoElement(part));
  const weighed = complex.map(({ combinator, parts }) => ({
    combinator,
    parts: parts.filter((part) => !isDynamic(part) && !isPseudoElement(part)),
  }));
  return `:where([data-styled-by~="${mark}"])${weightOf(weighed)}${kept.join('')}`;
}

/** The selector without parts that depend on a visitor, and without pseudo-elements, which cannot be searched for. */
export function withoutDynamic(complex: readonly Compound[]): string {
  return writeSelector(
    complex.map(({ combinator, parts }) => {
      const kept = parts.filter((part) => !isDynamic(part) && !isPseudoElement(part));
      return { combinator, parts: kept.length > 0 ? kept : ['*'] };
    }),
  );
}

export function liveMatches(selector: string, { scope }: Rewriting): Element[] {
  if (/^:host(?:\([^()]*\))?$/.test(selector)) {
    return scope.trees.flatMap(({ host }) => (host && matchesHost(host.live, selector) ? [host.live] : []));
  }
  return scope.trees.flatMap(({ root }) => queryOrNone(root, selector));
}

export function matchesHost(host: Element, selector: string): boolean {
  const { argument } = functionOf(selector);
  return argument === null || Element.prototype.matches.call(host, argument);
}

export function queryOrNone(root: Document | DocumentFragment, selector: string): Element[] {
  try {
    return selectAll(root, selector);
  } catch {
    return [];
  }
}
