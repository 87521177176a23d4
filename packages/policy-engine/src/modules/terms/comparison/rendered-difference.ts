/** What changed from one rendered text to another, as HTML with the structure of the text. */
import type { Language } from '../../../platform/i18n/language.ts';
import { type Effort, stepsBetween } from './difference.ts';
import { type Block, blocksOf, type Cell, type Container, type Token } from './rendered-blocks.ts';
import { type Compared, type ComparedCell, writtenDifference, type WordRun } from './rendered-writing.ts';

/** Single comparisons of one difference. */
const MAX_EFFORT = 5_000_000;

/** Pairs of blocks between two unchanged ones that are compared before they are paired in order. */
const MAX_PAIRS = 2500;

/** The share of two blocks that must be equal for them to count as one changed block. */
const MIN_SHARED = 1 / 3;

/**
 * What changed from one text to another, block by block, and word by word within changed blocks: `ins` and `del`, each with words
 * for screen readers. Blocks far from any change are collapsed into `details`.
 *
 * Takes a bounded time for any two texts that can be published. If they differ in too many places, replaced blocks or words are
 * shown as removed and added.
 *
 * @param before - HTML of the earlier text, from `TermsService.html`; empty for none
 * @param after - HTML of the later text, from the same
 * @param language - of the screen reader texts and of the labels of collapsed parts, not of the texts
 * @returns HTML that is as safe as the input; unchanged if both texts are equal
 */
export function renderedDifference(before: string, after: string, language: Pick<Language, 't' | 'locale'>): string {
  if (before === after) return after;
  return writtenDifference(comparedBlocks(blocksOf(before), blocksOf(after)), language);
}

/** Markdown makes a paragraph of each list item if a blank line is between any two items: readers see the same item. */
const tagOf = ({ tag, path }: Block): string => (tag === 'p' && path.at(-1)?.tag === 'li' ? '' : (tag ?? ''));

/** The minimum that two blocks must share before their words are compared. */
const shapeOf = (block: Block): string =>
  `${block.path.map((one) => one.tag).join('>')}|${tagOf(block)}|${block.cells.map((cell) => cell.tag ?? '').join()}`;

const keyOf = (block: Block): string =>
  `${shapeOf(block)}|${block.cells.map(({ tokens }) => tokens.map(({ key }) => key).join('')).join('|')}`;

function comparedBlocks(before: readonly Block[], after: readonly Block[]): Compared[] {
  const effort: Effort = { left: MAX_EFFORT };
  const compared: Compared[] = [];
  const ids = new Map<string, string>();
  // Short keys, so that comparing two blocks takes no longer than comparing two words.
  const idOf = (block: Block): string => {
    const key = keyOf(block);
    const id = ids.get(key) ?? String(ids.size);
    ids.set(key, id);
    return id;
  };
  let [removed, added]: [Block[], Block[]] = [[], []];
  const flush = (): void => {
    compared.push(...comparedGap(removed, added, effort));
    [removed, added] = [[], []];
  };
  let [x, y] = [0, 0];
  for (const step of stepsBetween(before.map(idOf), after.map(idOf), effort)) {
    const [old, fresh] = [before[x], after[y]];
    if (step !== 1) x += 1;
    if (step !== -1) y += 1;
    if (step === -1 && old !== undefined) removed.push(old);
    else if (step === 1 && fresh !== undefined) added.push(fresh);
    else if (old !== undefined && fresh !== undefined) {
      flush();
      compared.push({ kind: 'same', block: fresh, before: old });
    }
  }
  flush();
  return withSharedContainers(compared);
}

/** Blocks between two unchanged ones: similar ones were changed, the others added or removed. */
function comparedGap(removed: readonly Block[], added: readonly Block[], effort: Effort): Compared[] {
  const compared: Compared[] = [];
  let [x, y] = [0, 0];
  const until = (endX: number, endY: number): void => {
    for (; x < endX; x += 1) compared.push(...wholly('removed', removed[x]));
    for (; y < endY; y += 1) compared.push(...wholly('added', added[y]));
  };
  for (const [pairX, pairY] of pairsOf(removed, added)) {
    const [old, fresh] = [removed[pairX], added[pairY]];
    const cells = old && fresh && comparedCells(old, fresh, effort);
    if (fresh === undefined || old === undefined || cells === undefined) continue;
    until(pairX, pairY);
    compared.push({ kind: 'changed', block: fresh, before: old, cells });
    [x, y] = [pairX + 1, pairY + 1];
  }
  until(removed.length, added.length);
  return compared;
}

function wholly(kind: 'added' | 'removed', block: Block | undefined): Compared[] {
  return block === undefined ? [] : [{ kind, block }];
}

/** Positions of blocks that were changed into one another, in order: those that share most. */
function pairsOf(removed: readonly Block[], added: readonly Block[]): [number, number][] {
  if (removed.length * added.length > MAX_PAIRS) {
    const isLike = (index: number): boolean => similarity(bagOf(removed[index]), bagOf(added[index])) > 0;
    const places = Array.from({ length: Math.min(removed.length, added.length) }, (_, index) => index);
    return places.filter(isLike).map((index) => [index, index]);
  }
  const [old, fresh] = [removed.map(bagOf), added.map(bagOf)];
  const width = added.length + 1;
  const alike = new Float64Array((removed.length + 1) * width);
  const best = new Float64Array(alike.length);
  for (let x = removed.length - 1; x >= 0; x -= 1) {
    for (let y = added.length - 1; y >= 0; y -= 1) {
      const [here, right, below, beyond] = [
        x * width + y,
        x * width + y + 1,
        (x + 1) * width + y,
        (x + 1) * width + y + 1,
      ];
      alike[here] = similarity(old[x], fresh[y]);
      best[here] = Math.max(best[right] ?? 0, best[below] ?? 0, (best[beyond] ?? 0) + (alike[here] ?? 0));
    }
  }
  const pairs: [number, number][] = [];
  for (let [x, y] = [0, 0]; x < removed.length && y < added.length;) {
    const [here, right, below] = [x * width + y, x * width + y + 1, (x + 1) * width + y];
    if (best[here] === best[right]) y += 1;
    else if (best[here] === best[below]) x += 1;
    else pairs.push([x++, y++]);
  }
  return pairs;
}

/** Number of occurrences of each word in a block. */
interface Bag {
  readonly shape: string;
  readonly weight: number;
  readonly words: ReadonlyMap<string, { readonly weight: number; readonly count: number }>;
}

function bagOf(block: Block | undefined): Bag | undefined {
  if (block === undefined) return undefined;
  const words = new Map<string, { weight: number; count: number }>();
  let sum = 0;
  for (const { html, weight } of block.cells.flatMap(({ tokens }) => tokens)) {
    if (weight === 0) continue;
    sum += weight;
    words.set(html, { weight, count: (words.get(html)?.count ?? 0) + 1 });
  }
  return { shape: shapeOf(block), weight: sum, words };
}

/** Share of the longer block that is also in the other; 0 if it is too small. */
function similarity(one: Bag | undefined, other: Bag | undefined): number {
  if (one === undefined || other === undefined || one.shape !== other.shape) return 0;
  const [small, large] = one.words.size < other.words.size ? [one, other] : [other, one];
  let shared = 0;
  for (const [word, { weight, count }] of small.words) {
    shared += weight * Math.min(count, large.words.get(word)?.count ?? 0);
  }
  const share = shared / Math.max(one.weight, other.weight, 1);
  return share >= MIN_SHARED ? share : 0;
}

/** The words of two blocks of the same shape; undefined if they have too little in common in this order. */
function comparedCells(before: Block, after: Block, effort: Effort): ComparedCell[] | undefined {
  const cells = after.cells.map((cell, index): ComparedCell => {
    return { tag: cell.tag, runs: runsBetween(before.cells[index]?.tokens ?? [], cell.tokens, effort) };
  });
  const weightOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { weight }) => sum + weight, 0);
  const whole = ({ cells: all }: { cells: readonly Cell[] }): number => weightOf(all.flatMap(({ tokens }) => tokens));
  const kept = weightOf(
    cells.flatMap(({ runs }) => runs.flatMap(({ kind, tokens }) => (kind === 'same' ? tokens : []))),
  );
  return kept >= MIN_SHARED * Math.max(whole(before), whole(after)) ? cells : undefined;
}

/** Words that were kept, removed and added. White space between two changes belongs to both. */
function runsBetween(before: readonly Token[], after: readonly Token[], effort: Effort): WordRun[] {
  const runs: WordRun[] = [];
  let [removed, added, space]: [Token[], Token[], Token[]] = [[], [], []];
  const flush = (): void => {
    if (removed.length > 0) runs.push({ kind: 'removed', tokens: removed });
    if (added.length > 0) runs.push({ kind: 'added', tokens: added });
    if (space.length > 0) runs.push({ kind: 'same', tokens: space });
    [removed, added, space] = [[], [], []];
  };
  const changed = (into: Token[], token: Token | undefined): void => {
    removed.push(...space);
    added.push(...space);
    space = [];
    if (token !== undefined) into.push(token);
  };
  let [x, y] = [0, 0];
  const steps = stepsBetween(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    effort,
  );
  for (const step of steps) {
    const token = after[y];
    if (step === -1) changed(removed, before[x]);
    else if (step === 1) changed(added, token);
    else if (token !== undefined) {
      const isBetween = token.weight === 0 && removed.length + added.length > 0;
      if (isBetween) space.push(token);
      else {
        flush();
        const last = runs.at(-1);
        if (last?.kind === 'same') last.tokens.push(token);
        else runs.push({ kind: 'same', tokens: [token] });
      }
    }
    if (step !== 1) x += 1;
    if (step !== -1) y += 1;
  }
  flush();
  return runs;
}

/** Places removed blocks in the lists and tables of the later text, if those are the same ones. */
function withSharedContainers(compared: readonly Compared[]): Compared[] {
  const later = new Map<Container, Container>();
  for (const one of compared) {
    if (one.kind !== 'same' && one.kind !== 'changed') continue;
    for (const [index, container] of one.before.path.entries()) {
      const same = one.block.path[index];
      if (same !== undefined && !later.has(container)) later.set(container, same);
    }
  }
  return compared.map((one) => {
    if (one.kind !== 'removed') return one;
    const ends = one.block.path.findIndex((container) => !later.has(container));
    const shared = ends === -1 ? one.block.path.length : ends;
    const path = one.block.path.map((container, index) =>
      index < shared ? (later.get(container) ?? container) : container,
    );
    return { ...one, block: { ...one.block, path } };
  });
}
