/** Lines that differ between two texts: the longest common subsequence, between what both begin and end with. */

/** A line of a difference. */
export interface DifferentLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Source files are short: the table has a cell for each pair of lines that differ. */
export function lineDifference(before: readonly string[], after: readonly string[]): DifferentLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (lines: readonly string[]) => lines.map((text): DifferentLine => ({ sign: ' ', text }));
  return [
    ...same(before.slice(0, start)),
    ...between(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function between(before: readonly string[], after: readonly string[]): DifferentLine[] {
  // The length of the longest common subsequence of what follows a pair of lines.
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      const isSame = before[a] === after[b];
      lengths[a]![b] = isSame ? lengths[a + 1]![b + 1]! + 1 : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
    }
  }
  const lines: DifferentLine[] = [];
  let a = 0;
  let b = 0;
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      lines.push({ sign: ' ', text: before[a++]! });
      b += 1;
    } else if (a < before.length && (b === after.length || lengths[a + 1]![b]! >= lengths[a]![b + 1]!)) {
      lines.push({ sign: '-', text: before[a++]! });
    } else lines.push({ sign: '+', text: after[b++]! });
  }
  return lines;
}
