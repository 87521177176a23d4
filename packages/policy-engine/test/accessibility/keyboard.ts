/** A keyboard journey through a page: forwards with Tab, and back with Shift+Tab. */
import type { Page } from 'playwright-core';
import type { CheckName } from './criteria.ts';
import { addFinding, type Found } from './found.ts';

interface Stop {
  /** Index among the controls in the order of the document; -1 for anything else. */
  readonly index: number;
  readonly name: string;
  /** Criteria that this stop does not meet. */
  readonly faults: readonly string[];
}

const FAULTS: readonly (readonly [criterion: string, check: CheckName, says: string])[] = [
  ['2.4.7', 'focusSeen', 'no outline'],
  ['1.4.11', 'focusContrast', 'outline with less contrast than 3:1'],
  ['2.4.11', 'focusUncovered', 'nothing of it is seen when it has the focus'],
];

/** Key presses for which the focus may stay in one control: a date has as many parts, and a frame as many controls. */
const MOST_PARTS = 20;

const stopNow = (page: Page) => page.evaluate<Stop | null>('a11y.stop()');

interface Way {
  readonly stops: Stop[];
  readonly isOut: boolean;
}

/** Presses Tab until the focus has left the document or reaches a control for the second time. */
async function holdTab(page: Page, most: number): Promise<Way> {
  const stops: Stop[] = [];
  let stays = 0;
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.down('Tab');
    const stop = await stopNow(page);
    // A page in a frame has tab stops of its own, and so have the parts of a date.
    stays = stop !== null && stop.index === stops.at(-1)?.index ? stays + 1 : 0;
    if (stays > MOST_PARTS) return { stops, isOut: false };
    if (stop === null || (stop.index === stops[0]?.index && stops.length > 1)) return { stops, isOut: true };
    if (stop.index !== stops.at(-1)?.index) stops.push(stop);
  }
  return { stops, isOut: false };
}

async function walk(page: Page, most: number): Promise<Way> {
  const way = await holdTab(page, most);
  await page.keyboard.up('Tab');
  return way;
}

/** Walks back. */
async function walkBack(page: Page, most: number): Promise<Way> {
  await page.keyboard.down('Shift');
  const way = await walk(page, most);
  await page.keyboard.up('Shift');
  return way;
}

/**
 * Walks through the open page, and adds what it met to the findings.
 *
 * @param isThereAndBack whether to walk back with Shift+Tab as well
 */
export async function walkByKeyboard(page: Page, found: Found, isThereAndBack: boolean): Promise<void> {
  // Layout that depends on the size of the window is complete two frames later.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  const address = page.url();
  const before = await page.evaluate<string>('a11y.text()');
  const controls = await page.evaluate<string[]>('a11y.begin()');
  const most = controls.length * 2 + 60;
  const there = await walk(page, most);
  const reached = new Set(there.stops.map(({ index }) => index));
  const unreached = controls.filter((_, index) => !reached.has(index));
  addFinding(found, 'reached', {
    isThere: controls.length > 0,
    faults: unreached.map((name) => `not reached: ${name}`),
  });
  const places = there.stops.map(({ index }) => index).filter((index) => index >= 0);
  const isInOrder = places.every((place, nth) => nth === 0 || place > places[nth - 1]!);
  addFinding(found, 'focusOrder', {
    isThere: true,
    faults: isInOrder ? [] : ['the keyboard comes to controls in another order than that of the document'],
  });
  for (const [criterion, check, says] of FAULTS) {
    const having = there.stops.filter(({ faults }) => faults.includes(criterion));
    addFinding(found, check, { isThere: true, faults: having.map(({ name }) => `${says}: ${name}`) });
  }
  const after = await page.evaluate<string>('a11y.text()');
  const isQuiet = page.url() === address && after === before && page.context().pages().length === 1;
  addFinding(found, 'focusQuiet', {
    isThere: true,
    faults: isQuiet ? [] : ['something changes when a control gets the focus'],
  });
  const back = isThereAndBack ? await walkBack(page, most) : undefined;
  addFinding(found, 'left', {
    isThere: true,
    faults: [
      ...(there.isOut ? [] : [`Tab does not lead on from ${there.stops.at(-1)?.name}`]),
      ...(back?.isOut === false ? [`Shift+Tab does not lead on from ${back.stops.at(-1)?.name}`] : []),
    ],
  });
}
