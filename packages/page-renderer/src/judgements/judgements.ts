/** All judgements, and their use. */
import { ONLY_BOTS, ONLY_PEOPLE } from './audience.ts';
import { HREFLANG_NO_RETURN } from './hreflang.ts';
import type { Finding, JudgedPage, Judgement, NotJudged } from './evidence/judgement.ts';
import { ROBOTS_AGAINST_STATUS, ROBOTS_CONTRADICTION } from './robots.ts';
import { SEVERAL_CANONICALS, SEVERAL_DESCRIPTIONS, SEVERAL_TITLES } from './several.ts';
import { MISSING_NOT_404, SOFT_404 } from './soft-404.ts';
import { STRUCTURED_DATA_INVALID } from './structured-data.ts';
import { VARY } from './vary.ts';

/** The most severe first. A new one also needs a page in `docs/judgements/`. */
export const JUDGEMENTS: readonly Judgement[] = [
  SOFT_404,
  ONLY_PEOPLE,
  MISSING_NOT_404,
  SEVERAL_TITLES,
  SEVERAL_DESCRIPTIONS,
  SEVERAL_CANONICALS,
  HREFLANG_NO_RETURN,
  ROBOTS_CONTRADICTION,
  STRUCTURED_DATA_INVALID,
  ROBOTS_AGAINST_STATUS,
  VARY,
  ONLY_BOTS,
];

/** Their names. */
export const JUDGEMENT_NAMES: readonly string[] = JUDGEMENTS.map(({ name }) => name);

/** What one of them says of a page. */
export interface Judged {
  readonly judgement: Judgement;
  /** `off`: it was switched off; undefined: nothing is wrong. */
  readonly result: Finding | NotJudged | 'off' | undefined;
}

/** What is wrong with a name that no judgement has. */
export function noSuchJudgement(name: string): string {
  return `unknown judgement "${name.slice(0, 100)}" (known: ${JUDGEMENT_NAMES.join(', ')})`;
}

/** The address of the documentation of a judgement; `page-renderer explain <name>` prints the same page. */
export function judgementPage(name: string): string {
  return `https://page-renderer.example/judgements/${name}`;
}

/** Judgements that are not switched off, for pages with such a status. */
export function applying(off: ReadonlySet<string>, status: number): Judgement[] {
  return JUDGEMENTS.filter(({ name, ofErrors }) => !off.has(name) && (status < 300 || ofErrors === true));
}

/** Applies all judgements. @param off names of those that are switched off */
export function judge(page: JudgedPage, off: ReadonlySet<string>): Judged[] {
  const used = new Set(applying(off, page.status));
  return JUDGEMENTS.map((judgement) => {
    if (off.has(judgement.name)) return { judgement, result: 'off' };
    if (used.has(judgement)) return { judgement, result: judgement.judge(page) };
    const sentence = `The page is answered ${page.status}, so its content does not matter.`;
    return { judgement, result: { outcome: 'not-judged', sentence } };
  });
}
