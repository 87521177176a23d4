/** A person in a page of the site: what they do, and what is seen of it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '../../browsers/drive/visitor.ts';
import type { RouterKind } from '../routers/routers.ts';
import { PAGES, type PageName, RULES, type Rule, titleOf } from '../site/page.ts';
import type { Site } from '../site/site.ts';

const PANEL = '.pe-consent-panel';
const CONSENT = `document.querySelector('policy-consent')?.consent`;
/** Milliseconds for which nothing more may be requested. */
const QUIET = 500;
/** Milliseconds after which what is expected does not come any more. */
const LONGEST = 20_000;

/** Answers of the banner, by the words of their buttons. */
const ANSWERS = { accept: 'Accept all', reject: 'Reject all', choose: 'Customise', save: 'Save choices' } as const;

/** What the rules let a page request. */
const REQUESTS: Readonly<Record<Rule, (page: PageName) => string[]>> = {
  analytics: () => ['/tag.js'],
  media: (page) => [`/film/${page}`, `/map/${page}`],
  social: (page) => [`/picture/${page}`],
};

/** What the rules let a page show, in the order of the page. */
const SHOWN: Readonly<Record<Rule, readonly string[]>> = {
  analytics: [],
  media: ['film', 'map'],
  social: ['picture', 'words'],
};

/** One person. */
export class Person {
  readonly visitor: Visitor;
  readonly site: Site;
  readonly router: RouterKind;
  /** Pages whose picture was requested. */
  readonly #pictures = new Set<PageName>();

  constructor(visitor: Visitor, site: Site, router: RouterKind) {
    this.visitor = visitor;
    this.site = site;
    this.router = router;
  }

  /** Opens a page by its address. */
  async open(page: PageName): Promise<void> {
    await this.visitor.open(PAGES[page]);
    await this.at(page);
    await this.visitor.run('window.kept = true');
  }

  /** Waits until a page is shown: not a preview of Turbo, and no transition of Astro, which lies over it. */
  async at(page: PageName): Promise<void> {
    await this.visitor.until(
      `document.readyState === 'complete'
       && !document.documentElement.matches('[data-turbo-preview],[data-astro-transition]')
       && document.querySelector('h1')?.textContent === '${titleOf(page)}' && location.pathname === '${PAGES[page]}'`,
    );
  }

  /** Follows a link to a page, as the router does it. */
  async go(page: PageName): Promise<void> {
    await this.visitor.press('nav a', titleOf(page));
    await this.at(page);
    assert.equal(await this.isSameDocument(), this.router.keepsDocument, 'whether the document stays');
    await this.visitor.run('window.kept = true');
  }

  /** Shows the present page again, where the router can. */
  async again(page: PageName): Promise<void> {
    if (this.router.again === undefined) return;
    await this.visitor.run(`document.querySelector('main').dataset.before = ''; ${this.router.again}`);
    await this.visitor.until(`!document.querySelector('main').matches('[data-before]')`);
    await this.at(page);
  }

  /** Goes back in the history. */
  async back(page: PageName): Promise<void> {
    await this.visitor.run('history.back()');
    await this.at(page);
  }

  /** Follows a link that the browser follows itself. */
  async leave(page: PageName): Promise<void> {
    await this.visitor.follow('nav a', titleOf(page));
    await this.at(page);
    await this.visitor.run('window.kept = true');
  }

  /** What is requested for a further page: the script only if its document is new. */
  further(rules: readonly Rule[]): readonly Rule[] {
    return this.router.keepsDocument ? rules.filter((rule) => rule !== 'analytics') : rules;
  }

  isSameDocument(): Promise<boolean> {
    return this.visitor.run<boolean>('return window.kept === true');
  }

  /** Presses a button of the question. */
  async answer(answer: keyof typeof ANSWERS): Promise<void> {
    await this.known();
    await this.visitor.press(`${PANEL} button`, ANSWERS[answer]);
  }

  /** Opens the settings by the link of the page. */
  async openSettings(): Promise<void> {
    await this.known();
    const before = await this.visitor.path();
    await this.visitor.press('a[data-policy-settings]', 'Your privacy');
    await this.visitor.sees(PANEL);
    assert.equal(await this.visitor.path(), before, 'the router has not followed the link');
  }

  /** Waits until the settings are known in the page. */
  async known(): Promise<void> {
    await this.visitor.until(`${CONSENT}?.state`);
  }

  /** Waits until a decision is recorded and applied. */
  async decided(): Promise<void> {
    await this.visitor.until(`${CONSENT}?.state && !${CONSENT}.state.ask`);
    await this.visitor.until(`!document.querySelector('${PANEL}')?.checkVisibility()`);
  }

  isAsked(): Promise<boolean> {
    return this.visitor.isVisible(PANEL);
  }

  /**
   * Waits until nothing more happens, and tells what was requested from the other company since the last time.
   *
   * @param expected what it waits for: a busy machine is idle late, and what waits in the body begins then
   */
  async requested(expected: readonly string[] = []): Promise<string[]> {
    const requested: string[] = [];
    for (const began = performance.now(); ;) {
      await sleep(QUIET);
      const more = this.site.partner.requested();
      requested.push(...more);
      const isComplete = expected.every((path) => requested.includes(path)) || performance.now() - began > LONGEST;
      if (more.length === 0 && isComplete) return [...new Set(requested)].toSorted();
    }
  }

  /** Looks at a page: what was requested for it, what is active in it, and whether it asks. */
  async sees(page: PageName, { rules, isAsked = false, loads = [] }: Seen): Promise<void> {
    await this.at(page);
    await this.known();
    const loaded = loads.flatMap((rule) => REQUESTS[rule](page)).toSorted();
    // A document keeps its pictures, and need not ask for them again.
    const kept = loads.includes('social') && this.#pictures.has(page) ? REQUESTS.social(page) : [];
    const requested = await this.requested(loaded.filter((path) => !kept.includes(path)));
    assert.deepEqual(
      [...new Set([...requested, ...kept])].toSorted(),
      loaded,
      `requested from the other company on ${titleOf(page)}`,
    );
    if (loads.includes('social')) this.#pictures.add(page);
    const shown = rules.flatMap((rule) => SHOWN[rule]);
    assert.deepEqual(await this.shown(), shown, `shown on ${titleOf(page)}`);
    assert.equal(await this.isAsked(), isAsked, `whether ${titleOf(page)} asks`);
    const banners = await this.visitor.run<[number, number]>(
      `return ['policy-consent', '${PANEL}'].map((one) => document.querySelectorAll(one).length)`,
    );
    // A document in which nobody is asked has a question once it is opened.
    const questions = isAsked ? 1 : Math.min(1, banners[1]);
    assert.deepEqual(banners, [1, questions], `one banner, one question on ${titleOf(page)}`);
  }

  /** Frames and pictures of the other company in the page, and the words of a template. */
  shown(): Promise<string[]> {
    return this.visitor.run<string[]>(`
      const active = document.querySelectorAll('main iframe[src], main img[src]');
      const words = document.querySelectorAll('main .words').length;
      return [...[...active].map((one) => new URL(one.src).pathname.split('/')[1]), ...Array(words).fill('words')];`);
  }

  /** Waits until the script has run, and tells how often it has in this document. */
  async runs(): Promise<number> {
    await this.visitor.until('window.ran');
    await this.requested();
    return this.visitor.run<number>('return window.ran');
  }

  /** What the script has left in this browser. */
  left(): Promise<string[]> {
    return this.visitor.run<string[]>(`
      const cookies = document.cookie.split('; ').map((pair) => pair.split('=')[0]);
      return [...cookies, ...Object.keys(localStorage)].filter((name) => name.startsWith('_t'));`);
  }

  /** Decisions in the ledger. */
  async recorded(...expected: ReadonlyArray<'accepted' | 'rejected'>): Promise<void> {
    assert.deepEqual(
      await this.site.recorded(),
      expected.flatMap((decision) => RULES.map((rule) => `${rule} ${decision}`)),
      'recorded',
    );
  }
}

/** What is to be seen on a page. */
export interface Seen {
  /** What is accepted. */
  readonly rules: readonly Rule[];
  /** Whether the question is in sight. Default: it is not. */
  readonly isAsked?: boolean;
  /** Rules whose parts of the page are requested now. Default: none. */
  readonly loads?: readonly Rule[];
}
