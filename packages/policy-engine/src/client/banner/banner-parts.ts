/** What the banner does with the page around it, and with what it remembers. */
import { doc } from '../page/doc.ts';
import type { PolicyConsent } from '../consent.ts';
import { within } from '../names.ts';
import { gateOf } from '../state/gate.ts';
import type { Decisions, Shown } from '../state/shown.ts';
import type { ConsentDocument } from '../state/state.ts';

/** Keys of `sessionStorage`: the language that was chosen in the banner, and whether somebody knows that cookies are off. */
export const LANGUAGE = 'policy-language';
export const TOLD = 'policy-cookies-off';

/** The place of question and notes. */
export const STACK = '.pe-consent-stack';

/** Milliseconds that a decision waits for its answer, before the question opens again. */
const LONGEST = 20_000;

/** Path and query of this page. */
export const here = (): string => location.pathname + location.search;

/** The same for pages without storage: until the next page is loaded. */
const kept: Record<string, string | null> = {};

/** Reads a key of the session, or with a value writes it. */
export function session(key: string, value?: string): string | null {
  try {
    if (value) {
      kept[key] = value;
      sessionStorage.setItem(key, value);
    }
    return sessionStorage.getItem(key);
  } catch {
    return kept[key] ?? null;
  }
}

let isPressed = false;

/**
 * Whether this is the second click of a double one that began on a button: what it hits has come up since, or was below. Nobody hears of it.
 *
 * @param buttons selector
 */
export function isSecond(event: MouseEvent, buttons: string): boolean {
  const isIt = event.detail > 1 && isPressed;
  isPressed = isIt || !!within(event, buttons);
  if (!isIt) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}

const bottomOf = (element: Element | null): number => element?.getBoundingClientRect().bottom ?? 0;

/** Reserves space at the end of the page for what covers it, and scrolls focused elements above it. */
export function makeRoom(stack: HTMLElement, element: HTMLElement): void {
  const { body, documentElement: root } = doc;
  const covering = [...stack.children].filter(
    (part) => !part.matches('dialog,[hidden],[data-quiet]') && part.getClientRects().length,
  );
  // Measuring would lay out the page once more; only a floating link needs it.
  const isFree = !covering.length && !root.style.scrollPaddingBlockEnd;
  if (isFree && !element.querySelector('[data-floating]')) return;
  // Nothing of the page is above the top layer, and nothing in it is placed by an element with a filter or a transform.
  if (covering.length) {
    stack.popover = 'manual';
    stack.showPopover?.();
  }
  const tops = covering.map((part) => part.getBoundingClientRect().top);
  // That of the window, which the page may have a variable for.
  const bottom = bottomOf(stack);
  const height = Math.round(bottom - Math.min(bottom, ...tops));
  const space = `${height && height + 16}px`;
  // Not a variable of the root: everything in the page would inherit it, and its style would be computed again.
  root.style.scrollPaddingBlockEnd = height ? space : '';
  element.style.setProperty('--pe-banner-space', space);
  const end = Math.max(bottomOf(body), bottomOf(element.querySelector('.pe-consent-again:not([data-floating])')));
  element.style.setProperty('--_below', `${Math.max(0, end - bottomOf(element))}px`);
}

/** Where the question can be used: in a modal dialog of the page, which makes everything else inert, or in the body. */
const homeOf = (): HTMLElement =>
  [...doc.querySelectorAll<HTMLElement>('dialog:modal:not(.pe-consent-panel)')].at(-1) ?? doc.body;

/** Whether the question is where it can be used. */
export const isAtHome = ({ parentElement }: HTMLElement): boolean => parentElement === homeOf();

/** Puts the question where keyboard users reach it first: at the start of the page, after a link that skips to the content. */
export function putEarly(stack: HTMLElement): void {
  const body = homeOf() as HTMLElement & { moveBefore?: HTMLElement['insertBefore'] };
  // It is above what was opened since when it is shown again.
  stack.popover = null;
  const first = body.firstElementChild;
  const next = first?.matches('a[href^="#"]') ? first.nextSibling : body.firstChild;
  // Keeps the focus and open dialogs; not every browser has it.
  if (stack.isConnected && body.moveBefore) body.moveBefore(stack, next);
  // A click on a button that is inserted again between its press and its release is none.
  else if (!stack.matches(':focus-within,:active')) body.insertBefore(stack, next);
}

/**
 * Keeps a new question switched on in place of another: libraries switch off all that is beside their dialog, but the question is above it,
 * and nobody would see why it does not answer.
 */
export function keepFree(stack: HTMLElement, former: HTMLElement | null): void {
  former?.remove();
  const names = ['inert', 'aria-hidden'];
  const free = () => names.forEach((name) => stack.removeAttribute(name));
  // In a task of its own, as there may be somebody who switches it off at once.
  new MutationObserver(() => setTimeout(free)).observe(stack, { attributeFilter: names });
}

/** Moves the focus to a part of the question. Browsers show the middle of what is higher than its place; reading begins at its start. */
export function focusIn(panel: HTMLElement | null, part: string): void {
  const element = panel?.querySelector<HTMLElement>(part);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the first of some places that can have it. */
export function giveFocus(places: readonly (HTMLElement | null)[]): void {
  for (const place of places) {
    // Not before: what can have the focus has a role.
    if (place?.tabIndex === -1) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
    if (place && doc.activeElement === place) return;
  }
}

/** Parts of the banner that are shown at times. */
export const partsOf = (selector: string): NodeListOf<HTMLElement> =>
  doc.querySelectorAll(`:is(policy-consent,${STACK}) ${selector}`);

/** The first part that is shown when something is so. */
export const partOf = (when: string): HTMLElement | undefined => partsOf(`[data-when=${when}]`)[0];

/** Puts the notes into the question or beside it. @param isQuiet whether that about saving is for screen readers only */
export function placeNotes(stack: HTMLElement, place: HTMLElement, isQuiet: boolean): void {
  for (const note of stack.querySelectorAll('.pe-consent-note')) {
    if (note.parentElement !== place) place.insertBefore(note, place.querySelector('.pe-consent-panel,form'));
    if (!note.hasAttribute('data-when')) note.toggleAttribute('data-quiet', isQuiet);
  }
}

/** Waits for the answer to a decision. @throws {Error} if it comes too late */
export const inTime = (answer: Promise<void>): Promise<unknown> =>
  Promise.race([answer, new Promise((_, refuse) => setTimeout(refuse, LONGEST, new Error('late')))]);

/** Says something in the question's live region, also to screen readers. @param more for screen readers only, since it is in view elsewhere */
export function say(stack: HTMLElement | null, text?: string | null, more?: string | null | false): void {
  const hidden = doc.createElement('span');
  hidden.dataset['quiet'] = '';
  hidden.textContent = more || '';
  stack?.querySelector('[role=status]')?.replaceChildren(text ?? '', ' ', hidden);
}

/** Gives links and the form their whole addresses: a `<base>` of the page would lead elsewhere. @param part of another document */
export function leadHere(part: Element): void {
  for (const link of part.querySelectorAll('a')) link.setAttribute('href', link.href);
  const form = part.querySelector('form');
  form?.setAttribute('action', form.action);
}

export const isOn = ({ checked }: HTMLInputElement): boolean => checked;

/** A purpose switches its vendors, and is on if one of them is; if not all of them are, it is partly on. */
export function switchWith(changed: HTMLInputElement): void {
  const [purpose, ...vendors] = changed.closest('div')!.querySelectorAll('input');
  if (changed !== purpose) purpose!.checked = vendors.some(isOn);
  else for (const vendor of vendors) vendor.checked = changed.checked;
  purpose!.indeterminate = purpose!.checked && !vendors.every(isOn);
}

/** Switches on some gates, and everything else off. */
export function check(boxes: readonly HTMLInputElement[], isOnNow: (gate: string) => boolean): void {
  for (const box of boxes) box.checked = isOnNow(box.dataset['rule']!);
  for (const box of boxes) if (box.dataset['rule']!.includes(':')) switchWith(box);
}

/** Enter at a switch saves what is chosen: the browser would press the first button. */
export function saveBy(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  target.form!.querySelector<HTMLElement>('[value=save]')!.click();
}

/** What is shown: the texts of this element, even if the engine was asked in another language since. */
export const shownIn = (
  { lang, dataset }: HTMLElement,
  { rules, locale }: ConsentDocument,
  choices: readonly string[],
): Shown => ({
  locale: lang || locale,
  choices,
  texts: Object.fromEntries(rules.map(({ name, version }) => [name, version])),
  appearance: dataset['appearance'],
});

/** Fills in until when a decision counts, in a part that says it of one rule. */
export function sayLimit(part: HTMLElement, { rules }: ConsentDocument, lang: string): void {
  const { limit, of } = part.dataset;
  const day = rules.find(({ name }) => name === of)?.[limit as 'valid_until'];
  part.hidden = !day;
  const words = { dateStyle: 'long', timeZone: 'UTC' } as const;
  part.lastChild!.textContent = day ? new Date(day).toLocaleDateString(lang, words) : '';
}

/** What was decided, as it can be decided again; null if something was not, or not by this person. */
export function decisionsOf({ rules }: ConsentDocument): Decisions | null {
  if (rules.some(({ state, unproved, of_browser }) => state === 'passive' || unproved || of_browser)) return null;
  return Object.fromEntries(
    rules.flatMap(({ name, state, vendors }) => {
      const isAccepted = state === 'accepted';
      const isPartly = isAccepted && vendors.some((vendor) => vendor.state !== 'accepted');
      const single = vendors.map((vendor) => [gateOf(name, vendor.name), vendor.state === 'accepted'] as const);
      return [[name, isAccepted] as const, ...(isPartly ? single : [])];
    }),
  );
}

/** Number of names that a note has room for. */
const MANY = 8;

function listed(items: readonly string[]): string {
  const names = [...new Set(items)];
  const more = names.length - MANY;
  return names.slice(0, MANY).join(', ') + (more > 0 ? ` +${more}` : '');
}

/** The names in the notes of the banner, by the note; empty where there is nothing to name. */
export function listsOf({ running, cleared: { deleted, kept } }: PolicyConsent): Record<string, string> {
  const why = (reason: string) => listed(kept.filter((one) => one.why === reason).map(({ name }) => name));
  return {
    running: running.length ? ` (${listed(running)})` : '',
    deleted: listed(deleted.map(({ name }) => name)),
    elsewhere: why('elsewhere'),
    'in-use': why('in-use'),
    refused: why('refused'),
  };
}

/** Submits decisions as a plain form, which leads back to this page. */
export function send(form: HTMLFormElement, decisions: Decisions, choices: readonly string[]): false {
  for (const field of form.querySelectorAll('[name=return_to],[name="shown[choices][]"]')) field.remove();
  const add = (name: string, value: string) =>
    form.append(Object.assign(doc.createElement('input'), { type: 'hidden', name, value }));
  add('return_to', here());
  for (const choice of choices) add('shown[choices][]', choice);
  for (const [gate, accepts] of Object.entries(decisions)) add(`decisions[${gate}]`, accepts ? 'accept' : 'reject');
  form.submit();
  return false;
}
