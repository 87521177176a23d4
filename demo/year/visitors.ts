/** Visitors without an account, who decide in the banner. */
import { someLocale } from './people.ts';
import type { Random } from './random.ts';
import { VERSIONS } from './texts.ts';
import { DAY, HOUR, SampleBrowser, type World } from './world.ts';

/** The rules in the banner, and from when on. */
const ASKED = ['cookie', 'media'] as const;
/** Visitors of an ordinary day at the end of the year. */
const VISITORS = 1.1;
/** The day of a sale, before the end of the year, and the factor by which visitors increase. */
const SALE = { daysAgo: 61, times: 40 };
/** Sunday first. */
const WEEK = [1.5, 0.9, 0.8, 0.9, 1, 1.1, 1.4] as const;

const HOURS = [
  [7, 2],
  [8, 3],
  [9, 3],
  [10, 4],
  [12, 5],
  [14, 4],
  [16, 4],
  [18, 5],
  [20, 8],
  [21, 7],
  [22, 3],
] as const;

/** A random time of a day. */
export function timeOfDay(random: Random, day: number): number {
  return day + random.weighted(HOURS) * HOUR + random.between(0, HOUR - 1);
}

/** Number of visitors on a day, for a number of visitors on an ordinary day. */
export function rush(random: Random, { day, daysAgo }: { day: number; daysAgo: number }, ordinary: number): number {
  const growth = 1.3 - daysAgo / 450;
  const week = WEEK[new Date(day).getUTCDay()] ?? 1;
  const sale = daysAgo === SALE.daysAgo ? SALE.times : 1;
  return Math.floor(ordinary * growth * week * sale + random.next());
}

/** Midnight of each day of the year, the first one first. */
export function* daysOf(end: number): Generator<{ readonly day: number; readonly daysAgo: number }> {
  const today = end - (end % DAY);
  for (let daysAgo = 363; daysAgo >= 0; daysAgo -= 1) yield { day: today - daysAgo * DAY, daysAgo };
}

/** The decisions of a visitor on the rules that exist by then. */
export function someAnswer({ random, clock, end }: World): Record<string, boolean> {
  const offered = ASKED.filter((rule) => {
    const first = VERSIONS.find((version) => version.rule === rule);
    return first !== undefined && clock.now().getTime() > end - first.daysAgo * DAY;
  });
  const mood = random.weighted([
    ['all', 50],
    ['nothing', 35],
    ['some', 15],
  ] as const);
  return Object.fromEntries(offered.map((rule) => [rule, mood === 'some' ? random.happens(0.5) : mood === 'all']));
}

/** Whether the texts have since changed so that the banner asks again. */
const isAskedAgain = ({ end }: World, from: number, to: number): boolean =>
  VERSIONS.some(({ rule, version, daysAgo, material = true }) => {
    const at = end - daysAgo * DAY;
    return rule === 'cookie' && version > 1 && material && from < at && at < to;
  });

/** Schedules visitors who decide, return, and change their decisions. */
export function planVisitors(world: World): void {
  const { random, end } = world;
  for (const one of daysOf(end)) {
    for (let left = rush(random, one, VISITORS); left > 0; left -= 1) planVisitor(world, timeOfDay(random, one.day));
  }
}

function planVisitor(world: World, at: number): void {
  const { random, timeline } = world;
  const browser = new SampleBrowser(world, { locale: someLocale(random), gpc: random.happens(0.07) });
  const later = at + random.between(1, 40) * DAY + random.between(0, HOUR);
  let answer: Record<string, boolean> = {};
  timeline.add(at, async () => {
    // A visitor who sends the signal need not decide; some do anyway.
    if (!browser.sendsGpc || random.happens(0.2)) answer = someAnswer(world);
    await browser.answer(answer);
  });
  timeline.add(later, async () => {
    await browser.send('GET', '/consent.json');
    const accepted = Object.keys(answer).filter((rule) => answer[rule]);
    if (accepted.length > 0 && random.happens(0.09))
      await browser.answer({ [random.pick(accepted as [string])]: false });
    else if (isAskedAgain(world, at, later)) await browser.answer(random.happens(0.85) ? answer : someAnswer(world));
  });
}
