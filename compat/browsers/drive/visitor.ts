/** A person at a browser: sees the page, and presses what is visible. */
import assert from 'node:assert/strict';
import type { Command, Start, Transport } from './commands.ts';
import type { BrowserKind } from './browsers.ts';

/** The key of the id of an element in an answer. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Reference = Readonly<Record<typeof ELEMENT, string>>;

/** Keys that are not characters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const KEYS = { tab: '\uE004', enter: '\uE007', escape: '\uE00C', space: ' ' } as const;

/** The visible elements of a selector, with this text or name if one is given. Runs in the page. */
const VISIBLE = `
  const [selector, text] = arguments;
  const isVisible = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
  const wordsOf = (one) => [one.textContent, one.value, one.ariaLabel].map((words) => (words ?? '').trim().replace(/\\s+/g, ' '));
  return [...document.querySelectorAll(selector)].filter((one) => isVisible(one) && (text === null || wordsOf(one).includes(text)));
`;

/** A browser with a profile of its own. */
export class Visitor implements AsyncDisposable {
  readonly #browser: Transport;
  readonly #shop: string;

  private constructor(browser: Transport, shop: string) {
    this.#browser = browser;
    this.#shop = shop;
  }

  /** Starts a browser of a kind, with a window of a desktop. @param shop origin of the site */
  static async start(kind: BrowserKind, shop: string, options: Start = {}): Promise<Visitor> {
    const browser = await kind.start(options);
    await browser.send('WebDriver:SetWindowRect', { width: 1280, height: 900 });
    return new Visitor(browser, shop);
  }

  get version(): string {
    return this.#browser.version;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }

  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.#browser.send(command, parameters);
  }

  /** Opens a path of the shop. */
  async open(path: string): Promise<void> {
    await this.send('WebDriver:Navigate', { url: this.#shop + path });
  }

  /** Path and query of the present page. */
  async path(): Promise<string> {
    const { pathname, search } = new URL(String(await this.send('WebDriver:GetCurrentURL')));
    return pathname + search;
  }

  /** Runs the body of a function in the page. */
  run<Result>(script: string, ...args: readonly unknown[]): Promise<Result> {
    return this.send('WebDriver:ExecuteScript', { script, args }) as Promise<Result>;
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string): Promise<void> {
    await this.#poll(expression, () => this.run<boolean>(`return Boolean(${expression})`));
  }

  /** Waits until something is visible. */
  async sees(selector: string, text: string | null = null): Promise<void> {
    await this.#visible(selector, text);
  }

  async isVisible(selector: string, text: string | null = null): Promise<boolean> {
    return (await this.run<Reference[]>(VISIBLE, selector, text)).length > 0;
  }

  /** Clicks on the first visible element with this text. */
  async press(selector: string, text: string | null = null): Promise<void> {
    const click = async () => this.send('WebDriver:ElementClick', { id: await this.#visible(selector, text) });
    try {
      await click();
    } catch (error) {
      // Drivers lose an element that is moved meanwhile.
      if (!String(error).includes('stale element reference')) throw error;
      await click();
    }
  }

  /** Presses what leads to another page, and waits for that page. */
  async follow(selector: string, text: string | null = null): Promise<void> {
    const before = await this.run<number>('return performance.timeOrigin');
    await this.press(selector, text);
    // The driver may still be at the page before.
    await this.until(`performance.timeOrigin !== ${before} && document.readyState === 'complete'`);
  }

  async fill(selector: string, text: string): Promise<void> {
    const id = await this.#visible(selector, null);
    await this.send('WebDriver:ElementSendKeys', { id, text });
  }

  /** Presses a key and lets it go. */
  async key(value: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    await this.send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  /** Names and values of the cookies of the present page. */
  async cookies(): Promise<Map<string, string>> {
    const cookies = (await this.send('WebDriver:GetCookies')) as ReadonlyArray<{ name: string; value: string }>;
    return new Map(cookies.map(({ name, value }) => [name, value]));
  }

  /** Opens another tab, and returns what leads to it with {@link turnTo}. */
  async newTab(): Promise<string> {
    return ((await this.send('WebDriver:NewWindow', { type: 'tab' })) as { handle: string }).handle;
  }

  async currentTab(): Promise<string> {
    return String(await this.send('WebDriver:GetWindowHandle'));
  }

  async turnTo(handle: string): Promise<void> {
    await this.send('WebDriver:SwitchToWindow', { handle });
  }

  async #visible(selector: string, text: string | null): Promise<string> {
    const found = await this.#poll(`${selector} ${text ?? ''}`, async () => {
      const [first] = await this.run<Reference[]>(VISIBLE, selector, text);
      return first;
    });
    return found[ELEMENT];
  }

  async #poll<Result>(what: string, look: () => Promise<Result | undefined | false>): Promise<Result> {
    let problem: unknown;
    for (const began = performance.now(); performance.now() - began < 60_000;) {
      try {
        const found = await look();
        if (found !== undefined && found !== false) return found;
      } catch (error) {
        // A page that is being left has no document.
        problem = error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail(`never seen: ${what} ${problem instanceof Error ? problem.message : ''} (${await this.path()})`);
  }
}
