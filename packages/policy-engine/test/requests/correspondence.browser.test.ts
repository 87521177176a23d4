/**
 * A request is taken, written about in both directions with files, handed over with a note, denied and reopened: by keyboard, with and
 * without scripts, on a phone from right to left; axe finds nothing on any of these pages, and nothing moves.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { axeFinds } from '../../../../testing/axe.ts';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { memoryStorage } from '../support/memory-storage.ts';
import { serveEngine } from '../support/served-engine.ts';

/** Most that the parts of a page may move while it loads (CLS). */
const MOST_SHIFT = 0.02;
const LOOKS: readonly BrowserContextOptions[] = [
  { locale: 'en', viewport: { width: 1280, height: 800 } },
  { locale: 'de', viewport: { width: 1920, height: 1080 }, colorScheme: 'dark', javaScriptEnabled: false },
  { locale: 'ar', viewport: { width: 390, height: 800 } },
];
const OBSERVE = `self.__shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) self.__shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

let browser: Browser;
let host: TestEngine;
let served: Listening;
before(async () => {
  host = await getTestEngine({
    attachments: { storage: memoryStorage() },
    isAdminMethod: ({ id }) => id === 'admin' || id === 'berta',
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
    writeLimit: false,
  });
  // Who may be handed a request is in the audit log.
  await host.as('berta').json('POST', '/policies/categories/age/terms.json', { description: '# Age' });
  served = await serveEngine(host.engine);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  await host?.[Symbol.asyncDispose]();
});

async function pageOf(who: string, look: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    ...look,
    baseURL: served.url,
    extraHTTPHeaders: { 'x-test-user': who, 'accept-language': look.locale ?? 'en' },
  });
  await context.addInitScript(OBSERVE);
  return context.newPage();
}

/** What is wrong with a page as it is. */
async function faultsOf(page: Page, { javaScriptEnabled = true }: BrowserContextOptions): Promise<string[]> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  // Without scripts, axe cannot wait for what it asks the page.
  const shift = javaScriptEnabled ? await page.evaluate<number>('self.__shift') : 0;
  return [
    ...(javaScriptEnabled ? await axeFinds(page) : []),
    ...(tooWide > 0 ? [`${tooWide} px too wide`] : []),
    ...(shift > MOST_SHIFT ? [`moves by ${shift}`] : []),
  ].map((fault) => `${page.url()}: ${fault}`);
}

/** What of an element is read in its page. */
interface Focusable {
  matches(selector: string): boolean;
}

/** Moves the focus with the keyboard, and presses the button of the form. */
async function sendByKeyboard(page: Page, form: string): Promise<void> {
  const button = page.locator(`${form} button[type="submit"], ${form} button:not([type])`).last();
  const isFocused = () => button.evaluate((element) => (element as unknown as Focusable).matches(':focus'));
  for (let stops = 0; !(await isFocused()); stops += 1) {
    assert.ok(stops < 150, `the keyboard does not reach the button of ${form}`);
    await page.keyboard.press('Tab');
  }
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

for (const look of LOOKS) {
  const { locale = '', javaScriptEnabled = true } = look;
  test(`both sides of a request: ${locale}, ${look.viewport?.width} px, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const who = `anna-${locale}`;
    const asked = await host.as(who).json('POST', '/policies/user_portability_requests.json', {});
    const { id } = asked.body as { id: string };
    const [own, place] = [`/policies/request_messages/portability/${id}`, `/policies/portability_requests/${id}`];
    const faults: string[] = [];
    const [desk, person] = [await pageOf('admin', look), await pageOf(who, look)];

    // An empty message is refused on a page that says so; then one with a file.
    await desk.goto(place);
    faults.push(...(await faultsOf(desk, look)));
    const write = `form[action$="/requests/portability/${id}/messages"]`;
    await desk.locator(`${write} textarea`).fill('   ');
    await sendByKeyboard(desk, write);
    assert.equal(await desk.locator('[aria-invalid="true"]').count(), 1, await desk.locator('body').innerText());
    faults.push(...(await faultsOf(desk, look)));
    await desk.locator(`${write} textarea`).fill('Which orders do you mean?\nمرحبا');
    const proof = { name: 'orders.txt', mimeType: 'text/plain', buffer: Buffer.from('1, 2, 3') };
    await desk.locator(`${write} input[type="file"]`).setInputFiles(proof);
    await sendByKeyboard(desk, write);
    assert.equal(await desk.locator('.pe-thread > li').count(), 1);
    faults.push(...(await faultsOf(desk, look)));

    // The person reads it, opens the file, and answers.
    await person.goto(own);
    faults.push(...(await faultsOf(person, look)));
    const address = await person.getByRole('link', { name: 'orders.txt' }).first().getAttribute('href');
    // A download has none of the headers that sign the test in.
    assert.equal(await (await person.request.get(address ?? '')).text(), '1, 2, 3');
    const answer = `form[action$="${own}"]`;
    await person.locator(`${answer} textarea`).fill('All of them.');
    await sendByKeyboard(person, answer);
    assert.equal(await person.locator('.pe-thread > li').count(), 2);
    faults.push(...(await faultsOf(person, look)));

    // A note for colleagues, and the handover with another.
    await desk.goto(place);
    const notes = `form[action$="/requests/portability/${id}/notes"]`;
    await desk.locator(`${notes} textarea`).fill('Only for colleagues.');
    await sendByKeyboard(desk, notes);
    assert.equal(await desk.locator('.pe-notes > li').count(), 1);
    await follow(desk.locator(`a[href$="/requests/portability/${id}/assignment"]`).first());
    faults.push(...(await faultsOf(desk, look)));
    const handover = `main form[action$="/requests/portability/${id}/assignment"]`;
    await desk.locator(`${handover} select`).selectOption('berta');
    await desk.locator(`${handover} textarea`).fill('Please go on.');
    await sendByKeyboard(desk, handover);
    assert.equal(await desk.locator('.pe-notes > li').count(), 2);
    faults.push(...(await faultsOf(desk, look)));

    // Denied, and reopened with a reason that the person reads as a message.
    await host.as('admin').json('POST', `/policies/portability_requests/${id}/deny.json`, { reason: 'No.' });
    await desk.goto(place);
    await follow(desk.locator(`a[href*="/portability_requests/${id}/reopen"]`));
    faults.push(...(await faultsOf(desk, look)));
    const reopening = `main form[action*="/portability_requests/${id}/reopen"]`;
    await desk.locator(`${reopening} textarea`).fill('We were wrong.');
    await sendByKeyboard(desk, reopening);
    faults.push(...(await faultsOf(desk, look)));
    await person.goto(own);
    assert.equal(await person.locator('.pe-thread > li').last().locator('.pe-lines').innerText(), 'We were wrong.');
    const text = await person.locator('main').innerText();
    assert.doesNotMatch(text, /Only for colleagues|Please go on/);

    assert.deepEqual(faults, []);
    await desk.context().close();
    await person.context().close();
  });
}
