/**
 * What changed from one text to another: lines, and words within changed lines.
 *
 * A separate implementation of Myers' algorithm: jsdiff 9.0.0 finds as few edits, but takes three to eight times as long until it gives
 * up on texts that differ entirely (0.9 s for 50,000 words), which blocks the process, and several searches cannot share a limit.
 */

/** A stretch of text that was kept, added or removed. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** A line of the difference: of one kind, or changed and then compared word by word. */
export type DifferenceLine = Change | { readonly kind: 'changed'; readonly words: readonly Change[] };

/**
 * Most edits before two texts count as entirely different. The search takes time and memory quadratic in this number, and nobody
 * reads two thousand single changes.
 */
const MAX_EDITS = 2000;

/** A step from one list to the other: 0 keeps a part, -1 removes one, 1 adds one. */
export type Step = -1 | 0 | 1;

/** Single comparisons that may still be made. Searches that share it take a bounded time together. */
export interface Effort {
  left: number;
}

/** How a path reached a diagonal: down from the one above (an addition) or right (a removal). */
function comesFromAbove(ends: Int32Array, offset: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (ends[offset + diagonal - 1] ?? 0) < (ends[offset + diagonal + 1] ?? 0);
}

/** The furthest ends of all paths for each number of edits (Myers, O(ND)); null if it takes too many. */
function trace(before: readonly string[], after: readonly string[], effort: Effort): Int32Array[] | null {
  const limit = Math.min(before.length + after.length, MAX_EDITS);
  const ends = new Int32Array(2 * limit + 3);
  const offset = limit + 1;
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= limit && effort.left > 0; edits += 1) {
    effort.left -= edits + 1;
    rounds.push(ends.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown = comesFromAbove(ends, offset, diagonal, edits);
      let x = isDown ? (ends[offset + diagonal + 1] ?? 0) : (ends[offset + diagonal - 1] ?? 0) + 1;
      const from = x;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      effort.left -= x - from;
      ends[offset + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return rounds;
    }
  }
  return null;
}

function searchedSteps(before: readonly string[], after: readonly string[], effort: Effort): Step[] {
  const rounds = trace(before, after, effort);
  if (rounds === null) return [...before.map((): Step => -1), ...after.map((): Step => 1)];
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const ends = rounds[edits] ?? new Int32Array();
    const offset = edits + 1;
    const diagonal = x - y;
    const isDown = comesFromAbove(ends, offset, diagonal, edits);
    const fromX = edits === 0 ? 0 : isDown ? (ends[offset + diagonal + 1] ?? 0) : (ends[offset + diagonal - 1] ?? 0);
    const fromDiagonal = edits === 0 ? 0 : isDown ? diagonal + 1 : diagonal - 1;
    while (x > fromX && y > fromX - fromDiagonal && x > 0 && y > 0 && before[x - 1] === after[y - 1]) {
      steps.push(0);
      [x, y] = [x - 1, y - 1];
    }
    if (edits > 0) {
      steps.push(isDown ? 1 : -1);
      [x, y] = [fromX, fromX - fromDiagonal];
    }
  }
  return steps.toReversed();
}

/**
 * The shortest sequence of steps from one list to the other.
 *
 * @param effort - the limit of the search; beyond it, or with too many edits, everything is removed and added except the common
 * start and end of both lists
 */
export function stepsBetween(before: readonly string[], after: readonly string[], effort: Effort): Step[] {
  // The common start and end need not be searched.
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const kept = (length: number): Step[] => Array.from({ length }, (): Step => 0);
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  return [...kept(start), ...searchedSteps(old, fresh, effort), ...kept(end)];
}

/** Parts of both lists in order; neighbours of one kind are not joined. */
function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  let [removed, added] = [0, 0];
  return stepsBetween(before, after, { left: Infinity }).map((step): Change => {
    if (step === 1) return { kind: 'added', text: after[added++] ?? '' };
    if (step === 0) added += 1;
    return { kind: step === 0 ? 'same' : 'removed', text: before[removed++] ?? '' };
  });
}

/** Words, white space, and other single characters. */
export const WORDS: RegExp = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;

/** Words, white space and other characters that were added or removed within a text. */
export function wordDifference(before: string, after: string): Change[] {
  const joined: { kind: Change['kind']; text: string }[] = [];
  for (const change of changesBetween(before.match(WORDS) ?? [], after.match(WORDS) ?? [])) {
    const last = joined.at(-1);
    if (last?.kind === change.kind) last.text += change.text;
    else joined.push({ ...change });
  }
  return joined;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** A removed and an added line are one changed line if at least a third of it was kept. */
function changedLine(removed: string, added: string): DifferenceLine[] {
  const words = wordDifference(removed, added);
  const stayed = words.filter(({ kind }) => kind === 'same').reduce((sum, { text }) => sum + text.trim().length, 0);
  if (stayed * 3 >= Math.max(removed.length, added.length)) return [{ kind: 'changed', words }];
  return [
    { kind: 'removed', text: removed },
    { kind: 'added', text: added },
  ];
}

/** What changed from one Markdown text to another, line by line. */
export function differenceOf(before: string, after: string): DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    const pairs = Math.min(removed.length, added.length);
    for (let index = 0; index < pairs; index += 1) lines.push(...changedLine(removed[index] ?? '', added[index] ?? ''));
    for (const text of removed.slice(pairs)) lines.push({ kind: 'removed', text });
    for (const text of added.slice(pairs)) lines.push({ kind: 'added', text });
    [removed, added] = [[], []];
  };
  for (const change of changesBetween(linesOf(before), linesOf(after))) {
    if (change.kind === 'removed') removed.push(change.text);
    else if (change.kind === 'added') added.push(change.text);
    else {
      flush();
      lines.push(change);
    }
  }
  flush();
  return lines;
}
