import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { COMPONENT_PAGES, componentRoutes } from '../support/component-pages.ts';
import { sampleWeb } from '../support/sample-web.ts';
import { serveEngine } from '../support/served-engine.ts';
import { complaintsAbout } from '../../../../testing/complaints.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { atEachWidth, axeFinds, axeFindsInLightAndDark } from '../../../../testing/axe.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const engine = sampleWeb({
  routes: [componentRoutes],
  currentUser: () => ({ id: 'admin', record: null }),
  logoutUrl: '/session/end',
  texts: {
    ar: {
      'app.name': 'الخصوصية',
      'app.administration': 'الإدارة',
      'app.sign_out': 'خروج',
      'pager.previous': 'السابق',
      'pager.next': 'التالي',
      'pager.position': 'صفحة {page} من {pages}',
    },
  },
});

suite('components in a browser', () => {
  let browser: Browser;
  let origin: string;
  let server: Listening | undefined;

  before(async () => {
    server = await serveEngine(engine);
    origin = server.url;
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Opens pages and collects all errors of the console and the network. */
  async function visit(
    options: BrowserContextOptions,
    use: (page: Page, complaints: string[]) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      await use(page, complaintsAbout(page, origin));
    } finally {
      await context.close();
    }
  }

  for (const locale of ['en', 'ar']) {
    test(`have no axe violation and are not too wide: ${locale}, at any width, light and dark`, async () => {
      await visit({ locale, reducedMotion: 'reduce' }, async (page, complaints) => {
        for (const name of COMPONENT_PAGES) {
          const response = await page.goto(`${origin}/policies/${name}`);
          const status = { refused: 422, missing: 404 }[name as string] ?? 200;
          assert.equal(response?.status(), status, name);
          await atEachWidth(page, async (width) => {
            for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
              await page.emulateMedia({ colorScheme });
              const file = `${name}-${width}-${colorScheme}-${locale}.png`;
              await page.screenshot({ path: path.join(pictures ?? '', file), fullPage: true });
            }
            assert.deepEqual(await axeFindsInLightAndDark(page), [], `${name}, ${width} px`);
            const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
            assert.ok((overflow as number) <= 0, `${name} is ${String(overflow)} px too wide at ${width} px`);
          });
        }
        const own = complaints.filter((text) => !/status of (?:404|422)/.test(text));
        assert.deepEqual(own, []);
      });
    });
  }

  test('show several values of a fact below each other, beside its name on a desktop and below it on a phone', async () => {
    await visit({ locale: 'en' }, async (page) => {
      await page.goto(`${origin}/policies/form`);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const [first = 0, second = 0, third = 0] = (await page.evaluate(`(() => {
          const list = document.createElement('dl');
          list.className = 'pe-facts';
          list.innerHTML = '<dt>Not deleted</dt><dd>Orders</dd><dd>Invoices</dd>';
          document.querySelector('main').append(list);
          return [...list.children].map((child) => child.getBoundingClientRect().left);
        })()`)) as number[];
        assert.equal(second, third, `${width} px`);
        assert.equal(second > first, width === 1280, `${width} px`);
      }
    });
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`include a form that is refused, corrected and saved ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      await visit({ javaScriptEnabled, locale: 'en' }, async (page) => {
        await page.goto(`${origin}/policies/form`);
        await page.getByRole('button', { name: 'Publish' }).click();
        const field = page.getByLabel('Title');
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
        assert.equal(
          await page.locator(`#${await field.getAttribute('aria-describedby')}`).innerText(),
          'This field is required.',
        );
        // The script that moves the focus is deferred.
        if (javaScriptEnabled) await page.locator('[role="alert"]:focus').waitFor();
        await field.fill('Cookies');
        await page.getByRole('button', { name: 'Publish' }).click();
        assert.equal(new URL(page.url()).pathname, '/policies/list');
        assert.match(await page.getByRole('status').innerText(), /Saved\./);
        await page.reload();
        assert.equal(await page.getByRole('status').count(), 0);
      });
    });
  }

  test('send a form once if it is submitted twice', async () => {
    await visit({ locale: 'en' }, async (page) => {
      let sent = 0;
      await page.route('**/form', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        sent += 1;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return route.continue();
      });
      await page.goto(`${origin}/policies/form`);
      await page.getByLabel('Title').fill('Cookies');
      await page.evaluate("const b = document.querySelector('.pe-button-primary'); b.click(); b.click();");
      await page.waitForURL('**/list');
      assert.equal(sent, 1);
    });
  });

  test('let the keyboard reach the content first by the skip link', async () => {
    await visit({ locale: 'en' }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate('document.activeElement.id'), 'content');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Write a text');
    });
  });

  test('show the current page, the active filter, the primary button and badges in forced colours', async () => {
    await visit({ locale: 'en', forcedColors: 'active' }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      const style = (selector: string, name: string) =>
        page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)}))['${name}']`);
      assert.equal(await style('.pe-nav a[aria-current]', 'borderBottomWidth'), '3px');
      for (const [chosen, other] of [
        ['.pe-chips a[aria-current]', '.pe-chips a:not([aria-current])'],
        ['.pe-button-primary', '.pe-button:not(.pe-button-primary)'],
      ] as const) {
        assert.notEqual(await style(chosen, 'backgroundColor'), await style(other, 'backgroundColor'), chosen);
      }
      assert.equal(await style('.pe-badge', 'borderTopStyle'), 'solid');
    });
  });

  for (const width of [390, 660, 900]) {
    test(`show a table of ${width} px with every value, and break no word, time or button`, async () => {
      await visit({ locale: 'en', viewport: { width, height: 900 } }, async (page) => {
        await page.goto(`${origin}/policies/list`);
        const author = page.locator('tbody tr').first().locator('.pe-id');
        assert.equal(await author.isVisible(), false);
        await page.locator('.pe-cell-more summary').first().click();
        await author.waitFor();
        assert.equal(await author.getAttribute('title'), await author.textContent());
        const lines = (await page.evaluate(`[...document.querySelectorAll('tbody :is(time, .pe-badge, .pe-button)')]
          .filter((one) => one.checkVisibility())
          .map((one) => { const range = document.createRange(); range.selectNodeContents(one); return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size; })`)) as number[];
        assert.ok(lines.length > 9);
        assert.deepEqual(new Set(lines), new Set([1]));
      });
    });
  }

  test('show the position of a list in the middle, also on its first page', async () => {
    for (const width of [390, 1280]) {
      await visit({ locale: 'en', viewport: { width, height: 900 } }, async (page) => {
        await page.goto(`${origin}/policies/list`);
        const off = await page.evaluate<number>(`(() => {
          document.querySelector('.pe-pager-slot').replaceChildren();
          const middle = (one) => { const { left, right } = one.getBoundingClientRect(); return (left + right) / 2; };
          return middle(document.querySelector('.pe-pager p')) - middle(document.querySelector('.pe-pager'));
        })()`);
        assert.ok(Math.abs(off) <= 1, `${off} px off at ${width} px`);
      });
    }
  });

  test('show the whole value that is chosen in a filter, also where there are many', async () => {
    await visit({ locale: 'en', viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      const missing = await page.evaluate<number>(`(() => {
        const field = document.querySelector('#field-rule');
        const filter = field.closest('.pe-filter');
        for (let left = 5; left > 0; left -= 1) filter.prepend(field.closest('.pe-field').cloneNode(true));
        field.append(new Option('Publication scheduled', 'long', true, true));
        const shown = field.getBoundingClientRect().width;
        field.style.maxInlineSize = 'none';
        return field.getBoundingClientRect().width - shown;
      })()`);
      assert.equal(missing, 0);
    });
  });

  test('show a text in full in its field, up to the height of the window', async () => {
    await visit({ locale: 'en', viewport: { width: 390, height: 900 } }, async (page) => {
      await page.goto(`${origin}/policies/form`);
      const field = page.locator('textarea');
      await field.fill('A sentence that needs more than one line on a phone. '.repeat(8));
      const hidden = await page.evaluate<number>(
        "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('textarea'))",
      );
      assert.ok(hidden <= 0, `${hidden} px are hidden`);
      await field.fill('A line.\n'.repeat(200));
      const { height = 0 } = (await field.boundingBox()) ?? {};
      assert.ok(height <= 0.7 * 900, `${height} px`);
    });
  });

  test('let rows be selected one by one, or all that can be, and sent with the form', async () => {
    await visit({ locale: 'en' }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      await page.getByLabel('Select: Cookies').check();
      assert.equal(await page.locator('output').innerText(), 'Selected: 1');
      await page.getByLabel('Select all on this page').check();
      assert.equal(await page.locator('output').innerText(), 'Selected: 2');
      await page.locator('#chosen').getByRole('button', { name: 'Publish' }).click();
      await page.waitForURL('**/confirm?**');
      assert.deepEqual(new URL(page.url()).searchParams.getAll('rules[]'), ['cookie', 'privacy']);
    });
  });

  test('filter a list with an empty search, which no field requires', async () => {
    await visit({ locale: 'en' }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      await page.locator('#field-rule').selectOption('cookie');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL((url) => url.searchParams.get('rule') === 'cookie');
      assert.equal(await page.locator('.pe-list-form :invalid').count(), 0);
    });
  });

  test('show the filters of a list in full width on a phone', async () => {
    await visit({ locale: 'en', viewport: { width: 390, height: 900 } }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      const widths = await page.evaluate(
        "['#field-rule', '#field-from'].map((id) => document.querySelector(id)).map((field) => field.offsetWidth - field.parentElement.clientWidth)",
      );
      assert.deepEqual(widths, [0, 0]);
    });
  });

  test('keep the lines of a cell at one side, also those in another direction than the page', async () => {
    await visit({ locale: 'ar', viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      const edges = await page.evaluate(`{
        const cell = document.querySelector('td bdi');
        cell.innerHTML = 'Purpose<span class="pe-under">الأساس: Contract</span>';
        const range = document.createRange();
        [cell.firstChild, cell.lastChild.firstChild].map((text) => {
          range.selectNodeContents(text);
          return Math.round(range.getBoundingClientRect().right);
        });
      }`);
      const [first, under] = edges as number[];
      assert.equal(under, first);
    });
  });

  test('show all buttons of a row in a window of 768 px, one below the other if they are long', async () => {
    await visit({ locale: 'en', viewport: { width: 768, height: 900 } }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      const cut = await page.evaluate(`{
        for (const button of document.querySelectorAll('.pe-table .pe-actions .pe-button')) button.append(' in words');
        const frame = document.querySelector('.pe-table-frame');
        frame.scrollWidth - frame.clientWidth;
      }`);
      assert.equal(cut, 0);
    });
  });

  test('link from a page beyond the end to the first and to the last one, once each', async () => {
    await visit({ locale: 'en', viewport: { width: 390, height: 900 } }, async (page) => {
      await page.goto(`${origin}/policies/decision`);
      const links = await page.evaluate(
        "[...document.querySelectorAll('.pe-pager a')].map(({ search, offsetTop }) => [search, offsetTop])",
      );
      const [first = [], last = []] = links as [string, number][];
      assert.deepEqual([first[0], last[0], (links as unknown[]).length], ['?page=1', '?page=7', 2]);
      assert.equal(first[1], last[1]);
    });
  });

  test('are checked by an axe that finds a violation', async () => {
    await visit({ locale: 'en' }, async (page) => {
      await page.goto(`${origin}/policies/list`);
      await page.evaluate("document.querySelector('main').append(document.createElement('img'))");
      assert.match((await axeFinds(page)).join('\n'), /^image-alt: <img>/);
    });
  });

  test('run no inline script', async () => {
    await visit({ locale: 'en' }, async (page, complaints) => {
      await page.goto(`${origin}/policies/list`);
      await page.evaluate(
        "const s = document.createElement('script'); s.text = 'window.ran = true'; document.body.append(s)",
      );
      assert.equal(await page.evaluate('window.ran'), undefined);
      assert.match(complaints.join('\n'), /Content Security Policy/);
    });
  });
});
