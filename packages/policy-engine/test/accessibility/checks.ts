/** Collects the findings about one surface in a browser, page by page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { axeOutcomes } from '../../../../testing/axe.ts';
import { until } from '../../../../testing/browser.ts';
import type { CheckName } from './criteria.ts';
import { addFinding, addOutcome, type Finding, type Found } from './found.ts';
import { walkByKeyboard } from './keyboard.ts';
import { BANNER_IS_PLACED, type Surface, type SurfacePage } from './surfaces.ts';

export const IN_PAGE = readFileSync(path.join(import.meta.dirname, 'in-page.js'), 'utf8');
const DESK = { width: 1280, height: 900 };
/** WCAG 1.4.10: 320 CSS px, which is 1280 px at 400 %. */
const NARROW = { width: 320, height: 640 };
/** 1280 px at 200 %. */
const ZOOMED = { width: 640, height: 450 };

/** WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Records which events the scripts of a page listen for. */
export const LISTENERS = `
globalThis.listened = [];
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
  const isPage = this === window || this === document || this === document.body;
  // In a text that can be edited, the browser itself selects and drags.
  const where = isPage ? 'page' : this.isContentEditable ? 'text' : 'part';
  listened.push(where + ' ' + type);
  return add.call(this, type, ...rest);
};`;

const styleSheets = new Map<string, string>();

/** Texts of the style sheets of a page. */
async function styleSheetsOf(page: Page): Promise<string[]> {
  const addresses = await page.evaluate<string[]>('[...document.styleSheets].flatMap(({ href }) => href ?? [])');
  return Promise.all(
    addresses.map(async (address) => {
      const text =
        styleSheets.get(address) ??
        (address.startsWith('file:')
          ? readFileSync(fileURLToPath(address), 'utf8')
          : // Only the browser knows the name of the site.
            await (await fetch(address.replace('www.shop.example', '127.0.0.1'))).text());
      styleSheets.set(address, text);
      return text;
    }),
  );
}

/** Opens a page of a surface, and unfolds everything that can be unfolded. */
export async function openSurfacePage(page: Page, surface: Surface, { address, press }: SurfacePage): Promise<void> {
  await page.goto(address);
  if (surface.name === 'banner') await until(page, BANNER_IS_PLACED);
  if (press !== undefined) await page.getByRole('button', { name: press }).click();
  // The texts of the banner are in the same fields for each language.
  await page.evaluate(`for (const one of document.querySelectorAll('details:not(.pe-words-in)')) one.open = true;`);
  await page.evaluate(IN_PAGE);
  await page.evaluate(`a11y.sheets(${JSON.stringify(await styleSheetsOf(page))})`);
  await page.evaluate(`a11y.use(${JSON.stringify(surface.root)})`);
}

/** Checks of the unchanged page, which need neither another size nor an action. */
const STANDING: readonly CheckName[] = [
  'images',
  'media',
  'labels',
  'order',
  'senses',
  'turned',
  'purposes',
  'picturesOfText',
  'edges',
  'hovering',
  'limits',
  'title',
  'links',
  'labelInName',
  'language',
  'parts',
  'passwords',
  'targets',
];

const ask = (page: Page, expression: string) => page.evaluate<Finding>(`a11y.${expression}`);

async function standing(page: Page, found: Found): Promise<void> {
  const all = await page.evaluate<[CheckName, Finding][]>(
    `${JSON.stringify(STANDING)}.map((name) => [name, a11y[name]()])`,
  );
  for (const [name, finding] of all) addFinding(found, name, finding);
}

async function atOtherSizes(page: Page, found: Found): Promise<void> {
  await page.setViewportSize(ZOOMED);
  addFinding(found, 'zoom', await ask(page, 'cut()'));
  await page.setViewportSize(NARROW);
  addFinding(found, 'reflow', await ask(page, 'cut()'));
  addFinding(found, 'targets', await ask(page, 'targets()'));
  await page.evaluate(`spacing = new CSSStyleSheet(); spacing.replaceSync(${JSON.stringify(SPACING)});
    document.adoptedStyleSheets = [spacing];`);
  addFinding(found, 'spacing', await ask(page, 'cut()'));
  await page.setViewportSize(DESK);
  addFinding(found, 'spacing', await ask(page, 'cut()'));
  await page.evaluate('document.adoptedStyleSheets = []');
}

/** Whether a page acts on letters, digits or signs while nothing has the focus. */
export async function actsOnLetters(page: Page): Promise<boolean> {
  await page.evaluate(`document.activeElement?.blur(); globalThis.acted = 0;
    new MutationObserver(({ length }) => acted += length).observe(document, {
      subtree: true, childList: true, attributes: true, characterData: true })`);
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789/?.,-+') await page.keyboard.press(key);
  return page.evaluate<boolean>('acted > 0 || document.activeElement !== document.body');
}

async function listeners(page: Page, found: Found): Promise<void> {
  const listened = await page.evaluate<string[]>('listened');
  const hasControls = (await page.evaluate<number>('a11y.controls()')) > 0;
  const having = (pattern: RegExp) => [...new Set(listened.filter((one) => pattern.test(one)))];
  const keys = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[accesskey]')].map(({ accessKey }) => 'accesskey ' + accessKey)`,
  );
  // What the page of preferences switches.
  const canBeOff = await page.evaluate<boolean>(`'keys' in document.documentElement.dataset`);
  if (having(/^page key/).length > 0 && (await actsOnLetters(page)) && !canBeOff) keys.push('acts on a letter');
  addFinding(found, 'letters', { isThere: keys.length > 0, faults: keys });
  const gestures = having(/^(?:page|part) (?:touch|gesture|wheel|pointermove)/);
  addFinding(found, 'gestures', { isThere: gestures.length > 0, faults: gestures });
  addFinding(found, 'presses', {
    isThere: hasControls,
    faults: having(/^(?:page|part) (?:mousedown|pointerdown|touchstart)$/),
  });
  const sensors = having(/ (?:devicemotion|deviceorientation)/);
  addFinding(found, 'sensors', { isThere: sensors.length > 0, faults: sensors });
  const dragged = having(/^(?:page|part) (?:drag|drop|mousemove|pointermove)/);
  const hasPicker = (await page.locator('input[type=file]').count()) > 0;
  addFinding(found, 'dragging', { isThere: dragged.length > 0, faults: hasPicker ? [] : dragged });
}

/** Runs axe, and decides the contrasts that it leaves open. */
async function askAxe(page: Page, surface: Surface, found: Found, rules?: readonly string[]): Promise<void> {
  const include = surface.name === 'banner' ? surface.root.split(', ') : ['html'];
  for (const outcome of await axeOutcomes(page, include, rules)) {
    addOutcome(found, outcome);
    if (outcome.rule !== 'color-contrast') continue;
    addFinding(found, 'contrast', await ask(page, `openContrast(${JSON.stringify(outcome.incomplete)})`));
  }
}

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** Roles, names and states as the browser exposes them to assistive technology. */
async function accessibilityTree(page: Page, found: Found): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] };
  await session.detach();
  const property = ({ properties = [] }: AxNode, name: string) =>
    properties.find((one) => one.name === name)?.value.value;
  const stops = nodes.filter((node) => !node.ignored && property(node, 'focusable') === true);
  const faults = stops.flatMap((node) => {
    const role = node.role?.value ?? '';
    const name = node.name?.value ?? '';
    // A programmatic focus target, such as the content behind a skip link, is not a control.
    if (['RootWebArea', 'main', 'region', 'generic', 'heading', 'article', 'status', 'alert'].includes(role)) return [];
    return [
      ...(name.trim() === '' ? [`no name: ${role}`] : []),
      // A browser reports by itself that a required date is missing.
      ...(property(node, 'invalid') === 'true' && !role.startsWith('Date')
        ? [`called invalid before anything was sent: ${role} “${name}”`]
        : []),
    ];
  });
  addFinding(found, 'roles', { isThere: stops.length > 0, faults });
}

/** What repeats on the pages of a surface: the targets and texts of navigation links. */
interface Repeated {
  readonly address: string;
  readonly navigation: readonly (readonly [href: string, words: string])[];
  readonly content: readonly string[];
  readonly contacts: readonly string[];
  readonly hasSkip: boolean;
}

const repeatedOn = (page: Page): Promise<Repeated> =>
  page.evaluate<Repeated>(`(() => {
    const list = (selector) => [...document.querySelectorAll(selector)];
    const bare = (href) => href.split(/[?#]/)[0].replace(/\\/$/, '');
    const isSkip = (link) => link.getAttribute('href').startsWith('#');
    return {
      address: bare(location.href),
      navigation: list('header a[href], nav a[href]').filter((link) => !isSkip(link) && !link.closest('main'))
        .map((link) => [bare(link.href), link.textContent.trim()]),
      content: list('main a[href]').map(({ href }) => bare(href)),
      contacts: list('a[href^="mailto:"], a[href^="tel:"]').filter((link) => !link.closest('main')).map(({ href }) => href),
      hasSkip: list('body a[href]').slice(0, 1).some(isSkip),
    };
  })()`);

function compareRepeated(pages: readonly Repeated[], surface: Surface, found: Found): void {
  const isWhole = surface.name !== 'banner';
  const short = (href: string) =>
    href.replace(/^.*?\/(?:policies|site)(?=\/|$)/, '').replace(/[0-9a-f-]{36}/, '…') || '/';
  const order = pages[0]?.navigation.map(String) ?? [];
  const otherwise = pages.filter(({ navigation }) => {
    const places = navigation.map((link) => order.indexOf(String(link))).filter((place) => place >= 0);
    return places.some((place, index) => index > 0 && place < places[index - 1]!);
  });
  addFinding(found, 'navigation', {
    isThere: isWhole,
    faults: otherwise.map(({ address }) => `links in another order: ${short(address)}`),
  });
  const calledOn = pages.flatMap(({ navigation }) =>
    [...Map.groupBy(navigation, ([href]) => href)].map(
      ([href, links]) => [href, [...new Set(links.map(([, words]) => words))].toSorted().join(' or ')] as const,
    ),
  );
  const changing = [...Map.groupBy(calledOn, ([href]) => href)].filter(
    ([, names]) => new Set(names.map(([, words]) => words)).size > 1,
  );
  addFinding(found, 'names', {
    isThere: isWhole,
    faults: changing.map(([href]) => `called otherwise on different pages: ${short(href)}`),
  });
  const contacts = pages.flatMap((page) => page.contacts);
  addFinding(found, 'help', { isThere: contacts.length > 0, faults: [] });
  addFinding(found, 'skip', {
    isThere: isWhole,
    // A page with one or two links before its content has no block to skip.
    faults: isWhole
      ? pages
          .filter(({ hasSkip, navigation }) => !hasSkip && navigation.length > 2)
          .map(({ address }) => `no skip link: ${short(address)}`)
      : [],
  });
  const hasSearch = pages.some(({ navigation }) => navigation.some(([href]) => href.endsWith('/search.html')));
  // Everybody starts on the first page, a step of a process needs no other way to it, and the list of all pages is a way.
  const places = pages.slice(1).filter(({ address }) => !/\/(?:edit|publish|all_pages)$/.test(address));
  // One page is read at another name of the same host, see `surfaces.ts`.
  const pathOf = (href: string) => href.replace(/^https?:\/\/[^/]+/, '');
  const oneWay = places.filter(({ address }) => {
    const isPage = (href: string) => pathOf(href) === pathOf(address);
    const isInNavigation = pages.some((page) => page.navigation.some(([href]) => isPage(href)));
    const from = pages.filter((page) => !isPage(page.address) && page.content.some(isPage));
    return Number(isInNavigation) + Number(hasSearch) + Math.min(from.length, 2) < 2;
  });
  addFinding(found, 'ways', {
    isThere: isWhole,
    faults: isWhole ? oneWay.map(({ address }) => `a single way leads to ${short(address)}`) : [],
  });
}

/** Checks all pages of a surface. */
export async function lookAt(context: BrowserContext, surface: Surface): Promise<Found> {
  const found: Found = { checks: new Map(), axe: new Map() };
  const page = await context.newPage();
  const repeated: Repeated[] = [];
  for (const one of surface.pages) {
    await page.setViewportSize(DESK);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await openSurfacePage(page, surface, one);
    addFinding(found, 'motion', await ask(page, 'motion()'));
    // With reduced motion, colours change together with the colour scheme.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await standing(page, found);
    await listeners(page, found);
    await accessibilityTree(page, found);
    await askAxe(page, surface, found);
    await atOtherSizes(page, found);
    await walkByKeyboard(page, found, one === surface.pages[0]);
    await page.emulateMedia({ colorScheme: 'dark' });
    addFinding(found, 'edges', await ask(page, 'edges()'));
    await askAxe(page, surface, found, ['color-contrast']);
    repeated.push(await repeatedOn(page));
  }
  compareRepeated(repeated, surface, found);
  // These are about whole pages, and the page with a banner belongs to the host.
  if (surface.name === 'banner')
    for (const name of ['title', 'language'] as const) found.checks.set(name, { isThere: false, faults: [] });
  return found;
}
