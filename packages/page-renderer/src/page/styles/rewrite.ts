/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { selectAll } from '../dom/dom.ts';
import type { Scope } from './scopes.ts';
import type { Compound } from './selectors.ts';
import {
  asksDynamic,
  functionOf,
  isDynamic,
  isPseudoElement,
  parseSelectors,
  weightOf,
  writeSelector,
} from './selectors.ts';

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

/** The selector list of a rule: as the page has it, and as it is written. `&` is resolved. */
export interface Rewritten {
  own: string;
  written: string;
}

/**
 * Rewrites a selector list so that it matches the same elements in the flattened document as in the trees of its scope.
 *
 * @param around the list of the rule in which it is nested
 */
export function scopeSelectors(text: string, rewriting: Rewriting, around?: Rewritten): string {
  return parseSelectors(text)
    .map((complex) => {
      const rewritten = scopeComplex(complex, rewriting);
      if (!isPositional(complex)) return rewritten;
      if (!around) return asMatched(complex, rewritten, rewriting);
      const [whole = []] = parseSelectors(unnested(writeSelector(complex), around.own));
      const written = unnested(rewritten, around.written);
      const matched = asMatched(whole, written, rewriting);
      // With `&` it is not relative to the rule around it.
      return matched === written ? rewritten : `:is(:where(&), *)${matched}`;
    })
    .join(', ');
}

/** A selector list without `&`, which stands for the elements of the rule around it. */
export function unnested(selectors: string, around: string | undefined): string {
  if (around === undefined) return selectors;
  const within = `:is(${around})`;
  return parseSelectors(selectors)
    .map((complex) => {
      const selector = writeSelector(complex);
      return selector.includes('&') ? selector.replaceAll('&', within) : `${within} ${selector}`;
    })
    .join(', ');
}

/** Whether a selector depends on parents, siblings or positions, which slots change. */
export function isPositional(complex: readonly Compound[]): boolean {
  const position = /^:(?:first|last|only|nth|empty|has|root|not|is|where)|^::?(?:host|slotted)\(.*:/i;
  return complex.some(({ combinator, parts }) => /[>+~]/.test(combinator) || parts.some((part) => position.test(part)));
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
  const isPlain = !parts.some((part) => /^::part|^:host-context/i.test(part));
  const ancestors = complex.slice(0, -1).flatMap((compound) => compound.parts);
  if (!isPlain || ancestors.some(isDynamic) || parts.some(asksDynamic)) return rewritten;
  if (parts.some((part) => /^[.#]/.test(part) && !rewriting.words.has(part))) return rewritten;
  const subject = complex.at(-1)?.parts ?? [];
  const live = liveMatches(withoutDynamic(complex), rewriting, slottedIn(subject));
  const expected = new Set(live.map((element) => rewriting.copyOf.get(element)));
  const found = queryOrNone(rewriting.flat, withoutDynamic(parseSelectors(rewritten)[0] ?? []));
  if (found.length === expected.size && found.every((element) => expected.has(element))) return rewritten;
  const mark = rewriting.nextMark();
  for (const element of expected) addMark(element, mark);
  const isKept = (part: string) => isDynamic(part) || (isPseudoElement(part) && functionOf(part).name !== '::slotted');
  const kept = subject.filter(isKept);
  const weighed = complex.map(({ combinator, parts }) => ({
    combinator,
    parts: parts.filter((part) => !isKept(part)),
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

/** What `::slotted()` selects among the nodes of a slot; null in a selector without it. */
export function slottedIn(parts: readonly string[]): string | null {
  const slotted = parts.map(functionOf).find(({ name }) => name === '::slotted');
  return slotted?.argument ?? null;
}

/** The elements that match in the trees of the scope. @param slotted if it is not null, the selector is that of their slots */
export function liveMatches(selector: string, { scope }: Rewriting, slotted: string | null = null): Element[] {
  const isHost = /^:host(?:\((?:[^()]|\([^()]*\))*\))?$/.test(selector);
  if (isHost) return scope.trees.flatMap(({ host }) => (host && matchesHost(host.live, selector) ? [host.live] : []));
  const found = scope.trees.flatMap(({ root }) => queryOrNone(root, selector));
  if (slotted === null) return found;
  const slots = found.filter((element) => element instanceof HTMLSlotElement);
  const assigned = slots.flatMap((slot) => slot.assignedElements({ flatten: true }));
  return assigned.filter((element) => Element.prototype.matches.call(element, slotted));
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
