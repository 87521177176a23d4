import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { markdownToHtml } from '../../dist/modules/terms/markdown/markdown.js';
import { follow, launchBrowser, until } from '../../../../testing/browser.ts';
import { complaintsAbout } from '../../../../testing/complaints.ts';
import { serveEngine } from '../support/served-engine.ts';
import { hostileTexts } from './hostile-texts.ts';
import { createTermsWeb, type TermsWeb } from './terms-web.ts';
import { atEachWidth, axeFindsInLightAndDark } from '../../../../testing/axe.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const COOKIES = `# Cookies on this site

We set **two cookies** of our own and none of anybody else before you agree.

## What they are for

- one keeps you signed in,
- one remembers what you decided here.

## What you can do

1. Refuse: everything still works.
2. Change your mind on [this page](/policies/user_terms/cookie), as often as you like.

| Cookie | Purpose | How long it stays |
|--------|---------|-------|
| \`session\` | keeps you signed in | until you leave |
| \`policy_rule_cookie\` | your decision | one year |
| \`_shop_visitor\` | remembers what you looked at | 30 minutes |

| Company | Country | Address | Purposes | Cookies | Questions to |
|---------|---------|---------|----------|---------|--------------|
| Datenschutzgesellschaft | Deutschland | Hauptstraße | Besuchsstatistik | \`_shop_visitor\` | privacy@example.test |

> Questions? Write to privacy@example.test.`;

interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly engine: TermsWeb;
  readonly hasScripts: boolean;
  /** Checks a page, and takes its screenshot. */
  readonly look: (name: string) => Promise<void>;
}

suite('an administrator writes a policy', () => {
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(() => browser?.close());

  /** An engine of its own for each visit, with a signed-in administrator. */
  async function visit(options: BrowserContextOptions, name: string, use: (visit: Visit) => Promise<void>) {
    const user = { id: 'admin', record: null };
    const engine = await createTermsWeb({ currentUser: () => user, logoutUrl: '/session/end' });
    const server = await serveEngine(engine.web);
    const origin = server.url;
    // With reduced motion, colours change together with the colour scheme.
    const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options });
    try {
      // These journeys write Markdown; `formatted-editor.browser.test.ts` has those of the formatted editor.
      await context.addInitScript("localStorage.setItem('policy-engine-writing', 'source')");
      const page = await context.newPage();
      const complaints = complaintsAbout(page, origin);
      const assertFits = async (shown: string, width: number): Promise<void> => {
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok((overflow as number) <= 0, `${shown} is ${String(overflow)} px too wide at ${width} px`);
      };
      const look = async (shown: string): Promise<void> => {
        await atEachWidth(page, async (width) => {
          for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
            await page.emulateMedia({ colorScheme });
            const file = path.join(pictures ?? '', `terms-${shown}-${name}-${width}-${colorScheme}.png`);
            await page.screenshot({ path: file, fullPage: true });
          }
          if (options.javaScriptEnabled === false) return;
          assert.deepEqual(await axeFindsInLightAndDark(page), [], `${shown}, ${width} px`);
          await assertFits(shown, width);
        });
        // A table of three columns made pages scroll sideways on the smallest phones.
        const own = page.viewportSize();
        await page.setViewportSize({ width: 320, height: 900 });
        await assertFits(shown, 320);
        if (own !== null) await page.setViewportSize(own);
      };
      await use({ page, origin, engine, look, hasScripts: options.javaScriptEnabled !== false });
      assert.deepEqual(
        complaints.filter((text) => !/status of (?:404|409|422)/.test(text)),
        [],
      );
    } finally {
      await context.close();
      await server[Symbol.asyncDispose]();
      await engine.database.close();
    }
  }

  async function firstText({ page, origin, engine, look, hasScripts }: Visit): Promise<void> {
    await page.goto(`${origin}/policies/categories`);
    assert.equal(await page.getByText('People can’t accept this policy until its text is published.').count(), 3);
    // One next step; the error of the rule is there for programs.
    assert.equal(await page.locator('.pe-button-primary').count(), 1);
    assert.equal(await page.locator('[data-error="no term for cookie policy"]').count(), 1);
    await look('1-nothing-yet');
    await page.getByRole('link', { name: 'Cookies', exact: true }).click();
    await look('2-category-empty');
    await page.getByRole('link', { name: 'Write text' }).click();
    await page.getByText('Formatting help').click();
    await look('3-editor-empty');
    await page.getByRole('button', { name: 'Publish' }).click();
    const field = page.getByLabel('Policy text');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await look('4-editor-refused');
    await field.fill(COOKIES);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'What they are for' }).waitFor();
    assert.equal((await field.inputValue()).trim(), COOKIES);
    if (!hasScripts) assert.equal((await engine.terms.list('cookie')).total, 0);
    await look('5-preview');
    await follow(page.getByRole('button', { name: 'Save as draft' }));
    assert.match(await page.getByRole('status').innerText(), /Draft saved\./);
    await look('6-draft');
    await follow(page.getByRole('link', { name: 'Publish' }));
    assert.equal(await page.getByText('Everyone this policy applies to.').count(), 1);
    await look('7-confirm');
    assert.equal((await engine.terms.current()).size, 0);
    await page.getByRole('button', { name: 'Publish' }).click();
    assert.match(await page.getByRole('status').innerText(), /Published\./);
    assert.equal(await page.locator('h1').count(), 1);
    await look('8-category');
    assert.equal((await engine.terms.currentOf('cookie')).version, 1);
  }

  async function secondVersion({ page, origin, engine, look }: Visit): Promise<void> {
    await page.getByRole('link', { name: 'Write new version' }).click();
    const field = page.getByLabel('Policy text');
    await field.fill(`${await field.inputValue()}\nWe set a third one.\n`);
    await page.getByLabel('What changed').fill('A third cookie.');
    // The Enter key saves a draft; publishing needs its own button.
    await Promise.all([page.waitForEvent('load'), page.getByLabel('Ask everyone again').press('Enter')]);
    assert.match(await page.getByRole('status').innerText(), /Draft saved\./);
    assert.equal((await engine.terms.currentOf('cookie')).version, 1);
    await follow(page.getByRole('link', { name: 'Edit' }));
    assert.equal(await page.getByLabel('Ask everyone again').isChecked(), true);
    await look('9-new-version');
    await page.getByLabel('Ask everyone again').uncheck();
    await follow(page.getByRole('button', { name: 'Publish' }));
    assert.equal(await page.getByText(/^Only people who have not decided yet/).count(), 1);
    await follow(page.getByRole('link', { name: 'Edit' }));
    assert.equal(await page.getByLabel('What changed').inputValue(), 'A third cookie.');
    await page.getByLabel('Ask everyone again').check();
    await follow(page.getByRole('button', { name: 'Publish' }));
    assert.equal(await page.getByText(/^Everyone, including people who accepted/).count(), 1);
    await look('10-confirm-again');
    await follow(page.getByRole('link', { name: 'Changes' }));
    assert.equal(await page.locator('ins').count(), 1);
    assert.match(await page.locator('ins').last().innerText(), /We set a third one\./);
    await page.getByText('Unchanged paragraphs').first().click();
    await look('23-difference');
    await follow(page.getByRole('link', { name: 'Markdown source' }));
    await page.getByText('Unchanged lines').first().click();
    await look('24-difference-source');
    await follow(page.getByRole('button', { name: 'Compare' }));
    assert.equal(await page.locator('ins').count(), 2);
    await page.goto(`${origin}/policies/categories`);
    await look('11-draft-waiting');
    await page.getByRole('link', { name: 'Continue draft: Cookies' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await follow(page.getByRole('button', { name: 'Publish' }));
    assert.equal((await engine.terms.currentOf('cookie')).version, 2);
    await follow(page.getByRole('link', { name: 'Version 1', exact: true }));
    // Its number does not begin a line.
    assert.equal(await page.locator('h1').textContent(), 'Cookies: Version\u00A01');
    assert.equal(await page.getByText('We set a third one.').count(), 0);
    assert.equal(await page.getByText(/^[0-9a-f]{64}$/).count(), 1);
    await look('12-version');
  }

  async function thirdIsScheduled({ page, origin, engine, look }: Visit): Promise<void> {
    const draft = await engine.terms.createDraft('cookie', { markdown: `${COOKIES}\n\nFrom next year on: four.` });
    await page.goto(`${origin}/policies/categories/cookie/terms/${draft.id}/publish`);
    const widths = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.pe-main > .pe-card')].map(({ offsetWidth }) => offsetWidth)",
    );
    // The question, the time, the changes, and the whole text.
    assert.deepEqual([widths.length, new Set(widths).size], [4, 1]);
    await page.getByLabel('Date and time (UTC)').fill('2020-01-01T00:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    assert.equal(await page.getByLabel('Date and time (UTC)').getAttribute('aria-invalid'), 'true');
    await look('20-schedule-refused');
    await page.getByLabel('Date and time (UTC)').fill(`${new Date().getFullYear() + 1}-01-01T00:00`);
    await page.getByRole('button', { name: 'Schedule' }).click();
    assert.match(await page.getByRole('status').innerText(), /Scheduled\./);
    await look('21-scheduled');
    assert.equal((await engine.terms.currentOf('cookie')).version, 2);
    await page.getByRole('link', { name: 'Version 3', exact: true }).click();
    await look('22-scheduled-version');
    await page.getByRole('button', { name: 'Cancel schedule' }).click();
    assert.match(await page.getByRole('status').innerText(), /Schedule cancelled/);
    await engine.terms.deleteDraft('cookie', draft.id);
  }

  async function draftIsDeleted({ page, origin, engine, look }: Visit): Promise<void> {
    const draft = await engine.terms.createDraft('cookie', { markdown: 'Never mind.' });
    await page.goto(`${origin}/policies/categories/cookie/terms`);
    await look('13-history');
    await page.goto(`${origin}/policies/categories/cookie/terms/${draft.id}`);
    await page.getByRole('button', { name: 'Delete draft' }).click();
    assert.match(await page.getByRole('status').innerText(), /Draft deleted\./);
    await look('14-deleted');
    await page.goto(`${origin}/policies/categories/cookie/terms?page=7`);
    await look('15-past-the-end');
    await page.getByRole('link', { name: 'First', exact: true }).click();
    await page.goto(`${origin}/policies/categories`);
    await look('16-in-force');
  }

  // Each page of the first is also checked on a phone, and the second presses everything there.
  test('two versions are written and published, light and dark', { timeout: 240_000 }, async () => {
    await visit({ viewport: { width: 1280, height: 900 } }, 'script', async (journey) => {
      await firstText(journey);
      await secondVersion(journey);
      await thirdIsScheduled(journey);
      await draftIsDeleted(journey);
    });
  });

  test('two versions are written and published on a phone, without JavaScript', { timeout: 120_000 }, async () => {
    await visit({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } }, 'plain', async (journey) => {
      await firstText(journey);
      await secondVersion(journey);
      await thirdIsScheduled(journey);
      await draftIsDeleted(journey);
    });
  });

  test('a wide table of a text scrolls within its card, and the keyboard reaches it', { timeout: 60_000 }, async () => {
    await visit({ viewport: { width: 390, height: 900 } }, 'wide', async ({ page, origin, engine, look }) => {
      const { id } = await engine.terms.createPublished('cookie', { markdown: COOKIES });
      await page.goto(`${origin}/policies/categories/cookie/terms/${id}`);
      await look('25-wide-table');
      const tables = page.locator('.pe-prose table');
      assert.equal(await tables.first().getAttribute('tabindex'), null);
      await tables.last().focus();
      await page.keyboard.press('ArrowRight');
      await until(page, "document.querySelectorAll('.pe-prose table')[1].scrollLeft > 0");
      // The words for screen readers in its changed cells made the page as wide as the table.
      const markdown = COOKIES.replace('Besuchsstatistik', 'Reichweitenmessung');
      const draft = await engine.terms.createDraft('cookie', { markdown });
      await page.goto(`${origin}/policies/categories/cookie/terms/${draft.id}/difference`);
      await look('26-wide-difference');
      // Deletion is narrower than each of the three buttons.
      await page.goto(`${origin}/policies/categories/cookie/terms/${draft.id}`);
      const widths = await page.evaluate(
        "[...document.querySelectorAll('.pe-page-header .pe-actions > *')].map(({ offsetWidth }) => offsetWidth)",
      );
      const [deletion = 0, ...buttons] = (widths as number[]).toReversed();
      assert.equal(buttons.length, 3);
      assert.ok(deletion < Math.min(...buttons), JSON.stringify(widths));
    });
  });

  test('a text is written and published in Turkish, on a phone', { timeout: 60_000 }, async () => {
    await visit(
      { locale: 'tr', viewport: { width: 390, height: 900 } },
      'tr',
      async ({ page, origin, engine, look }) => {
        const term = await engine.terms.createPublished('privacy_terms', {
          markdown: '# Gizlilik\n\nAz veri, kısa süre.',
        });
        await page.goto(`${origin}/policies/categories`);
        await look('17-categories');
        await page.goto(`${origin}/policies/categories/privacy_terms/terms/${term.id}/edit`);
        await look('18-editor');
      },
    );
  });

  test('a text is written and published with the keyboard alone', { timeout: 60_000 }, async () => {
    await visit({}, 'keyboard', async ({ page, origin, engine }) => {
      await page.goto(`${origin}/policies/categories/cookie/terms/new`);
      await page.getByLabel('Policy text').focus();
      await page.keyboard.type('Two cookies.');
      // The formats are one tab stop before the text, with arrow keys between them.
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+b');
      assert.equal(await page.getByLabel('Policy text').inputValue(), '**Two cookies.**');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      assert.equal(await page.getByLabel('Policy text').inputValue(), '## **Two cookies.**');
      await page.locator('#preview h2 strong').waitFor();
      const reached: unknown[] = [];
      for (let step = 0; step < 4; step += 1) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate('document.activeElement.textContent'));
      }
      assert.deepEqual(reached, ['Formatting help', 'Save as draft', 'Preview', 'Review and publish']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.locator('#preview').waitFor();
      assert.equal(await page.evaluate('document.activeElement.id'), 'preview');
      await page.getByText('Draft saved at').waitFor();
      assert.equal((await engine.terms.list('cookie')).terms[0]?.markdown, '## **Two cookies.**\n');
    });
  });

  test(
    'two tabs of the editor do not overwrite each other, and leaving with unsaved changes needs confirmation',
    { timeout: 60_000 },
    async () => {
      await visit({}, 'tabs', async ({ page, origin, engine }) => {
        const draft = await engine.terms.createDraft('cookie', { markdown: 'One.' });
        await page.goto(`${origin}/policies/categories/cookie/terms/${draft.id}/edit`);
        await engine.terms.updateDraft('cookie', draft.id, { markdown: 'Theirs.' });
        await page.getByLabel('Policy text').pressSequentially('Mine. ');
        await page.getByText('Not saved: this draft was changed elsewhere').waitFor();
        const asked = page.waitForEvent('dialog');
        await page.evaluate('setTimeout(() => location.reload())');
        const dialog = await asked;
        assert.equal(dialog.type(), 'beforeunload');
        await dialog.dismiss();
        await follow(page.getByRole('button', { name: 'Save as draft' }));
        assert.match(await page.getByLabel('Policy text').inputValue(), /Mine\. /);
        assert.equal((await engine.terms.find('cookie', draft.id)).markdown, 'Theirs.\n');
        assert.equal(await page.getByText('Read the saved draft').count(), 1);
        await follow(page.getByRole('button', { name: 'Save as draft' }));
        assert.match((await engine.terms.find('cookie', draft.id)).markdown, /Mine\. /);
      });
    },
  );

  test(
    'hostile texts do nothing in a real page, also when they are viewed and edited again',
    { timeout: 60_000 },
    async () => {
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        const seen: string[] = [];
        await page.exposeFunction('pwned', () => void seen.push('called'));
        page.on('request', (request) => seen.push(request.url()));
        page.on('dialog', (dialog) => seen.push(dialog.message()));
        // No Content-Security-Policy here: the text itself must be harmless.
        for (const [attack, markdown] of hostileTexts) {
          await page.setContent(`<!doctype html><body><div id="text">${markdownToHtml(markdown)}</div></body>`);
          await page.evaluate(`
          const text = document.getElementById('text');
          for (let round = 0; round < 2; round += 1) text.innerHTML = text.innerHTML;
          const inert = new DOMParser().parseFromString('<svg></svg><math><mtext></mtext></math>', 'text/html');
          inert.querySelector('mtext').innerHTML = text.innerHTML;
          document.body.append(document.importNode(inert.body, true));
        `);
          const found = await page.evaluate(`[...document.querySelectorAll('#text *')].flatMap((element) =>
          [...element.attributes].map(({ name, value }) => element.localName + ' ' + name + ' ' + value))`);
          for (const attribute of found as string[]) {
            assert.match(
              attribute,
              /^(?:a href (?:https?:|mailto:|tel:|\/(?!\/))|a rel |img src \/|img alt |ol start )/,
              attack,
            );
          }
        }
        // Pictures with paths of this site have no source in a page without an address.
        assert.equal(seen.join('\n'), '');
        await page.setContent('<img src="data:," onerror="pwned()">');
        await until(page, 'document.images[0].complete');
        assert.ok(seen.includes('called'), 'what would have happened is noticed');
      } finally {
        await context.close();
      }
    },
  );
});
