/** `<policy-embed>`: its size before its script is loaded, with the placeholder and with the frame. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

/** Attributes of a frame, and its box in a column of 800 and of 358 px. */
const SIZES = [
  ['width="640" height="360"', [640, 360], [358, 201]],
  ['width="320" height="480"', [320, 480], [320, 480]],
  ['width="1600" height="400"', [800, 200], [358, 90]],
  ['width="100%" height="300"', [800, 300], [358, 300]],
  ['width="50%" height="300"', [400, 300], [179, 300]],
  ['width="150%"', [800, 450], [358, 201]],
  ['width="100%" height="100%"', [800, 450], [358, 201]],
  ['height="300"', [800, 300], [358, 300]],
  ['width="480"', [480, 270], [358, 201]],
  ['', [800, 450], [358, 201]],
  ['width="wide" height="-"', [800, 450], [358, 201]],
] as const;

/** On a phone, a place without its frame is high enough for the question. */
const WIDEST_PHONE = 480;
const [LOW, HIGH] = [90, 201];

/** A frame rendered by a server that knew of the consent, for a framework that hydrates it later. */
const written = ({ partner }: PageContext) =>
  `<policy-embed data-src="${partner}/film" title="A film" width="640" height="360"><iframe src="${partner}/film" title="A film"></iframe></policy-embed>`;

async function page(path: string, context: PageContext): Promise<string> {
  const { nonce, partner, consent } = context;
  if (path === '/written') {
    const head = '<link rel="stylesheet" href="/policies/assets/consent.css">';
    const banner = await consent.renderBanner({ nonce, stylesheet: false });
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${written(context)}${banner}`;
  }
  const width = path.slice(1);
  const frames = SIZES.map(
    ([size], index) =>
      `<policy-embed data-consent="media" data-src="${partner}/film?${index}" title="Film ${index}" ${size}><a href="${partner}/watch">Watch the film</a></policy-embed><p>After ${index}</p>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width">
     <link rel="stylesheet" href="/shop.css"><link rel="stylesheet" href="/policies/assets/consent.css">
     <link rel="stylesheet" href="/column-${width}.css">
     <script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script></head>
     <body><main>${frames.join('\n')}</main>`;
}

const boxes = (page: Page, selector: string) =>
  page.evaluate<number[][]>(
    `[...document.querySelectorAll('${selector}')].map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return [Math.round(width), Math.round(height)];
    })`,
  );

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({ page });
  await site.publish('media');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

for (const [column, viewport] of [
  [800, { width: 1280, height: 900 }],
  [358, { width: 390, height: 844 }],
] as const) {
  describe(`an embedded frame in a column of ${column} px`, () => {
    it('has its size from the start, at most the width of the column, and causes no layout shift', async () => {
      await using here = await visitSite(browser, site, { viewport });
      const { page } = here;
      await page.addInitScript(`
        window.shift = 0;
        new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
          .observe({ type: 'layout-shift', buffered: true });`);
      const css = `main { inline-size: ${column}px; max-inline-size: 100%; } body { margin: 16px; }`;
      await page.route('**/column-*.css', (route) => route.fulfill({ contentType: 'text/css', body: css }));
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/consent.js', async (route) => {
        await held;
        await route.continue();
      });
      const expected = SIZES.map((one) => [...(column === 800 ? one[1] : one[2])]);
      const isPhone = viewport.width < WIDEST_PHONE;
      const asking = expected.map(([width, height]) => [width, isPhone && height === LOW ? HIGH : height]);
      await page.goto(`/${column}`, { waitUntil: 'commit' });
      await page.getByText(`After ${SIZES.length - 1}`).waitFor();
      assert.deepEqual(await boxes(page, 'policy-embed:not(:defined)'), asking);

      release();
      await until(page, `document.querySelectorAll('.pe-embed').length === ${SIZES.length}`);
      assert.deepEqual(await boxes(page, 'policy-embed'), asking);
      assert.deepEqual(await boxes(page, '.pe-embed'), asking);
      assert.equal(await page.evaluate('window.shift'), 0);

      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      await until(page, `document.querySelectorAll('policy-embed > iframe').length === ${SIZES.length}`);
      assert.deepEqual(await boxes(page, 'policy-embed'), expected);
      assert.deepEqual(await boxes(page, 'policy-embed > iframe'), expected);
      if (!isPhone) assert.equal(await page.evaluate('window.shift'), 0);
    });
  });
}

describe('in a browser whose style sheets cannot read attributes', () => {
  it('an embedded frame gets width and height from the script', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.route('**/column-*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
    await page.route('**/consent.css', async (route) => {
      const sheet = await (await site.engine.fetch(new Request(`${site.url}/policies/assets/consent.css`))).text();
      assert.match(sheet, /@supports \(x:\s?attr/);
      await route.fulfill({
        contentType: 'text/css',
        body: sheet.replace('@supports (x:', '@supports (unknown-property:'),
      });
    });
    await page.goto('/');
    await until(page, `document.querySelectorAll('.pe-embed').length === ${SIZES.length}`);
    const [first, second] = await boxes(page, '.pe-embed');
    assert.deepEqual(
      [first, second],
      [
        [640, 360],
        [320, 480],
      ],
    );
  });
});

describe('an element without data-consent', () => {
  it('stays as it was written, keeps its frame when it gets the attribute, and loses it on withdrawal', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    site.requests.length = 0;
    await page.goto('/written');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.locator('.pe-consent-panel').waitFor({ state: 'hidden' });
    await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    await page.evaluate(`
      window.written = document.querySelector('policy-embed iframe');
      document.querySelector('policy-embed').dataset.consent = 'media';`);
    assert.equal(await page.evaluate(`document.querySelector('policy-embed iframe') === written`), true);
    assert.deepEqual(site.requests, ['/film']);
    // A page with its own banner has no texts for a placeholder.
    await page.evaluate(`document.querySelector('[data-embed-words]').remove()`);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.locator('policy-embed iframe').waitFor({ state: 'detached' });
    // The script of the site waits for a rule without a text.
    assert.deepEqual(here.problems, ['policy-engine: no such rule, or no text of it in force: analytics']);
  });
});

describe('the placeholder of an embedded frame', () => {
  const GATES = ['maps', 'films:Google%20Ireland%20Ltd', 'films', 'music', 'maps music'];
  const script = (rule: string, name: string, provider: string) => {
    return { rule, name, provider, script: '', environments: ['test'] };
  };

  it('names the company if the declared scripts name one, and the host otherwise', async () => {
    await using named = await startSite({
      engine: {
        environment: 'test',
        rules: ['maps', 'films', 'music'].map((name) => ({ name, sessionless: true })),
        scripts: [
          script('maps', 'Acme', 'Acme'),
          script('films', 'YouTube', 'Google Ireland Ltd'),
          script('films', 'Vimeo', 'Vimeo Inc'),
          script('music', 'Songs', ''),
        ],
      },
      async page(_path, { nonce, partner, consent }) {
        const frames = GATES.map(
          (gate) => `<policy-embed data-consent="${gate}" data-src="${partner}/film"></policy-embed>`,
        );
        return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>${frames.join('')}${await consent.renderBanner({ nonce })}`;
      },
    });
    for (const rule of ['maps', 'films', 'music']) await named.publish(rule);
    await using here = await visitSite(browser, named);
    await here.page.goto('/');
    await until(here.page, `document.querySelectorAll('.pe-embed').length === ${GATES.length}`);
    const { host } = new URL(named.partner);
    const texts = await here.page.locator('.pe-embed p').allTextContents();
    assert.deepEqual(
      texts.map((text) => /comes from \u2068(.+)\u2069,/.exec(text)?.[1]),
      ['Acme', 'YouTube (Google Ireland Ltd)', host, host, host],
    );
    // The address is beside it in any case.
    assert.deepEqual(
      await here.page.locator('.pe-embed a').allTextContents(),
      GATES.map(() => `Open on ${host}`),
    );
    assert.deepEqual(here.problems, []);
  });

  it('shows its question without scrolling on a phone, in each language, in the place of a wide film', async () => {
    const script = {
      rule: 'media',
      name: 'YouTube',
      provider: 'Google Ireland Ltd',
      script: '',
      environments: ['test'],
    };
    await using wide = await startSite({
      engine: { environment: 'test', rules: [{ name: 'media', sessionless: true }], scripts: [script] },
      async page(_path, { nonce, partner, consent }) {
        const film = `<policy-embed data-consent="media" data-src="${partner}/film" title="How it is made" width="2100" height="900"></policy-embed>`;
        return `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width">
          <link rel="stylesheet" href="/shop.css"><style nonce="${nonce}">body { margin: 16px; }</style></head><body>${film}${await consent.renderBanner({ nonce })}`;
      },
    });
    await wide.publish('media', Object.fromEntries(TRANSLATED.map((locale) => [locale, 'About films.'])));
    const scrolled: string[] = [];
    for (const locale of ['en', ...TRANSLATED]) {
      await using here = await visitSite(browser, wide, { viewport: { width: 320, height: 568 }, locale });
      await here.page.goto('/');
      await here.page.locator('.pe-embed-words').waitFor();
      for (const width of [320, 360, 390, 480, 527]) {
        await here.page.setViewportSize({ width, height: 568 });
        const isScrolled = await here.page.evaluate<boolean>(
          `['.pe-embed', '.pe-embed-words'].map((part) => document.querySelector(part)).some((part) => part.scrollHeight > part.clientHeight)`,
        );
        if (isScrolled) scrolled.push(`${locale} at ${width}px`);
      }
    }
    assert.deepEqual(scrolled, []);
  });
});
