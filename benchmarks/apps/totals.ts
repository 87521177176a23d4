/** The table at the end. */

/** The result of one page. */
export interface Row {
  verdict: string;
  /** Whether the renderer says that nothing more will come. */
  isFinal: boolean;
  milliseconds: number;
  /** Number of the observer's words. */
  words: number;
  lacking: readonly string[];
  /** The same page, rendered in the usual way. */
  idle: { milliseconds: number; lacking: number };
  /** Number of words that the document lacks as it is served. */
  served: number;
}

/** Of the observer's words, the share from which a page counts as whole. */
const WHOLE = 0.999;

/** Prints how many pages are whole, how long they took, and their verdicts. */
export function printTotals(rows: readonly Row[], print: (line: string) => void): void {
  const ours = rows.map(({ words, lacking, milliseconds }) => ({ words, lacking: lacking.length, milliseconds }));
  const idle = rows.map(({ words, idle: of }) => ({ words, ...of }));
  const whole = (of: typeof ours) => of.filter(({ words, lacking }) => lacking <= words * (1 - WHOLE)).length;
  const lacks = (of: typeof ours) => of.filter(({ lacking }) => lacking > 0).length;
  const times = (of: ReadonlyArray<{ milliseconds: number }>) => {
    const sorted = of.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const at = (share: number) =>
      Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toLocaleString('en');
    return `${at(0.5)} / ${at(0.9)} ms`;
  };
  const served = rows.map(({ words, served: lacking }) => ({ words, lacking, milliseconds: 0 }));
  const verdicts = Map.groupBy(rows, ({ verdict }) => verdict);
  print('| | page-renderer | "network idle or 10 s" | as served |\n| --- | ---: | ---: | ---: |');
  print(
    `| pages with ≥ 99.9 % of the observer's words, of ${rows.length} | ${whole(ours)} | ${whole(idle)} | ${whole(served)} |`,
  );
  print(`| pages that lack a word | ${lacks(ours)} | ${lacks(idle)} | ${lacks(served)} |`);
  const final = rows.filter(({ isFinal }) => isFinal);
  const lackingFinal = final.filter(({ lacking }) => lacking.length > 0).length;
  print(`| the same where nothing is said to be pending, of ${final.length} | ${lackingFinal} | | |`);
  print(`| median / p90 | ${times(ours)} | ${times(idle)} | |`);
  for (const verdict of ['complete', 'settled']) {
    const of = verdicts.get(verdict) ?? [];
    if (of.length > 0)
      print(`| median / p90 where \`${verdict}\` | ${times(of)} | ${times(of.map((row) => row.idle))} | |`);
  }
  const counts = [...verdicts].map(([verdict, of]) => {
    const lacking = lacks(of.map(({ words, lacking: some }) => ({ words, lacking: some.length, milliseconds: 0 })));
    return `${of.length} ${verdict}${lacking > 0 ? ` (${lacking} lack a word)` : ''}`;
  });
  print(`\nVerdicts: ${counts.join(', ')}.`);
}
