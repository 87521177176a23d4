/** Renders pages of the oracle, and judges the verdicts. */
import fc from 'fast-check';
import type { Renderer } from 'page-renderer';
import { RendererError } from 'page-renderer';
import type { OraclePage } from './pages.ts';
import { BOUNDS, isDue, oraclePage } from './pages.ts';
import { markText, stepOf } from './script.ts';
import type { OracleSite } from './site.ts';

/** The judgement of a page. */
export interface Judgement {
  page: OraclePage;
  verdict: string;
  pending: Readonly<Record<string, number>>;
  /** Missing marks, with the step at which they were. */
  missing: readonly string[];
  /**
   * The wrong statement: `false complete` if a mark is missing although nothing is reported as pending, `false settled` if a mark
   * is missing that is not beyond any bound.
   */
  wrong: 'false complete' | 'false settled' | undefined;
}

/** @param slack milliseconds that the machine may need for a step in addition to its waiting time */
export async function judge(renderer: Renderer, site: OracleSite, page: OraclePage, slack: number): Promise<Judgement> {
  const url = site.add(page);
  const last = lastPage(page);
  const { marks } = last;
  const beganAt = performance.now();
  try {
    const { verdict, html, pending } = await renderer.render(url);
    const took = performance.now() - beganAt;
    const absent = marks.filter(({ name }) => !html.includes(markText(name)));
    const missing = absent.map((mark) => stepOf(html, mark));
    const isDone = verdict === 'complete' || verdict === 'client-redirect' || verdict === 'blank';
    const nothingSaid = Object.keys(pending).length === 0;
    if (missing.length > 0 && isDone && nothingSaid) {
      return { page, verdict, pending, missing, wrong: 'false complete' };
    }
    const isSettled = verdict === 'settled' || (isDone && !nothingSaid);
    // The duration of computing depends on the machine: it was waited for as long as required.
    const isWaitedOut = (pending.work && took >= BOUNDS.work) || (pending.busy && took >= BOUNDS.timer + BOUNDS.busy);
    const isWrong = isSettled && !isWaitedOut && absent.some((mark) => isDue(mark, last, slack));
    return { page, verdict, pending, missing, wrong: isWrong ? 'false settled' : undefined };
  } catch (error) {
    if (!(error instanceof RendererError)) throw error;
    return {
      page,
      verdict: error.verdict ?? error.code,
      pending: {},
      missing: marks.map(({ name }) => name),
      wrong: undefined,
    };
  }
}

function lastPage(page: OraclePage): OraclePage {
  return page.next ? lastPage(page.next.page) : page;
}

/** Pages that are determined by a seed. */
export function samplePages(count: number, seed: number): OraclePage[] {
  return fc.sample(oraclePage, { numRuns: count, seed });
}

/** Judges pages, a number of them in parallel. Stops early if `onJudged` requests it. */
export async function judgeAll(
  pages: Iterable<OraclePage>,
  atATime: number,
  judgeOne: (page: OraclePage) => Promise<Judgement>,
  onJudged: (judgement: Judgement) => boolean | void,
): Promise<void> {
  const queue = pages[Symbol.iterator]();
  let isOver = false;
  const work = async () => {
    for (let next = queue.next(); !next.done && !isOver; next = queue.next()) {
      if (onJudged(await judgeOne(next.value)) === true) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
}

/** Reduces a page, by removing marks and steps, to the smallest one that still fails. */
export async function shrink(page: OraclePage, holds: (page: OraclePage) => Promise<boolean>): Promise<OraclePage> {
  for (const smaller of simplerPages(page)) if (await holds(smaller)) return shrink(smaller, holds);
  return page;
}

function* simplerPages(page: OraclePage): Generator<OraclePage> {
  const { marks, next } = page;
  if (next) {
    yield next.page;
    for (const simpler of simplerPages(next.page)) yield { ...page, next: { ...next, page: simpler } };
  }
  for (const [index, mark] of marks.entries()) {
    if (marks.length > 1) yield { ...page, marks: marks.toSpliced(index, 1) };
    for (const at of mark.steps.keys()) {
      yield { ...page, marks: marks.with(index, { ...mark, steps: mark.steps.toSpliced(at, 1) }) };
    }
    if (mark.place !== 'app') yield { ...page, marks: marks.with(index, { ...mark, place: 'app' }) };
  }
  if (page.before !== 'nothing') yield { ...page, before: 'nothing' };
  if (page.loadAfter > 0) yield { ...page, loadAfter: 0 };
}
