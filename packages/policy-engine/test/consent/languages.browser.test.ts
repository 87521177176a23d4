/** Untranslated texts in a page from right to left, in Chromium: the words have a direction of their own, the side is that of the page. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import express from 'express';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { getTestEngine } from 'policy-engine/testing';
import { launchBrowser } from '../../../../testing/browser.ts';
import { listening } from '../../../../testing/listening.ts';

const SCRIPT = {
  name: 'Counter',
  rule: 'analytics',
  script: '<script src="/tag.js"></script>',
  environments: ['test'],
  cookies: ['_c'],
  domain: 'shop.example',
};

/** Where an element ends on the right, and how its words run. */
const SIDE = `(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return [Math.round(range.getBoundingClientRect().right), getComputedStyle(element).direction];
}`;

test('an English purpose in Arabic stands at the side of the others, and is read from left to right', async () => {
  await using made = await getTestEngine<string>({
    rules: [
      { name: 'analytics', label: 'Statistics', description: 'Counts (roughly).', sessionless: true },
      {
        name: 'media',
        label: { en: 'Videos', ar: 'فيديو' },
        description: { en: 'Shows.', ar: 'يعرض مقاطع.' },
        sessionless: true,
      },
    ],
    scripts: [SCRIPT],
  });
  for (const rule of ['analytics', 'media']) {
    const text = { description: 'What we ask.', state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  const app = express().use('/policies', policyEngine(made.engine));
  app.get('/', async (request, response) => {
    const banner = await consentContextOf(made.engine, request).renderBanner({ locale: 'ar' });
    response.send(`<!doctype html><html lang="ar" dir="rtl"><title>متجر</title><h1>متجر</h1>${banner}`);
  });
  await using server = await listening(createServer(app));
  const browser = await launchBrowser();
  const page = await browser.newPage({ locale: 'ar', viewport: { width: 800, height: 700 } });
  await page.goto(server.url);
  await page.locator('button[value=choose]').click();
  await page.locator('.pe-consent-purpose summary').first().click();
  const side = (selector: string) =>
    page.evaluate<[number, string]>(`(${SIDE})(document.querySelector(${JSON.stringify(selector)}))`);
  const [label, english, arabic] = [
    await side('.pe-consent-purpose label b bdi'),
    await side('.pe-consent-purpose label small bdi'),
    await side('.pe-consent-purpose ~ .pe-consent-purpose label small bdi'),
  ];
  assert.deepEqual([label[1], english[1], arabic[1]], ['ltr', 'ltr', 'rtl']);
  assert.deepEqual([english[0], label[0]], [arabic[0], arabic[0]]);
  assert.equal((await side('.pe-consent-purpose code'))[1], 'ltr');

  await page.goto(`${server.url}/policies/privacy`);
  const [heading, ours, theirs] = [
    await side('#rule-analytics-name'),
    await side('#rule-analytics .pe-choice-name > p[lang=en]'),
    await side('#rule-media .pe-choice-name > p[dir=auto]'),
  ];
  assert.deepEqual([heading[1], ours[1], theirs[1]], ['ltr', 'ltr', 'rtl']);
  assert.deepEqual([heading[0], ours[0]], [theirs[0], theirs[0]]);
  await browser.close();
});
