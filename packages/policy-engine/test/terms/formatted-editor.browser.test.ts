/** People who write no Markdown write a policy: in the formatted editor, with languages as tabs and the last version beside. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeFindsInLightAndDark, atEachWidth } from '../../../../testing/axe.ts';
import { follow, launchBrowser, until } from '../../../../testing/browser.ts';
import { complaintsAbout } from '../../../../testing/complaints.ts';
import { testsAll, variants } from '../../../../testing/rounds.ts';
import { serveEngine } from '../support/served-engine.ts';
import { createTermsWeb, type TermsWeb } from './terms-web.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const TEXT = `# Cookies

We set *two* cookies.

* one
* two

| Name | Stays |
|---|---|
| a | 1 day |
`;

suite('the formatted editor', () => {
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(() => browser?.close());

  async function visit(
    options: BrowserContextOptions,
    use: (page: Page, engine: TermsWeb, address: string) => Promise<void>,
  ): Promise<void> {
    const engine = await createTermsWeb({ currentUser: () => ({ id: 'admin', record: null }) });
    const server = await serveEngine(engine.web);
    const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options });
    try {
      const page = await context.newPage();
      const complaints = complaintsAbout(page, server.url);
      await use(page, engine, `${server.url}/policies/categories/cookie/terms`);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
      await server[Symbol.asyncDispose]();
      await engine.database.close();
    }
  }

  const field = 'textarea[name$="description]"], textarea[name="description"]';
  const markdown = (page: Page): Promise<string> => page.locator(field).inputValue();
  const editor = (page: Page) => page.getByRole('textbox', { name: /^(?:Policy text|Text in)/ });
  const format = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });

  async function look(page: Page, name: string): Promise<void> {
    await atEachWidth(page, async (width) => {
      for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: path.join(pictures ?? '', `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      assert.deepEqual(await axeFindsInLightAndDark(page), [], `${name}, ${width} px`);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, name);
    });
  }

  test('writes Markdown for somebody who writes none', { timeout: 90_000 }, async () => {
    await visit({}, async (page, engine, address) => {
      await page.goto(`${address}/new`);
      await editor(page).focus();
      await page.keyboard.type('Cookies');
      await format(page, 'Heading').click();
      assert.equal(await format(page, 'Heading').getAttribute('aria-pressed'), 'true');
      await page.keyboard.press('Enter');
      await page.keyboard.type('We keep ');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('1 * 2');
      await page.keyboard.press('Control+b');
      await page.keyboard.type(' <b> cookies_');
      await page.keyboard.press('Enter');
      await format(page, 'Numbered list').click();
      await page.keyboard.type('one');
      await page.keyboard.press('Enter');
      await page.keyboard.type('two');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('https://a.example/p(1)');
      await page.keyboard.press('Enter');
      const text = String.raw`## Cookies

We keep **1 \* 2** \<b> cookies\_

1. one
2. two <https://a.example/p(1)>
`;
      assert.equal(await markdown(page), text);
      // The preview follows, and the draft is saved, as for the text field.
      await page.locator('#preview strong').waitFor();
      assert.equal(await page.locator('#preview strong').innerText(), '1 * 2');
      await page.getByText('Draft saved at').waitFor();
      assert.equal((await engine.terms.list('cookie')).terms[0]?.markdown, text);
      await format(page, 'Undo').click();
      assert.doesNotMatch(await markdown(page), /a\.example/);
      await format(page, 'Redo').click();
      assert.equal(await markdown(page), text);
    });
  });

  test('changes only the block that is changed', { timeout: 90_000 }, async () => {
    await visit({}, async (page, engine, address) => {
      const { id } = await engine.terms.createDraft('cookie', { markdown: TEXT });
      await page.goto(`${address}/${id}/edit`);
      assert.equal(await markdown(page), TEXT);
      await editor(page).locator('td').first().click();
      await page.keyboard.press('End');
      await page.keyboard.type(' | b');
      assert.equal(
        await markdown(page),
        TEXT.replace('|---|---|', '| --- | --- |').replace('| a |', String.raw`| a \| b |`),
      );
      await format(page, 'Add row').click();
      await page.keyboard.press('Tab');
      await look(page, 'formatted');
      await format(page, 'Delete row').click();
      await page.getByRole('button', { name: 'Markdown source' }).click();
      assert.match(
        await page.getByLabel('Policy text').inputValue(),
        /^# Cookies\n\nWe set \*two\* cookies\.\n\n\* one\n\* two\n/,
      );
      // The choice is kept for the next text.
      await page.goto(`${address}/new`);
      await page.getByLabel('Policy text').fill('Plain');
      await page.getByRole('button', { name: 'Formatted text' }).click();
      assert.equal(await editor(page).innerText(), 'Plain');
    });
  });

  test('leaves a text that it cannot hold in the text field, and says why', { timeout: 60_000 }, async () => {
    await visit({}, async (page, engine, address) => {
      const text = 'See [us][1] &copy;.\n\n[1]: https://a.example\n';
      const { id } = await engine.terms.createDraft('cookie', { markdown: text });
      await page.goto(`${address}/${id}/edit`);
      await page.getByText('This text stays in the text field: it keeps the addresses of its links').waitFor();
      assert.equal(await page.getByLabel('Policy text').inputValue(), text);
      await look(page, 'formatted-unheld');
      await page.getByLabel('Policy text').fill('© 2026');
      await page.getByRole('button', { name: 'Formatted text' }).click();
      assert.equal(await editor(page).innerText(), '© 2026');
    });
  });

  test('refuses a change whose text would read differently, and keeps the rest', { timeout: 60_000 }, async () => {
    await visit({}, async (page, engine, address) => {
      const { id } = await engine.terms.createDraft('cookie', { markdown: 'now(soon)then\n' });
      await page.goto(`${address}/${id}/edit`);
      await editor(page).focus();
      await page.keyboard.press('Home');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
      for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowRight');
      await format(page, 'Bold').click();
      await page.getByText('The last change was not made').waitFor();
      assert.equal(await markdown(page), 'now(soon)then\n');
      assert.equal(await editor(page).innerText(), 'now(soon)then');
    });
  });

  test(
    'languages are tabs with their state, and the last version and the changes are beside',
    { timeout: 120_000 },
    async () => {
      await visit({}, async (page, engine, address) => {
        const first = await engine.terms.createPublished('cookie', {
          markdown: TEXT,
          translations: { de: '# Kekse\n', fr: '# Biscuits\n' },
        });
        await page.goto(`${address}/${first.id}/edit`);
        await page.getByText('Save the draft to write it in other languages.').waitFor();
        await editor(page).locator('p').first().click();
        await page.keyboard.press('End');
        await page.keyboard.type(' And a third.');
        await page.getByRole('link', { name: 'Changes', exact: true }).click();
        await page.locator('#preview ins').waitFor();
        assert.match(await page.locator('#preview ins').innerText(), /And a third\./);
        await page.getByRole('link', { name: 'Version 1', exact: true }).click();
        assert.doesNotMatch(await page.locator('#preview [data-pane="before"]').innerText(), /third/);
        await page.getByText('Draft saved at').waitFor();
        const draft = (await engine.terms.list('cookie')).terms.find(({ state }) => state === 'draft');
        assert.ok(draft);
        await page.goto(`${address}/${draft.id}/edit?beside=changes`);
        const tabs = page.getByRole('navigation', { name: 'Languages' });
        assert.deepEqual(
          await tabs
            .getByRole('link')
            .allInnerTexts()
            .then((all) => all.map((text) => text.replace(/\s+/g, ' '))),
          ['English Original', 'Deutsch Missing', 'français Missing', 'Add language'],
        );
        assert.equal(await page.locator('#preview ins').count(), 1);
        await look(page, 'formatted-tabs');
        await follow(tabs.getByRole('link', { name: 'Deutsch' }));
        assert.equal(await editor(page).innerText(), 'Kekse');
        await page.keyboard.press('Tab');
        await editor(page).focus();
        await page.keyboard.press('End');
        await page.keyboard.type('!');
        // The original stays beside while somebody translates.
        assert.equal(await page.locator('#preview [data-pane="original"]').isVisible(), true);
        await page.getByText('Draft saved at').waitFor();
        if (testsAll) await look(page, 'formatted-translation');
        await engine.terms.updateDraft('cookie', draft.id, { markdown: `${TEXT}\nFour.\n` });
        await page.reload();
        await until(page, "document.querySelector('.pe-tabs')?.innerText.includes('Out of date')");
      });
    },
  );

  for (const locale of variants(['ar', 'de'])) {
    test(`fits its page in ${locale}`, { timeout: 60_000 }, async () => {
      await visit({ locale }, async (page, engine, address) => {
        const { id } = await engine.terms.createDraft('cookie', { markdown: TEXT });
        await page.goto(`${address}/${id}/edit`);
        await page.locator('.ProseMirror td').first().click();
        await look(page, `formatted-${locale}`);
      });
    });
  }
});
