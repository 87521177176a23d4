/** The banner with eight purposes in its longest language: its answers are visible at every size, in both layers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeFinds } from '../../../../testing/axe.ts';
import { follow, launchBrowser, until } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from './site.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const PURPOSES: Readonly<Record<string, string>> = {
  analytics: 'Mesure d’audience et statistiques',
  media: 'Films, cartes et contenus intégrés',
  marketing: 'Publicité personnalisée sur d’autres sites',
  social: 'Réseaux sociaux et partage',
  chat: 'Messagerie et assistance en ligne',
  personal: 'Personnalisation des contenus et des recommandations',
  research: 'Études de marché et enquêtes de satisfaction',
  safety: 'Prévention avancée de la fraude',
};

const rules = Object.entries(PURPOSES).map(([name, label]) => ({
  name,
  label,
  description: `Nous utilisons ces données pour ceci : ${label.toLowerCase()}, et pour rien d’autre.`,
  sessionless: true,
}));

const scripts = rules.slice(0, 6).map(({ name }) => ({
  name: `Outil ${name}`,
  provider: `Société ${name} SAS, Paris`,
  description: 'Compte les visites et leur durée.',
  rule: name,
  script: '',
  environments: ['test'],
  domain: 'shop.example',
  cookies: [{ name: `_${name}`, purpose: 'Distingue les visites', duration: '13 mois' }],
  localStorage: [`${name}:*`],
}));

const TEXT = `<p>${'Words of the shop that are read first. '.repeat(80)}</p>`;

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    async page(path, { nonce, consent }) {
      const banner = await consent.renderBanner({ nonce, returnTo: path, settingsLink: 'floating' });
      return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Shop</title>
        <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css"></head>
        <body><main><h1>Shop</h1>${TEXT}<p id="last">The last words</p></main>${banner}</body></html>`;
    },
    engine: { rules, scripts },
  });
  for (const { name } of rules) await site.publish(name, { fr: `À propos : ${name}.` });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

/** The visible answers: their styles, and their share of the window. */
const LOOKS = `[...document.querySelectorAll('.pe-consent-buttons button')].filter((button) => button.offsetParent).map((button) => {
  const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(button);
  const { width, height, top, left, bottom, right } = button.getBoundingClientRect();
  const isInSight = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return JSON.stringify({
    color, backgroundColor, borderColor, fontSize, fontWeight, isInSight, isOnTop: middle === button,
    isWhole: button.scrollWidth <= button.clientWidth, size: [width, height].map(Math.round),
  });
})`;

/** The positions of the answers: in one line, or one below the other. */
const PLACES = `[...document.querySelectorAll('.pe-consent-buttons button')].filter((button) => button.offsetParent).map((button) => {
  const { left, top } = button.getBoundingClientRect();
  return [left, top].map(Math.round);
})`;

async function assertAnswers(page: Page): Promise<void> {
  const looks = await page.evaluate<string[]>(LOOKS);
  assert.equal(looks.length, 3);
  assert.equal(new Set(looks).size, 1, looks.join('\n'));
  const places = await page.evaluate<number[][]>(PLACES);
  assert.ok(
    [0, 1].some((axis) => new Set(places.map((place) => place[axis])).size === 1),
    places.join(' '),
  );
  for (const fact of ['isInSight', 'isOnTop', 'isWhole']) assert.match(looks[0] ?? '', new RegExp(`"${fact}":true`));
}

const panel = (page: Page) => page.locator('.pe-consent-panel');
const shot = async (page: Page, name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/banner-${name}.png` });
};

test('reject, accept and choose are visible and equal at every size, with eight purposes in French', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr' });
  const { page } = here;
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    // 1280 × 800 at 200 %.
    [640, 400],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await until(page, `document.querySelector('policy-consent')?.consent.state`);
    await assertAnswers(page);
    await shot(page, `first-${width}`);
    const covered = await page.evaluate<number>(`document.querySelector('.pe-consent-panel').offsetHeight`);
    // On a small phone up to 340 pixels, so that more than two lines of text are in view.
    const most = width < 360 ? Math.min(height * 0.6, 340) + 2 : height * 0.35;
    if (height > width) assert.ok(covered <= most, `${covered} of ${width} × ${height}`);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    await panel(page).getByRole('button', { name: 'Choisir' }).click();
    await panel(page).getByText('Entreprises et cookies (1)').last().click();
    assert.equal(await panel(page).getByText('_safety').count(), 0);
    await panel(page).getByText('_personal').waitFor();
    assert.equal(await panel(page).getByRole('switch', { checked: true }).count(), 0);
    await assertAnswers(page);
    await shot(page, `second-${width}`);
  }
  assert.deepEqual(here.problems, []);
});

test('the first layer says what each purpose is for, the number of vendors, and where consent is withdrawn', async () => {
  for (const javaScriptEnabled of [true, false]) {
    await using here = await visitSite(browser, site, { locale: 'fr', javaScriptEnabled });
    await here.page.goto('/');
    const words = here.page.locator('.pe-consent-words');
    await words.waitFor();
    const read = await words.innerText();
    assert.ok(read.includes(`Entreprises\u00a0: ${scripts.length}`), read);
    assert.ok(read.includes('retirer votre accord à tout moment dans «\u00a0Réglages de confidentialité\u00a0»'), read);
    for (const { label, description } of rules) assert.ok(read.includes(`${label} ${description}`), label);
  }
});

test('what somebody else accepted in this browser is not preselected for an account, which saves what it sees', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr' });
  const { page } = here;
  const openSettings = async () => {
    await page.goto('/');
    await until(page, `document.querySelector('policy-consent')?.consent?.state`);
    await page.evaluate(`document.querySelector('policy-consent').open()`);
    return page.locator('[data-rule]:checked').count();
  };
  await page.goto('/');
  await until(page, `document.querySelector('policy-consent')?.consent?.state`);
  await panel(page).locator('button[value=accept]').click();
  await until(page, `document.querySelector('policy-consent').consent.hasConsent('analytics')`);
  assert.equal(await openSettings(), rules.length, 'the visitor sees the own decision');
  await here.context.addCookies([{ name: 'admin', value: '1', url: site.url }]);
  assert.equal(await openSettings(), 0);
  await panel(page).locator('button[value=save]').click();
  await until(page, `document.querySelector('policy-consent').consent.state.gates.analytics === 'rejected'`);
  const events = await site.engine.ledger.eventsAbout({ userId: 'admin', visitorId: null });
  assert.deepEqual([...new Set(events.map(({ leaf }) => leaf.decision))], ['rejected']);
  assert.deepEqual(here.problems, []);
});

test('the choices are shown from the first one on, not from the middle of a long list', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 320, height: 568 } });
  const { page } = here;
  await page.goto('/');
  await until(page, `document.querySelector('policy-consent')?.consent.state`);
  await panel(page).getByRole('button', { name: 'Choisir' }).click();
  await panel(page).getByRole('switch').first().waitFor();
  await until(page, `document.activeElement.localName === 'fieldset'`);
  const isInView = await page.evaluate<boolean>(`(() => {
    const first = document.querySelector('fieldset [role=switch], fieldset input').getBoundingClientRect();
    const { top, bottom } = document.querySelector('.pe-consent-scroll').getBoundingClientRect();
    return first.top >= top && first.bottom <= bottom;
  })()`);
  assert.ok(isInView);
});

test('the focused element in the banner stays visible when the window shrinks', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 390, height: 844 } });
  const { page } = here;
  await page.goto('/');
  await until(page, `document.querySelector('policy-consent')?.consent.state`);
  await panel(page).getByRole('button', { name: 'Choisir' }).click();
  for (const [element, height] of [
    [panel(page).getByRole('switch').last(), 420],
    [panel(page).getByText('Entreprises et cookies (1)').nth(3), 360],
    [panel(page).getByRole('link', { name: 'English' }), 320],
    [panel(page).getByRole('button', { name: 'Enregistrer' }), 300],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await element.focus();
    await page.evaluate('window.focused = document.activeElement');
    await page.setViewportSize({ width: 390, height });
    await until(
      page,
      `innerHeight === ${height} && (() => {
        const focused = document.activeElement.getBoundingClientRect();
        const scrolled = document.querySelector('.pe-consent-scroll').getBoundingClientRect();
        const buttons = document.querySelector('.pe-consent-buttons').getBoundingClientRect();
        return [scrolled, buttons].some(({ top, bottom }) => focused.top >= top && focused.bottom <= bottom) &&
          focused.top >= 0 && focused.bottom <= innerHeight;
      })()`,
    );
    assert.equal(await page.evaluate('document.activeElement === focused && focused !== document.body'), true);
  }
  // The page behind the banner has as much space as the banner covers now.
  const space = `document.querySelector('policy-consent').style.getPropertyValue('--pe-banner-space')`;
  await until(page, `${space} === document.querySelector('.pe-consent-panel').offsetHeight + 16 + 'px'`);
});

test('the page has space for what the banner covers when a part of it is unfolded', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 1280, height: 1400 } });
  const { page } = here;
  await page.goto('/');
  await until(page, `document.querySelector('policy-consent')?.consent.state`);
  await panel(page).getByRole('button', { name: 'Choisir' }).click();
  const height = `document.querySelector('.pe-consent-panel').offsetHeight`;
  const before: number = await page.evaluate(height);
  await panel(page).getByText('Entreprises et cookies (1)').first().click();
  await until(page, `${height} > ${before}`);
  const space = `document.querySelector('policy-consent').style.getPropertyValue('--pe-banner-space')`;
  await until(page, `${space} === ${height} + 16 + 'px'`);
});

test('the banner changes its language in place, and the decision is recorded in the language that was read', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 390, height: 844 } });
  const { page } = here;
  await page.goto('/');
  await until(page, `document.querySelector('policy-consent')?.consent.state`);
  await panel(page).getByRole('button', { name: 'Choisir' }).click();
  await panel(page).getByRole('switch', { name: 'Réseaux sociaux' }).check();
  await panel(page).getByRole('link', { name: 'English' }).click();
  await panel(page).getByRole('heading', { name: 'Your privacy choices' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Your privacy choices');
  // Switches keep their state.
  assert.equal(await panel(page).getByRole('switch', { checked: true }).count(), 1);
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await panel(page).getByRole('button', { name: 'Save choices' }).click();
  const { decisions, shown } = (await asked).postDataJSON() as Record<'decisions' | 'shown', Record<string, unknown>>;
  assert.deepEqual(
    Object.entries(decisions).filter(([, isAccepted]) => isAccepted === true),
    [['social', true]],
  );
  assert.deepEqual([shown['locale'], shown['choices']], ['en', ['reject', 'accept', 'save']]);
  await panel(page).waitFor({ state: 'hidden' });
  assert.deepEqual(here.problems, []);
});

test('the banner is not shown before its answers are loaded', async () => {
  await using here = await visitSite(browser, site, {});
  const { page } = here;
  await page.route('**/assets/consent*.js', (route) => route.abort());
  const html = (await (await page.goto('/'))?.text()) ?? '';
  const cut = html.indexOf('<div class="pe-consent-buttons"');
  assert.ok(cut > 0);
  await page.evaluate(`document.open(); document.write(${JSON.stringify(html.slice(0, cut))})`);
  const question = page.locator('.pe-consent-words h2');
  await question.waitFor({ state: 'attached' });
  await until(page, `[...document.styleSheets].some(({ href }) => href?.includes('/assets/consent'))`);
  assert.equal(await question.isVisible(), false);
  await page.evaluate(`document.write(${JSON.stringify(html.slice(cut))}); document.close()`);
  await question.waitFor();
});

test('a floating settings button has its own space at the end of the page', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 390, height: 844 } });
  const { page } = here;
  await page.goto('/');
  await until(page, `document.querySelector('policy-consent')?.consent.state`);
  await panel(page).getByRole('button', { name: 'Tout refuser' }).click();
  await page.getByRole('link', { name: 'Réglages de confidentialité' }).waitFor();
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await shot(page, 'floating');
  const [last, link] = await page.evaluate<number[]>(
    `[document.querySelector('#last').getBoundingClientRect().bottom,
      document.querySelector('.pe-consent-again').getBoundingClientRect().top]`,
  );
  assert.ok(last! <= link!, `${last} is below ${link}`);
});

test('the editor shows the draft at three widths, and the published appearance is shown and named', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 1280, height: 900 } });
  const { page } = here;
  await here.context.addCookies([{ name: 'admin', value: '1', url: site.url }]);
  await page.goto('/policies/appearance');
  const frames = page.frameLocator('iframe');
  await frames.first().getByRole('heading', { name: 'Vos choix de confidentialité' }).waitFor();
  await page.getByLabel('Titre').first().fill('À vous de choisir');
  await page.getByLabel('Disposition').selectOption('dialog');
  await page.getByLabel('Utiliser des couleurs personnalisées').check();
  await page.getByLabel('Boutons', { exact: true }).fill('#104a8e');
  for (const [index, width] of [320, 768, 1280].entries()) {
    const frame = page.frameLocator(`iframe >> nth=${index}`);
    await frame.getByRole('heading', { name: 'À vous de choisir' }).waitFor();
    await frame.locator('dialog').getByRole('button', { name: 'Tout refuser' }).waitFor();
    assert.equal(await frame.locator('html').evaluate('innerWidth'), width);
    const isWithin = `document.querySelector('dialog').getBoundingClientRect().right <= innerWidth`;
    assert.equal(await frame.locator('html').evaluate(isWithin), true);
  }
  assert.deepEqual(await axeFinds(page), []);
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/appearance-1280.png`, fullPage: true });
  await follow(page.getByRole('button', { name: 'Publier' }));
  if (pictures !== undefined) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${pictures}/appearance-390-dark.png`, fullPage: true });
  }
  // The browser accepts that header over https only.
  assert.deepEqual(
    here.problems.filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy header has been ignored')),
    [],
  );
});

test('the editor shows only the fields that apply to the chosen form, without JavaScript, too', async () => {
  await using here = await visitSite(browser, site, { javaScriptEnabled: false });
  const { page } = here;
  await here.context.addCookies([{ name: 'admin', value: '1', url: site.url }]);
  await page.goto('/policies/appearance');
  const side = page.getByLabel('Position');
  const cornersOfBar = page.getByText('The bar itself keeps square corners.');
  for (const [layout, isSideShown] of [
    ['bar', false],
    ['corner', true],
    ['dialog', false],
  ] as const) {
    await page.getByLabel('Layout').selectOption(layout);
    assert.deepEqual([await side.isVisible(), await cornersOfBar.isVisible()], [isSideShown, layout === 'bar'], layout);
  }
  const colour = page.getByLabel('Links and switches');
  await page.getByLabel('Use custom colours').uncheck();
  assert.equal(await colour.isVisible(), false);
  await page.getByLabel('Use custom colours').check();
  assert.equal(await colour.isVisible(), true);
});

test('a dialog traps the keyboard, closes with Escape without a decision, and releases the page', async () => {
  await using here = await visitSite(browser, site, { locale: 'fr', viewport: { width: 390, height: 844 } });
  const { page } = here;
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'À vous de choisir' });
  await dialog.waitFor();
  await until(page, `document.querySelector('.pe-consent-panel').matches(':modal')`);
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'À vous de choisir');
  await assertAnswers(page);
  assert.equal(
    await page.evaluate(`getComputedStyle(document.querySelector('.pe-consent-buttons button')).backgroundColor`),
    'rgb(16, 74, 142)',
  );
  await shot(page, 'dialog-390');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await here.context.cookies(), []);
  await page.getByRole('link', { name: 'Réglages de confidentialité' }).click();
  await panel(page).getByRole('switch', { name: 'Films' }).check();
  await page.setViewportSize({ width: 1280, height: 800 });
  await assertAnswers(page);
  await shot(page, 'dialog-1280');
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await panel(page).getByRole('button', { name: 'Enregistrer' }).click();
  const { shown } = (await asked).postDataJSON() as { shown: Record<string, unknown> };
  assert.match(String(shown['appearance']), /^[0-9a-f]{16}$/);
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Réglages de confidentialité');
  assert.deepEqual(here.problems, []);
});
