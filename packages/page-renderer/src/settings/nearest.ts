/** The known name that somebody probably meant, if they misspelt it: one that differs in no more than a third of its letters. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // A hostile name must not take long.
  const given = letters(name.slice(0, 100));
  const distances = known.map((other) => ({ other, distance: distance(given, letters(other)) }));
  const [first] = distances.toSorted((one, two) => one.distance - two.distance);
  return first !== undefined && first.distance <= Math.max(1, given.length / 3) ? first.other : undefined;
}

const letters = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** The number of letters to insert, delete, replace, or swap with their neighbours (optimal string alignment). */
function distance(one: string, two: string): number {
  const rows = [Array.from({ length: two.length + 1 }, (_, index) => index)];
  for (let line = 1; line <= one.length; line += 1) {
    const [above, next] = [rows[line - 1]!, [line]];
    for (let column = 1; column <= two.length; column += 1) {
      const replaced = above[column - 1]! + (one[line - 1] === two[column - 1] ? 0 : 1);
      const isSwapped = line > 1 && one[line - 1] === two[column - 2] && one[line - 2] === two[column - 1];
      const swapped = isSwapped ? rows[line - 2]![column - 2]! + 1 : Infinity;
      next.push(Math.min(replaced, swapped, above[column]! + 1, next[column - 1]! + 1));
    }
    rows.push(next);
  }
  return rows[one.length]![two.length]!;
}
