/** Every mail in every language, with hostile text in it: as text, as HTML, and in the host's own words. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { MailName, MailTemplates } from 'policy-engine';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';
import { Composer } from '../../dist/platform/mail/composer.js';
import { declarationsOf } from '../../dist/kernel/compose.js';
import * as ownModules from '../../dist/modules.js';
import { mailOptions } from '../../dist/platform/mail/options.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { readOptions } from '../../dist/platform/options/read.js';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { launchBrowser } from '../../../../testing/browser.ts';
import { mailSamples } from '../support/mail-samples.ts';

const declared = declarationsOf(Object.values(ownModules));
const about = Object.fromEntries(Object.entries(declared.mails).map(([name, mail]) => [name, mail.about]));

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const HOSTILE = `<script>document.title='owned'</script>"'><img src=x onerror="document.title='owned'">\r\nBcc: eve@evil.example`;
const MAILS = mailSamples(HOSTILE);
const NAMES = Object.keys(MAILS) as MailName[];

function composer(more: { templates?: MailTemplates; customizeLink?: (url: string) => string } = {}): Composer {
  return new Composer({
    definitions: declared.mails,
    language: createLanguages({}, 'en', declared.catalogues),
    name: `Shop ${HOSTILE}`,
    origin: 'https://shop.example',
    basePath: () => '/policies',
    templates: readOptions(mailOptions(about).mailerTemplates, more.templates),
    timeZone: 'America/New_York',
    customizeLink: more.customizeLink,
  });
}

suite('mails', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  });
  after(() => browser?.close());

  test('have a text of their own in each language, and a subject of one line', async () => {
    for (const name of NAMES) {
      const subjects = new Set<string>();
      for (const locale of ['en', ...TRANSLATED]) {
        const { subject, text } = await composer().compose(name, MAILS[name], [locale]);
        subjects.add(subject);
        assert.doesNotMatch(subject, /[\r\n]/);
        assert.doesNotMatch(text + subject, /\{\w+\}|undefined|\bnull\b/, `${name} ${locale}`);
        assert.match(text, /https:\/\/shop\.example\/policies\//);
      }
      assert.equal(subjects.size, TRANSLATED.length + 1, name);
    }
  });

  test('show days in the host’s time zone: late on the last of February it is already March in UTC', async () => {
    const { text } = await composer().compose('portability_requested', MAILS.portability_requested, ['en']);
    assert.match(text, /by February 28, 2027/);
    const overdue = await composer().compose('requests_overdue', MAILS.requests_overdue, ['en']);
    assert.equal(overdue.subject, 'Overdue data requests: 51');
  });

  test('say that no action is needed for a request that was confirmed automatically', async () => {
    const data = { ...MAILS.portability_requested, isConfirmed: true };
    const { text } = await composer().compose('portability_requested', data, ['en']);
    assert.match(text, /You don’t need to do anything/);
    assert.doesNotMatch(text, /Please confirm/);
  });

  test('are readable in light and dark, at any width, and execute nothing of what people wrote', async () => {
    const page = await browser.newPage();
    for (const name of NAMES) {
      const { html } = await composer().compose(name, MAILS[name], ['en']);
      await page.setContent(html);
      assert.equal(await page.locator('script, img').count(), 0, name);
      for (const width of [600, 390]) {
        await page.setViewportSize({ width, height: 700 });
        for (const colorScheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
          await page.emulateMedia({ colorScheme });
          const file = path.join(pictures ?? '', `${name}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true });
        }
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width, name);
      }
      // Landmarks belong to the surrounding mail program.
      const found = (await axeFindsInLightAndDark(page)).filter(
        (violation) => !/landmark-one-main|region/.test(violation),
      );
      assert.deepEqual(found, [], name);
      assert.notEqual(await page.title(), 'owned', name);
    }
    await page.close();
  });

  test('in the host’s words are a function, or Eta texts that escape what people wrote', async () => {
    const templates: MailTemplates = {
      portability_denied: {
        subject: 'No: <%= it.data.reason %>',
        text: '<%= it.sender %>\n<%= it.data.reason %>\n<%= it.url %>',
        html: '<p lang="<%= it.locale %>"><%= it.data.reason %></p>',
      },
      portability_completed: ({ own: words, url }) => ({ subject: `${words.subject}!`, text: `Go to ${url}` }),
    };
    const made = composer({ templates, customizeLink: (url) => `${url}?from=mail` });
    const denied = await made.compose('portability_denied', MAILS.portability_denied, ['fr']);
    assert.doesNotMatch(denied.subject, /[\r\n]/);
    assert.match(denied.html, /^<p lang="fr">&lt;script&gt;/);
    assert.match(denied.text, /\nhttps:\/\/shop\.example\/policies\/user_portability_requests$/);
    const completed = await made.compose('portability_completed', MAILS.portability_completed, ['en']);
    const link = 'https://shop.example/policies/user_portability_requests?from=mail';
    assert.deepEqual([completed.subject, completed.text], ['Your data is ready!', `Go to ${link}`]);
    assert.ok(completed.html.includes(`href="${link}"`));
    for (const bad of ['javascript:alert(1)', '/here', '']) {
      const making = composer({ customizeLink: () => bad });
      await assert.rejects(making.compose('portability_completed', MAILS.portability_completed, ['en']), TypeError);
    }
    assert.throws(() => composer({ templates: { completed: {} } as never }), { code: 'configuration_invalid' });
    assert.throws(() => composer({ templates: { portability_denied: { text: '<% if (' } } }), {
      code: 'configuration_invalid',
    });
  });
});
