/** The decisions on versions. */

/** Number of decisions on a version in a language. The figures concern nobody. */
export interface VersionFigures {
  readonly rule: string;
  readonly version: number;
  /** BCP 47 tag of the page; empty if it is no longer known. */
  readonly locale: string;
  readonly accepted: number;
  readonly rejected: number;
}

/** Decisions on each version, in all languages. */
export function byVersion(figures: readonly VersionFigures[]): Map<number, { accepted: number; rejected: number }> {
  const sums = new Map<number, { accepted: number; rejected: number }>();
  for (const { version, accepted, rejected } of figures) {
    const sum = sums.get(version) ?? { accepted: 0, rejected: 0 };
    sums.set(version, { accepted: sum.accepted + accepted, rejected: sum.rejected + rejected });
  }
  return sums;
}
