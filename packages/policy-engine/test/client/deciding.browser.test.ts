/** From the click to the note about what was saved: undo, blocked requests, a browser without cookies, and routers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

async function page(path: string, { nonce, consent, partner }: PageContext): Promise<string> {
  const isStatic = path.startsWith('/static');
  const lang = path === '/static-fr' ? 'fr' : 'en';
  const banner = isStatic ? '' : await consent.renderBanner({ nonce, returnTo: path, stylesheet: false });
  const forbidden =
    path === '/forbidden' ? `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">` : '';
  const script = isStatic ? `<script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>` : '';
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">${forbidden}<title>Shop</title>
    <link rel="stylesheet" href="/policies/assets/consent.css">${script}</head><body><main><h1>Shop ${path}</h1>
    <a href="/policies/consent" data-policy-settings id="settings">Privacy</a> <button data-policy-settings id="button">Privacy</button>
    <script type="text/plain" data-consent="media:Film%20Ltd" src="${partner}/slow.js" nonce="${nonce}"></script></main>${banner}</body></html>`;
}

let browser: Browser;
let site: Site;
let dialog: Site;
before(async () => {
  browser = await launchBrowser();
  const film = { environments: ['test'], rule: 'media', script: '' };
  const scripts = [
    { ...film, name: 'Films', provider: 'Film Ltd' },
    { ...film, name: 'Maps', provider: 'Maps & Co' },
  ];
  site = await startSite({ page, scripts });
  dialog = await startSite({ page, scripts, engine: { banner: { layout: 'dialog' } } });
  for (const one of [site, dialog])
    for (const rule of ['analytics', 'media']) await one.publish(rule, { fr: 'Texte.' });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await dialog[Symbol.asyncDispose]();
  await browser.close();
});

const CONSENT = `document.querySelector('policy-consent')?.consent`;
const known = (on: Page) => until(on, `${CONSENT}?.state`);
const panel = (on: Page) => on.locator('.pe-consent-panel');
const answer = (on: Page, value: string) => panel(on).locator(`button[value=${value}]`).click();
const gates = (on: Page) => on.evaluate<Record<string, string>>(`${CONSENT}.state.gates`);
const status = (on: Page) => on.locator('.pe-consent-stack [role=status]');
const undo = (on: Page) => on.getByRole('button', { name: 'Undo' });
const open = (on: Page) => on.evaluate<void>(`document.querySelector('policy-consent').open()`);

describe('a decision', () => {
  it('closes the banner at the click, says that it is being saved, and then that it is saved', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await on.route('**/consent.json', async (route) => {
      await held;
      await route.continue();
    });
    await panel(on).locator('button[value=accept]').focus();
    await on.keyboard.press('Enter');
    await status(on).getByText('Saving…').waitFor();
    assert.equal(await panel(on).isVisible(), false);
    assert.equal(await undo(on).isVisible(), false);
    // The focus is where the question was, so that Tab leads to the note.
    assert.equal(await on.evaluate(`document.activeElement.className`), 'pe-consent-stack');
    release();
    await undo(on).waitFor();
    assert.match(await status(on).innerText(), /Your choices have been saved/);
    await on.keyboard.press('Tab');
    assert.equal(await on.evaluate(`document.activeElement.textContent`), 'Undo');
    await on.getByRole('link', { name: 'Receipt' }).click();
    await on.waitForURL('**/policies/ledger/events');
    await on
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .waitFor();
  });

  it('has a note that goes away, but not while it is used', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.clock.install();
    await on.goto('/');
    await known(on);
    await answer(on, 'reject');
    await on.mouse.move(0, 0);
    await undo(on).focus();
    await on.clock.runFor(9000);
    assert.equal(await undo(on).isVisible(), true);
    await on.locator('#button').focus();
    await on.clock.runFor(9000);
    assert.equal(await undo(on).isVisible(), false);
    await answerAgain(on, 'accept');
    await undo(on).waitFor();
    await open(on);
    assert.equal(await undo(on).isVisible(), false, 'the next act removes it');
  });

  const answerAgain = async (on: Page, value: string) => {
    await open(on);
    await answer(on, value);
  };

  it('that is the first one is withdrawn by Undo, which asks again', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    await answer(on, 'accept');
    await undo(on).click();
    await panel(on).waitFor();
    await until(on, `!${CONSENT}.hasConsent('analytics') && !${CONSENT}.hasConsent('media')`);
    await until(on, `document.activeElement.localName === 'h2'`);
  });

  it('is replaced by the former one with Undo, also where it was partly', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    await answer(on, 'choose');
    await panel(on).locator('summary').last().click();
    await panel(on).getByRole('switch', { name: 'Film Ltd' }).click();
    const purpose = panel(on).locator('[data-rule=media]');
    assert.equal(await purpose.evaluate((box: { indeterminate?: boolean }) => box.indeterminate), true);
    assert.equal(await panel(on).getByText('Partly').isVisible(), true);
    await answer(on, 'save');
    await undo(on).waitFor();
    const former = await gates(on);
    assert.deepEqual(
      [former['media'], former['media:Film%20Ltd'], former['media:Maps%20%26%20Co']],
      ['accepted', 'accepted', 'rejected'],
    );
    await open(on);
    assert.equal(await purpose.evaluate((box: { indeterminate?: boolean }) => box.indeterminate), true);
    await answer(on, 'accept');
    await undo(on).click();
    await until(on, `${CONSENT}.state.gates['media:Maps%20%26%20Co'] === 'rejected' && ${CONSENT}.hasConsent('media')`);
    assert.deepEqual(await gates(on), former);
    await on.goto('/policies/privacy');
    await on.locator('#rule-media').getByText('Partly').first().waitFor();
    await on.goto('/policies/ledger/events');
    await on.getByText('Partly').first().waitFor();
  });
});

describe('a request that is blocked', () => {
  for (const layout of ['bar', 'dialog'] as const) {
    // Content blockers refuse addresses that contain this word.
    it(`is replaced by the plain form, with single choices: ${layout}`, async () => {
      await using here = await visitSite(browser, layout === 'bar' ? site : dialog);
      const on = here.page;
      await on.route('**/consent.json', (route) => route.abort());
      await on.goto('/');
      await known(on);
      await answer(on, 'choose');
      await panel(on).locator('summary').last().click();
      await panel(on).getByRole('switch', { name: 'Film Ltd' }).click();
      await Promise.all([on.waitForEvent('load'), answer(on, 'save')]);
      assert.equal(new URL(on.url()).pathname, '/');
      await known(on);
      assert.equal(await panel(on).isVisible(), false);
      const { analytics, ...media } = await gates(on);
      assert.equal(analytics, 'rejected');
      assert.deepEqual(media, {
        media: 'accepted',
        'media:Film%20Ltd': 'accepted',
        'media:Maps%20%26%20Co': 'rejected',
      });
    });
  }

  it('that meets no server at all keeps the page, and can be made again', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    await on.evaluate('window.samePage = true');
    await panel(on).waitFor();
    await here.context.route('**/*', (route) => route.abort());
    await answer(on, 'accept');
    await on.locator('.pe-consent-note[data-when=failed]').waitFor();
    assert.equal(await panel(on).isVisible(), true);
    assert.equal(await on.evaluate('window.samePage'), true);
    await here.context.unroute('**/*');
    await answer(on, 'accept');
    await undo(on).waitFor();
    assert.equal((await gates(on))['analytics'], 'accepted');
  });

  it('is replaced by the plain form where the policy of the page forbids scripts to ask', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/forbidden');
    await panel(on).waitFor();
    await until(on, `${CONSENT}?.state`);
    const loaded = on.waitForEvent('load');
    await answer(on, 'accept');
    await loaded;
    await until(on, `${CONSENT}?.state?.gates.analytics === 'accepted'`);
  });

  it('for the settings is told in the page, in its language, if nothing can be loaded; the next click opens them', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/static');
    await known(on);
    await answer(on, 'reject');
    await undo(on).waitFor();
    // What is needed then is loaded with the first decision.
    await until(on, `performance.getEntriesByType('resource').some(({ name }) => name.includes('/rare.'))`);
    for (const [path, text] of [
      ['/static', 'No connection. Please try again later.'],
      ['/static-fr', 'Aucune connexion. Réessayez plus tard.'],
    ] as const) {
      await on.goto(path);
      await known(on);
      await here.context.setOffline(true);
      await on.locator('#settings').click();
      await on.getByRole('alert').getByText(text).waitFor();
      assert.equal(new URL(on.url()).pathname, path);
      await here.context.setOffline(false);
      await on.locator('#settings').click();
      await panel(on).waitFor();
      assert.equal(new URL(on.url()).pathname, path);
    }
  });

  it('leaves the links to the settings as they are where there is no banner', async () => {
    await using here = await visitSite(browser, site);
    for (const id of ['settings', 'button']) {
      await here.page.route(/consent(\/banner\.html|\.json)/, (route) => route.abort());
      await here.page.goto('/static');
      await until(here.page, `!!customElements.get('policy-consent')`);
      await here.page.locator(`#${id}`).click();
      await here.page.waitForURL('**/policies/privacy**');
    }
  });
});

describe('a page', () => {
  it('without cookies is told so once, and is not asked', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    // How that is found out is a matter of the consent.
    await on.goto('/static');
    await known(on);
    await on.evaluate(`{
      Object.defineProperty(${CONSENT}, 'keepsCookies', { value: false });
      document.dispatchEvent(new CustomEvent('policy-consent-change'));
    }`);
    await on.getByText('Your browser keeps no cookies').waitFor();
    assert.equal(await panel(on).isVisible(), false);
    await on.getByRole('button', { name: 'Close' }).click();
    await on.evaluate(`document.dispatchEvent(new CustomEvent('policy-consent-change'))`);
    assert.equal(await on.getByText('Your browser keeps no cookies').isVisible(), false);
    await open(on);
    assert.equal(await panel(on).isVisible(), true, 'who wants to can still decide');
  });

  it('names what still runs', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    await answer(on, 'accept');
    await until(on, '(window.ran ?? []).length > 0');
    await on.evaluate(`Object.defineProperty(${CONSENT}, 'running', { value: ['Films', 'Maps'] })`);
    await open(on);
    await answer(on, 'reject');
    await on
      .locator('[data-when=reload] p', { hasText: 'Services you rejected (Films, Maps) may keep running' })
      .waitFor();
  });

  it('is asked in its own language, or in the one that was chosen in the banner', async () => {
    await using here = await visitSite(browser, site, { locale: 'de' });
    const on = here.page;
    await on.goto('/static-fr');
    await known(on);
    assert.equal(await panel(on).getAttribute('lang'), 'fr');
    await panel(on).getByRole('link', { name: 'English' }).click();
    await panel(on).getByRole('heading', { name: 'Your privacy choices' }).waitFor();
    await on.goto('/static-fr');
    await known(on);
    assert.equal(await panel(on).getAttribute('lang'), 'en');
  });
});

describe('a router', () => {
  const one = `document.querySelectorAll('.pe-consent-stack').length === 1 && document.querySelectorAll('.pe-consent-panel').length === 1`;

  it('that throws the question away gets it back', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    await on.evaluate(`document.querySelector('.pe-consent-stack').remove()`);
    await panel(on).waitFor();
    assert.ok(await on.evaluate(one));
    await answer(on, 'reject');
    await undo(on).waitFor();
  });

  it('that puts the question of the next page into the element has that one shown, once', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    await on.evaluate(`(async () => {
      const next = new DOMParser().parseFromString(await (await fetch('/next')).text(), 'text/html').querySelector('policy-consent');
      const state = JSON.parse(next.dataset.state);
      state.rules[0].label = 'Next';
      const here = document.querySelector('policy-consent');
      next.querySelector('h2').textContent = 'The next page';
      here.setAttribute('data-state', JSON.stringify(state));
      here.replaceChildren(...next.childNodes);
    })()`);
    await panel(on).getByRole('heading', { name: 'The next page' }).waitFor();
    await until(on, `${CONSENT}.state.rules[0].label === 'Next'`);
    assert.ok(await on.evaluate(one));
    await answer(on, 'reject');
    await panel(on).waitFor({ state: 'hidden' });
  });

  it('that replaces the body keeps one banner, and its listeners do not accumulate', async () => {
    await using here = await visitSite(browser, site);
    const on = here.page;
    await on.goto('/');
    await known(on);
    const session = await here.context.newCDPSession(on);
    const listeners = async () => {
      // Until it is moved there, it listens for that.
      await on.locator('body > .pe-consent-stack').waitFor({ state: 'attached' });
      const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
      const found = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId! });
      return found.listeners.length;
    };
    const before = await listeners();
    for (let round = 0; round < 5; round += 1) {
      await on.evaluate(`{
        const body = document.createElement('body');
        const element = document.querySelector('policy-consent');
        body.append(document.querySelector('main'), element);
        document.body.replaceWith(body);
      }`);
      await panel(on).waitFor();
    }
    assert.ok(await on.evaluate(one));
    assert.equal(await listeners(), before);
    await answer(on, 'accept');
    await undo(on).waitFor();
  });
});
